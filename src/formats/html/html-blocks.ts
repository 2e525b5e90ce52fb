import type { Span } from '../../model/codes/diagnostic.ts'
import type { Tag } from './html-tags.ts'
import type { HtmlOptions } from './html.ts'
import type { Outline } from '../units/outline.ts'
import { decodeEntities, shortTitle } from '../units/titles.ts'

/** Elements that do not end their line of text. */
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input ins kbd label map ' +
    'mark math meter output picture progress q ruby s samp small ' +
    'source span strike strong sub sup time tt u var wbr link meta rp rt'
  ).split(' '),
)
/** A longer row is page layout. */
const longestRow = 1_000
const longestInline = 60

type Block = { readonly kind: 'text' | 'item'; readonly spans: Span[]; readonly group: number | undefined }

/** Collects the text between tags into blocks. */
export class HtmlBlocks {
  readonly #text: string
  readonly #outline: Outline
  readonly #options: HtmlOptions
  #spans: { readonly start: number; end: number }[] = []
  /** Start of the inline element around the next text. */
  #inlineStart: number | undefined
  #isItem = false
  #pre: number | undefined
  #heading: { readonly level: number; readonly start: number } | undefined
  #lists = 0
  #group: number | undefined
  #table: { head: Span | undefined; readonly rows: Span[] } | undefined
  #row: { readonly blocks: Block[]; cells: number; heads: number; broken: boolean } | undefined

  constructor(text: string, outline: Outline, options: HtmlOptions) {
    this.#text = text
    this.#outline = outline
    this.#options = options
    this.#group = options.group
  }

  text(start: number, end: number): void {
    if (this.#pre !== undefined) return
    let first = start
    let last = end
    while (first < last && this.#text.charCodeAt(first) <= 32) first += 1
    while (last > first && this.#text.charCodeAt(last - 1) <= 32) last -= 1
    if (last <= first) return
    this.#spans.push({ start: this.#inlineStart ?? first, end: last })
    this.#inlineStart = undefined
  }

  /** A short tag around a text is quoted with it. */
  #inline({ start, end, closes, closesItself }: Tag): void {
    const last = this.#spans.at(-1)
    if (end - start > longestInline || closesItself) this.#inlineStart = undefined
    else if (!closes) this.#inlineStart ??= start
    else if (last?.end === start) last.end = end
  }

  dropped({ name }: Tag): void {
    if (!inline.has(name)) this.#flush()
  }

  tag(tag: Tag): void {
    if (this.#pre !== undefined) return this.#insidePre(tag)
    if (tag.name === '!') return
    if (inline.has(tag.name)) return this.#inline(tag)
    this.#inlineStart = undefined
    if (/^h[1-6]$/.test(tag.name)) return this.#headingTag(tag)
    this.#flush()
    switch (tag.name) {
      case 'pre':
        if (!tag.closes) this.#pre = tag.end
        return
      case 'ul':
      case 'ol':
      case 'dl':
        return this.#list(tag)
      case 'li':
        this.#isItem = !tag.closes
        return
      case 'table':
        this.#endTable()
        return
      case 'tr':
        if (tag.closes) return this.#endRow()
        return this.#openRow()
      case 'td':
      case 'th':
        if (tag.closes || !this.#row) return
        this.#row.cells += 1
        if (tag.name === 'th') this.#row.heads += 1
    }
  }

  finish(end: number): void {
    if (this.#pre !== undefined) this.#code(this.#pre, end)
    this.#flush()
    this.#endTable()
  }

  #insidePre(tag: Tag): void {
    if (tag.name !== 'pre' || !tag.closes || this.#pre === undefined) return
    this.#code(this.#pre, tag.start)
    this.#pre = undefined
  }

  /** A row that contains code is page layout. */
  #code(start: number, end: number): void {
    this.#breakRow()
    this.#outline.code({ start, end }, this.#group)
  }

  #headingTag(tag: Tag): void {
    const heading = this.#heading
    if (!this.#options.headings) return this.#flush()
    if (!tag.closes) {
      this.#flush()
      this.#heading = { level: Number(tag.name[1]), start: tag.start }
      return
    }
    if (!heading) return this.#flush()
    const title = shortTitle(
      decodeEntities(
        this.#spans
          .map(({ start, end }) => this.#text.slice(start, end))
          .join(' ')
          .replace(/<\/?\w[^<>]*>/g, ''),
      ).replace(/[¶\u200b]/g, ''),
    )
    this.#spans = []
    this.#heading = undefined
    this.#breakRow()
    this.#endTable()
    this.#outline.heading({ level: heading.level, title, start: heading.start, bodyStart: tag.end })
  }

  #list({ closes }: Tag): void {
    this.#isItem = false
    if (!closes && this.#lists === 0) this.#group = this.#options.group ?? this.#outline.newGroup()
    this.#lists = Math.max(0, this.#lists + (closes ? -1 : 1))
    if (this.#lists === 0) this.#group = this.#options.group
  }

  /** Ends the current block. */
  #flush(): void {
    this.#heading = undefined
    const spans = this.#spans
    if (spans.length === 0) return
    this.#spans = []
    const block: Block = { kind: this.#isItem ? 'item' : 'text', spans, group: this.#group }
    this.#isItem = false
    if (this.#row && !this.#row.broken) this.#row.blocks.push(block)
    else this.#write(block)
  }

  #write({ kind, spans, group }: Block): void {
    this.#closeTable()
    if (kind === 'item') this.#outline.item(spans, group, true)
    else this.#outline.paragraph(spans, group, true)
  }

  #openRow(): void {
    this.#endRow()
    this.#row = { blocks: [], cells: 0, heads: 0, broken: false }
  }

  #endRow(): void {
    const row = this.#row
    this.#row = undefined
    const start = row?.blocks[0]?.spans[0]?.start
    const end = row?.blocks.at(-1)?.spans.at(-1)?.end
    if (!row || start === undefined || end === undefined) return
    if (row.cells < 2 || end - start > longestRow) {
      for (const block of row.blocks) this.#write(block)
      return
    }
    this.#table ??= { head: undefined, rows: [] }
    if (row.heads === row.cells && !this.#table.head && this.#table.rows.length === 0) this.#table.head = { start, end }
    else this.#table.rows.push({ start, end })
  }

  /** Turns an open row into ordinary blocks. */
  #breakRow(): void {
    const row = this.#row
    if (!row || row.broken) return this.#closeTable()
    row.broken = true
    for (const block of row.blocks) this.#write(block)
    row.blocks.length = 0
    this.#closeTable()
  }

  #endTable(): void {
    this.#endRow()
    this.#closeTable()
  }

  #closeTable(): void {
    const table = this.#table
    this.#table = undefined
    if (table) this.#outline.table(table.head, table.rows)
  }
}
