import type { Span } from '../model/codes/diagnostic.ts'
import { Lists, Outline } from './units/outline.ts'
import { readMarkdown } from './markdown/markdown.ts'
import { readRst } from './rst/rst.ts'
import type { Structure } from './structure.ts'
import { lineAfter, linesOf, type TextLine } from './units/text-lines.ts'
import { shortTitle } from './units/titles.ts'
import { pagesOf } from '../text/positions/pages.ts'

const rstMarks = /^\.\. (?:[\w-]{2,40}::|_[^\n:]{1,80}:)/m
const markdownMarks = /^#{1,6} \S/gm
/** Characters searched for signs of a markup. */
const sampleSize = 20_000

/** Plain text; a text that is clearly in a markup is read as that markup. */
export function readPlainText(text: string, from: number): Structure {
  const sample = text.slice(from, from + sampleSize)
  if (rstMarks.test(sample)) return readRst(text, from)
  if ((sample.match(markdownMarks)?.length ?? 0) >= 2) return readMarkdown(text, from)
  const outline = new Outline(text, from)
  addPlainText(text, linesOf(text, from), outline)
  return outline.finish()
}

/** The text of a PDF: a section for each page, numbered from 1, with the sections of its text below it. */
export function readPdf(text: string, from: number): Structure {
  const outline = new Outline(text, from)
  for (const { number, start, bodyStart, end } of pagesOf(text, from)) {
    outline.heading({ level: 1, title: `Page ${number}`, start, bodyStart })
    addPlainText(text, linesOf(text, bodyStart, end), outline, 1)
  }
  return outline.finish()
}

const underline = /^(?:={3,}|-{3,}|~{3,}|\*{3,})[ \t]*$/
const rule = /^([-=*_~#+.])\1{2,}[ \t]*$/
const item = /^(?:[-*+•‣–][ \t]|(?:\d{1,4}|[a-zA-Z]|[ivx]{1,5})[.)][ \t]|\((?:\d{1,4}|[a-zA-Z]|[ivx]{1,5})\)[ \t])/
const numbered = /^(\d{1,3}(?:\.\d{1,3}){0,4})\.?[ \t]+\S/

function addPlainText(text: string, lines: readonly TextLine[], outline: Outline, depth = 0): void {
  const lists = new Lists(outline)
  let open:
    | {
        readonly kind: 'text' | 'item'
        readonly lines: Span[]
        readonly group: number | undefined
        readonly indent: number
      }
    | undefined
  const close = (): void => {
    if (open?.kind === 'item') outline.item(open.lines, open.group)
    else if (open) outline.paragraph(open.lines, open.group)
    open = undefined
  }
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (!line) break
    const written = text.slice(line.content, Math.min(line.end, line.content + 200))
    const heading = headingAt(text, lines, index)
    if (line.blank || heading || rule.test(written)) close()
    if (heading) {
      lists.end()
      outline.heading({
        level: heading.level + depth,
        title: heading.title,
        start: line.start,
        bodyStart: lineAfter(lines, heading.last, text.length),
      })
      index = heading.last
    } else if (!line.blank && !rule.test(written)) {
      const isItem = item.test(written)
      if (isItem && !(open?.kind === 'text' && open.indent === line.indent && !/^[-*+•]/.test(written))) close()
      open ??= {
        kind: isItem ? 'item' : 'text',
        lines: [],
        group: lists.at(line.indent, isItem ? written.slice(0, 1).replace(/[\da-zA-Z(]/, '1') : ''),
        indent: line.indent,
      }
      open.lines.push({ start: line.content, end: line.end })
    }
  }
  close()
}

/** Only clear headings: an underlined line, or a separate line in capitals. */
function headingAt(
  text: string,
  lines: readonly TextLine[],
  index: number,
): { readonly level: number; readonly title: string; readonly last: number } | undefined {
  const line = lines[index]
  const before = lines[index - 1]
  const next = lines[index + 1]
  if (!line || line.blank || (before && !before.blank) || line.end - line.content > 100) return undefined
  const written = text.slice(line.content, line.end).trimEnd()
  if (!/\p{L}/u.test(written) || rule.test(written)) return undefined
  const below = next && !next.blank ? text.slice(next.content, Math.min(next.end, next.content + 200)).trimEnd() : ''
  if (underline.test(below))
    return Math.abs(below.length - written.length) <= 3
      ? { level: below.startsWith('=') || below.startsWith('*') ? 1 : 2, title: shortTitle(written), last: index + 1 }
      : undefined
  if (next && !next.blank) return undefined
  const depth = numbered.exec(written)?.[1]?.split('.').length
  if (!isInCapitals(written) || /[.,;:!?]$/.test(written)) return undefined
  return { level: Math.min(6, depth ?? 1), title: shortTitle(written), last: index }
}

/** No small letter, and enough letters to be words. */
const isInCapitals = (written: string): boolean =>
  !/\p{Ll}|\p{Lo}/u.test(written) && (written.match(/\p{Lu}/gu)?.length ?? 0) >= 4
