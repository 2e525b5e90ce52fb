import type { ListedEntry } from '../../catalog/forms/fit-list.ts'
import type { Receipt, ReceiptSpan } from '../../model/receipt.ts'
import type { Release } from '../../record/receipt.ts'
import { digest } from '../../text/bytes/digest.ts'
import { version } from '../../version.ts'
import type { Reader } from '../decide/ask-gates.ts'

interface ListGiven extends Pick<
  Receipt,
  | 'activation'
  | 'named'
  | 'task'
  | 'decisions'
  | 'considered'
  | 'spans'
  | 'withheldText'
  | 'budget'
  | 'tokenizer'
  | 'replayOf'
> {
  /** The task contains words of the caller. */
  readonly hasWords: boolean
  readonly fenced: string
}

/** The receipt of a list, which is text of entry files. No unit is accessed, so no rate limit counts it (KCP §4.15). */
export function listRelease(
  { task, hasWords, fenced, ...given }: ListGiven,
  { ports, requester, hideTasks = false }: Reader,
): Release {
  const asked = hideTasks && hasWords ? { task: '', taskHash: ports.receipts.hide(task) } : { task }
  return { kind: 'catalog', ...given, ...asked, requester, version, fencedDigest: digest(fenced) }
}

/** One span for each entry: the part of its file that discovery read, and the digest of its line. */
export function spansOfList(listed: readonly ListedEntry[]): readonly ReceiptSpan[] {
  return listed.map(({ entry: { ref, found, headDigest }, text }) => ({
    ref,
    path: found.file,
    start: 0,
    end: 0,
    fileDigest: headDigest,
    spanDigest: digest(text),
  }))
}
