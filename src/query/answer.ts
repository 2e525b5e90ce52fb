import type { Finding } from '../model/diagnostic.ts'
import type { Query, QueryResponse } from '../model/query.ts'
import type { Requester } from '../model/requester.ts'
import { federationScopes } from '../model/tables/query-fields.ts'
import type { Filters } from './filters.ts'
import { select, type QueryPolicy } from './select.ts'
import { rankPool, poolOf, type Source } from './pool.ts'

export interface AnswerOptions {
  readonly query: Query
  readonly requester: Requester
  /** Today in UTC, `YYYY-MM-DD`; the request may name another date. */
  readonly today: string
  readonly policy?: QueryPolicy
}

export interface Answer extends Omit<QueryResponse, 'diagnostics'> {
  readonly findings: readonly Finding[]
}

/** Answers a query over prepared manifests (KCP §15). No file is opened. */
export function answerQuery(sources: readonly Source[], { query, requester, today, policy }: AnswerOptions): Answer {
  const { agentRole: role, environment } = query
  const viewer = {
    ...requester,
    ...(role === undefined ? {} : { role }),
    ...(environment === undefined ? {} : { environment }),
  }
  const filters: Filters = { query, today: query.asOf ?? today, viewer }
  const pool = poolOf(sources, query.federationScope)
  return {
    ...select(pool, rankPool(pool, query), filters, policy),
    findings: scopeFindings(sources, query.federationScope),
  }
}

/** KCP §15.8: an unavailable scope is no error; a finding reports that fewer manifests were searched. */
function scopeFindings(sources: readonly Source[], scope: string | undefined): readonly Finding[] {
  if (scope === undefined || scope === 'local') return []
  const pointer = '/federation_scope'
  if (!(federationScopes as readonly string[]).includes(scope))
    return [
      {
        code: 'KCP805',
        message: `The federation scope "${scope}" is not supported; only local manifests were searched.`,
        pointer,
      },
    ]
  const available = new Set(sources.map(({ source }) => source))
  const missing = new Set(
    sources
      .flatMap(({ source, prepared }) => (source === null ? (prepared.manifest.manifests ?? []) : []))
      .flatMap(({ id }) => (id === undefined || available.has(id) ? [] : [id])),
  )
  if (missing.size === 0) return []
  return [
    {
      code: 'KCP805',
      message: `${missing.size === 1 ? 'One declared manifest was' : `${missing.size} declared manifests were`} not available; only the others were searched.`,
      pointer,
    },
  ]
}
