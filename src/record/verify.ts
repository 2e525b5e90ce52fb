import type { Receipts } from '../model/ports.ts'
import type { SegmentAnchor } from '../model/records/receipt.ts'
import { linkOf, proofOf } from './receipt.ts'
import { readSegment, type SegmentLine } from './segment.ts'

export interface VerifyFailure {
  readonly segment: string
  /** Counted from 1; absent for a failure of the whole segment. */
  readonly line?: number
  readonly problem: 'damaged' | 'edited' | 'broken-chain' | 'repeated' | 'segment-missing' | 'shortened' | 'renamed'
  readonly message: string
}

export interface VerifiedReceipts {
  readonly ok: boolean
  readonly segments: readonly { readonly segment: string; readonly records: number; readonly unfinished: boolean }[]
  readonly records: number
  readonly failures: readonly VerifyFailure[]
}

/** Recomputes every proof and link, and looks up every record that another record or a head names. */
export async function verifyReceipts(
  receipts: Pick<Receipts, 'segments' | 'segment' | 'heads'>,
): Promise<VerifiedReceipts> {
  const check = new ChainCheck(receipts)
  // Heads are read before the segments, so that every record with a head is in the segments.
  check.takeHeads((await receipts.heads?.()) ?? [])
  for (const name of await receipts.segments()) await check.take(name)
  await check.compareAnchors()
  const { segments, failures } = check
  return {
    ok: failures.length === 0,
    segments,
    records: segments.reduce((sum, { records }) => sum + records, 0),
    failures,
  }
}

interface Named {
  /** The segment that names it; absent if it comes from `heads`, so it was acknowledged. */
  readonly by?: string
  readonly anchor: SegmentAnchor
  /** Named by the head of a version 1 segment, which did not record the removal of expired segments. */
  readonly first: boolean
}

class ChainCheck {
  readonly segments: { segment: string; records: number; unfinished: boolean }[] = []
  readonly failures: VerifyFailure[] = []
  readonly #receipts: Pick<Receipts, 'segment'>
  readonly #places = new Map<string, string>()
  readonly #ids = new Set<string>()
  readonly #named: Named[] = []
  #retired = ''

  constructor(receipts: Pick<Receipts, 'segment'>) {
    this.#receipts = receipts
  }

  takeHeads(heads: readonly SegmentAnchor[]): void {
    this.#named.push(...heads.map((anchor) => ({ anchor, first: false })))
  }

  async take(segment: string): Promise<void> {
    const { head, lines, unfinished } = readSegment(await this.#receipts.segment(segment))
    this.segments.push({ segment, records: lines.filter(({ receipt }) => receipt).length, unfinished })
    if (!head && lines.length > 0) this.#fail(segment, 1, 'damaged', 'The first line is not the head of a segment.')
    const { segment: written = segment, retired = '' } = head ?? {}
    if (written !== segment) this.#fail(segment, 1, 'renamed', `Its original name is "${written}".`)
    if (head?.after) this.#named.push({ by: segment, anchor: head.after, first: true })
    let lastLink = head?.link
    for (const line of lines) lastLink = this.#takeLine(segment, line, lastLink)
    // A head counts only if a record is linked to it, and it can retire only segments older than its own.
    const [first] = lines
    const isLinked =
      first?.receipt !== undefined && head !== undefined && linkOf(first.receipt, head.link) === first.receipt.link
    if (isLinked && retired < segment && retired > this.#retired) this.#retired = retired
  }

  /** Returns the link as written, so that one edit is one failure; unknown after a line that is not a record. */
  #takeLine(segment: string, { line, receipt }: SegmentLine, lastLink: string | undefined): string | undefined {
    if (!receipt) {
      this.#fail(segment, line, 'damaged', 'The line is not a valid record.')
      return undefined
    }
    const { id, link, anchors = [] } = receipt
    if (proofOf(receipt) !== receipt.proof)
      this.#fail(segment, line, 'edited', `The proof of record "${id}" does not match its contents.`)
    else if (lastLink !== undefined && linkOf(receipt, lastLink) !== link)
      this.#fail(
        segment,
        line,
        'broken-chain',
        `Record "${id}" was changed, or the record before it was changed, inserted or removed.`,
      )
    if (this.#ids.has(id) || this.#places.has(link))
      this.#fail(segment, line, 'repeated', `Record "${id}" occurs twice.`)
    this.#ids.add(id)
    this.#places.set(link, segment)
    this.#named.push(...anchors.map((anchor) => ({ by: segment, anchor, first: false })))
    return link
  }

  /** Reports one failure per segment: other anchors to it are missing for the same reason. */
  async compareAnchors(): Promise<void> {
    const names = new Set(this.segments.map(({ segment }) => segment))
    const failed = new Set(this.failures.map(({ segment }) => segment))
    const looked = new Map<string, ReadonlySet<string>>()
    for (const {
      by,
      anchor: { segment, link },
      first,
    } of this.#named) {
      if (failed.has(segment) || this.#places.get(link) === segment) continue
      // It may have been written after its segment was read but before the segment that names it.
      const now = looked.get(segment) ?? (await this.#linksIn(segment))
      looked.set(segment, now)
      if (now.has(link) || this.#isRetired(segment, link, first)) continue
      failed.add(segment)
      const isThere = names.has(segment)
      const after = by === undefined ? 'was acknowledged' : `"${by}" follows`
      const message = isThere
        ? `A record that ${after} is missing from it.`
        : `The segment does not exist, but had a record that ${after}.`
      this.#fail(segment, undefined, isThere ? 'shortened' : 'segment-missing', message)
    }
  }

  async #linksIn(segment: string): Promise<ReadonlySet<string>> {
    return new Set(
      readSegment(await this.#receipts.segment(segment)).lines.flatMap(({ receipt }) => receipt?.link ?? []),
    )
  }

  /** Segments are removed oldest first. */
  #isRetired(segment: string, link: string, first: boolean): boolean {
    const [oldest] = this.segments
    return segment <= this.#retired || (first && segment < (oldest?.segment ?? '') && !this.#places.has(link))
  }

  #fail(segment: string, line: number | undefined, problem: VerifyFailure['problem'], message: string): void {
    this.failures.push({ segment, ...(line === undefined ? {} : { line }), problem, message })
  }
}
