import type { Authority, EffectiveUnit, Exposure, VisibilityCondition } from '../../model/documents/effective.ts'
import type { Effective, Manifest, Unit } from '../../model/documents/manifest.ts'
import { sensitivities, type Access, type Sensitivity } from '../../model/tables/vocabulary.ts'
import { overrideAuthority, strictestAuthority } from './authority.ts'

/**
 * KCP §4.16: matched condition, `visibility.default`, the unit's own value, the root's compliance block. A condition
 * or default that is only inherited never loosens what the unit itself declares.
 */
export function exposureOf(
  manifest: Manifest,
  effective: EffectiveUnit,
  matched: VisibilityCondition | undefined,
): Exposure {
  const { unit, visibility, access, authority } = effective
  const origin = visibility?.origin ?? 'unit'
  const shown = matched?.then?.sensitivity ?? visibility?.value.default
  return {
    sensitivity: sensitivityOf(manifest, unit, shown === undefined ? undefined : { value: shown, origin }),
    requiresAuth: requiresAuthOf(access, override(matched?.then?.requiresAuth, origin)),
    authority: authorityUnder(authority, override(matched?.then?.authority, origin)),
  }
}

/** The unit's own classification; the stricter of two that differ. */
export function ownSensitivity({ sensitivity, compliance }: Unit): Sensitivity | undefined {
  if (sensitivity === undefined || compliance?.sensitivity === undefined) return sensitivity ?? compliance?.sensitivity
  return stricter(sensitivity, compliance.sensitivity)
}

const override = <T>(value: T | undefined, origin: Effective<T>['origin']): Effective<T> | undefined =>
  value === undefined ? undefined : { value, origin }

function sensitivityOf(
  manifest: Manifest,
  unit: Unit,
  shown: Effective<Sensitivity> | undefined,
): Effective<Sensitivity> | undefined {
  const own = ownSensitivity(unit)
  if (shown && (shown.origin === 'unit' || own === undefined || stricter(shown.value, own) !== own)) return shown
  if (own !== undefined) return { value: own, origin: 'unit' }
  const root = manifest.compliance?.sensitivity
  return root === undefined ? undefined : { value: root, origin: 'root' }
}

function requiresAuthOf(access: Effective<Access>, override: Effective<boolean> | undefined): Effective<boolean> {
  const flat: Effective<boolean> = { value: access.value !== 'public', origin: access.origin }
  if (!override || (override.origin === 'root' && flat.value)) return flat
  return override
}

function authorityUnder(
  authority: Effective<Authority>,
  override: Effective<Authority> | undefined,
): Effective<Authority> {
  if (!override) return authority
  const overridden = overrideAuthority(authority.value, override.value)
  if (override.origin === 'root' && authority.origin === 'unit')
    return { value: strictestAuthority(overridden, authority.value), origin: 'unit' }
  return { value: overridden, origin: override.origin }
}

function stricter(a: Sensitivity, b: Sensitivity): Sensitivity {
  return sensitivities.indexOf(a) >= sensitivities.indexOf(b) ? a : b
}
