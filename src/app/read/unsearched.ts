import type { OmissionCounts, OmissionReason } from '../../model/read.ts'

/** Why something that may contain the answer was not searched: a person has to open it, or its file cannot be read. */
const reasonsUnsearched = {
  ungranted: 'not granted',
  ask: 'waiting for an approval',
  changed: 'changed since the grant',
  outdated: 'changed since it was listed',
  unreadable: 'missing or unreadable',
} satisfies Partial<Record<OmissionReason, string>>

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
