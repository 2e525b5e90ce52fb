import type { CatalogEntry } from '../model/catalog.ts'
import type { Decision } from '../model/decision.ts'
import type { Query, QueryRequest, QueryResponse, QueryResult } from '../model/query.ts'
import type { Receipt } from '../model/receipt.ts'
import { makeReceipt } from '../record/receipt.ts'
import type { Source } from '../query/shelf.ts'
import { canonicalJson } from '../text/canonical.ts'
import { digest } from '../text/digest.ts'
import { version } from '../version.ts'
import type { Reader } from './ask-gates.ts'

export interface QueryRelease {
  readonly request: QueryRequest
  readonly query: Query
  readonly answer: Pick<QueryResponse, 'results'>
  readonly entries: ReadonlyMap<Source, CatalogEntry>
  /** By ref, of every unit that the gates were asked about. */
  readonly decisions: ReadonlyMap<string, Decision>
  readonly now: Date
}

/** Keeps a record of a response before it is given: what is released is text of manifests. Then it counts against rate limits. */
export function recordQuery({ request, query, answer, entries, decisions, now }: QueryRelease, { ports, requester }: Reader): Receipt {
  const { results } = answer
  const placed = results.flatMap((result) => placeOf(result, entries))
  const task = canonicalJson(request)
  // The words of a query may tell what such a unit is about (KCP §3.5).
  const hidden = placed.some(({ unit }) => unit.compliance.restrictions?.value.includes('no-logging'))
  const receipt = makeReceipt(
    {
      kind: 'query', ...(hidden ? { task: '', taskHash: ports.receipts.hide(task) } : { task }),
      requester, budget: query.maxTokenBudget ?? 0, tokenizer: 'token_estimate', version,
      decisions: results.flatMap(({ ref }) => decisions.get(ref) ?? []),
      considered: countVerdicts(decisions.values()),
      spans: placed.map(({ result, entry }) => ({ ref: result.ref, path: entry.found.file, start: 0, end: 0, fileDigest: entry.headDigest, spanDigest: digest(canonicalJson(result)) })),
      fencedDigest: digest(canonicalJson(results)),
    },
    ports.ids.next(), now.toISOString(), ports.receipts.lastLink(),
  )
  ports.receipts.append(receipt)
  for (const { result, unit } of placed) if (unit.rateLimits) ports.usage.note(result.ref, now)
  return receipt
}

function placeOf(result: QueryResult, entries: QueryRelease['entries']) {
  for (const [{ prepared, refPrefix }, entry] of entries) {
    const unit = result.ref === `${refPrefix}${result.unit_id}` ? prepared.units[prepared.positions.get(result.unit_id) ?? -1] : undefined
    if (unit) return [{ result, entry, unit }]
  }
  return []
}

function countVerdicts(decisions: Iterable<Decision>): NonNullable<Receipt['considered']> {
  const counts = { allow: 0, ask: 0, deny: 0 }
  for (const { verdict } of decisions) counts[verdict] += 1
  return counts
}
