import type { Catalog } from '../../model/catalog.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { diffReceipts, type ReceiptDiff, type SpanPlace } from '../../record/diff.ts'
import type { Release } from '../../record/receipt.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'
import { intactReceipt, type ImpossibleRepeat } from './past-release.ts'
import { releaseAgain } from './release-again.ts'
import { listedRefs } from './replay-list.ts'

/** A receipt as written; or its request repeated, at another date or for another requester. Nothing is released. */
export type DiffSide =
  | string
  | {
      readonly receipt: string
      readonly at?: Date
      readonly requester?: Requester
      /** The task, if the receipt contains only its hash. */
      readonly task?: string
    }

export type KnowledgeDiff =
  | ({
      readonly outcome: 'compared'
      /** Refs that are refused now, of which only the name is shown. */
      readonly withheld: readonly string[]
    } & ReceiptDiff)
  | ImpossibleRepeat

/** What was added, removed and changed between two releases, as far as the requester may see it now. */
export async function diffReleases(
  catalog: Catalog,
  before: DiffSide,
  after: DiffSide,
  reader: Reader,
): Promise<KnowledgeDiff> {
  const [a, b] = [await releaseAt(catalog, before, reader), await releaseAt(catalog, after, reader)]
  if ('outcome' in a) return a
  if ('outcome' in b) return b
  const withheld = withheldNow(catalog, [a, b], reader)
  return { outcome: 'compared', withheld: [...withheld].sort(), ...discreetly(diffReceipts(a, b), withheld) }
}

async function releaseAt(catalog: Catalog, side: DiffSide, reader: Reader): Promise<Release | ImpossibleRepeat> {
  const id = typeof side === 'string' ? side : side.receipt
  const receipt = await intactReceipt(id, reader)
  if ('outcome' in receipt || typeof side === 'string') return receipt
  const { at, requester, task } = side
  const asked: Reader = {
    ...reader,
    ...(requester ? { requester } : {}),
    ...(at ? { ports: { ...reader.ports, clock: { now: () => at } } } : {}),
  }
  return (
    (await releaseAgain(catalog, receipt, task === undefined ? {} : { task }, asked)) ?? {
      outcome: receipt.taskHash === undefined ? 'damaged' : 'task-needed',
      id,
    }
  )
}

function withheldNow(catalog: Catalog, releases: readonly Release[], reader: Reader): ReadonlySet<string> {
  const refsOf = (isList: boolean): ReadonlySet<string> =>
    new Set(releases.flatMap(({ kind, spans }) => ((kind === 'catalog') === isList ? spans.map(({ ref }) => ref) : [])))
  const [given, listed] = [refsOf(false), refsOf(true)]
  const allowed = new Set(
    given.size === 0
      ? []
      : askGates(catalog, reader, { named: [...given], now: reader.ports.clock.now() }).allowed.map(({ ref }) => ref),
  )
  const { open } = listedRefs(catalog, listed, reader)
  return new Set([...[...given].filter((ref) => !allowed.has(ref)), ...[...listed].filter((ref) => !open.has(ref))])
}

function discreetly(diff: ReceiptDiff, withheld: ReadonlySet<string>): ReceiptDiff {
  if (withheld.size === 0) return diff
  const shown = (place: SpanPlace): SpanPlace =>
    withheld.has(place.ref) ? { ref: place.ref, path: '', start: 0, end: 0 } : place
  const pair = ({ before, after }: { readonly before: SpanPlace; readonly after: SpanPlace }) => ({
    before: shown(before),
    after: shown(after),
  })
  const { added, removed, changed, moved } = diff.spans
  return {
    ...diff,
    spans: { added: added.map(shown), removed: removed.map(shown), changed: changed.map(pair), moved: moved.map(pair) },
  }
}
