import type { Span } from '../../model/codes/diagnostic.ts'
import { scanInline } from './inline.ts'
import { scanMarkdown } from './markdown-lines.ts'

/** Offsets of every paragraph and heading of a Markdown text, without code and HTML. */
export function scanParagraphs(text: string, from: number, visit: (start: number, end: number) => void): void {
  let open: { readonly start: number; end: number } | undefined
  const flush = (): void => {
    if (open) visit(open.start, open.end)
    open = undefined
  }
  scanMarkdown(
    text,
    (line) => {
      if (line.kind === 'text' && line.continues && open) {
        open.end = line.end
        return
      }
      flush()
      if (line.kind === 'text' || line.kind === 'heading') open = { start: line.content, end: line.end }
      if (line.kind === 'heading') flush()
    },
    from,
  )
  flush()
}

/** The spans that are in prose, given sorted ones: code is an example, not a statement. */
export function inProse<S extends { readonly span: Span }>(text: string, found: readonly S[]): readonly S[] {
  if (found.length === 0) return found
  const kept: S[] = []
  let next = 0
  scanParagraphs(text, 0, (start, end) => {
    while ((found[next]?.span.end ?? Infinity) <= start) next += 1
    if ((found[next]?.span.start ?? Infinity) >= end) return
    const { codes } = scanInline(text, start, end)
    let code = 0
    for (let item = found[next]; item && item.span.start < end; item = found[++next]) {
      while ((codes[code]?.end ?? Infinity) <= item.span.start) code += 1
      if ((codes[code]?.start ?? Infinity) > item.span.start) kept.push(item)
    }
  })
  return kept
}
