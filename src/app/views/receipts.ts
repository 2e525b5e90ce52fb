import { catalogRefs } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Receipts } from '../../model/ports.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { findReceipt, listReceipts, releasedPart, type ReleasedPart } from '../../record/list.ts'
import { isOfWorkspace } from '../shared/workspace-id.ts'

/** Whose receipts are shown, and what may be named in them. */
export interface ReceiptReader {
  readonly receipts: Pick<Receipts, 'segments' | 'segment' | 'find'>
  /** A client sees its own; `undefined` for a person, who sees all. */
  readonly client?: string
  /** As this credential may know it. */
  readonly catalog: Pick<Catalog, 'entries'>
  /** For a person: every decision about this workspace is shown, released or not. */
  readonly workspace: Pick<Catalog, 'entries' | 'roots'>
}

interface ReceiptFilter {
  readonly client?: string
  /** `read` is an answer to a task. */
  readonly kind?: string
  readonly outcome?: string
  /** A pack, manifest or unit that was released. */
  readonly ref?: string
  /** Words of the task, where it is stored. */
  readonly text?: string
  /** Times, inclusive and exclusive. */
  readonly since?: string
  readonly until?: string
  /** Those of other workspaces too. */
  readonly everywhere?: boolean
}

interface ReceiptPage extends ReceiptFilter {
  /** The receipt after which the page begins, going back in time. */
  readonly after?: string
  readonly limit?: number
}

/** A line of the timeline. */
interface ReceiptLine {
  readonly id: string
  readonly time: string
  readonly kind: string
  readonly outcome?: string
  readonly client?: string
  /** Absent where only a hash is stored. */
  readonly task?: string
  readonly refs: readonly string[]
  readonly spans: number
  readonly budget: number
  readonly replayOf?: string
  /** Spans of units that this credential may not know of. */
  readonly hidden?: number
}

/** A receipt as a person may see it. */
type ShownReceipt = (Receipt | ReleasedPart) & { readonly hidden?: number }

interface Timeline {
  readonly receipts: readonly ReceiptLine[]
  /** Receipts that match the filter. */
  readonly total: number
  /** `after` of the next page; absent on the last one. */
  readonly next?: string
  /** For filters. */
  readonly clients: readonly string[]
}

const mostLines = 200

/** Newest first. */
export async function receiptTimeline(page: ReceiptPage, reader: ReceiptReader): Promise<Timeline> {
  const known = knownIn(reader)
  const own = await ownReceipts(page, reader)
  const matching = own.filter(matcherOf(page, known))
  const limit = Math.min(page.limit ?? 50, mostLines)
  const start = page.after === undefined ? 0 : matching.findIndex(({ id }) => id === page.after) + 1
  const shown = matching.slice(start, start + limit)
  const last = start + limit < matching.length ? shown.at(-1)?.id : undefined
  return {
    receipts: shown.map((receipt) => lineOf(receipt, known)),
    total: matching.length,
    ...(last === undefined ? {} : { next: last }),
    clients: [...new Set(own.flatMap(({ client }) => client ?? []))].sort(),
  }
}

/** Every matching receipt, oldest first, in the form of `receipts export`. */
export async function exportedReceipts(filter: ReceiptFilter, reader: ReceiptReader): Promise<readonly ShownReceipt[]> {
  const known = knownIn(reader)
  const own = await ownReceipts(filter, reader)
  return own
    .filter(matcherOf(filter, known))
    .map((receipt) => shownTo(receipt, known, reader))
    .reverse()
}

export async function shownReceipt(id: string, reader: ReceiptReader): Promise<ShownReceipt | undefined> {
  const receipt = await findReceipt(reader.receipts, id)
  if (!receipt || !isOwn(receipt, reader)) return undefined
  return shownTo(receipt, knownIn(reader), reader)
}

const isOwn = (receipt: Receipt, { client }: ReceiptReader): boolean =>
  client === undefined || receipt.client === client

