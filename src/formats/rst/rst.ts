import type { Span } from '../../model/codes/diagnostic.ts'
import { readFrontMatter } from '../markdown/front-matter.ts'
import { Lists, Outline } from '../units/outline.ts'
import { bodyDirectives, codeDirectives, hiddenDirectives, plainRstTitle, textDirectives } from './rst-words.ts'
import { addGridTable, addSimpleTable, isGridBorder, isSimpleBorder } from './rst-tables.ts'
import type { Structure } from '../structure.ts'
import { lineAfter, linesOf, type TextLine } from '../units/text-lines.ts'

export function readRst(text: string, from: number): Structure {
  const outline = new Outline(text, from)
  const body = readFrontMatter(text, from, outline)
  new RstReader(text, linesOf(text, body), outline).read()
  return outline.finish()
}

const adornment = /^([!-/:-@[-`{-~])\1*[ \t]*$/
const explicit = /^\.\.(?:[ \t]|$)/
const directive = /^\.\.[ \t]{1,8}(?:\|[^|]{1,100}\|[ \t]{1,8})?([A-Za-z][\w:.+-]{0,60})::[ \t]*(.*)$/
const footnote = /^\.\.[ \t]{1,8}\[[^\]]{1,100}\][ \t]/
const option = /^:[\w -]{1,60}:(?:[ \t]|$)/
const bullet = /^(?:[-*+•][ \t]|(?:\d{1,9}|#|[A-Za-z]|[ivxlcIVXLC]{1,7})[.)][ \t]|\((?:\d{1,9}|#|[A-Za-z])\)[ \t])/
const field = /^:[^:\s`][^:`]{0,100}:(?=[ \t]|$)/

class RstReader {
  readonly #text: string
  readonly #lines: readonly TextLine[]
  readonly #outline: Outline
  readonly #lists: Lists
  /** Adornments in order of first occurrence; the index is the level. */
  readonly #styles: string[] = []
  #at = 0

  constructor(text: string, lines: readonly TextLine[], outline: Outline) {
    this.#text = text
    this.#lines = lines
    this.#outline = outline
    this.#lists = new Lists(outline)
  }

  read(): void {
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]
      if (!line) break
      if (line.blank) this.#at += 1
      else this.#block(line)
    }
  }

  #block(line: TextLine): void {
    if (line.indent === 0 && this.#heading(line)) return
    const written = this.#written(line)
    if (explicit.test(written)) return this.#explicit(line, written)
    if (
      written.startsWith('__ ') ||
      (adornment.test(written) && written.trimEnd().length >= 4 && !isSimpleBorder(written))
    ) {
      this.#at += 1
      return
    }
    if (isGridBorder(written)) return void (this.#at = addGridTable(this.#text, this.#lines, this.#at, this.#outline))
    if (isSimpleBorder(written))
      return void (this.#at = addSimpleTable(this.#text, this.#lines, this.#at, this.#outline))
    if (written.startsWith('>>> ')) return this.#doctest()
    if (bullet.test(written) || field.test(written)) return this.#item(line, written)
    this.#paragraph([], line.indent, this.#lists.at(line.indent, ''))
  }

  /** Underlined, or between two lines of the same mark. */
  #heading(line: TextLine): boolean {
    const [own, next, third] = [this.#at, this.#at + 1, this.#at + 2].map((index) => this.#lines[index])
    if (!own || !next || next.blank) return false
    const first = this.#written(own)
    const second = this.#written(next)
    if (adornment.test(first)) {
      const under = third && this.#written(third)
      if (
        !third ||
        !under ||
        under.trimEnd() !== first.trimEnd() ||
        first.trimEnd().length < 3 ||
        adornment.test(second)
      )
        return false
      this.#addHeading(`${first[0]}${first[0]}`, next, line.start, this.#at + 2)
      return true
    }
    if (next.indent > 0 || !adornment.test(second) || explicit.test(first)) return false
    const length = second.trimEnd().length
    if (length < 2 || (length < 4 && length < own.end - own.start) || (second.startsWith('::') && length === 2))
      return false
    this.#addHeading(second[0] ?? '', own, line.start, this.#at + 1)
    return true
  }

  #addHeading(style: string, title: TextLine, start: number, last: number): void {
    if (!this.#styles.includes(style)) this.#styles.push(style)
    const level = Math.min(6, this.#styles.indexOf(style) + 1)
    this.#lists.end()
    this.#outline.heading({
      level,
      title: plainRstTitle(this.#text.slice(title.content, title.end)),
      start,
      bodyStart: lineAfter(this.#lines, last, this.#text.length),
    })
    this.#at = last + 1
  }

  /** Directives by kind of body; labels, targets and comments are not text. */
  #explicit(line: TextLine, written: string): void {
    const match = directive.exec(written)
    const name = match?.[1]?.toLowerCase().replace(/^[a-z]+:(?=code-block|math)/, '')
    if (!match || name === undefined) {
      if (footnote.test(written)) return this.#paragraph([], line.indent, undefined, written.indexOf(']') + 1)
      this.#skipBody(line.indent)
      return
    }
    if (hiddenDirectives.has(name)) return void this.#skipBody(line.indent)
    if (codeDirectives.has(name)) return this.#code(line.indent, true)
    const argument = match[2]?.trim() ?? ''
    this.#lists.at(line.indent, '')
    if (argument !== '' && textDirectives.has(name))
      return this.#paragraph([], line.indent + 1, undefined, written.length - (match[2]?.length ?? 0))
    this.#at += 1
    const first = argument === '' || bodyDirectives.has(name) ? [] : [{ start: line.content, end: line.end }]
    const options = this.#skipOptions(line.indent)
    this.#signature(first, line.indent, options.length > 0)
  }

  /** The argument of a directive is read with the first paragraph of its body. */
  #signature(first: Span[], indent: number, options: boolean): void {
    if (first.length === 0) return
    let next = this.#at
    while (this.#lines[next]?.blank) next += 1
    const line = this.#lines[next]
    const written = line ? this.#written(line) : ''
    if (
      options ||
      !line ||
      line.indent <= indent ||
      explicit.test(written) ||
      bullet.test(written) ||
      field.test(written) ||
      isGridBorder(written) ||
      isSimpleBorder(written)
    ) {
      return this.#outline.paragraph(first)
    }
    this.#at = next
    this.#paragraph(first, line.indent, undefined)
  }

  #skipOptions(indent: number): readonly TextLine[] {
    const options: TextLine[] = []
    for (let line = this.#lines[this.#at]; line && !line.blank && line.indent > indent; line = this.#lines[this.#at]) {
      if (!option.test(this.#written(line))) break
      options.push(line)
      this.#at += 1
    }
    return options
  }

  /** Skips the lines with a deeper indentation; returns their span. */
  #skipBody(indent: number): Span | undefined {
    this.#at += 1
    return this.#bodySpan(indent)
  }

  #bodySpan(indent: number): Span | undefined {
    let first: TextLine | undefined
    let last: TextLine | undefined
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at]
      if (!line || (!line.blank && line.indent <= indent)) break
      if (line.blank) continue
      first ??= line
      last = line
    }
    return first && last ? { start: first.start, end: last.end } : undefined
  }

  #code(indent: number, isDirective: boolean): void {
    const group = this.#lists.at(indent, '')
    if (isDirective) this.#at += 1
    const options = isDirective ? this.#skipOptions(indent) : []
    const caption = options.find((line) => this.#written(line).startsWith(':caption:'))
    const body = this.#bodySpan(indent)
    if (body) this.#outline.code({ start: caption?.content ?? body.start, end: body.end }, group)
  }

  #doctest(): void {
    const first = this.#lines[this.#at]
    let last = first
    for (let line = first; line && !line.blank; line = this.#lines[++this.#at]) last = line
    if (first && last) this.#outline.code({ start: first.start, end: last.end }, this.#lists.at(first.indent, ''))
  }

  #item(line: TextLine, written: string): void {
    const group = this.#lists.at(
      line.indent,
      bullet.test(written) ? written.slice(0, 1).replace(/[\dA-Za-z#(]/, '1') : ':',
    )
    const isEmptyField = field.exec(written)?.[0].length === written.trimEnd().length
    const next = this.#lines[this.#at + 1]
    if (isEmptyField && (!next || next.blank || next.indent <= line.indent)) return void (this.#at += 1)
    this.#paragraph([], line.indent, group, 0, 'item')
  }

  /** Lines up to a blank one, a directive, a list item or a lesser indentation; a final `::` introduces code. */
  #paragraph(
    first: readonly Span[],
    indent: number,
    group: number | undefined,
    skip = 0,
    kind: 'text' | 'item' = 'text',
  ): void {
    const lines: Span[] = [...first]
    const from = this.#at
    for (let line = this.#lines[this.#at]; line && !line.blank; line = this.#lines[++this.#at]) {
      const written = this.#at > from ? this.#written(line) : ''
      if (
        this.#at > from &&
        (line.indent < indent ||
          explicit.test(written) ||
          (kind === 'item' && line.indent <= indent) ||
          (line.indent !== indent && bullet.test(written)))
      )
        break
      if (this.#at > from && line.indent === 0 && indent === 0 && this.#startsHeading()) break
      lines.push({ start: line.content + (this.#at === from ? skip : 0), end: line.end })
    }
    const last = lines.at(-1)
    const announces = last !== undefined && this.#text.slice(last.start, last.end).trimEnd().endsWith('::')
    if (kind === 'item') this.#outline.item(lines, group, true)
    else this.#outline.paragraph(lines, group, true)
    if (announces) this.#literal(indent)
  }

  #startsHeading(): boolean {
    const next = this.#lines[this.#at + 1]
    return (
      next !== undefined &&
      next.indent === 0 &&
      this.#written(next).length >= 4 &&
      adornment.test(this.#written(next)) &&
      !isSimpleBorder(this.#written(next))
    )
  }

  #literal(indent: number): void {
    let next = this.#at
    while (this.#lines[next]?.blank) next += 1
    if ((this.#lines[next]?.indent ?? 0) > indent) this.#code(indent, false)
  }

  #written(line: TextLine): string {
    return this.#text.slice(line.content, Math.min(line.end, line.content + 400))
  }
}
