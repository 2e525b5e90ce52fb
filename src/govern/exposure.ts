import type { EffectiveUnit, Exposure, VisibilityCondition } from '../model/documents/effective.ts'
import type { Requester } from '../model/decisions/requester.ts'
import { permissions, sensitivities, type Permission } from '../model/tables/vocabulary.ts'
import { writtenAt, type UnitSubject } from './gate.ts'

interface ResolvedExposure {
  readonly exposure: Exposure
  /** Index of the condition that matched; absent for the default. */
  readonly condition?: number
  /** A fact that a condition needs is unknown, so the stricter exposure applies. */
  readonly uncertain: boolean
}

let latest:
  | {
      readonly unit: EffectiveUnit
      readonly environment: string | undefined
      readonly role: string | undefined
      readonly resolved: ResolvedExposure
    }
  | undefined

/** KCP §4.16: the first condition that matches applies; an unknown fact never loosens the default. */
export function resolveExposure({ unit }: UnitSubject, requester: Requester): ResolvedExposure {
  // Four gates in a row need the same result.
  const { environment, role } = requester
  if (latest?.unit !== unit || latest.environment !== environment || latest.role !== role)
    latest = { unit, environment, role, resolved: evaluate(unit, requester) }
  return latest.resolved
}

function evaluate(unit: EffectiveUnit, requester: Requester): ResolvedExposure {
  const conditions = unit.visibility?.value.conditions
  const byDefault = unit.exposure(undefined)
  let uncertain = false
  for (const [position, condition] of conditions?.entries() ?? []) {
    const match = matches(condition, requester)
    if (match === 'no') continue
    if (match === 'unknown') {
      uncertain = true
      continue
    }
    const exposure = unit.exposure(condition)
    return { exposure: uncertain ? stricter(byDefault, exposure) : exposure, condition: position, uncertain }
  }
  return { exposure: byDefault, uncertain }
}

/** All keys must match, values within a key are alternatives. A condition without `when` never matches. */
function matches({ when, then }: VisibilityCondition, requester: Requester): 'yes' | 'no' | 'unknown' {
  if (!when || !then || (when.environment === undefined && when.agentRole === undefined)) return 'no'
  const environment = compare(when.environment, requester.environment)
  const role = compare(when.agentRole, requester.role)
  if (environment === 'no' || role === 'no') return 'no'
  return environment === 'unknown' || role === 'unknown' ? 'unknown' : 'yes'
}

function compare(wanted: readonly string[] | undefined, fact: string | undefined): 'yes' | 'no' | 'unknown' {
  if (wanted === undefined) return 'yes'
  if (fact === undefined) return 'unknown'
  return wanted.includes(fact) ? 'yes' : 'no'
}

function stricter(a: Exposure, b: Exposure): Exposure {
  return {
    sensitivity: higherSensitivity(a.sensitivity, b.sensitivity),
    requiresAuth: a.requiresAuth.value ? a.requiresAuth : b.requiresAuth,
    authority: { ...a.authority, value: strictestActions(a.authority.value, b.authority.value) },
  }
}

function higherSensitivity(a: Exposure['sensitivity'], b: Exposure['sensitivity']): Exposure['sensitivity'] {
  if (!a || !b) return a ?? b
  return sensitivities.indexOf(a.value) >= sensitivities.indexOf(b.value) ? a : b
}

function strictestActions(
  a: Readonly<Record<string, Permission>>,
  b: Readonly<Record<string, Permission>>,
): Readonly<Record<string, Permission>> {
  const result = Object.create(null) as Record<string, Permission>
  for (const action of new Set([...Object.keys(a), ...Object.keys(b)])) {
    result[action] =
      permissions[Math.max(permissions.indexOf(a[action] ?? 'denied'), permissions.indexOf(b[action] ?? 'denied'))] ??
      'denied'
  }
  return result
}

/** Pointer to the sensitivity that applies (KCP §4.16, precedence). */
export function sensitivityPointer(
  { unit }: UnitSubject,
  { exposure, condition }: ResolvedExposure,
): string | undefined {
  const { visibility } = unit
  const declared = exposure.sensitivity
  if (!declared) return undefined
  if (condition !== undefined && visibility?.value.conditions?.[condition]?.then?.sensitivity === declared.value)
    return conditionPointer(unit, condition, 'sensitivity')
  if (visibility?.value.default === declared.value) return writtenAt(unit, visibility.origin, 'visibility/default')
  return unit.unit.sensitivity === declared.value
    ? writtenAt(unit, 'unit', 'sensitivity')
    : writtenAt(unit, declared.origin, 'compliance/sensitivity')
}

/** Pointer to the field that decides whether a credential is needed. */
export function credentialPointer(
  { unit }: UnitSubject,
  { exposure, condition }: ResolvedExposure,
): string | undefined {
  const overridden =
    condition !== undefined &&
    unit.visibility?.value.conditions?.[condition]?.then?.requiresAuth === exposure.requiresAuth.value
  return overridden ? conditionPointer(unit, condition, 'requires_auth') : writtenAt(unit, unit.access.origin, 'access')
}

/** Pointer to the permission for an action. */
export function authorityPointer(
  { unit }: UnitSubject,
  { exposure, condition }: ResolvedExposure,
  action: string,
): string | undefined {
  const override = condition === undefined ? undefined : unit.visibility?.value.conditions?.[condition]?.then?.authority
  const overridden =
    condition !== undefined &&
    override !== undefined &&
    Object.hasOwn(override, action) &&
    override[action] === exposure.authority.value[action]
  const path = `authority/${action.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return overridden ? conditionPointer(unit, condition, path) : writtenAt(unit, unit.authority.origin, path)
}

function conditionPointer(unit: EffectiveUnit, condition: number, path: string): string | undefined {
  return writtenAt(unit, unit.visibility?.origin ?? 'unit', `visibility/conditions/${condition}/then/${path}`)
}
