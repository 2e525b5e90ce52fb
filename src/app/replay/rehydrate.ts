import type { Fenced } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import type { Drift } from '../../record/drift.ts'
import { digest } from '../../text/bytes/digest.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { releaseGuide } from '../activate/guide.ts'
import { readKnowledge } from '../read/read.ts'
import {
  intactReceipt,
  recall,
  type ImpossibleRepeat,
  type PastRelease,
  type RefusedRepeat,
  type RepeatOptions,
} from './past-release.ts'
import { keepRebuilt, rebuild, type Rebuilt } from './rebuild.ts'
import { replayReceipt } from './replay.ts'

export interface RehydratedContext {
  /**
   * `same`: the same bytes; `rebuilt`: the same texts with present notes; `fresh`: a new read, because files changed.
   */
  readonly outcome: 'same' | 'rebuilt' | 'fresh'
  readonly id: string
  readonly fenced: Fenced
  /** Files whose text changed (AK-201). */
  readonly changed: readonly string[]
  /** States that the text is new, if files changed. */
  readonly warnings: readonly string[]
  readonly drift: readonly Drift[]
  readonly receipt: Receipt
}

export type Rehydration =
  | RehydratedContext
  | RefusedRepeat
  | ImpossibleRepeat
  | { readonly outcome: 'drifted'; readonly id: string; readonly drift: readonly Drift[] }

/** The context of a receipt from its recorded spans, for use after the compaction of a conversation (AK-199). */
export async function rehydrateReceipt(
  catalog: Catalog,
  id: string,
  options: RepeatOptions,
  reader: Reader,
): Promise<Rehydration> {
  const intact = await intactReceipt(id, reader)
  if ('outcome' in intact) return intact
  if (intact.kind !== undefined) {
    const replayed = await replayReceipt(catalog, id, options, reader)
    const fresh =
      intact.kind === 'guide' && replayed.outcome === 'drifted' && (await freshGuide(catalog, intact, reader))
    return fresh ? { ...fresh, drift: replayed.drift } : ofKind(replayed)
  }
  const past = recall(catalog, intact, options, reader)
  if ('outcome' in past) return past
  const rebuilt = past.drift.length === 0 ? rebuild(past, reader) : undefined
  if (rebuilt && digest(rebuilt.fenced) === past.receipt.fencedDigest) return given(past, rebuilt, 'same', reader)
  if (past.drift.length === 0 && past.request) {
    const again = await replayReceipt(catalog, id, options, reader)
    if (again.outcome === 'same') return ofKind(again)
  }
  if (rebuilt) return given(past, rebuilt, 'rebuilt', reader)
  if (!past.request) return { outcome: 'task-needed', id }
  const changed = [...new Set(past.drift.flatMap((drift) => ('path' in drift ? [drift.path] : [])))]
  const { fenced, receipt, omitted } = await readKnowledge(catalog, { ...past.request, known: new Set() }, reader)
  const closed = new Set(omitted.flatMap(({ reason, path }) => (reason === 'changed' && path ? [path] : [])))
  const warning = fenced === '' ? nothingNow : newText(changed, closed)
  return { outcome: 'fresh', id, fenced, changed, warnings: [warning], drift: past.drift, receipt }
}

const nothingNow = 'The recorded text may not be used now, and nothing else answers its task. Reasons: lorefence doctor'

/** `closed`: files that are not used until they are granted again. */
function newText(changed: readonly string[], closed: ReadonlySet<string> = new Set()): string {
  if (changed.length === 0) return 'The recorded text may not be used now, so this is new text.'
  const files = changed.join(', ')
  if (changed.every((path) => closed.has(path)))
    return `These files changed since the grant, so this is text of others: ${files}. Reasons: lorefence doctor`
  return `These files changed, so this is new text: ${files}.`
}

/** The present guide, where it changed and may still be used. */
async function freshGuide(
  catalog: Catalog,
  { id, named = [] }: Receipt,
  reader: Reader,
): Promise<Omit<RehydratedContext, 'drift'> | undefined> {
  const guide = await releaseGuide(catalog, named[0] ?? '', { again: true }, reader)
  if (guide.outcome !== 'given') return undefined
  const changed = ['KNOWLEDGE.md']
  const { fenced, receipt } = guide
  return { outcome: 'fresh', id, fenced, changed, warnings: [newText(changed)], receipt }
}

/** Guides, lists and queries have no spans to rebuild from; they are replayed. */
function ofKind(replay: Awaited<ReturnType<typeof replayReceipt>>): Rehydration {
  if (replay.outcome !== 'same') return replay
  const { id, fenced, receipt, drift } = replay
  return fenced === undefined
    ? { outcome: 'drifted', id, drift }
    : { outcome: 'same', id, fenced, changed: [], warnings: [], drift, receipt }
}

async function given(
  past: PastRelease,
  rebuilt: Rebuilt,
  outcome: 'same' | 'rebuilt',
  reader: Reader,
): Promise<RehydratedContext> {
  return {
    outcome,
    id: past.receipt.id,
    fenced: rebuilt.fenced,
    changed: [],
    warnings: [],
    drift: [],
    receipt: await keepRebuilt(past, rebuilt, reader),
  }
}
