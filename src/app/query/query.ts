import { unitPrefix } from '../../catalog/refs.ts'
import { mayBeListed } from '../../govern/gates/artifact.ts'
import { omissionOf } from '../../govern/omission.ts'
import { ungrantedDecision } from '../../govern/ungranted.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Decision } from '../../model/decision.ts'
import type { Query, QueryAnswer, QueryOmission, QueryOmissionReason, QueryRequest } from '../../model/query.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { readQuery } from '../../parse/query-request.ts'
import { answerQuery, type Answer } from '../../query/answer.ts'
import { refOf, unitAt } from '../../query/present.ts'
import type { QueryPolicy } from '../../query/select.ts'
import type { Source } from '../../query/pool.ts'
import { ungrantedOmission, type Reader } from '../decide/ask-gates.ts'
import { deciderFor, type Decider } from '../decide/decide-ref.ts'
import { sameFiles } from '../decide/same-file.ts'
import { standingOf } from '../decide/standing.ts'
import { keepRelease } from '../shared/keep-receipt.ts'
import { dateOf, nothingAsked, preparedOf, requestSource } from './query-manifests.ts'
import { queryRelease, type QueryGiven } from './record-query.ts'

/** As `query`, over granted manifests, with every gate. Nothing is opened; results are recorded before the release. */
export async function queryKnowledge(catalog: Catalog, request: QueryRequest, reader: Reader): Promise<QueryAnswer> {
  const { answer, given, now } = prepareQuery(catalog, request, reader)
  return given
    ? { ...answer, receipt: keepRelease(queryRelease(given, reader), { id: reader.ports.ids.next(), now }, reader) }
    : answer
}

/** An answer that is not recorded yet. */
export interface PreparedQuery {
  readonly answer: Omit<QueryAnswer, 'receipt'>
  /** `undefined` for an invalid request. */
  readonly given?: QueryGiven
  readonly now: Date
}

export function prepareQuery(catalog: Catalog, request: QueryRequest, reader: Reader): PreparedQuery {
  const { query, findings } = readQuery(request)
  const now = reader.ports.clock.now()
  if (!query) return { answer: { ...nothingAsked, diagnostics: diagnose(findings, requestSource) }, now }
  const decider = deciderFor(reader, now)
  const { granted, closed } = grantedManifests(catalog, decider)
  const gates = gatesFor(catalog, granted, { query, reader, decider, now })
  const { findings: noted, ...answer } = answerQuery([...granted.keys()], {
    // An unknown capability counts as missing.
    query: { ...query, hasCapabilities: query.hasCapabilities ?? reader.requester.capabilities ?? [] },
    requester: reader.requester,
    today: dateOf(now),
    policy: gates.policy,
  })
  const whole = withClosed(answer, closed)
  return {
    answer: { ...whole, diagnostics: diagnose([...findings, ...noted], requestSource) },
    given: { request, query, answer: whole, entries: granted, decisions: gates.decisions },
    now,
  }
}

interface Manifests {
  readonly granted: ReadonlyMap<Source, CatalogEntry>
  /** One line for all ungranted manifests, and one for each changed one; their units are not listed. */
  readonly closed: readonly QueryOmission[]
}

function grantedManifests({ entries }: Catalog, { grantFor, isDisabled }: Decider): Manifests {
  const granted = new Map<Source, CatalogEntry>()
  const closed: QueryOmission[] = []
  let ungranted = 0
  for (const entry of entries) {
    const { ref, found, document, enabled } = entry
    // Disabled entries are not mentioned (AK-104).
    if (document.kind !== 'manifest' || !enabled || isDisabled(ref)) continue
    const grant = grantFor(entry)
    if (grant?.changed) closed.push({ ...omissionOf(ungrantedDecision(ref, grant)), ...wholeManifest })
    else if (standingOf(found, grant) === 'ungranted') ungranted += 1
    else
      granted.set(
        { prepared: preparedOf(document), source: null, refPrefix: unitPrefix(ref), manifest: found.path },
        entry,
      )
  }
  return {
    granted,
    closed: ungranted === 0 ? closed : [{ ...ungrantedOmission(ungranted), ...wholeManifest }, ...closed],
  }
}

const wholeManifest = { unit_id: null, source_manifest: null }

interface Asking {
  readonly query: Query
  readonly reader: Reader
  readonly decider: Decider
  readonly now: Date
}

/** The facts of the reader count; role, environment and date of the request only narrow. */
function gatesFor(
  catalog: Catalog,
  entries: Manifests['granted'],
  { query, reader, decider, now }: Asking,
): { readonly policy: QueryPolicy; readonly decisions: ReadonlyMap<string, Decision> } {
  const decisions = new Map<string, Decision>()
  const shared = sameFiles(catalog, reader.ports.files, decider)
  // A request for deprecated units counts as naming them.
  const activation = query.excludeDeprecated === false ? 'explicit' : 'resolver-driven'
  const policy: QueryPolicy = {
    isHidden: (pooled) => decider.isDisabled(refOf(pooled)),
    refuse(pooled) {
      const ref = refOf(pooled)
      const entry = entries.get(pooled.source)
      const named = entry && { ref, entry, unit: unitAt(pooled) }
      const decision =
        named && decider.decideShared(named, shared.sharersOf(named), { action: 'read', activation, now })
      if (!decision) return { reason: 'refused', detail: 'No decision was possible, so it is refused.' }
      decisions.set(ref, decision)
      if (mayBeListed(decision)) return undefined
      const { reason, code, detail } = omissionOf(decision)
      return { reason, ...(code === undefined ? {} : { code }), detail }
    },
  }
  return { policy, decisions }
}

function withClosed(
  { omitted, omitted_counts: counts, ...answer }: Omit<Answer, 'findings'>,
  closed: readonly QueryOmission[],
): Omit<Answer, 'findings'> {
  const sum: Partial<Record<QueryOmissionReason, number>> = { ...counts }
  for (const { reason, count = 1 } of closed) sum[reason] = (sum[reason] ?? 0) + count
  return { ...answer, omitted: [...closed, ...omitted], omitted_counts: sum }
}
