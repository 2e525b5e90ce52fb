import type { Allowed } from '../../model/decisions/brands.ts'
import type { Span } from '../../model/codes/diagnostic.ts'
import type { Files } from '../../model/ports.ts'
import type { ReceiptSpan } from '../../model/records/receipt.ts'
import { spanText } from '../../record/drift.ts'
import { blockedSpans } from '../../select/grounding/withheld-claims.ts'
import type { Pick } from '../../select/pick.ts'
import { ReadCache } from '../../select/texts/read-cache.ts'

/** A recorded span as a pick, so that it is fenced like any other. `text` is that of the whole file. */
export function pickOfSpan(span: ReceiptSpan, text: string, headings: readonly string[]): Pick {
  const { ref, path, start, end, fileDigest, stretches = [{ start, end }] } = span
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

/** Where a file of a pack states claims that are disputed or lack a source (AK-362). */
export function blockedIn(entry: Allowed, path: string, files: Files): readonly Span[] {
  if (entry.kind !== 'pack') return []
  const pack = new ReadCache().packs.open(entry, { files, omitted: [], fresh: new Set() })
  const source = pack?.source(path)
  return pack && source ? blockedSpans(files, pack, source) : []
}
