import type { AllowedUnit } from '../model/brands.ts'
import type { Choice } from './choose.ts'
import type { Pick } from './pick.ts'
import type { Source } from './source.ts'
import { evictionRank } from './unit-order.ts'

/**
 * Where the budget left out a unit that its author wants kept, units of lower priority give way, the lowest first
 * (KCP §4.10). What answers best never does, and nothing does in vain.
 */
export function evictUnits(sources: readonly Source[], units: ReadonlyMap<string, AllowedUnit>, choose: (sources: readonly Source[]) => Choice): Choice {
  const rankOf = ({ ref }: Source): number | undefined => {
    const unit = units.get(ref)?.unit.unit
    return unit && evictionRank(unit)
  }
  let kept = sources
  let choice = choose(kept)
  for (const rank of [0, 1]) {
    const best = bestOf(choice.picks)
    const givesWay = (source: Source): boolean => rankOf(source) === rank && source.ref !== best?.source.ref
    const waits = choice.near.some(({ reason, source }) => reason === 'budget' && (rankOf(source) ?? 0) > rank)
    if (!waits || !choice.picks.some(({ source }) => givesWay(source))) continue
    const fewer = kept.filter((source) => !givesWay(source))
    const next = choose(fewer)
    const before = new Set(choice.picks.map(({ source }) => source.ref))
    if (!next.picks.some(({ source }) => (rankOf(source) ?? 0) > rank && !before.has(source.ref))) continue
    const evicted = choice.picks.filter(({ source }) => givesWay(source)).map(({ source, headings, tokens }) => ({ source, headings, tokens, reason: 'budget' as const }))
    choice = { ...next, near: [...evicted, ...next.near] }
    kept = fewer
  }
  return choice
}

const bestOf = (picks: readonly Pick[]): Pick | undefined => picks.reduce<Pick | undefined>((best, pick) => (best && best.score >= pick.score ? best : pick), undefined)
