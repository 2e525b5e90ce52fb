import type { Sessions, Tokenizer } from '../../model/ports.ts'
import type { Receipt, ReceiptSpan } from '../../model/records/receipt.ts'
import type { Pick as Picked } from '../../select/pick.ts'
import type { Selected } from '../../select/pipeline.ts'
import { alreadyReturned } from '../../fence/sentences.ts'
import { digest } from '../../text/bytes/digest.ts'

/** Within a session, a text is identified by `sha256:` and 12 digits. */
const shownDigest = 19

/** Texts that a session already has, by ref, path and digest. */
export type KnownSpans = ReadonlySet<string>

const keyOf = (ref: string, path: string, spanDigest: string): string => `span:${ref}\n${path}\n${spanDigest}`
const wholeKey = (ref: string, path: string, fileDigest: string): string => `whole:${ref}\n${path}\n${fileDigest}`

/** Replaces a text that the session already has. */
export const stubFor = (spanDigest: string): string => `${alreadyReturned} (${spanDigest.slice(0, shownDigest)})`

export const isKnown = (
  known: KnownSpans,
  { ref, path, spanDigest }: Pick<ReceiptSpan, 'ref' | 'path' | 'spanDigest'>,
): boolean => known.has(keyOf(ref, path, spanDigest))

export async function knownSpans(
  sessions: Sessions,
  { session, again }: { readonly session?: string; readonly again?: boolean },
): Promise<KnownSpans> {
  return new Set(session === undefined || again ? [] : (await sessions.given(session)).keys())
}

/** The texts that an earlier release replaced by stubs. */
export const repeatedSpans = ({ spans }: Receipt): KnownSpans =>
  new Set(spans.filter(({ repeated }) => repeated).map(({ ref, path, spanDigest }) => keyOf(ref, path, spanDigest)))

export async function noteSpans(sessions: Sessions, session: string, spans: readonly ReceiptSpan[]): Promise<void> {
  await sessions.note(
    session,
    new Map(spans.map(({ ref, path, spanDigest }) => [keyOf(ref, path, spanDigest), spanDigest])),
  )
}

/** Notes whole files; every part of them then counts as known. */
export async function noteFiles(sessions: Sessions, session: string, spans: readonly ReceiptSpan[]): Promise<void> {
  await noteSpans(sessions, session, spans)
  await sessions.note(
    session,
    new Map(spans.map(({ ref, path, fileDigest }) => [wholeKey(ref, path, fileDigest), fileDigest])),
  )
}

interface Naming {
  readonly tokenizer: Tokenizer
  /** Keep a text if its stub takes more tokens. */
  readonly onlyShorter: boolean
}

/** Replaces texts that the session has by a stub with their digest (AK-198). */
export function withoutKnown(selected: Selected, known: KnownSpans, { tokenizer, onlyShorter }: Naming): Selected {
  const citations = new Map(selected.citations)
  const picks = selected.picks.map((pick): Picked => {
    const { ref, path, fileDigest } = pick.source
    const repeated = digest(pick.text)
    const isRepeated = isKnown(known, { ref, path, spanDigest: repeated })
    if (!isRepeated && !known.has(wholeKey(ref, path, fileDigest))) return pick
    const text = stubFor(repeated)
    const stub = { ...pick, text, tokens: tokenizer.count(text), repeated }
    if (onlyShorter && stub.tokens > pick.tokens) return pick
    const cited = selected.citations.get(pick)
    if (cited) citations.set(stub, cited)
    return stub
  })
  return { ...selected, picks, citations }
}
