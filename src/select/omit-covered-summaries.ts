import type { AllowedUnit } from '../model/decisions/brands.ts'
import type { Omission } from '../model/reading/read.ts'
import type { Pick } from './pick.ts'

export interface WithoutSummaries {
  readonly picks: readonly Pick[]
  readonly omitted: readonly Omission[]
}

/** A summary is omitted next to its unit if it matches no other word (KCP §4.10). */
export function omitCoveredSummaries(
  picks: readonly Pick[],
  units: ReadonlyMap<string, AllowedUnit>,
): WithoutSummaries {
  const isCovered = (pick: Pick): boolean => {
    const summary = units.get(pick.source.ref)
    const wholes = picks.filter(({ source }) => isSumOf(summary, units.get(source.ref)))
    const covered = new Set(wholes.flatMap(({ matched }) => matched))
    return covered.size > 0 && pick.matched.every((word) => covered.has(word))
  }
  const covered = picks.filter(isCovered)
  return {
    picks: picks.filter((pick) => !covered.includes(pick)),
    omitted: covered.map(({ source: { ref, path } }) => ({
      ref,
      path,
      reason: 'summary',
      detail: 'The unit it summarizes is included.',
    })),
  }
}

/** By the field of either unit. If two summarize each other, the first declared is kept. */
function isSumOf(summary: AllowedUnit | undefined, whole: AllowedUnit | undefined): boolean {
  if (!summary || !whole || summary === whole || summary.manifest !== whole.manifest) return false
  const isSum = (one: AllowedUnit, other: AllowedUnit): boolean =>
    one.unit.unit.hints?.summaryOf === other.unit.unit.id || other.unit.unit.hints?.summaryUnit === one.unit.unit.id
  return isSum(summary, whole) && (!isSum(whole, summary) || whole.unit.unit.index < summary.unit.unit.index)
}
