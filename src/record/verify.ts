import type { Receipts } from '../model/ports.ts'
import type { SegmentAnchor } from '../model/receipt.ts'
import { linkOf, proofOf } from './receipt.ts'
import { readSegment, type SegmentLine } from './segment.ts'

export interface VerifyFailure {
  readonly segment: string
  /** Counted from 1; absent where a whole segment is meant. */
  readonly line?: number
  readonly problem: 'damaged' | 'edited' | 'broken-chain' | 'repeated' | 'segment-missing' | 'shortened'
  readonly message: string
}

export interface VerifiedReceipts {
  readonly ok: boolean
  readonly segments: readonly { readonly segment: string; readonly records: number; readonly unfinished: boolean }[]
  readonly records: number
  readonly failures: readonly VerifyFailure[]
}

/**
 * Computes every proof and link again. What the newest segment lost at its end, and segments older than all that are
 * left, no chain can miss.
 */
export function verifyReceipts(receipts: Pick<Receipts, 'segments' | 'segment'>): VerifiedReceipts {
  const check = new ChainCheck()
  for (const name of receipts.segments()) check.take(name, receipts.segment(name))
  check.compareAnchors()
  const { segments, failures } = check
  return { ok: failures.length === 0, segments, records: segments.reduce((sum, { records }) => sum + records, 0), failures }
}

class ChainCheck {
  readonly segments: { segment: string; records: number; unfinished: boolean }[] = []
  readonly failures: VerifyFailure[] = []
  readonly #places = new Map<string, string>()
  readonly #ids = new Set<string>()
  readonly #anchors: { readonly segment: string; readonly after: SegmentAnchor }[] = []

  take(segment: string, text: string): void {
    const { head, lines, unfinished } = readSegment(text)
    this.segments.push({ segment, records: lines.filter(({ receipt }) => receipt).length, unfinished })
    if (!head && lines.length > 0) this.#fail(segment, 1, 'damaged', 'The first line is not the head of a segment.')
    if (head?.after) this.#anchors.push({ segment, after: head.after })
    let lastLink: string | undefined = head?.after?.link ?? ''
    for (const line of lines) lastLink = this.#takeLine(segment, line, lastLink)
  }

  /** The link to go on from: the one that is written, so that one edit is one failure; after a line that is no record it is unknown. */
  #takeLine(segment: string, { line, receipt }: SegmentLine, lastLink: string | undefined): string | undefined {
    if (!receipt) {
      this.#fail(segment, line, 'damaged', 'The line is not a record.')
      return undefined
    }
    const { id, link } = receipt
    if (proofOf(receipt) !== receipt.proof) this.#fail(segment, line, 'edited', `What record ${id} says does not give its proof.`)
    else if (lastLink !== undefined && linkOf(receipt, lastLink) !== link) this.#fail(segment, line, 'broken-chain', `Record ${id} was changed, or the record before it is not the one it was written after.`)
    if (this.#ids.has(id) || this.#places.has(link)) this.#fail(segment, line, 'repeated', `Record ${id} is there twice.`)
    this.#ids.add(id)
    this.#places.set(link, segment)
    return link
  }

  /** Segments are removed oldest first, so a missing one in between was taken away. */
  compareAnchors(): void {
    const names = new Set(this.segments.map(({ segment }) => segment))
    const oldest = this.segments[0]?.segment ?? ''
    for (const { segment, after } of this.#anchors) {
      if (!names.has(after.segment)) {
        if (after.segment > oldest) this.#fail(after.segment, undefined, 'segment-missing', `The segment is not there, but ${segment} goes on from it.`)
      } else if (this.#places.get(after.link) !== after.segment) this.#fail(after.segment, undefined, 'shortened', `The record that ${segment} goes on from is not in it.`)
    }
  }

  #fail(segment: string, line: number | undefined, problem: VerifyFailure['problem'], message: string): void {
    this.failures.push({ segment, ...(line === undefined ? {} : { line }), problem, message })
  }
}
