import type { QueryLeft } from '../model/query.ts'
import type { Exclusion, Filters } from './filters.ts'
import { excludedBecause, leftOf } from './present.ts'
import { spotOf, type Shelf } from './shelf.ts'
import type { Refusal } from './select.ts'

/** Most of what the request itself left out that is listed; the rest is counted. */
const nearMisses = 20

interface Leftovers {
  readonly listed: readonly QueryLeft[]
  add(at: number, verdict: Exclusion | Refusal): void
  addUnfit(at: number, tokens: number, remaining: number): void
  /** Those that matched and fit, but come after the limit. */
  addBeyond(places: ArrayLike<number>, limit: number): void
  counts(): Readonly<Record<string, number>>
}

/** Keeps what was left out, in the order it comes: every refusal, and the nearest of the rest. */
export function leftovers(shelf: Shelf, filters: Filters): Leftovers {
  const listed: QueryLeft[] = []
  const counts = new Map<string, number>()
  let near = 0
  const count = (reason: string, more = 1): void => void counts.set(reason, (counts.get(reason) ?? 0) + more)
  const list = (at: number, reason: string, detail: string): void => void listed.push(leftOf(spotOf(shelf, at), reason, detail))
  return {
    listed,
    add(at, verdict) {
      count(typeof verdict === 'string' ? verdict : verdict.reason)
      if (typeof verdict !== 'string') list(at, verdict.reason, verdict.detail)
      else if (near++ < nearMisses) list(at, verdict, excludedBecause(spotOf(shelf, at), verdict, filters))
    },
    addUnfit(at, tokens, remaining) {
      count('budget')
      if (near++ < nearMisses) list(at, 'budget', `It needs ${tokens} tokens; the budget has ${remaining} left.`)
    },
    addBeyond(places, limit) {
      if (places.length > 0) count('limit', places.length)
      for (let i = 0; i < places.length && near++ < nearMisses; i++) list(places[i] ?? 0, 'limit', `It matched, but comes after the limit of ${limit}.`)
    },
    counts: () => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
