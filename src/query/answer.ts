import type { Finding } from '../model/diagnostic.ts'
import type { Query, QueryResponse } from '../model/query.ts'
import type { Requester } from '../model/requester.ts'
import { federationScopes } from '../model/tables/query-fields.ts'
import type { Filters } from './filters.ts'
import { select, type QueryPolicy } from './select.ts'
import { commandIn } from '../text/detect/commanding.ts'
import { showValue } from '../text/show-value.ts'
import { rankPool, poolOf, type Pool, type Source } from './pool.ts'
import { notForMatch } from './prepare.ts'

export interface AnswerOptions {
  readonly query: Query
  readonly requester: Requester
  /** The present, unless the request names another day. */
  readonly now: Date
  readonly policy?: QueryPolicy
}

export interface Answer extends Omit<QueryResponse, 'diagnostics'> {
  readonly findings: readonly Finding[]
}

/** Answers a query over prepared manifests (KCP §15). No file is opened. */
export function answerQuery(sources: readonly Source[], { query, requester, now, policy }: AnswerOptions): Answer {
  const { agentRole: role, environment } = query
  const viewer = {
    ...requester,
    ...(role === undefined ? {} : { role }),
    ...(environment === undefined ? {} : { environment }),
  }
  const today = now.toISOString().slice(0, 10)
  const filters: Filters = { query, today: query.asOf ?? today, at: asOf(query, now) ?? now, now, viewer }
  const pool = poolOf(sources, query.federationScope)
  const cautions = manifestCautions(pool, query)
  return {
    ...select(pool, rankPool(pool, query), filters, policy),
    ...(cautions.length > 0 ? { cautions } : {}),
    findings: scopeFindings(sources, query.federationScope),
  }
}

/** The end of the day that a request names; today is the present (KCP §15.13). */
export function asOf({ asOf: date }: Pick<Query, 'asOf'>, now: Date): Date | undefined {
  return date === undefined || date === now.toISOString().slice(0, 10) ? undefined : new Date(`${date}T23:59:59.999Z`)
}

/** KCP §3.10: said once for each manifest; its units and their scores are the same. */
function manifestCautions({ sources }: Pool, { terms = [] }: Query): readonly string[] {
  const lowered = terms.map((term) => term.toLowerCase())
  return sources.flatMap(({ prepared }) => {
    const phrase = notForMatch(prepared.manifestNotFor, lowered)
    return phrase === undefined
      ? []
      : [
          `${showValue(prepared.manifest.project)} may be the wrong place: it says that it is not for ${commandIn(phrase) ? 'this' : showValue(phrase)}.`,
        ]
  })
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
