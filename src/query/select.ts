import type { QueryExclusion, QueryOmission, QueryOmissionReason, QueryResponse } from '../model/reading/query.ts'
import { compareText } from '../text/compare.ts'
import { exclusionsOf, type Filters } from './filters.ts'
import { pooledAt, sourceAt, type Pool, type PooledUnit, type Ranking } from './pool.ts'
import { excludedBecause, omissionAt, resultOf, unitAt } from './present.ts'

/** Results unless the request says otherwise (KCP §15.4). */
const defaultLimit = 5

export type Refusal = Pick<QueryOmission, 'reason' | 'code' | 'detail' | 'closed_by'>

/** What may exclude a unit besides the request. */
export interface QueryPolicy {
  /** A hidden unit is not returned, listed or counted. */
  isHidden(pooled: PooledUnit): boolean
  /** Called for units that pass the filters of the request. */
  refuse(pooled: PooledUnit): Refusal | undefined
}

type Selection = Omit<QueryResponse, 'diagnostics'>

/** Filter, budget walk, limit (KCP §15.5): the whole ranking is walked, since a later unit may still fit. */
export function selectUnits(pool: Pool, ranking: Ranking, filters: Filters, policy?: QueryPolicy): Selection {
  const { maxTokenBudget, limit = defaultLimit } = filters.query
  const verdictOn = verdicts(pool, filters, policy)
  if (verdictOn === undefined && maxTokenBudget === undefined) return takeFirst(pool, ranking, filters, limit)
  return walk(pool, ranking, filters, {
    limit,
    budget: maxTokenBudget ?? Infinity,
    verdictOn: verdictOn ?? (() => undefined),
  })
}

/** Where only the limit can omit a unit. */
function takeFirst(pool: Pool, ranking: Ranking, filters: Filters, limit: number): Selection {
  const { ranked } = ranking
  const omitted = collectOmissions(pool, filters)
  const results = [...ranked.subarray(0, limit)].map((at) =>
    resultOf(pooledAt(pool, at), matchAt(ranking, at), filters),
  )
  omitted.addBeyond(ranked.subarray(limit), limit)
  return { results, total: ranked.length, omitted: omitted.listed, omitted_counts: omitted.counts() }
}

type Verdict = QueryExclusion | Refusal | 'hidden' | undefined

interface Terms {
  readonly limit: number
  readonly budget: number
  readonly verdictOn: (at: number) => Verdict
}

function walk(pool: Pool, ranking: Ranking, filters: Filters, { limit, budget, verdictOn }: Terms): Selection {
  const omitted = collectOmissions(pool, filters)
  const chosen: Chosen[] = []
  const taken = new Uint8Array(pool.size)
  let remaining = budget
  let total = 0
  const fits = (at: number): boolean => tokensAt(pool, at) <= remaining
  const canReplace = (at: number): boolean => !taken[at] && fits(at) && verdictOn(at) === undefined
  const fittingSummary = (at: number): number | undefined => {
    const summary = filters.query.includeSummaries === false ? undefined : summaryOf(pool, at)
    return summary !== undefined && canReplace(summary) ? summary : undefined
  }
  for (let rank = 0; rank < ranking.ranked.length; rank++) {
    const at = ranking.ranked[rank] ?? 0
    const verdict = verdictOn(at)
    if (verdict !== undefined) {
      if (verdict !== 'hidden') omitted.add(at, verdict)
      continue
    }
    total += 1
    // It may have been taken as the summary of another unit.
    if (taken[at]) continue
    const returned = fits(at) ? at : fittingSummary(at)
    if (returned === undefined) {
      omitted.addUnfit(at, tokensAt(pool, at), remaining)
      continue
    }
    taken[returned] = 1
    remaining -= tokensAt(pool, returned)
    chosen.push({ at, returned })
  }
  omitted.addBeyond(
    chosen.slice(limit).map(({ at }) => at),
    limit,
  )
  const results = chosen
    .slice(0, limit)
    .map(({ at, returned }) =>
      resultOf(
        pooledAt(pool, returned),
        { ...matchAt(ranking, at), ...(returned === at ? {} : { substitutedFor: unitAt(pooledAt(pool, at)).id }) },
        filters,
      ),
    )
  return { results, total, omitted: omitted.listed, omitted_counts: omitted.counts() }
}

/** A unit that matched, and what is returned for it: itself or its summary. */
interface Chosen {
  readonly at: number
  readonly returned: number
}

const matchAt = ({ scores, fields }: Ranking, at: number): { readonly score: number; readonly fields: number } => ({
  score: (scores[at] ?? 0) / 2,
  fields: fields[at] ?? 0,
})

/** `undefined` when nothing can exclude any unit. */
function verdicts(
  pool: Pool,
  filters: Filters,
  policy: QueryPolicy | undefined,
): ((at: number) => Verdict) | undefined {
  const exclusions = pool.sources.map(({ prepared }) => exclusionsOf(prepared, filters))
  const isReplacing = pool.sources.some(({ prepared }) => prepared.relations.replacements.size > 0)
  if (!policy && !isReplacing && exclusions.every((excludes) => excludes === undefined)) return undefined
  const ownVerdict = (at: number): Verdict => {
    if (policy?.isHidden(pooledAt(pool, at))) return 'hidden'
    const source = sourceAt(pool, at)
    return exclusions[source]?.(at - (pool.starts[source] ?? 0)) ?? policy?.refuse(pooledAt(pool, at))
  }
  if (!isReplacing || filters.query.includeAllTemporal === true) return ownVerdict
  return (at) =>
    ownVerdict(at) ??
    (replacementFor(pool, at, (next) => ownVerdict(next) === undefined) === undefined ? undefined : 'superseded')
}

/** The newest of the units that replace one and can be selected (KCP §4.22). */
function replacementFor(pool: Pool, at: number, isSelectable: (at: number) => boolean): number | undefined {
  const { source, start, position } = pooledAt(pool, at)
  const { relations, positions, units } = source.prepared
  let found: number | undefined
  for (
    let id = relations.replacements.get(units[position]?.unit.id ?? '');
    id !== undefined;
    id = relations.replacements.get(id)
  ) {
    const next = start + (positions.get(id) ?? 0)
    if (isSelectable(next)) found = next
  }
  return found
}

/** A unit without an estimate costs nothing (KCP §15.5). */
function tokensAt(pool: Pool, at: number): number {
  const source = sourceAt(pool, at)
  return Math.max(0, pool.sources[source]?.prepared.tokens[at - (pool.starts[source] ?? 0)] ?? 0)
}

function summaryOf(pool: Pool, at: number): number | undefined {
  const pooled = pooledAt(pool, at)
  const position = pooled.source.prepared.positions.get(unitAt(pooled).hints?.summaryUnit ?? '')
  return position === undefined ? undefined : pooled.start + position
}

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
function collectOmissions(pool: Pool, filters: Filters): Omissions {
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
