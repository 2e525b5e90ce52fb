import type { Sessions, Tokenizer } from '../../model/ports.ts'
import type { Receipt, ReceiptSpan } from '../../model/receipt.ts'
import type { Pick } from '../../select/pick.ts'
import type { Selected } from '../../select/pipeline.ts'
import { alreadyReturned } from '../../fence/sentences.ts'
import { digest } from '../../text/digest.ts'

/** `sha256:` and 12 digits name a text within a session. */
const shownDigest = 19

/** Texts that a session already has, by ref, path and digest. */
export type KnownSpans = ReadonlySet<string>

const keyOf = (ref: string, path: string, spanDigest: string): string => `span:${ref}\n${path}\n${spanDigest}`

export function knownSpans(
  sessions: Sessions,
  { session, again }: { readonly session?: string; readonly again?: boolean },
): KnownSpans {
  return new Set(session === undefined || again ? [] : sessions.given(session).keys())
}

/** The same stubs as in an earlier release. */
export const repeatedSpans = ({ spans }: Receipt): KnownSpans =>
  new Set(spans.filter(({ repeated }) => repeated).map(({ ref, path, spanDigest }) => keyOf(ref, path, spanDigest)))

export function noteSpans(sessions: Sessions, session: string, spans: readonly ReceiptSpan[]): void {
  sessions.note(session, new Map(spans.map(({ ref, path, spanDigest }) => [keyOf(ref, path, spanDigest), spanDigest])))
}

interface Naming {
  readonly tokenizer: Tokenizer
  /** Keep a text if its stub takes more tokens. */
  readonly onlyShorter: boolean
}

/** Replaces texts that the session has by a stub with their digest (AK-198). */
export function withoutKnown(selected: Selected, known: KnownSpans, { tokenizer, onlyShorter }: Naming): Selected {
  const citations = new Map(selected.citations)
  const picks = selected.picks.map((pick): Pick => {
    const repeated = digest(pick.text)
    if (!known.has(keyOf(pick.source.ref, pick.source.path, repeated))) return pick
    const text = `${alreadyReturned} (${repeated.slice(0, shownDigest)})`
    const stub = { ...pick, text, tokens: tokenizer.count(text), repeated }
    if (onlyShorter && stub.tokens > pick.tokens) return pick
    const cited = selected.citations.get(pick)
    if (cited) citations.set(stub, cited)
    return stub
  })
  return { ...selected, picks, citations }
}
