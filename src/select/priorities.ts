import type { AllowedUnit } from '../model/brands.ts'
import type { Candidate } from './score.ts'
import { take, type Limits, type Taken } from './take.ts'
import { evictionRank } from './unit-order.ts'

/**
 * Where the budget left out a unit that its author wants kept, units of lower priority give way, the lowest first
 * (KCP §4.10). What answers best never does, and nothing does in vain.
 */
export function takeByPriority(ranked: readonly Candidate[], units: ReadonlyMap<string, AllowedUnit>, limits: Limits): Taken {
  const rankOf = ({ source }: Candidate): number | undefined => {
    const unit = units.get(source.ref)?.unit.unit
    return unit && evictionRank(unit)
  }
  let kept = ranked
  let taken = take(kept, limits)
  for (const rank of [0, 1]) {
    const best = taken.taken[0]?.source.ref
    const givesWay = (candidate: Candidate): boolean => rankOf(candidate) === rank && candidate.source.ref !== best
    const isWaiting = taken.omitted.some((omitted) => omitted.reason === 'budget' && (rankOf(omitted) ?? 0) > rank)
    if (!isWaiting || !taken.taken.some(givesWay)) continue
    const next = take(kept.filter((candidate) => !givesWay(candidate)), limits)
    const before = new Set(taken.taken.map(({ source }) => source.ref))
    if (!next.taken.some((candidate) => (rankOf(candidate) ?? 0) > rank && !before.has(candidate.source.ref))) continue
    const evicted = taken.taken.filter(givesWay).map((candidate) => ({ ...candidate, reason: 'budget' as const }))
    kept = kept.filter((candidate) => !givesWay(candidate))
    taken = { taken: next.taken, omitted: [...evicted, ...next.omitted] }
  }
  return taken
}
