import { lapsedEntries } from '../../catalog/lapsed.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Omission, OmissionCounts, OmissionReason, ReadRequest } from '../../model/reading/read.ts'

/** Why knowledge that may contain the answer was not searched: a person has to allow it, or its file cannot be read. */
const reasonsUnsearched = {
  ungranted: 'not granted',
  ask: 'waiting for an approval',
  changed: 'changed since the grant',
  outdated: 'changed since it was listed',
  unreadable: 'missing or unreadable',
} satisfies Partial<Record<OmissionReason, string>>

/** Granted entries that no read can search, because their entry file is gone or invalid. */
export function lapsedOmissions(catalog: Catalog, { packs, activation }: ReadRequest): readonly Omission[] {
  if (packs && !activation) return []
  return lapsedEntries(catalog).map(({ ref, found: { path }, lapsed }) => ({
    ref,
    path,
    reason: 'unreadable',
    detail: `"${path}" was granted and is ${lapsed === 'missing' ? 'missing' : 'invalid'}.`,
  }))
}

/** How much was not searched, by reason; empty if everything was. */
export function unsearched(counts: OmissionCounts): string {
  const reasons = Object.entries(reasonsUnsearched) as readonly [OmissionReason, string][]
  return reasons
    .flatMap(([reason, words]) => (counts[reason] === undefined ? [] : `${counts[reason]} ${words}`))
    .join(', ')
}

/** The same for a model: ungranted entries have no effect on what it reads. */
export function unsearchedOfGranted(counts: OmissionCounts): string {
  const { ungranted: _, ...granted } = counts
  return unsearched(granted)
}
