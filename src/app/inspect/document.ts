import { fenceEvidence } from '../../fence/fence.ts'
import type { Allowed } from '../../model/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { InspectedDocument } from '../../model/inspection.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/read.ts'
import type { Receipt, ReceiptSpan } from '../../model/receipt.ts'
import { spanText } from '../../record/drift.ts'
import { blockedSpans } from '../../select/grounding/withheld-claims.ts'
import type { Pick as Picked } from '../../select/pick.ts'
import { entryStands, grantedText } from '../../select/texts/granted-text.ts'
import { ReadCache } from '../../select/texts/read-cache.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'
import { spansOf } from '../read/excerpts.ts'
import { evidenceContexts, usedEntries } from '../read/fence-resolved.ts'
import { keepReceipt } from '../shared/keep-receipt.ts'

/** A file of which something was released, by its place in that receipt. */
export interface DocumentPlace {
  readonly ref: string
  readonly path: string
}

export type DocumentReply =
  | ({ readonly outcome: 'given' } & InspectedDocument)
  | { readonly outcome: 'refused'; readonly omitted: readonly Omission[] }

/** The whole file that an excerpt is from, while it is the same and still allowed: decide, read, record, release. */
export async function giveDocument(
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
  const granted = entryStands(files, allowed, omitted) ? grantedText(files, allowed, path, omitted) : undefined
  if (!granted) return { outcome: 'refused', omitted }
  if (granted.fileDigest !== first.fileDigest)
    return { outcome: 'refused', omitted: [{ ref, path, reason: 'changed', detail: 'The file has changed since.' }] }
  const open = openStretches(allowed, path, { text: granted.text, files })
  const pick = pickOf({ ...first, stretches: open }, granted.text)
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

interface Stretch {
  readonly start: number
  readonly end: number
}

/** All but the claims that are disputed or lack a source (AK-362). */
function openStretches(
  allowed: Allowed,
  path: string,
  { text, files }: { readonly text: string; readonly files: Files },
): readonly Stretch[] {
  const whole = { start: 0, end: text.length }
  if (allowed.kind !== 'pack') return [whole]
  const pack = new ReadCache().packs.open(allowed, { files, omitted: [], fresh: new Set() })
  const source = pack?.source(path)
  const blocked = pack && source ? blockedSpans(files, pack, source) : []
  return blocked.reduce<readonly Stretch[]>((open, closed) => open.flatMap((one) => without(one, closed)), [whole])
}

const without = ({ start, end }: Stretch, closed: Stretch): readonly Stretch[] =>
  [
    { start, end: Math.min(end, closed.start) },
    { start: Math.max(start, closed.end), end },
  ].filter((left) => left.start < left.end)

/** Places stay where they are. */
function blanked(text: string, open: readonly Stretch[]): string {
  let [shown, at] = ['', 0]
  for (const { start, end } of open) {
    shown += text.slice(at, start).replaceAll(/[^\n]/g, '░') + text.slice(start, end)
    at = end
  }
  return shown + text.slice(at).replaceAll(/[^\n]/g, '░')
}

const stretchesOf = ({ start, end, stretches }: ReceiptSpan) =>
  (stretches ?? [{ start, end }]).map((stretch) => ({ start: stretch.start, end: stretch.end }))

/** As evidence, so that it can be replayed. */
async function record(
  allowed: Allowed,
  pick: Picked,
  { reader, now }: { readonly reader: Reader; readonly now: Date },
): Promise<string> {
  const tokenizer = await loadTokenizer()
  const fenced = fenceEvidence(evidenceContexts([pick], [allowed]))
  const { id } = await keepReceipt(
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

function pickOf(span: ReceiptSpan & { readonly stretches: readonly Stretch[] }, text: string): Picked {
  const { ref, path, fileDigest, stretches } = span
  return {
    source: {
      ref,
      path,
      format: 'text',
      text,
      head: text,
      from: 0,
      fileDigest,
      entry: { name: '', description: '' },
      title: '',
      hints: [],
      persist: false,
    },
    headings: [],
    stretches,
    text: spanText(span, text),
    tokens: 0,
    score: 0,
    matched: [],
    reason: 'anchor',
    why: '',
  }
}
