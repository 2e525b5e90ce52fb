import type { EffectiveUnit, Exposure } from '../../model/documents/effective.ts'
import type { Requester } from '../../model/decisions/requester.ts'

/** The least favourable requester: whatever it may read, anybody may read. */
export const everybody: Requester = {
  clearance: 'public',
  model: 'external',
  authenticated: false,
  depth: Number.MAX_SAFE_INTEGER,
}

/**
 * Why a unit is not published, although the gates allow it to an unknown requester. Its author has to declare it public
 * under every condition of its visibility, since a file that anybody can fetch cannot evaluate conditions.
 */
export const whyNotPublic = (unit: EffectiveUnit): string | undefined =>
  whyClosed(unit) ??
  (unit.exposure(undefined).sensitivity
    ? undefined
    : 'Its sensitivity is not declared; add "sensitivity: public" if it is.')

/** The declaration that keeps a unit, or another unit with the same file, from being published. */
export function whyClosed(unit: EffectiveUnit): string | undefined {
  const { access, authority, visibility } = unit
  if (access.value !== 'public') return `Its access is "${access.value}".`
  const shared = authority.value['share_externally']
  if (authority.origin !== 'default' && shared !== undefined && shared !== 'initiative')
    return `Its authority for "share_externally" is "${shared}".`
  const conditions = visibility?.value.conditions ?? []
  for (const [position, condition] of [undefined, ...conditions].entries()) {
    const why = whyExposedLess(unit.exposure(condition))
    if (why !== undefined) return condition ? `Under condition ${position} of its visibility: ${why}` : why
  }
  return undefined
}

function whyExposedLess({ sensitivity, requiresAuth, authority }: Exposure): string | undefined {
  if (sensitivity && sensitivity.value !== 'public') return `Its sensitivity is "${sensitivity.value}".`
  if (requiresAuth.value) return 'It requires a credential.'
  const reading = authority.value['read']
  return reading === 'initiative' ? undefined : `Its authority for "read" is "${reading ?? 'denied'}".`
}
