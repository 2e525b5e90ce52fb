import { fenceEvidence } from '../../fence/fence.ts'
import type { Allowed } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Span } from '../../model/codes/diagnostic.ts'
import type { InspectedDocument } from '../../model/reading/inspection.ts'
import type { Omission } from '../../model/reading/read.ts'
import type { Receipt, ReceiptSpan } from '../../model/records/receipt.ts'
import type { Pick as Picked } from '../../select/pick.ts'
import { isEntryFileUnchanged, grantedText } from '../../select/texts/granted-text.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'
import { spansOf } from '../read/excerpts.ts'
import { evidenceContexts, usedEntries } from '../read/fence-resolved.ts'
import { recordRelease } from '../shared/record-release.ts'
import { blockedIn, pickOfSpan } from '../shared/recorded-span.ts'

/** A file that a receipt released text from. */
export interface DocumentPlace {
  readonly ref: string
  readonly path: string
}

export type DocumentReply =
  | ({ readonly outcome: 'given' } & InspectedDocument)
  | { readonly outcome: 'refused'; readonly omitted: readonly Omission[] }

/** The whole file of an excerpt, if it is unchanged and still allowed: decide, read, record, release. */
export async function releaseDocument(
  catalog: Catalog,
  past: Pick<Receipt, 'spans'>,
  { ref, path }: DocumentPlace,
  reader: Reader,
): Promise<DocumentReply> {
  const spans = past.spans.filter((span) => span.ref === ref && span.path === path)
  const now = reader.ports.clock.now()
  const activation = askGates(catalog, reader, { named: [ref], now })
  const [allowed] = activation.allowed
  const [first] = spans
  if (!allowed || !first) return { outcome: 'refused', omitted: activation.omitted }
  const omitted: Omission[] = []
  const { files } = reader.ports
  const granted = isEntryFileUnchanged(files, allowed, omitted) ? grantedText(files, allowed, path, omitted) : undefined
  if (!granted) return { outcome: 'refused', omitted }
  if (granted.fileDigest !== first.fileDigest)
    return { outcome: 'refused', omitted: [{ ref, path, reason: 'changed', detail: 'The file has changed since.' }] }
  const open = openStretches(blockedIn(allowed, path, files), granted.text.length)
  const pick = pickOfSpan({ ...first, stretches: open }, granted.text, [])
  const receipt = await record(allowed, pick, { reader, now })
  return {
    outcome: 'given',
    ref,
    path,
    text: blanked(granted.text, open),
    released: spans.flatMap(stretchesOf),
    receipt,
  }
}

/** Everything except claims that are disputed or lack a source. */
function openStretches(blocked: readonly Span[], length: number): readonly Span[] {
  const whole: readonly Span[] = [{ start: 0, end: length }]
  return blocked.reduce((open, closed) => open.flatMap((stretch) => without(stretch, closed)), whole)
}

const without = ({ start, end }: Span, closed: Span): readonly Span[] =>
  [
    { start, end: Math.min(end, closed.start) },
    { start: Math.max(start, closed.end), end },
  ].filter((left) => left.start < left.end)

/** Masks closed text and keeps all offsets. */
function blanked(text: string, open: readonly Span[]): string {
  let [shown, at] = ['', 0]
  for (const { start, end } of open) {
    shown += text.slice(at, start).replaceAll(/[^\n]/g, '░') + text.slice(start, end)
    at = end
  }
  return shown + text.slice(at).replaceAll(/[^\n]/g, '░')
}

const stretchesOf = ({ start, end, stretches }: ReceiptSpan) =>
  (stretches ?? [{ start, end }]).map((stretch) => ({ start: stretch.start, end: stretch.end }))

/** Recorded as evidence, so that it can be replayed. */
async function record(
  allowed: Allowed,
  pick: Picked,
  { reader, now }: { readonly reader: Reader; readonly now: Date },
): Promise<string> {
  const tokenizer = await loadTokenizer()
  const fenced = fenceEvidence(evidenceContexts([pick], [allowed]))
  const { id } = await recordRelease(
    {
      kind: 'evidence',
      activation: 'explicit',
      task: '',
      named: [allowed.ref],
      budget: tokenizer.count(fenced),
      tokenizer: tokenizer.name,
      decisions: [allowed.decision],
      used: usedEntries([allowed], [pick]),
      spans: spansOf([pick]),
      fenced,
    },
    reader,
    now,
  )
  return id
}
