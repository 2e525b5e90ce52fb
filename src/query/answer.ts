import type { Finding } from '../model/diagnostic.ts'
import type { Query, QueryResponse } from '../model/query.ts'
import type { Requester } from '../model/requester.ts'
import { federationScopes } from '../model/tables/query-fields.ts'
import { showValue } from '../text/show-value.ts'
import type { Filters } from './filters.ts'
import { select, type QueryPolicy } from './select.ts'
import { rankPool, poolOf, type Source } from './pool.ts'

export interface AnswerOptions {
  readonly query: Query
  readonly requester: Requester
  /** Today in UTC, `YYYY-MM-DD`; the request may name another date. */
  readonly today: string
  readonly policy?: QueryPolicy
  /** Why a declared manifest, by its id, is not among the sources. */
  readonly whyMissing?: (id: string) => string
}

export interface Answer extends Omit<QueryResponse, 'diagnostics'> {
  readonly findings: readonly Finding[]
}

/** Answers a query over prepared manifests (KCP §15). No file is opened. */
export function answerQuery(sources: readonly Source[], options: AnswerOptions): Answer {
  const { query, requester, today, policy } = options
  const { agentRole: role, environment } = query
  const viewer = {
    ...requester,
    ...(role === undefined ? {} : { role }),
    ...(environment === undefined ? {} : { environment }),
  }
  const filters: Filters = { query, today: query.asOf ?? today, viewer }
  const pool = poolOf(sources, query.federationScope)
  return { ...select(pool, rankPool(pool, query), filters, policy), findings: scopeFindings(sources, options) }
}

/** Missing manifests that are named one by one; the rest is counted. */
const mostNamed = 20

/** KCP §15.8: an unavailable scope or manifest is no error; findings report what was not searched. */
function scopeFindings(
  sources: readonly Source[],
  { query: { federationScope: scope }, whyMissing = () => 'it is not available here' }: AnswerOptions,
): readonly Finding[] {
  if (scope === undefined || scope === 'local') return []
  const pointer = '/federation_scope'
  const finding = (message: string): Finding => ({ code: 'KCP805', message, pointer })
  if (!(federationScopes as readonly string[]).includes(scope))
    return [finding(`The federation scope "${scope}" is not supported; only local manifests were searched.`)]
  const available = new Set(sources.map(({ source }) => source))
  const missing = new Set(
    sources
      .flatMap(({ source, prepared }) => (source === null ? (prepared.manifest.manifests ?? []) : []))
      .flatMap(({ id }) => (id === undefined || available.has(id) ? [] : [id])),
  )
  const named = [...missing].slice(0, mostNamed)
  const others = missing.size - named.length
  return [
    ...named.map((id) => finding(`The declared manifest ${showValue(id)} was not searched: ${whyMissing(id)}.`)),
    ...(others > 0 ? [finding(`${others} more declared manifests were not searched.`)] : []),
  ]
}
