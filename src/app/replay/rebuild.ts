import type { Allowed, Fenced } from '../../model/brands.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/read.ts'
import type { Receipt, ReceiptSpan } from '../../model/receipt.ts'
import { spanText } from '../../record/drift.ts'
import { entryStands, grantedText } from '../../select/texts/granted-text.ts'
import { blockedSpans } from '../../select/grounding/withheld-claims.ts'
import type { Pick } from '../../select/pick.ts'
import { ReadCache } from '../../select/texts/read-cache.ts'
import { scanSections } from '../../text/markdown/sections.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { fenceResolved } from '../read/fence-resolved.ts'
import { keepReceipt, type Handout } from '../shared/keep-receipt.ts'
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
    if (!entry || !entryStands(files, entry, omitted)) return undefined
    const granted = grantedText(files, entry, span.path, omitted)
    if (!granted || granted.fileDigest !== span.fileDigest) return undefined
    if (!span.evidence && receipt.kind === undefined && isBlockedNow(span, entry, files)) return undefined
    const list = span.evidence || receipt.kind === 'evidence' ? evidence : picks
    list.push(pickOf(span, granted.text))
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
function isBlockedNow(
  { path, start, end, stretches = [{ start, end }] }: ReceiptSpan,
  entry: Allowed,
  files: Files,
): boolean {
  if (entry.kind !== 'pack') return false
  const pack = new ReadCache().packs.open(entry, { files, omitted: [], fresh: new Set() })
  const source = pack?.source(path)
  const blocked = pack && source ? blockedSpans(files, pack, source) : []
  return blocked.some((span) => stretches.some((own) => own.start < span.end && span.start < own.end))
}

function pickOf(span: ReceiptSpan, text: string): Pick {
  const { ref, path, start, end, fileDigest, stretches = [{ start, end }] } = span
  const headings = span.headings ?? scanSections(text).findLast((section) => section.start <= start)?.headings ?? []
  const source = {
    ref,
    path,
    format: 'text' as const,
    text,
    head: text,
    from: 0,
    fileDigest,
    entry: { name: '', description: '' },
    title: '',
    hints: [],
    persist: false,
  }
  return {
    source,
    headings,
    stretches,
    text: spanText(span, text),
    tokens: 0,
    score: 0,
    matched: [],
    reason: 'anchor',
    why: '',
  }
}

/** The input of the receipt of the repetition. */
export function rebuiltHandout(
  { receipt: past, used, decisions, request }: PastRelease,
  { fenced, spans }: Rebuilt,
): Handout {
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
  keepReceipt(rebuiltHandout(past, rebuilt), reader, reader.ports.clock.now())
