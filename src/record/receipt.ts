import type { Decision } from '../model/decisions/decision.ts'
import type { ChainPlace, Receipt } from '../model/records/receipt.ts'
import { canonicalJson } from '../text/bytes/canonical-json.ts'
import { digest } from '../text/bytes/digest.ts'

export type Release = Omit<Receipt, 'id' | 'time' | 'anchors' | 'proof' | 'link'>

/** Turns a release into a record: `proof` is reproducible on any machine, `link` binds it to the previous record. */
export function makeReceipt(release: Release, id: string, time: string, { lastLink, anchors }: ChainPlace): Receipt {
  const record = { id, time, ...release, ...(anchors.length > 0 ? { anchors } : {}), proof: proofOf(release) }
  return { ...record, link: linkOf(record, lastLink) }
}

/**
 * Excludes what differs between machines, times and callers: ids, times, sessions, clients, folders, traces, keys,
 * other segments.
 */
export function proofOf(receipt: Release & Partial<Receipt>): string {
  const {
    id: _id,
    time: _time,
    taskHash: _taskHash,
    session: _session,
    client: _client,
    workspace: _workspace,
    traceparent: _traceparent,
    decidedAt: _decidedAt,
    audit: _audit,
    replayOf: _replayOf,
    after: _after,
    anchors: _anchors,
    // Warnings follow from what the proof covers, and name other things on this machine.
    warnings: _warnings,
    claims: _claims,
    citationGaps: _citationGaps,
    proof: _proof,
    link: _link,
    decisions,
    ...reproducible
  } = receipt
  return digest(canonicalJson({ ...reproducible, decisions: decisions.map(verdictsOf) }))
}

/** Covers the previous link, the time, the proof and every other field. */
export function linkOf(receipt: Omit<Receipt, 'link'> & Partial<Receipt>, lastLink: string): string {
  const { link: _link, ...record } = receipt
  return digest(`${lastLink}\n${receipt.time}\n${receipt.proof}\n${digest(canonicalJson(record))}`)
}

/**
 * Excludes sentences, which may be reworded, ages, which grow, and how a person approved, which is not part of the
 * knowledge.
 */
function verdictsOf({ ref, verdict, reasons }: Decision): unknown {
  return {
    ref,
    verdict,
    reasons: reasons.map(({ gate, verdict: own, code }) =>
      own === 'allow'
        ? { gate, verdict: own, code: gate === 'trust' ? undefined : code }
        : { gate, verdict: own, code },
    ),
  }
}
