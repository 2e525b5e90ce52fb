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
import type { Keeper } from '../../query/select.ts'
import type { Source } from '../../query/pool.ts'
import { ungrantedOmission, type Reader } from '../decide/ask-gates.ts'
import { deciderFor, type Decider } from '../decide/decide-ref.ts'
import { sameFiles } from '../decide/same-file.ts'
import { standingOf } from '../decide/standing.ts'
import { keepRelease } from '../shared/keep-receipt.ts'
import { dateOf, nothingAsked, preparedOf, requestSource } from './query-manifests.ts'
import { queryRelease, type QueryGiven } from './record-query.ts'

/** As `query`, over what a person granted, with every gate asked. Nothing is opened; what is given is recorded first. */
export async function queryKnowledge(catalog: Catalog, request: QueryRequest, reader: Reader): Promise<QueryAnswer> {
  const { answer, given, now } = prepareQuery(catalog, request, reader)
  return given
    ? { ...answer, receipt: keepRelease(queryRelease(given, reader), { id: reader.ports.ids.next(), now }, reader) }
    : answer
}

/** An answer that nobody has seen yet. */
export interface PreparedQuery {
  readonly answer: Omit<QueryAnswer, 'receipt'>
  /** `undefined` where the request could not be read. */
  readonly given?: QueryGiven
  readonly now: Date
}

export function prepareQuery(catalog: Catalog, request: QueryRequest, reader: Reader): PreparedQuery {
  const { query, findings } = readQuery(request)
  const now = reader.ports.clock.now()
  if (!query) return { answer: { ...nothingAsked, diagnostics: diagnose(findings, requestSource) }, now }
  const decider = deciderFor(reader, now)
  const { shelved, closed } = grantedManifests(catalog, decider)
  const gates = gatesFor(catalog, shelved, { query, reader, decider, now })
  const { findings: noted, ...answer } = answerQuery([...shelved.keys()], {
    // Unknown is not held: a unit that requires a capability is left out unless somebody says that it is there.
    query: { ...query, hasCapabilities: query.hasCapabilities ?? reader.requester.capabilities ?? [] },
    requester: reader.requester,
    today: dateOf(now),
    keeper: gates.keeper,
  })
  const whole = withClosed(answer, closed)
  return {
    answer: { ...whole, diagnostics: diagnose([...findings, ...noted], requestSource) },
    given: { request, query, answer: whole, entries: shelved, decisions: gates.decisions },
    now,
  }
}

interface Manifests {
  readonly shelved: ReadonlyMap<Source, CatalogEntry>
  /** One line for all manifests that nobody granted, and one for each that has changed since; their units do not appear. */
  readonly closed: readonly QueryOmission[]
}

function grantedManifests({ entries }: Catalog, { grantFor, isDisabled }: Decider): Manifests {
  const shelved = new Map<Source, CatalogEntry>()
  const closed: QueryOmission[] = []
  let strangers = 0
  for (const entry of entries) {
    const { ref, found, document, enabled } = entry
    // Switched off is out of sight (AK-104).
    if (document.kind !== 'manifest' || !enabled || isDisabled(ref)) continue
    const grant = grantFor(entry)
    if (grant?.changed) closed.push({ ...omissionOf(ungrantedDecision(ref, grant)), ...wholeManifest })
    else if (standingOf(found, grant) === 'ungranted') strangers += 1
    else
      shelved.set(
        { prepared: preparedOf(document), source: null, refPrefix: unitPrefix(ref), manifest: found.path },
        entry,
      )
  }
  return {
    shelved,
    closed: strangers === 0 ? closed : [{ ...ungrantedOmission(strangers), ...wholeManifest }, ...closed],
  }
}

const wholeManifest = { unit_id: null, source_manifest: null }

interface Asking {
  readonly query: Query
  readonly reader: Reader
  readonly decider: Decider
  readonly now: Date
}

/** The facts of the reader count, whatever role, environment or date the request names; those only narrow. */
function gatesFor(
  catalog: Catalog,
  entries: Manifests['shelved'],
  { query, reader, decider, now }: Asking,
): { readonly keeper: Keeper; readonly decisions: ReadonlyMap<string, Decision> } {
  const decisions = new Map<string, Decision>()
  const shared = sameFiles(catalog, reader.ports.files, decider)
  // Whoever asks for what is deprecated has named it.
  const activation = query.excludeDeprecated === false ? 'explicit' : 'resolver-driven'
  const keeper: Keeper = {
    isHidden: (spot) => decider.isDisabled(refOf(spot)),
    refuse(spot) {
      const ref = refOf(spot)
      const entry = entries.get(spot.source)
      const named = entry && { ref, entry, unit: unitAt(spot) }
      const decision =
        named && decider.decideShared(named, shared.sharersOf(named), { action: 'read', activation, now })
      if (!decision) return { reason: 'refused', detail: 'Nothing could be decided about it, which opens nothing.' }
      decisions.set(ref, decision)
      if (mayBeListed(decision)) return undefined
      const { reason, code, detail } = omissionOf(decision)
      return { reason, ...(code === undefined ? {} : { code }), detail }
    },
  }
  return { keeper, decisions }
}

function withClosed(
  { omitted, omitted_counts: counts, ...answer }: Omit<Answer, 'findings'>,
  closed: readonly QueryOmission[],
): Omit<Answer, 'findings'> {
  const sum: Partial<Record<QueryOmissionReason, number>> = { ...counts }
  for (const { reason, count = 1 } of closed) sum[reason] = (sum[reason] ?? 0) + count
  return { ...answer, omitted: [...closed, ...omitted], omitted_counts: sum }
}
