import { scanInline } from './inline.ts'
import { destinationAt, skipSpace, type Link } from './link-destination.ts'
import { scanMarkdown } from './markdown-lines.ts'

export type { Link } from './link-destination.ts'

/** Links, images and link definitions of a Markdown text, code and comments left out, in the order of the text. */
export function findLinks(text: string, from = 0): readonly Link[] {
  const links: Link[] = []
  forEachParagraph(text, from, (start, end) => {
    const definition = definitionAt(text, start, end)
    if (definition) links.push(definition)
    else links.push(...scanInline(text, start, end).links)
  })
  return links
}

/** Paragraphs, headings and single link definitions. */
function forEachParagraph(text: string, from: number, visit: (start: number, end: number) => void): void {
  let open: { readonly start: number; end: number } | undefined
  const flush = (): void => {
    if (open) visit(open.start, open.end)
    open = undefined
  }
  scanMarkdown(text, (line) => {
    if (line.kind === 'text' && line.continues && open) {
      open.end = line.end
      return
    }
    flush()
    if (line.kind === 'text' || line.kind === 'heading') open = { start: line.content, end: line.end }
    if (line.kind === 'heading') flush()
  }, from)
  flush()
}

/** `[label]: destination`; labels hold no brackets. */
function definitionAt(text: string, start: number, end: number): Link | undefined {
  if (text[start] !== '[') return undefined
  const paragraph = text.slice(start, end)
  let at = 1
  while (at < paragraph.length && paragraph[at] !== ']' && paragraph[at] !== '[') at += paragraph[at] === '\\' ? 2 : 1
  if (paragraph[at] !== ']' || paragraph[at + 1] !== ':' || paragraph.slice(1, at).trim() === '') return undefined
  const from = skipSpace(paragraph, at + 2)
  const link = from < paragraph.length ? destinationAt(paragraph, from) : undefined
  return link && { ...link, start: link.start + start, end: link.end + start }
}
