import type { Receipts } from '../model/ports.ts'
import type { Receipt } from '../model/records/receipt.ts'
import { digest } from '../text/bytes/digest.ts'
import { readSegment, receiptOf } from './segment.ts'
import { compareText } from '../text/compare.ts'

type Kept = Pick<Receipts, 'segments' | 'segment' | 'find'>

export interface ListedReceipts {
  /** By time, oldest first; then by id. */
  readonly receipts: readonly Receipt[]
  /** Lines that are not records; `verify` reports details. */
  readonly damaged: readonly { readonly segment: string; readonly line: number }[]
}

export async function listReceipts(
  kept: Kept,
  { session }: { /** Only receipts of this session. */ readonly session?: string } = {},
): Promise<ListedReceipts> {
  const wanted = session === undefined ? undefined : digest(session)
  const receipts: Receipt[] = []
  const damaged: { segment: string; line: number }[] = []
  for (const segment of await kept.segments()) {
    for (const { line, receipt } of readSegment(await kept.segment(segment)).lines) {
      if (receipt && (wanted === undefined || receipt.session === wanted)) receipts.push(receipt)
      else if (!receipt) damaged.push({ segment, line })
    }
  }
  return { receipts: receipts.sort((a, b) => compareText(a.time, b.time) || compareText(a.id, b.id)), damaged }
}

/** Finds a receipt by id, newest segment first. */
export async function findReceipt(kept: Kept, id: string): Promise<Receipt | undefined> {
  if (kept.find) return receiptOf((await kept.find(id)) ?? '')
  for (const segment of [...(await kept.segments())].reverse()) {
    const found = receiptIn(await kept.segment(segment), id)
    if (found) return found
  }
  return undefined
}

/** The part of its own receipt that a client of a server may see: only what was released to it. */
export const releasedPart = (receipt: Receipt): ReleasedPart =>
  Object.fromEntries(
    releasedFields.flatMap((field) => (receipt[field] === undefined ? [] : [[field, receipt[field]]])),
  ) as ReleasedPart

/** Without decisions, because they name what was refused. */
const releasedFields = [
  'id',
  'time',
  'kind',
  'strength',
  'client',
  'traceparent',
  'budget',
  'tokenizer',
  'version',
  'obligations',
  'spans',
  'fencedDigest',
  'proof',
  'link',
] as const satisfies readonly (keyof Receipt)[]

export type ReleasedPart = Pick<Receipt, (typeof releasedFields)[number]>

/** Only lines that contain the id are parsed; the last one may be unfinished. */
function receiptIn(text: string, id: string): Receipt | undefined {
  for (let at = text.indexOf(id), end = 0; at >= 0; at = text.indexOf(id, end + 1)) {
    end = text.indexOf('\n', at)
    const receipt = end < 0 ? undefined : receiptOf(text.slice(text.lastIndexOf('\n', at) + 1, end))
    if (end < 0 || receipt?.id === id) return receipt
  }
  return undefined
}
