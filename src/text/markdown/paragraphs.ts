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
