import type { Exposure, VisibilityCondition } from '../model/effective.ts'
import type { Requester } from '../model/requester.ts'
import { permissions, sensitivities, type Permission } from '../model/vocabulary.ts'
import type { UnitSubject } from './gate.ts'

export interface SeenAs {
  readonly exposure: Exposure
  /** Position of the condition that decided; absent for the default. */
  readonly condition?: number
  /** A fact that a condition asks for is unknown, so the stricter of two readings holds. */
  readonly uncertain: boolean
}

/** KCP §4.16: the first condition that matches decides; an unknown fact never opens what the default keeps shut. */
export function seenAs({ unit }: UnitSubject, requester: Requester): SeenAs {
  const conditions = unit.visibility?.value.conditions ?? []
  const byDefault = unit.exposure(undefined)
  let uncertain = false
  for (const [position, condition] of conditions.entries()) {
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
  const answers = [compare(when.environment, requester.environment), compare(when.agentRole, requester.role)]
  if (answers.includes('no')) return 'no'
  return answers.includes('unknown') ? 'unknown' : 'yes'
}

function compare(wanted: readonly string[] | undefined, fact: string | undefined): 'yes' | 'no' | 'unknown' {
  if (wanted === undefined) return 'yes'
  if (fact === undefined) return 'unknown'
  return wanted.includes(fact) ? 'yes' : 'no'
}

function stricter(a: Exposure, b: Exposure): Exposure {
  return {
    sensitivity: !a.sensitivity || !b.sensitivity ? (a.sensitivity ?? b.sensitivity) : sensitivities.indexOf(a.sensitivity.value) >= sensitivities.indexOf(b.sensitivity.value) ? a.sensitivity : b.sensitivity,
    requiresAuth: a.requiresAuth.value ? a.requiresAuth : b.requiresAuth,
    authority: { ...a.authority, value: strictestActions(a.authority.value, b.authority.value) },
  }
}

function strictestActions(a: Readonly<Record<string, Permission>>, b: Readonly<Record<string, Permission>>): Readonly<Record<string, Permission>> {
  const result = Object.create(null) as Record<string, Permission>
  for (const action of new Set([...Object.keys(a), ...Object.keys(b)])) {
    result[action] = permissions[Math.max(permissions.indexOf(a[action] ?? 'denied'), permissions.indexOf(b[action] ?? 'denied'))] ?? 'denied'
  }
  return result
}
