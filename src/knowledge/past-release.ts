import type { Allowed } from '../model/brands.ts'
import type { Catalog } from '../model/catalog.ts'
import { limits } from '../model/limits.ts'
import type { Left } from '../model/read.ts'
import type { Receipt } from '../model/receipt.ts'
import { spanDrift, type Drift, type FileNow } from '../record/drift.ts'
import { findReceipt } from '../record/list.ts'
import { proofOf } from '../record/receipt.ts'
import { digest } from '../text/digest.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import { askGates, type Reader } from './ask-gates.ts'
import type { Repeatable } from './release-read.ts'
import { repeatedSpans } from './session-spans.ts'
import { withDuties } from './with-duties.ts'

export interface RepeatOptions {
  /** The words of a task that the receipt holds only a keyed hash of. */
  readonly task?: string
}

/** The requester of today may not have it; nothing was opened. */
export interface RefusedRepeat {
  readonly outcome: 'refused'
  readonly id: string
  readonly verdict: 'ask' | 'deny'
  readonly left: readonly Left[]
}

/** There is no such receipt, it was changed, or its task was not kept in words and is not the one given. */
export interface ImpossibleRepeat {
  readonly outcome: 'unknown' | 'damaged' | 'task-needed'
  readonly id: string
}

/** A release that may be repeated for whoever asks now. */
export interface PastRelease {
  readonly receipt: Receipt
  /** What gave something then, as it stands now. */
  readonly used: readonly Allowed[]
  /** What became of its files and spans. */
  readonly drift: readonly Drift[]
  /** `undefined` where the words of the task are not known. */
  readonly request: Repeatable | undefined
  /** Text of a file of it as it is now. */
  fileNow(ref: string, path: string): FileNow
}

/** Decides again, before anything is opened. */
export function recall(catalog: Catalog, id: string, { task }: RepeatOptions, reader: Reader): PastRelease | RefusedRepeat | ImpossibleRepeat {
  const { receipts, clock } = reader.ports
  const receipt = findReceipt(receipts, id)
  if (!receipt) return { outcome: 'unknown', id }
  if (proofOf(receipt) !== receipt.proof) return { outcome: 'damaged', id }
  const refs = [...new Set((receipt.sources ?? receipt.spans).map(({ ref }) => ref))]
  // A query that asks for what is deprecated has named it.
  const named = receipt.named ?? (receipt.kind === 'query' && receipt.activation === 'explicit' ? refs : undefined)
  const { allowed, left, decisions } = askGates(catalog, reader, { ...(named ? { named } : {}), ...(receipt.activation === 'implicit' ? { mode: 'implicit' as const } : {}), now: clock.now() })
  const refused = new Set(refs.filter((ref) => !allowed.some((entry) => entry.ref === ref)))
  const words = decisions.filter(({ ref }) => refused.has(ref))
  // What is switched off is passed over in silence unless it is named.
  const off = refused.size === 0 ? [] : askGates(catalog, reader, { named: [...refused], now: clock.now() }).left.filter(({ reason }) => reason === 'disabled')
  if (words.length > 0 || off.length > 0) return { outcome: 'refused', id, verdict: words.some(({ verdict }) => verdict === 'deny') ? 'deny' : 'ask', left: [...left.filter(({ ref, reason }) => refused.has(ref) && reason !== 'disabled'), ...off] }
  const pathsOf = (wanted: string): readonly string[] => receipt.spans.filter(({ ref }) => ref === wanted).map(({ path }) => path)
  const used = refs.flatMap((ref) => allowed.find((entry) => entry.ref === ref) ?? []).map((entry) => withDuties(entry, pathsOf(entry.ref)))
  const fileNow = (ref: string, path: string): FileNow => readNow(used.find((entry) => entry.ref === ref), path, reader)
  const drift = spanDrift(receipt.spans, (span) => fileNow(span.ref, span.path))
  return { receipt, used, drift, request: requestOf(receipt, task, reader), fileNow }
}

/** Only compared with what the receipt says; what is released goes through the grants. */
function readNow(entry: Allowed | undefined, path: string, { ports: { files } }: Reader): FileNow {
  if (!entry || entry.withheld.has(path)) return undefined
  const read = files.read(entry.root, path, { limit: limits.contentBytes })
  const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
  return read.ok && decoded?.ok ? { text: decoded.text, fileDigest: digest(read.bytes) } : undefined
}

function requestOf(receipt: Receipt, given: string | undefined, { ports: { receipts } }: Reader): Repeatable | undefined {
  const { id, taskHash, named, budget, budgetAsked, activation, withEvidence } = receipt
  const isGiven = taskHash !== undefined && given !== undefined && receipts.hide(given) === taskHash
  if (taskHash !== undefined && !isGiven) return undefined
  return {
    task: taskHash === undefined ? receipt.task : (given ?? ''),
    ...(named ? { packs: named } : {}),
    ...(activation === 'implicit' ? { activation } : {}),
    ...(withEvidence ? { evidence: true } : {}),
    budget,
    isCeiling: !budgetAsked,
    known: repeatedSpans(receipt),
    replayOf: id,
  }
}
