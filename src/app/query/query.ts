import { unitPrefix, type NamedEntry } from '../../catalog/refs.ts'
import type { Circumstances } from '../../govern/gate.ts'
import { mayBeListed } from '../../govern/gates/artifact.ts'
import { omissionOf } from '../../govern/omission.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import type { Finding } from '../../model/codes/diagnostic.ts'
import type {
  Query,
  QueryAnswer,
  QueryOmission,
  QueryOmissionReason,
  QueryRequest,
  QueryResult,
} from '../../model/reading/query.ts'
import type { Files } from '../../model/ports.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { readQuery } from '../../parse/query-request.ts'
import { answerQuery, asOf, type AnsweredQuery } from '../../query/answer.ts'
import { refOf, unitAt } from '../../query/present.ts'
import type { QueryPolicy } from '../../query/select.ts'
import { unitGraph } from '../../select/units/unit-graph.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { refPart } from '../../text/paths/ref-parts.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { deciderFor, type Decider } from '../decide/decide-ref.ts'
import { externalRelations, missingSentence, type ExternalRelations } from '../decide/external-units.ts'
import { sameFiles } from '../decide/same-file.ts'
import { appendRelease } from '../shared/record-release.ts'
import { grantedManifests, type Manifests } from './granted-manifests.ts'
import { nothingAsked, requestSource } from './query-manifests.ts'
import { queryRelease, type QueryGiven } from './record-query.ts'

/** `query` over granted manifests, with every gate. Nothing is opened; results are recorded before the release. */
export async function queryKnowledge(catalog: Catalog, request: QueryRequest, reader: Reader): Promise<QueryAnswer> {
  const { answer, given, now } = prepareQuery(catalog, request, reader)
  return given ? { ...answer, receipt: await appendRelease(queryRelease(given, reader), now, reader) } : answer
}

/** An answer that is not recorded yet. */
interface PreparedQuery {
  readonly answer: Omit<QueryAnswer, 'receipt'>
  /** `undefined` for an invalid request. */
  readonly given?: QueryGiven
  readonly now: Date
}

export function prepareQuery(catalog: Catalog, request: QueryRequest, reader: Reader): PreparedQuery {
  const now = reader.ports.clock.now()
  const { query, findings } = readQuery(request, now)
  if (!query) return { answer: { ...nothingAsked, diagnostics: diagnose(findings, requestSource) }, now }
  const decider = deciderFor(reader, { now })
  const { granted, closed, whyMissing } = grantedManifests(catalog, decider, query.federationScope)
  const gates = gatesFor(catalog, granted, { query, reader, decider, now })
  const { findings: noted, ...answer } = answerQuery([...granted.keys()], {
    query,
    requester: reader.requester,
    now,
    policy: gates.policy,
    whyMissing,
  })
  const external = withExternal(answer.results, granted.values(), externalRelations(catalog, gates.isUsable))
  const results = withMissingFiles(external.results, granted.values(), reader.ports.files)
  const whole = withClosed({ ...answer, results }, closed)
  return {
    answer: { ...whole, diagnostics: diagnose([...findings, ...noted, ...external.findings], requestSource) },
    given: { request, query, answer: whole, entries: granted, decisions: gates.decisions },
    now,
  }
}

interface Asking {
  readonly query: Query
  readonly reader: Reader
  readonly decider: Decider
  readonly now: Date
}

