import { withheldMetadata } from '../../catalog/withheld-metadata.ts'
import type { CatalogEntry } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import type { Query, QueryRequest, QueryResponse, QueryResult } from '../../model/reading/query.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import type { QuerySource } from '../../query/pool.ts'
import type { Release } from '../../record/receipt.ts'
import { canonicalJson } from '../../text/bytes/canonical-json.ts'
import { digest } from '../../text/bytes/digest.ts'
import { refPart } from '../../text/paths/ref-parts.ts'
import { version } from '../../version.ts'
import type { Reader } from '../decide/ask-gates.ts'

export interface QueryGiven {
  readonly request: QueryRequest
  readonly query: Query
  readonly answer: Pick<QueryResponse, 'results'>
  readonly entries: ReadonlyMap<QuerySource, CatalogEntry>
  /** By ref, for every unit that was decided. */
  readonly decisions: ReadonlyMap<string, Decision>
  /** The repeated receipt. */
  readonly replayOf?: string
}

/**
 * The receipt of a response, which is text of manifests. No unit is accessed, so no rate limit counts it (KCP §4.15).
 */
export function queryRelease(
  { request, query, answer, entries, decisions, replayOf }: QueryGiven,
  { ports, requester, hideTasks = false }: Reader,
): Release {
  const { results } = answer
  const placed = results.flatMap((result) => placeOf(result, entries))
  const withheldText = placed.flatMap(({ result: { ref }, unit }) =>
    withheldMetadata(unit.unit).map((text) => ({ ref, ...text })),
  )
  const task = canonicalJson(request)
  // A query may reveal the topic of such a unit (KCP §3.5).
  const hidden = hideTasks || placed.some(({ unit }) => unit.compliance.restrictions?.value.includes('no-logging'))
  return {
    kind: 'query',
    ...(query.excludeDeprecated === false ? { activation: 'explicit' as const } : {}),
    ...(hidden ? { task: '', taskHash: ports.receipts.hide(task) } : { task }),
    requester,
    budget: query.maxTokenBudget ?? 0,
    tokenizer: 'token_estimate',
    version,
    decisions: results.flatMap(({ ref }) => decisions.get(ref) ?? []),
    considered: countVerdicts(decisions.values()),
    spans: placed.map(({ result, entry }) => ({
      ref: result.ref,
      path: entry.found.file,
      start: 0,
      end: 0,
      fileDigest: entry.headDigest,
      spanDigest: digest(canonicalJson(result)),
    })),
    fencedDigest: digest(canonicalJson(results)),
    ...(withheldText.length > 0 ? { withheldText } : {}),
    ...(replayOf === undefined ? {} : { replayOf }),
  }
}

function placeOf(result: QueryResult, entries: QueryGiven['entries']) {
  for (const [{ prepared, refPrefix }, entry] of entries) {
    const unit =
      result.ref === `${refPrefix}${refPart(result.unit_id)}`
        ? prepared.units[prepared.positions.get(result.unit_id) ?? -1]
        : undefined
    if (unit) return [{ result, entry, unit }]
  }
  return []
}

function countVerdicts(decisions: Iterable<Decision>): NonNullable<Receipt['considered']> {
  const counts = { allow: 0, ask: 0, deny: 0 }
  for (const { verdict } of decisions) counts[verdict] += 1
  return counts
}
