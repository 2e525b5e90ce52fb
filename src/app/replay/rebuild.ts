import type { Allowed, Fenced } from '../../model/decisions/brands.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import type { Receipt, ReceiptSpan } from '../../model/records/receipt.ts'
import type { Pick } from '../../select/pick.ts'
import { isEntryFileUnchanged, grantedText } from '../../select/texts/granted-text.ts'
import { scanSections } from '../../text/markdown/sections.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { fenceResolved } from '../read/fence-resolved.ts'
import { recordRelease, type ReleaseDraft } from '../shared/record-release.ts'
import { blockedIn, pickOfSpan } from '../shared/recorded-span.ts'
import type { PastRelease } from './past-release.ts'

/** The texts of a past release, read again and fenced again. */
export interface Rebuilt {
  readonly fenced: Fenced
  readonly spans: readonly ReceiptSpan[]
}

/** `undefined` if a file may no longer be used or has changed. */
export function rebuild({ receipt, used }: PastRelease, { ports: { files } }: Reader): Rebuilt | undefined {
  const omitted: Omission[] = []
  const picks: Pick[] = []
  const evidence: Pick[] = []
  for (const span of receipt.spans) {
    const entry = used.find(({ ref }) => ref === span.ref)
    if (!entry || !isEntryFileUnchanged(files, entry, omitted)) return undefined
    const granted = grantedText(files, entry, span.path, omitted)
    if (!granted || granted.fileDigest !== span.fileDigest) return undefined
    if (!span.evidence && receipt.kind === undefined && isBlockedNow(span, entry, files)) return undefined
    const list = span.evidence || receipt.kind === 'evidence' ? evidence : picks
    list.push(pickOfSpan(span, granted.text, headingsOf(span, granted.text)))
  }
  return {
    fenced: fenceResolved(
      { picks, evidence, notices: [], isWeak: receipt.strength === 'weak', task: receipt.task },
      used,
    ),
    spans: receipt.spans.map(({ repeated: _repeated, ...span }) => span),
  }
}

/** A claim that the text states may have become disputed (AK-362). */
const isBlockedNow = (
  { path, start, end, stretches = [{ start, end }] }: ReceiptSpan,
  entry: Allowed,
  files: Files,
): boolean =>
  blockedIn(entry, path, files).some((span) => stretches.some((own) => own.start < span.end && span.start < own.end))

const headingsOf = ({ headings, start }: ReceiptSpan, text: string): readonly string[] =>
  headings ?? scanSections(text).findLast((section) => section.start <= start)?.headings ?? []

/** The input of the receipt of the repetition. */
export function rebuiltHandout(
  { receipt: past, used, decisions, request }: PastRelease,
  { fenced, spans }: Rebuilt,
): ReleaseDraft {
  const {
    id,
    kind,
    activation,
    taskHash,
    named,
    budget,
    budgetAsked,
    tokenizer,
    withEvidence,
    also,
    after,
    strength,
    engine,
    sources = [],
    warnings,
    claims,
    citationGaps,
  } = past
  const explicit = sources.flatMap((source) => (source.activation === 'explicit' ? [source.ref] : []))
  return {
    // An unknown task stays a hash.
    task: request?.task ?? '',
    ...(request || taskHash === undefined ? {} : { taskHash }),
    budget,
    tokenizer,
    decisions,
    used,
    spans,
    fenced,
    replayOf: id,
    ...(also ? { also } : {}),
    ...(after === undefined ? {} : { after }),
    ...(strength ? { strength } : {}),
    ...(engine === undefined ? {} : { engine }),
    ...(kind ? { kind } : {}),
    ...(activation ? { activation } : {}),
    ...(named ? { named } : {}),
    ...(withEvidence ? { withEvidence } : {}),
    ...(budgetAsked ? { budgetAsked } : {}),
    ...(sources.some((source) => source.activation) ? { explicit: new Set(explicit) } : {}),
    ...(warnings ? { warnings } : {}),
    ...(claims ? { claims } : {}),
    ...(citationGaps ? { citationGaps } : {}),
  }
}

/** Records the repetition, so that it may be released. */
export const keepRebuilt = (past: PastRelease, rebuilt: Rebuilt, reader: Reader): Promise<Receipt> =>
  recordRelease(rebuiltHandout(past, rebuilt), reader, reader.ports.clock.now())
