import type { Decision } from '../model/decision.ts'
import type { ChainPlace, Receipt } from '../model/receipt.ts'
import { canonicalJson } from '../text/canonical.ts'
import { digest } from '../text/digest.ts'

export type Release = Omit<Receipt, 'id' | 'time' | 'anchors' | 'proof' | 'link'>

/** A release becomes a record: `proof` can be had again on any machine, `link` binds the record to the one before it. */
export function makeReceipt(release: Release, id: string, time: string, { lastLink, anchors }: ChainPlace): Receipt {
  const record = { id, time, ...release, ...(anchors.length > 0 ? { anchors } : {}), proof: proofOf(release) }
  return { ...record, link: linkOf(record, lastLink) }
}

/** Leaves out what differs between machines, moments and callers: ids, times, sessions, traces, keys, other segments. */
export function proofOf(receipt: Release & Partial<Receipt>): string {
  const {
    id: _id,
    time: _time,
    taskHash: _taskHash,
    session: _session,
    audit: _audit,
    replayOf: _replayOf,
    after: _after,
    anchors: _anchors,
    proof: _proof,
    link: _link,
    decisions,
    ...reproducible
  } = receipt
  return digest(canonicalJson({ ...reproducible, decisions: decisions.map(verdictsOf) }))
}

/** Of the link before, the time, the proof, and all else that the record says. */
export function linkOf(receipt: Omit<Receipt, 'link'> & Partial<Receipt>, lastLink: string): string {
  const { link: _link, ...record } = receipt
  return digest(`${lastLink}\n${receipt.time}\n${receipt.proof}\n${digest(canonicalJson(record))}`)
}

/** Sentences may be reworded, ages grow, and how a person gave their word is no part of the knowledge. */
function verdictsOf({ ref, verdict, reasons }: Decision): unknown {
  return {
    ref,
    verdict,
    reasons: reasons.map(({ gate, verdict: said, code }) =>
      said === 'allow'
        ? { gate, verdict: said, code: gate === 'trust' ? undefined : code }
        : { gate, verdict: said, code },
    ),
  }
}