async function ownReceipts({ everywhere }: ReceiptFilter, reader: ReceiptReader): Promise<readonly Receipt[]> {
  const { receipts } = await listReceipts(reader.receipts)
  const isHere = everywhere ? () => true : isOfWorkspace(reader.workspace)
  return receipts.filter((receipt) => isOwn(receipt, reader) && isHere(receipt)).reverse()
}

const shownTo = (receipt: Receipt, known: Known, { client }: ReceiptReader): ShownReceipt =>
  client === undefined ? withoutHidden(receipt, known) : releasedPart(receipt)

/** What may be shown of receipts. */
interface Known {
  isKnown(ref: string): boolean
  /** A decision about it may be shown. */
  isDecidedHere(ref: string): boolean
}

const knownIn = ({ catalog, workspace }: ReceiptReader): Known => ({
  isKnown: knownRefs(catalog),
  isDecidedHere: knownRefs(workspace),
})

/** A unit that is not listed is not named; packs and manifests have no secret names. */
export function knownRefs(catalog: Pick<Catalog, 'entries'>): (ref: string) => boolean {
  const listed = new Set(catalogRefs(catalog))
  return (ref) => !ref.startsWith('unit:') || listed.has(ref)
}

function matcherOf(filter: ReceiptFilter, { isKnown }: Known): (receipt: Receipt) => boolean {
  const words = filter.text?.toLowerCase()
  return ({ client, kind = 'read', strength, spans, task, time }) =>
    (filter.client === undefined || client === filter.client) &&
    (filter.kind === undefined || kind === filter.kind) &&
    (filter.outcome === undefined || strength === filter.outcome) &&
    (filter.since === undefined || time >= filter.since) &&
    (filter.until === undefined || time < filter.until) &&
    (words === undefined || task.toLowerCase().includes(words)) &&
    // Otherwise a filter would reveal that something hidden was released.
    (filter.ref === undefined || (isKnown(filter.ref) && spans.some(({ ref }) => ref === filter.ref)))
}

/**
 * The receipt for a person, who may see every name of the workspace and why it was refused, without what was released
 * from units that this credential may not know. `hidden` counts what was left out.
 */
function withoutHidden(receipt: Receipt, known: Known): Receipt & { readonly hidden?: number } {
  let hidden = 0
  const kept = Object.entries(receipt).map(([name, value]: [string, unknown]) => {
    if (!Array.isArray(value)) return [name, value]
    const mayShow = name === 'decisions' ? known.isDecidedHere : known.isKnown
    const items: readonly unknown[] = value
    const shown = items.filter((item) => {
      const ref = refIn(item)
      return ref === undefined || mayShow(ref)
    })
    hidden += items.length - shown.length
    return [name, shown]
  })
  const shown = Object.fromEntries(kept) as Receipt
  return hidden === 0 ? shown : { ...shown, hidden }
}

/** Items of lists in a receipt are refs, or objects with one. */
function refIn(item: unknown): string | undefined {
  if (typeof item === 'string') return item
  if (typeof item !== 'object' || item === null || !('ref' in item)) return undefined
  return typeof item.ref === 'string' ? item.ref : undefined
}

function lineOf(receipt: Receipt, { isKnown }: Known): ReceiptLine {
  const { id, time, kind = 'read', strength, client, task, spans, budget, replayOf } = receipt
  const hidden = spans.filter(({ ref }) => !isKnown(ref)).length
  return {
    id,
    time,
    kind,
    ...(strength === undefined ? {} : { outcome: strength }),
    ...(client === undefined ? {} : { client }),
    ...(task === '' ? {} : { task }),
    refs: [...new Set(spans.map(({ ref }) => ref).filter(isKnown))],
    spans: spans.length - hidden,
    budget,
    ...(replayOf === undefined ? {} : { replayOf }),
    ...(hidden === 0 ? {} : { hidden }),
  }
}