/** The facts of the reader decide; role and environment of the request only narrow. */
function gatesFor(
  catalog: Catalog,
  entries: Manifests['granted'],
  { query, reader, decider, now }: Asking,
): {
  readonly policy: QueryPolicy
  readonly decisions: ReadonlyMap<string, Decision>
  isUsable(named: NamedEntry): boolean
} {
  const decisions = new Map<string, Decision>()
  const shared = sameFiles(catalog, reader.ports.files, decider)
  // A request for deprecated units counts as naming them.
  const activation = query.excludeDeprecated === false ? 'explicit' : 'resolver-driven'
  const time = asOf(query, now)
  // A query lists metadata only, so it may evaluate windows at another date; content is decided at the present.
  const circumstances: Circumstances = {
    action: 'read',
    activation,
    now,
    ...(time ? { asOf: time } : {}),
    ...(query.includeAllTemporal === true ? { allTemporal: true as const } : {}),
  }
  const policy: QueryPolicy = {
    isHidden: (pooled) => decider.isDisabled(refOf(pooled)),
    refuse(pooled) {
      const ref = refOf(pooled)
      const entry = entries.get(pooled.source)
      const named = entry && { ref, entry, unit: unitAt(pooled) }
      const decision = named && decider.decideShared(named, shared.sharersOf(named), circumstances)
      if (!decision) return { reason: 'refused', detail: 'No decision was possible, so it is refused.' }
      decisions.set(ref, decision)
      if (mayBeListed(decision)) return undefined
      const { reason, code, detail, closedBy } = omissionOf(decision)
      return {
        reason,
        ...(code === undefined ? {} : { code }),
        detail,
        ...(closedBy === undefined ? {} : { closed_by: closedBy }),
      }
    },
  }
  const isUsable = (named: NamedEntry): boolean =>
    decider.decideShared(named, shared.sharersOf(named), { action: 'read', activation: 'explicit', now })?.verdict ===
    'allow'
  return { policy, decisions, isUsable }
}

function withClosed(
  { omitted, omitted_counts: counts, ...answer }: Omit<AnsweredQuery, 'findings'>,
  closed: readonly QueryOmission[],
): Omit<AnsweredQuery, 'findings'> {
  const sum: Partial<Record<QueryOmissionReason, number>> = { ...counts }
  for (const { reason, count = 1 } of closed) sum[reason] = (sum[reason] ?? 0) + count
  return { ...answer, omitted: [...closed, ...omitted], omitted_counts: sum }
}

/** Adds relations across manifests to results, and reports what is missing (KCP §3.6). The order of results stays. */
function withExternal(
  results: readonly QueryResult[],
  entries: Iterable<CatalogEntry>,
  relationsOf: (named: NamedEntry) => ExternalRelations,
): { readonly results: readonly QueryResult[]; readonly findings: readonly Finding[] } {
  const manifests = new Map([...entries].map((entry) => [unitPrefix(entry.ref), entry]))
  const findings: Finding[] = []
  const extended = results.map((result) => {
    const named = namedAs(result, manifests)
    if (!named) return result
    const { edges, needs, missing } = relationsOf(named)
    const { ref, unit_id: id } = result
    const related = [
      ...needs.map((other) => ({ type: 'depends_on', from: ref, to: other.ref })),
      ...edges.map(({ type, isTarget, other }) =>
        isTarget ? { type, from: other.ref, to: ref } : { type, from: ref, to: other.ref },
      ),
    ]
    for (const { manifest } of missing) findings.push({ code: 'KCP709', message: missingSentence(id, manifest) })
    const degraded = missing.filter(({ onFailure }) => onFailure === 'degrade').map(({ manifest }) => manifest)
    return {
      ...result,
      ...(related.length > 0 ? { related } : {}),
      ...(degraded.length > 0 ? { degraded: [...new Set(degraded)] } : {}),
    }
  })
  return { results: extended, findings }
}

/** A read omits a unit whose file is gone. No file is opened, so a changed one is not noticed here. */
function withMissingFiles(
  results: readonly QueryResult[],
  entries: Iterable<CatalogEntry>,
  files: Pick<Files, 'kindOf'>,
): readonly QueryResult[] {
  const manifests = new Map([...entries].map((entry) => [unitPrefix(entry.ref), entry]))
  return results.map((result) => {
    const { entry: { found } = {}, unit } = namedAs(result, manifests) ?? {}
    if (!found || !unit || pathProblem(unit.path) || files.kindOf(found.folder) === undefined) return result
    if (files.kindOf(`${found.folder}/${normalizePath(unit.path)}`) !== undefined) return result
    return { ...result, caution: [result.caution, 'its file does not exist'].filter(Boolean).join('; ') }
  })
}

function namedAs(
  { ref, unit_id: id }: QueryResult,
  manifests: ReadonlyMap<string, CatalogEntry>,
): NamedEntry | undefined {
  const entry = manifests.get(ref.slice(0, -refPart(id).length))
  const unit = entry?.document.kind === 'manifest' ? unitGraph(entry.document).units.get(id) : undefined
  return entry && unit ? { ref, entry, unit } : undefined
}
