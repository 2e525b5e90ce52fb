import type { Receipt, ReceiptSpan } from '../model/records/receipt.ts'
import { digest } from '../text/bytes/digest.ts'
import { diffReceipts, spanPlace, type SpanPlace } from './diff.ts'
import type { Release } from './receipt.ts'

/** One difference from when a receipt was written. */
export type Drift =
  | { readonly what: 'decision'; readonly ref: string; readonly before?: string; readonly after?: string }
  /** No usable entry has this ref any more. */
  | { readonly what: 'entry-gone'; readonly ref: string }
  | { readonly what: 'file-changed' | 'file-gone'; readonly ref: string; readonly path: string }
  | ({ readonly what: 'span-changed' } & SpanPlace)
  | ({ readonly what: 'span-moved'; readonly to: number } & SpanPlace)
  | {
      readonly what: 'source' | 'request' | 'requester'
      readonly name: string
      readonly before: unknown
      readonly after: unknown
    }
  | ({ readonly what: 'span-added' | 'span-left' } & SpanPlace)
  | { readonly what: 'wrapper' }

/** The current file of a span; `undefined` if it does not exist. */
export type FileNow = { readonly text: string; readonly fileDigest: string } | undefined

/** The drift of the spans of a receipt, by file. A span with the same text at its place has not drifted. */
export function spanDrift(spans: readonly ReceiptSpan[], fileNow: (span: ReceiptSpan) => FileNow): readonly Drift[] {
  const files = new Map<string, readonly ReceiptSpan[]>()
  for (const span of spans)
    files.set(`${span.ref}\n${span.path}`, [...(files.get(`${span.ref}\n${span.path}`) ?? []), span])
  return [...files.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { ref, path } = first
    const now = fileNow(first)
    if (!now) return [{ what: 'file-gone', ref, path } as const]
    if (now.fileDigest === first.fileDigest) return []
    return [{ what: 'file-changed', ref, path } as const, ...own.flatMap((span) => lostSpan(span, now.text))]
  })
}

function lostSpan(span: ReceiptSpan, text: string): readonly Drift[] {
  if (holdsAt(span, text, 0)) return []
  const to = startsIn(text).find((start) => holdsAt(span, text, start - span.start))
  return [
    to === undefined ? { what: 'span-changed', ...spanPlace(span) } : { what: 'span-moved', to, ...spanPlace(span) },
  ]
}

/** Written by the fence between the parts of a span. */
const gap = '\n[…]\n'

export function spanText({ start, end, stretches = [{ start, end }] }: ReceiptSpan, text: string, by = 0): string {
  return stretches
    .map((stretch) => text.slice(Math.max(0, stretch.start + by), Math.max(0, stretch.end + by)))
    .join(gap)
}

const holdsAt = (span: ReceiptSpan, text: string, by: number): boolean =>
  digest(spanText(span, text, by)) === span.spanDigest

const mostStarts = 20_000

/** Positions where a span may begin: a line, an item or a sentence. */
function startsIn(text: string): readonly number[] {
  const starts = [0]
  for (const { index, 0: mark } of text.matchAll(/\n\s*|[.!?]\s+/g)) {
    starts.push(index + mark.length)
    if (mark.startsWith('\n')) starts.push(index + 1)
    if (starts.length > mostStarts) break
  }
  return starts
}

/** The differences between two lists of entries or results, item by item. */
export function listDrift(before: Receipt, after: Release): readonly Drift[] {
  const now = new Map(after.spans.map((span) => [span.ref, span]))
  const changed = before.spans.flatMap((span): readonly Drift[] => {
    const { ref, path, fileDigest, spanDigest } = span
    const other = now.get(ref)
    if (!other) return []
    return [
      ...(other.fileDigest === fileDigest ? [] : [{ what: 'file-changed', ref, path } as const]),
      ...(other.spanDigest === spanDigest ? [] : [{ what: 'span-changed', ...spanPlace(span) } as const]),
    ]
  })
  const others = releaseDrift(before, after, [])
  return changed.length === 0 ? others : [...changed, ...others.filter(({ what }) => what !== 'wrapper')]
}

/** Differences between a receipt and the same request now, except those that `spanDrift` reported. */
export function releaseDrift(before: Receipt, after: Release, named: readonly Drift[]): readonly Drift[] {
  const { decisions, spans, requester, request, sources, fenced } = diffReceipts(before, after)
  // A text selected instead of a changed one is not separate drift, and neither is the decision on its entry.
  const choice = named.length > 0 ? { removed: [], added: [] } : spans
  const isCause = ({ before: was, after: is }: { readonly before?: unknown; readonly after?: unknown }): boolean =>
    named.length === 0 || (was !== undefined && is !== undefined)
  const found: readonly Drift[] = [
    ...decisions.filter(isCause).map((change) => ({ what: 'decision', ...change }) as const),
    ...request.map((change) => ({ what: 'request', ...change }) as const),
    ...requester.map((change) => ({ what: 'requester', ...change }) as const),
    ...sources.filter(isCause).map((change) => ({ what: 'source', ...change }) as const),
    ...choice.removed.map((span) => ({ what: 'span-left', ...span }) as const),
    ...choice.added.map((span) => ({ what: 'span-added', ...span }) as const),
  ]
  return found.length === 0 && named.length === 0 && fenced === 'changed' ? [{ what: 'wrapper' }] : found
}
