import type { Span } from '../../model/codes/diagnostic.ts'
import { addAsciidocTable } from './asciidoc-tables.ts'
import { readFrontMatter } from '../markdown/front-matter.ts'
import { Outline } from '../units/outline.ts'
import type { Structure } from '../structure.ts'
import { lineAfter, linesOf, type TextLine } from '../units/text-lines.ts'
import { plainTitle, shortTitle } from '../units/titles.ts'

export function readAsciidoc(text: string, from: number): Structure {
  const outline = new Outline(text, from)
  const body = readFrontMatter(text, from, outline)
  new AsciidocReader(text, linesOf(text, body), outline).read()
  return outline.finish()
}

const heading = /^(={1,6}|#{1,6})[ \t]+(\S.*)$/
const setext = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|\+{3,})[ \t]*$/
const setextLevels = '=-~^+'
const attribute = /^:!?[A-Za-z0-9_][\w-]{0,80}!?:(?:[ \t]|$)/
const conditional = /^(?:ifn?def|ifeval|endif)::[^[\]]{0,300}\[(.*)\][ \t]*$/
const blockMacro = /^[a-z][\w-]{0,40}::[^\s[\]]{0,500}\[.*\][ \t]*$/i
const blockAttributes = /^\[(?:\[[^\]]{0,300}\]|[^[\]]{0,500}(?:\[[^\]]{0,100}\][^[\]]{0,100})?)\][ \t]*$/
const delimiter = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|={4,}|\*{4,}|_{4,}|--|`{3,}[\w+, -]{0,60}|~{4,})[ \t]*$/
const table = /^[|,:!]={3,}[ \t]*$/
const item = /^(\*{1,6}|-|\.{1,6}|\d{1,4}\.|[a-z]\.|<(?:\d{1,3}|\.)>)[ \t]+\S/
const term = /^[^\s:|/[].{0,200}?(:{2,4}|;;)(?:[ \t]+\S.*)?[ \t]*$/
const bareTerm = /^[^\s*.<-].*(?:::|;;)[ \t]*$/

class AsciidocReader {
  readonly #text: string
  readonly #lines: readonly TextLine[]
  readonly #outline: Outline
  #group: number | undefined
  /** Attributes of the next block. */
  #attributes = ''
  /** A line of `+` attaches the next block to the list. */
  #attached = false
  /** A term whose text is in the block below. */
  #term: Span | undefined
  #at = 0

  constructor(text: string, lines: readonly TextLine[], outline: Outline) {
    this.#text = text
    this.#lines = lines
    this.#outline = outline
  }

  read(): void {
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]
      if (!line) break
      if (line.blank) this.#at += 1
      else this.#block(line, this.#written(line))
    }
    this.#flushTerm()
  }

  #flushTerm(): void {
    if (this.#term) this.#outline.item([this.#term], this.#group)
    this.#term = undefined
  }

  #block(line: TextLine, written: string): void {
    if (written === '+') {
      this.#attached = true
      this.#at += 1
    } else if (this.#isHidden(line, written)) this.#at += 1
    else if (line.indent === 0 && heading.test(written)) this.#heading(line, written)
    else if (line.indent === 0 && this.#underlined(line)) this.#setextHeading(line)
    else if (table.test(written)) {
      this.#flushTerm()
      this.#at = addAsciidocTable(this.#text, this.#lines, this.#at, this.#attributes, this.#outline)
      this.#attributes = ''
    } else if (delimiter.test(written)) this.#delimited(written.trimEnd())
    else if (item.test(written) || term.test(written)) this.#paragraph('item')
    else if (line.indent > 0 && this.#group === undefined) this.#literal()
    else {
      if (this.#lines[this.#at - 1]?.blank && !this.#attached) this.#group = undefined
      this.#paragraph('text')
    }
  }

  /** Attributes, anchors, comments, conditions, images and the like. */
  #isHidden({ indent }: TextLine, written: string): boolean {
    if (indent > 0) return false
    if (blockAttributes.test(written)) {
      this.#attributes = written
      return true
    }
    if (written.startsWith('//') && !written.startsWith('////')) return true
    return (
      attribute.test(written) ||
      (conditional.test(written) && !conditional.exec(written)?.[1]) ||
      (blockMacro.test(written) && !conditional.test(written)) ||
      written === "'''" ||
      written === '<<<'
    )
  }

  /** Lines directly below the title of the document are its authors and revision. */
  #heading(line: TextLine, written: string): void {
    const match = heading.exec(written)
    const level = match?.[1]?.length ?? 1
    const isDocument = level === 1 && match?.[1] === '='
    this.#addHeading(level, match?.[2] ?? '', line.start, this.#at)
    if (!isDocument) return
    while (this.#at < this.#lines.length && this.#lines[this.#at]?.blank === false) this.#at += 1
  }

  #underlined(line: TextLine): boolean {
    const next = this.#lines[this.#at + 1]
    if (!next || next.indent > 0 || !setext.test(this.#written(next)) || !/[\p{L}\p{N}]/u.test(this.#written(line)))
      return false
    return Math.abs(this.#written(next).trimEnd().length - this.#written(line).trimEnd().length) <= 2
  }

  #setextHeading(line: TextLine): void {
    const mark = this.#written(this.#lines[this.#at + 1] ?? line)[0] ?? '='
    this.#addHeading(setextLevels.indexOf(mark) + 1, this.#written(line), line.start, this.#at + 1)
  }

  #addHeading(level: number, title: string, start: number, last: number): void {
    this.#flushTerm()
    this.#group = undefined
    this.#attributes = ''
    this.#outline.heading({
      level,
      title: plainAsciidocTitle(title),
      start,
      bodyStart: lineAfter(this.#lines, last, this.#text.length),
    })
    this.#at = last + 1
  }

  /** Code and comments end at the same mark; marks of other blocks only separate their content. */
  #delimited(mark: string): void {
    const attributes = this.#attributes
    this.#attributes = ''
    this.#at += 1
    if (!this.#attached && mark !== '--') this.#group = undefined
    this.#attached = false
    const isRaw = '-.+/`'.includes(mark[0] ?? '') && mark !== '--'
    if (!isRaw) return
    const close = this.#closing(mark[0] === '`' ? (/^`+/.exec(mark)?.[0] ?? mark) : mark)
    const first = this.#lines[this.#at]
    const last = this.#lines[close - 1]
    if (first && last && close > this.#at && '-.`'.includes(mark[0] ?? '') && !attributes.startsWith('[comment')) {
      // A short term above code, such as "Java" above its tab, is not text.
      if (this.#term && this.#term.end - this.#term.start < 20) this.#term = undefined
      this.#flushTerm()
      this.#outline.code({ start: first.start, end: last.end }, this.#group)
    }
    this.#at = close + 1
  }

  /** The closing line, or the end of the text. */
  #closing(mark: string): number {
    for (let at = this.#at; at < this.#lines.length; at++) {
      const line = this.#lines[at]
      if (line?.indent === 0 && line.end - line.start < 200 && this.#written(line).trimEnd() === mark) return at
    }
    return this.#lines.length
  }

  #literal(): void {
    const first = this.#lines[this.#at]
    let last = first
    for (let line = first; line && !line.blank; line = this.#lines[++this.#at]) last = line
    this.#flushTerm()
    if (first && last) this.#outline.code({ start: first.start, end: last.end })
  }

  #paragraph(kind: 'text' | 'item'): void {
    if (kind === 'item') this.#group ??= this.#outline.newGroup()
    const isCode = /^\[(?:source|listing|literal)\b/.test(this.#attributes)
    this.#attributes = ''
    this.#attached = false
    const lines: Span[] = this.#term ? [this.#term] : []
    this.#term = undefined
    const from = this.#at
    for (let line = this.#lines[this.#at]; line && !line.blank; line = this.#lines[++this.#at]) {
      const written = this.#written(line)
      if (this.#at > from && this.#ends(line, written, kind)) break
      const caption = this.#at === from && line.indent === 0 && /^\.[^\s.]/.test(written) ? 1 : 0
      lines.push({ start: line.content + caption, end: line.end })
      if (caption > 0) {
        this.#at += 1
        break
      }
    }
    const [first, last] = [lines[0], lines.at(-1)]
    if (
      kind === 'item' &&
      lines.length === 1 &&
      first &&
      bareTerm.test(this.#text.slice(first.start, Math.min(first.end, first.start + 300)))
    )
      this.#term = first
    else if (isCode && first && last) this.#outline.code({ start: first.start, end: last.end }, this.#group)
    else if (kind === 'item') this.#outline.item(lines, this.#group, true)
    else this.#outline.paragraph(lines, this.#group, true)
  }

  /** Whether a line ends the paragraph above it. */
  #ends({ indent }: TextLine, written: string, kind: 'text' | 'item'): boolean {
    if (written === '+' || delimiter.test(written) || table.test(written)) return true
    if (
      indent === 0 &&
      (attribute.test(written) ||
        conditional.test(written) ||
        blockMacro.test(written) ||
        written.startsWith('//') ||
        blockAttributes.test(written))
    )
      return true
    return kind === 'item' && (item.test(written) || term.test(written))
  }

  #written(line: TextLine): string {
    return this.#text.slice(line.content, Math.min(line.end, line.content + 600))
  }
}

/** A title without anchors, macros and emphasis. */
function plainAsciidocTitle(written: string): string {
  const plain = shortTitle(written)
    .replace(/[ \t]={1,6}$/, '')
    .replace(/\[\[[^\]]*\]\]|\[#[^\]]*\](?!#)/g, '')
    .replace(/\b(?:xref|link|https?|mailto|footnote|kbd|btn|icon|pass):{1,2}[^\s[\]]*\[([^[\]]*)\]/g, '$1')
    .replace(/<<[^<>,]*,\s*([^<>]*)>>/g, '$1')
    .replace(/<<([^<>]*)>>/g, '$1')
    .replace(/\[[^\][]*\](?=[#_*`])/g, '')
    .replace(/\+\+\+?([^+]+)\+\+\+?/g, '$1')
    .replace(/`\+([^+`]+)\+`/g, '`$1`')
    .replace(/(?<![\p{L}\p{N}#])(#{1,2})(?=[^\s#])([^#]*[^\s#])\1(?![\p{L}\p{N}])/gu, '$2')
  return plainTitle(plain)
}
