import type { Span } from '../../model/codes/diagnostic.ts'
import { scanMarkdown, type Dialect, type MarkdownLine } from '../../text/markdown/markdown-lines.ts'
import { HeadingReader } from '../../text/markdown/sections.ts'
import { isOnlyMarkup } from '../units/content.ts'
import { readFrontMatter } from './front-matter.ts'
import { addHtml } from '../html/html.ts'
import { Outline } from '../units/outline.ts'
import type { Structure } from '../structure.ts'
import { plainTitle } from '../units/titles.ts'

export function readMarkdown(text: string, from: number, dialect: Dialect = 'commonmark'): Structure {
  const outline = new Outline(text, from)
  const body = readFrontMatter(text, from, outline)
  const headings = new HeadingReader(text)
  const blocks = new MarkdownBlocks(text, outline)
  let reported = 0
  scanMarkdown(
    text,
    (line) => {
      headings.visit(line)
      blocks.visit(line)
      for (; reported < headings.found.length; reported++) {
        const heading = headings.found[reported]
        if (heading) outline.heading({ ...heading, title: plainTitle(heading.title) })
      }
    },
    body,
    dialect,
  )
  blocks.close()
  return outline.finish()
}

interface Block {
  readonly kind: 'text' | 'item' | 'fence' | 'code' | 'html'
  readonly lines: Span[]
  readonly group: number | undefined
}

