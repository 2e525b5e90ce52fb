import type { Finding } from '../model/codes/diagnostic.ts'
import type { Query, QueryResponse } from '../model/reading/query.ts'
import type { Requester } from '../model/decisions/requester.ts'
import { federationScopes } from '../model/tables/query-fields.ts'
import type { Filters } from './filters.ts'
import { selectUnits, type QueryPolicy } from './select.ts'
import { commandIn } from '../text/detect/commands.ts'
import { showValue } from '../text/messages/show-value.ts'
import { rankPool, poolOf, type Pool, type QuerySource } from './pool.ts'
import { notForMatch } from './prepare.ts'

interface AnswerOptions {
  readonly query: Query
  readonly requester: Requester
  /** The present, unless the request names another day. */
  readonly now: Date
  readonly policy?: QueryPolicy
  /** Why a declared manifest, by its id, is not among the sources. */
  readonly whyMissing?: (id: string) => string
}

export interface AnsweredQuery extends Omit<QueryResponse, 'diagnostics'> {
  readonly findings: readonly Finding[]
}

/** Answers a query over prepared manifests (KCP §15). No file is opened. */
export function answerQuery(sources: readonly QuerySource[], options: AnswerOptions): AnsweredQuery {
  const { query, requester, now, policy } = options
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
    ...selectUnits(pool, rankPool(pool, query), filters, policy),
    ...(cautions.length > 0 ? { cautions } : {}),
    findings: scopeFindings(sources, options),
  }
}

/** The end of the day that a request names; today is the present (KCP §15.13). */
export function asOf({ asOf: date }: Pick<Query, 'asOf'>, now: Date): Date | undefined {
  return date === undefined || date === now.toISOString().slice(0, 10) ? undefined : new Date(`${date}T23:59:59.999Z`)
}

/** KCP §3.10: one caution per manifest; units and scores do not change. */
function manifestCautions({ sources }: Pool, { terms = [] }: Query): readonly string[] {
  const lowered = terms.map((term) => term.toLowerCase())
  return sources.flatMap(({ prepared }) => {
    const phrase = notForMatch(prepared.manifestNotFor, lowered)
    return phrase === undefined
      ? []
      : [cautionFor(prepared.manifest.project, commandIn(phrase) ? 'this' : showValue(phrase))]
  })
}

const cautionFor = (project: string, subject: string): string =>
  `${showValue(project)} may be the wrong place: it says that it is not for ${subject}.`

/** Missing manifests that are named one by one; the rest is counted. */
const mostNamed = 20

/** KCP §15.8: an unavailable scope or manifest is no error; findings report what was not searched. */
function scopeFindings(
  sources: readonly QuerySource[],
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
