import type { Span } from '../../model/codes/diagnostic.ts'
import { sectionsAt, type Heading } from '../../text/markdown/sections.ts'
import type { Structure, TextUnit, TextUnitKind } from '../structure.ts'
import { hasContent, isOnlyMarkup } from './content.ts'
import { cutCode, cutProse, longestCode, trimmed } from './cut.ts'
import { sentencesOf, writingOf, type Writing } from './sentences.ts'

/** A longer list item is split into sentences. */
const longestItem = 500
const longestHead = 4_000
/** In a paragraph with a longer line, lines are not wrapped: each is a paragraph. */
const longLine = 200
const shortest = 20
const shortestEastAsian = 8
const eastAsian = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/

/**
 * Builds units from headings and blocks, which a format's reader reports in document order. The lines of a block are
 * its visible part; everything between them (quote marks, indentation, tags) is hidden.
 */
export class Outline {
  readonly #text: string
  readonly #from: number
  readonly #escapes: boolean
  #writing: Writing | undefined
  readonly #headings: Heading[] = []
  readonly #units: TextUnit[] = []
  #groups = 0

  constructor(text: string, from: number, { escapes = false }: { readonly escapes?: boolean } = {}) {
    this.#text = text
    this.#from = from
    this.#escapes = escapes
  }

  newGroup(): number {
    return this.#groups++
  }

  heading(heading: Heading): void {
    this.#headings.push(heading)
  }

  /** Prose, split into sentences. `runsOn`: no line end ends a sentence, however long the line is. */
  paragraph(lines: readonly Span[], group?: number, runsOn = false): void {
    const seen = withoutMarkupAtEnds(this.#text, lines)
    for (const span of this.#sentences(runsOn ? [seen] : paragraphsOf(this.#text, seen)))
      this.#push('sentence', span, { group })
  }

  /** A list item, whole unless it is long. */
  item(lines: readonly Span[], group?: number, runsOn = false): void {
    const first = lines[0]
    const last = lines.at(-1)
    if (!first || !last) return
    if (last.end - first.start > longestItem) return this.paragraph(lines, group, runsOn)
    this.#add('item', trimmed(this.#text, { start: first.start, end: last.end }), { group })
  }

  code(span: Span, group?: number): void {
    const parts = cutCode(this.#text, span)
    const shared = group ?? (parts.length > 1 ? this.newGroup() : undefined)
    for (const part of parts) this.#add('code', part, { group: shared })
  }

  /** Rows are read with the head of their table. */
  table(head: Span | undefined, rows: readonly Span[]): void {
    const group = this.newGroup()
    const headUnit = head && trimmed(this.#text, head)
    const fits =
      headUnit !== undefined && headUnit.end - headUnit.start <= longestHead && this.#add('head', headUnit, { group })
    const index = fits ? this.#units.length - 1 : undefined
    for (const row of headUnit && !fits ? [headUnit, ...rows] : rows) {
      for (const part of row.end - row.start > longestCode ? cutProse(this.#text, row) : [trimmed(this.#text, row)])
        this.#add('row', part, { group, head: index })
    }
  }

  finish(): Structure {
    return { sections: sectionsAt(this.#text, this.#from, this.#headings), units: this.#units }
  }

  #add(kind: TextUnitKind, span: Span, place: Place): boolean {
    if (span.end <= span.start || !hasContent(this.#text.slice(span.start, span.end), kind)) return false
    this.#push(kind, span, place)
    return true
  }

  #push(kind: TextUnitKind, { start, end }: Span, { group, head }: Place): void {
    const numbers = { ...(head === undefined ? {} : { head }), ...(group === undefined ? {} : { group }) }
    this.#units.push({ kind, start, end, ...numbers })
  }

  #sentences(paragraphs: readonly (readonly Span[])[]): readonly Span[] {
    this.#writing ??= writingOf(this.#text, this.#from, this.#escapes)
    const found: Span[] = []
    for (const lines of paragraphs) {
      const base = lines[0]?.start ?? 0
      for (const { start, end } of sentencesOf(visibleText(this.#text, lines), this.#writing))
        found.push({ start: base + start, end: base + end })
    }
    return joinShort(this.#text, found).flatMap((piece) => this.#parts(piece))
  }

  /** A piece was checked already; its parts were not. */
  #parts(piece: Piece): readonly Span[] {
    const parts = piece.content ? cutProse(this.#text, piece) : []
    if (parts.length === 1) return parts
    return parts.filter(({ start, end }) => hasContent(this.#text.slice(start, end), 'sentence'))
  }
}

interface Place {
  readonly group?: number | undefined
  readonly head?: number | undefined
}

/** Wrapped lines are joined; long lines, and lines of cells, are separate. */
function paragraphsOf(text: string, lines: readonly Span[]): readonly (readonly Span[])[] {
  const paragraphs: Span[][] = []
  let afterAlone = true
  for (const line of lines) {
    const alone = areOwnBytesGranted(text, line)
    if (alone || afterAlone) paragraphs.push([line])
    else paragraphs.at(-1)?.push(line)
    afterAlone = alone
  }
  return paragraphs
}

/** The lines as one text of the same length; everything between them is blank. */
function visibleText(text: string, lines: readonly Span[]): string {
  let seen = ''
  for (const [index, { start, end }] of lines.entries()) {
    const before = lines[index - 1]
    if (before) seen += ' '.repeat(start - before.end)
    seen += text.slice(start, end)
  }
  return seen
}

function areOwnBytesGranted(text: string, { start, end }: Span): boolean {
  if (end - start > longLine) return true
  const line = text.slice(start, end)
  const bar = line.indexOf('|')
  return bar >= 0 && line.includes('|', bar + 1)
}

function withoutMarkupAtEnds(text: string, lines: readonly Span[]): readonly Span[] {
  let first = 0
  let last = lines.length
  const isMarkup = (line: Span | undefined): boolean =>
    line !== undefined && isOnlyMarkup(text.slice(line.start, line.end))
  while (first < last && isMarkup(lines[first])) first += 1
  while (last > first && isMarkup(lines[last - 1])) last -= 1
  return lines.slice(first, last)
}

interface Piece extends Span {
  readonly start: number
  end: number
  content: boolean
}

/** Joins a fragment, or a piece without a word, to the one before it; the first to the one after. */
function joinShort(text: string, spans: readonly Span[]): readonly Piece[] {
  const pieces: Piece[] = []
  for (const { start, end } of spans) {
    const piece = { start, end, content: hasContent(text.slice(start, end), 'sentence') }
    const last = pieces.at(-1)
    if (!last || !(isFragment(text, last) || isFragment(text, piece))) pieces.push(piece)
    else {
      last.end = end
      last.content ||= piece.content
    }
  }
  return pieces
}

function isFragment(text: string, { start, end, content }: Piece): boolean {
  if (!content || end - start < shortestEastAsian) return true
  return end - start < shortest && !eastAsian.test(text.slice(start, end))
}

/** Numbers lists by indentation: everything in or below the items of a list has its number. */
export class Lists {
  readonly #outline: Outline
  #open: { readonly indent: number; readonly mark: string; readonly group: number } | undefined

  constructor(outline: Outline) {
    this.#outline = outline
  }

  /** The list of a block; `mark` is that of an item, empty for other blocks. */
  at(indent: number, mark: string): number | undefined {
    const open = this.#open
    const inside = open !== undefined && (indent > open.indent || (indent === open.indent && mark === open.mark))
    if (inside) return open.group
    this.#open = mark === '' ? undefined : { indent, mark, group: this.#outline.newGroup() }
    return this.#open?.group
  }

  end(): void {
    this.#open = undefined
  }
}