/** `[x]: https://…`, with or without a title; a footnote is text. */
const definition =
  /^\[(?!\^)[^[\]]{1,300}\]:[ \t]{0,8}(?:<[^<>]{0,500}>|[^\s<]\S{0,1000})(?:[ \t]{1,8}["'(].{0,300}["')])?[ \t]{0,8}$/
/** `:::note Title` of Docusaurus, VitePress and MyST; the rest after the name is text. */
const container = /^:{3,}[ \t]{0,8}(?:\{?[\w-]{0,40}\}?)[ \t]{0,8}/
const moduleLine = /^(?:import|export)\s.{0,300}\sfrom\s{1,8}['"][^'"]{1,300}['"];?\s*$/

/** Most lines of a template call; an unclosed one hides no more. */
const longestCall = 12

const isContainerMark = (line: string): boolean =>
  line.startsWith(':::') && container.exec(line)?.[0].length === line.length

class MarkdownBlocks {
  readonly #text: string
  readonly #outline: Outline
  #open: Block | undefined
  /** Blank lines may be inside indented code. */
  #pendingBlank = false
  /** Lines left in which a template call may close. */
  #callLines = 0
  #list: { readonly group: number; readonly mark: string } | undefined

  constructor(text: string, outline: Outline) {
    this.#text = text
    this.#outline = outline
  }

  visit(line: MarkdownLine): void {
    if (line.kind === 'blank') return this.#blank()
    this.#followList(line)
    const kind = kindOf(line)
    if (line.kind === 'underline') this.#open = undefined
    if (
      kind === undefined ||
      line.opensItem ||
      line.opensFence ||
      (this.#open && !this.#goesOn(this.#open, kind, line))
    )
      this.close()
    this.#pendingBlank = false
    if (kind === undefined) return
    if (kind === 'text' && this.#isHidden(line)) return
    this.#open ??= { kind: line.opensItem && kind === 'text' ? 'item' : kind, lines: [], group: this.#list?.group }
    const start = this.#visibleStart(line, kind, this.#open)
    if (kind === 'text') addVisible(this.#text, { start, end: line.end }, this.#open.lines)
    else this.#open.lines.push({ start, end: line.end })
  }

  close(): void {
    const open = this.#open
    const first = open?.lines[0]
    const last = open?.lines.at(-1)
    this.#open = undefined
    if (!open || !first || !last) return
    const whole = { start: first.start, end: last.end }
    if (open.kind === 'fence' || open.kind === 'code') this.#outline.code(whole, open.group)
    else if (open.kind === 'html') addHtml(this.#text, whole, this.#outline, { headings: false, group: open.group })
    else if (open.kind === 'item' && !hasTable(this.#text, open.lines)) this.#outline.item(open.lines, open.group)
    else addProse(this.#text, open.lines, this.#outline, open.group)
  }

  #blank(): void {
    if (this.#open?.kind === 'code') this.#pendingBlank = true
    else if (this.#open?.kind !== 'fence') this.close()
  }

  #goesOn(open: Block, kind: Block['kind'], line: MarkdownLine): boolean {
    if (kind === 'fence' || kind === 'code' || kind === 'html') return open.kind === kind
    return (open.kind === 'text' || open.kind === 'item') && line.continues && !this.#pendingBlank
  }

  /** A list continues until a line outside its items; another mark opens another list. */
  #followList(line: MarkdownLine): void {
    if (line.items === 0) this.#list = undefined
    else if (line.opensItem && line.items === 1) {
      const mark = markOf(this.#text, line)
      if (this.#list?.mark !== mark) this.#list = { group: this.#outline.newGroup(), mark }
    } else this.#list ??= { group: this.#outline.newGroup(), mark: '' }
  }

  /** Definitions, module lines and lines of markup only; one inside a paragraph splits it. */
  #isHidden({ content, end, opensItem }: MarkdownLine): boolean {
    const first = this.#text.charAt(content)
    if (this.#callLines === 0 && (opensItem || !'[:ie<{!'.includes(first))) return false
    const line = this.#text.slice(content, Math.min(end, content + 4_000))
    const hidden =
      this.#insideCall(line) ||
      definition.test(line) ||
      moduleLine.test(line) ||
      isOnlyMarkup(line) ||
      isContainerMark(line)
    if (hidden) this.close()
    return hidden
  }

  /** `{{< figure` over several lines. */
  #insideCall(line: string): boolean {
    const inside = this.#callLines > 0
    if (inside) this.#callLines = /[>%]\}\}/.test(line) ? 0 : this.#callLines - 1
    else if (/^\{\{[<%](?!.*[>%]\}\})/.test(line)) this.#callLines = longestCall
    return inside || this.#callLines > 0
  }

  /** The first line of an item keeps its list mark; other quote marks and indentation are omitted. */
  #visibleStart(line: MarkdownLine, kind: Block['kind'], open: Block): number {
    if (kind !== 'text') return kind === 'html' ? line.content : line.start
    if (line.kind === 'heading') return Math.min(line.end, line.content + line.level)
    if (open.kind === 'item' && open.lines.length === 0) {
      let at = line.start
      while (at < line.content && (this.#text.charCodeAt(at) === 32 || this.#text.charCodeAt(at) === 9)) at += 1
      return at
    }
    if (this.#text.charAt(line.content) !== ':') return line.content
    return (
      line.content +
      (container.exec(this.#text.slice(line.content, Math.min(line.end, line.content + 100)))?.[0].length ?? 0)
    )
  }
}

/** Comments within a line are hidden, unless in back quotes. */
function addVisible(text: string, { start, end }: Span, lines: Span[]): void {
  let from = start
  const line = text.slice(start, end)
  if (line.includes('<!--')) {
    for (const { index, 0: comment } of line.matchAll(/(?<!`)<!--(?:(?!-->).){0,2000}-->(?!`)/g)) {
      if (start + index > from) lines.push({ start: from, end: start + index })
      from = start + index + comment.length
    }
  }
  if (end > from || lines.length === 0) lines.push({ start: from, end })
}

/** A heading in a quote or a list item is text; any other starts a section. */
function kindOf({ kind, depth }: MarkdownLine): Block['kind'] | undefined {
  if (kind === 'text' || kind === 'html' || kind === 'fence' || kind === 'code') return kind
  return kind === 'heading' && depth > 0 ? 'text' : undefined
}

/** `-`, `*`, `+`, or the mark after a number. */
function markOf(text: string, { start, content }: MarkdownLine): string {
  return /[-*+]|(?<=\d)[.)]/.exec(text.slice(start, content))?.[0] ?? ''
}

const delimiterRow = /^\s{0,8}\|?\s{0,8}:?-+:?\s{0,8}(?:\|\s{0,8}:?-+:?\s{0,8}){0,200}\|?\s{0,8}$/

function isDelimiter(text: string, { start, end }: Span): boolean {
  if (end - start > 2_000 || !'|:- '.includes(text.charAt(start))) return false
  const line = text.slice(start, end)
  return line.includes('|') && delimiterRow.test(line)
}

const hasTable = (text: string, lines: readonly Span[]): boolean => lines.some((line) => isDelimiter(text, line))

function addProse(text: string, lines: readonly Span[], outline: Outline, group: number | undefined): void {
  const delimiter = lines.findIndex((line) => isDelimiter(text, line))
  const head = lines[delimiter - 1]
  const below = lines[delimiter]
  if (!head || !below) return outline.paragraph(lines, group)
  outline.paragraph(lines.slice(0, delimiter - 1), group)
  outline.table({ start: head.start, end: below.end }, lines.slice(delimiter + 1))
}
