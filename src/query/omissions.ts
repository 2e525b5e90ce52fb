import type { QueryExclusion, QueryOmission, QueryOmissionReason, QueryResponse } from '../model/query.ts'
import type { Filters } from './filters.ts'
import { excludedBecause, omissionAt } from './present.ts'
import { pooledAt, type Pool } from './pool.ts'
import type { Refusal } from './select.ts'
import { compareText } from '../text/compare.ts'

/** Units excluded by the request that are listed at most; the rest is counted. */
const mostListed = 20

interface Omissions {
  readonly listed: readonly QueryOmission[]
  add(at: number, verdict: QueryExclusion | Refusal): void
  addUnfit(at: number, tokens: number, remaining: number): void
  /** Units that matched and fit, but come after the limit. */
  addBeyond(places: ArrayLike<number>, limit: number): void
  counts(): QueryResponse['omitted_counts']
}

/** Collects omissions in order: every refusal, and the best-ranked of the rest. */
export function collectOmissions(pool: Pool, filters: Filters): Omissions {
  const listed: QueryOmission[] = []
  const counts = new Map<QueryOmissionReason, number>()
  let near = 0
  const count = (reason: QueryOmissionReason, more = 1): void =>
    void counts.set(reason, (counts.get(reason) ?? 0) + more)
  const list = (at: number, refusal: Refusal): void => void listed.push(omissionAt(pooledAt(pool, at), refusal))
  return {
    listed,
    add(at, verdict) {
      if (typeof verdict !== 'string') {
        count(verdict.reason)
        list(at, verdict)
        return
      }
      count(verdict)
      if (near++ >= mostListed) return
      list(at, { reason: verdict, detail: excludedBecause(pooledAt(pool, at), verdict, filters) })
    },
    addUnfit(at, tokens, remaining) {
      count('budget')
      if (near++ >= mostListed) return
      list(at, { reason: 'budget', detail: `It needs ${tokens} tokens; the budget has ${remaining} left.` })
    },
    addBeyond(places, limit) {
      if (places.length > 0) count('limit', places.length)
      const refusal: Refusal = { reason: 'limit', detail: `It matched, but comes after the limit of ${limit}.` }
      for (let i = 0; i < places.length && near++ < mostListed; i++) list(places[i] ?? 0, refusal)
    },
    counts: () => Object.fromEntries([...counts].sort(([a], [b]) => compareText(a, b))),
  }
}
