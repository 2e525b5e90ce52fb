import { htmlBlockEnd, htmlBlockStart, type HtmlBlock } from './html-blocks.ts'

/** `underline` turns the paragraph above it into a heading. */
type LineKind = 'blank' | 'text' | 'heading' | 'underline' | 'break' | 'fence' | 'code' | 'html'

export interface MarkdownLine {
  readonly kind: LineKind
  /** UTF-16 offsets; the line break is outside. */
  readonly start: number
  readonly end: number
  /** First character after quote marks, list markers and indentation. */
  readonly content: number
  /** Number of quotes and list items around the line. */
  readonly depth: number
  /** Number of list items among them. */
  readonly items: number
  readonly opensItem: boolean
  readonly opensFence: boolean
  /** A text line that continues the paragraph of the line before. */
  readonly continues: boolean
  /** Level of a heading or underline, else 0. */
  readonly level: number
}

/** Deeper nesting is text, which bounds the cost of a line. */
const maxDepth = 24

type Container = { readonly kind: 'quote' } | { readonly kind: 'item'; readonly width: number; empty: boolean }
type Leaf = 'none' | 'paragraph' | 'fence' | 'html'

/** MDX has neither HTML blocks nor indented code. */
export type Dialect = 'commonmark' | 'mdx'

/** CommonMark's block structure, line by line, in one pass. Nothing is built; `visit` takes what it needs. */
export function scanMarkdown(
  text: string,
  visit: (line: MarkdownLine) => void,
  from = 0,
  dialect: Dialect = 'commonmark',
): void {
  const scanner = new Scanner(text, dialect)
  const find = (mark: string, start: number): number => {
    const at = text.indexOf(mark, start)
    return at < 0 ? text.length : at
  }
  let feed = -1
  let carriage = -1
  for (let start = from; start < text.length;) {
    if (feed < start) feed = find('\n', start)
    if (carriage < start) carriage = find('\r', start)
    const end = Math.min(feed, carriage)
    visit(scanner.line(start, end))
    start = feed === end + 1 && carriage === end ? end + 2 : end + 1
  }
}

class Scanner {
  readonly #text: string
  readonly #dialect: Dialect
  #containers: Container[] = []
  #leaf: Leaf = 'none'
  /** The open paragraph has only link definitions so far, which an underline does not turn into a heading. */
  #onlyDefinitions = false
  #fence = { mark: 0, length: 0 }
  #html: HtmlBlock = 'blank'

  // The current line: its next visible character, that character's column, and the column where content begins.
  #start = 0
  #end = 0
  #at = 0
  #column = 0
  #base = 0
  /** How many containers stay open. */
  #kept = 0
  #opensItem = false
  #opensFence = false

  constructor(text: string, dialect: Dialect) {
    this.#text = text
    this.#dialect = dialect
  }

  line(start: number, end: number): MarkdownLine {
    this.#start = start
    this.#end = end
    this.#base = 0
    this.#opensItem = false
    this.#opensFence = false
    this.#moveTo(start, 0)
    const matched = this.#matchContainers()
    if (matched === this.#containers.length) {
      if (this.#leaf === 'fence') return this.#insideFence()
      if (this.#leaf === 'html') return this.#insideHtml()
    }
    return this.#openBlocks(matched)
  }

  /** Number of open containers that the line continues by its own marks. */
  #matchContainers(): number {
    let matched = 0
    for (const container of this.#containers) {
      if (container.kind === 'quote') {
        if (this.#indent > 3 || this.#unit !== 62) break
        this.#enterQuote()
      } else if (this.#blank) {
        if (container.empty) break
      } else if (this.#indent >= container.width) this.#base += container.width
      else break
      matched += 1
    }
    return matched
  }

  /** Opens quotes and items until a leaf is found. `touching`: the paragraph above may continue in this line. */
  #openBlocks(matched: number): MarkdownLine {
    let touching = this.#leaf === 'paragraph'
    let lazy = matched < this.#containers.length
    this.#kept = matched
    while (!this.#blank) {
      if (this.#indent > 3 && (touching || this.#dialect === 'commonmark')) {
        if (touching) break
        return this.#leafLine('code')
      }
      // Nothing that opens a block begins with a letter.
      if (isLetter(this.#unit)) break
      if (this.#unit === 62 && this.#kept < maxDepth) {
        this.#close()
        this.#enterQuote()
        this.#containers.push({ kind: 'quote' })
      } else {
        const leaf = this.#openLeaf(touching, lazy)
        if (leaf) return leaf
        const item = this.#kept < maxDepth ? this.#openItem(touching && !lazy) : undefined
        if (!item) break
        this.#close()
        this.#containers.push(item)
      }
      this.#kept += 1
      touching = false
      lazy = false
    }
    return this.#textOrBlank(touching, lazy)
  }

  #openLeaf(touching: boolean, lazy: boolean): MarkdownLine | undefined {
    const level = this.#atxLevel()
    if (level > 0) return this.#leafLine('heading', level)
    if (this.#openFence()) return this.#leafLine('fence', 0, 'fence')
    const html = this.#dialect === 'mdx' ? undefined : htmlBlockStart(this.#text, this.#at, this.#end, touching)
    if (html) {
      this.#html = html
      return this.#leafLine('html', 0, htmlBlockEnd(html, this.#text, this.#at, this.#end) ? 'none' : 'html')
    }
    const underline = touching && !lazy && !this.#onlyDefinitions ? this.#underlineLevel() : 0
    if (underline > 0) return this.#leafLine('underline', underline)
    return this.#isBreak() ? this.#leafLine('break') : undefined
  }

  /** Closes containers that the line does not continue. */
  #close(): void {
    if (this.#containers.length > this.#kept) this.#containers.length = this.#kept
    this.#leaf = 'none'
  }

  #leafLine(kind: LineKind, level = 0, leaf: Leaf = 'none'): MarkdownLine {
    this.#close()
    this.#leaf = leaf
    return this.#result(kind, level)
  }

  #textOrBlank(touching: boolean, lazy: boolean): MarkdownLine {
    if (this.#blank) return this.#leafLine('blank')
    if (!(lazy && touching)) this.#close()
    const continues = touching && !this.#onlyDefinitions
    this.#leaf = 'paragraph'
    this.#onlyDefinitions = !continues && this.#isDefinition()
    return this.#result('text', 0, continues)
  }

  #insideFence(): MarkdownLine {
    const { mark, length } = this.#fence
    if (this.#indent <= 3 && this.#unit === mark) {
      const after = this.#skip(this.#at, mark)
      if (after - this.#at >= length && this.#onlySpaces(after)) this.#leaf = 'none'
    }
    return this.#result('fence')
  }

  #insideHtml(): MarkdownLine {
    if (this.#html === 'blank' && this.#blank) {
      this.#leaf = 'none'
      return this.#result('blank')
    }
    if (htmlBlockEnd(this.#html, this.#text, this.#at, this.#end)) this.#leaf = 'none'
    return this.#result('html')
  }

  #result(kind: LineKind, level = 0, continues = false): MarkdownLine {
    let items = 0
    for (const container of this.#containers) {
      if (container.kind !== 'item') continue
      items += 1
      if (kind !== 'blank') container.empty = false
    }
    return {
      kind,
      start: this.#start,
      end: this.#end,
      content: this.#at,
      depth: this.#containers.length,
      items,
      opensItem: this.#opensItem,
      opensFence: this.#opensFence,
      continues,
      level,
    }
  }

  get #blank(): boolean {
    return this.#at >= this.#end
  }

  get #indent(): number {
    return this.#column - this.#base
  }

  get #unit(): number {
    return this.#blank ? 0 : this.#text.charCodeAt(this.#at)
  }

  /** Moves to the next visible character; tabs stop at every fourth column. */
  #moveTo(offset: number, column: number): void {
    for (; offset < this.#end; offset++) {
      const unit = this.#text.charCodeAt(offset)
      if (unit === 32) column += 1
      else if (unit === 9) column += 4 - (column % 4)
      else break
    }
    this.#at = offset
    this.#column = column
  }

  #enterQuote(): void {
    const next = this.#text.charCodeAt(this.#at + 1)
    this.#base = this.#column + (this.#at + 1 < this.#end && (next === 32 || next === 9) ? 2 : 1)
    this.#moveTo(this.#at + 1, this.#column + 1)
  }

  #openItem(interrupts: boolean): Container | undefined {
    const width = this.#markerWidth(interrupts)
    if (width === 0) return undefined
    const parentBase = this.#base
    const markerEnd = this.#column + width
    this.#moveTo(this.#at + width, markerEnd)
    const empty = this.#blank
    const padding = this.#column - markerEnd
    this.#base = empty || padding > 4 ? markerEnd + 1 : this.#column
    this.#opensItem = true
    return { kind: 'item', width: this.#base - parentBase, empty }
  }

  /** A list may interrupt a paragraph only when it has text and, if numbered, starts at 1. */
  #markerWidth(interrupts: boolean): number {
    let at = this.#at
    const first = this.#unit
    if (first === 42 || first === 43 || first === 45) at += 1
    else {
      while (at < this.#end && isDigit(this.#text.charCodeAt(at))) at += 1
      const digits = at - this.#at
      const closing = this.#text.charCodeAt(at)
      if (digits === 0 || digits > 9 || at >= this.#end || (closing !== 46 && closing !== 41)) return 0
      if (interrupts && !(digits === 1 && first === 49)) return 0
      at += 1
    }
    if (at < this.#end && !isSpace(this.#text.charCodeAt(at))) return 0
    return interrupts && this.#onlySpaces(at) ? 0 : at - this.#at
  }

  #atxLevel(): number {
    if (this.#unit !== 35) return 0
    const after = this.#skip(this.#at, 35)
    const level = after - this.#at
    return level <= 6 && (after >= this.#end || isSpace(this.#text.charCodeAt(after))) ? level : 0
  }

  #openFence(): boolean {
    const mark = this.#unit
    if (mark !== 96 && mark !== 126) return false
    const after = this.#skip(this.#at, mark)
    if (after - this.#at < 3) return false
    if (mark === 96) for (let i = after; i < this.#end; i++) if (this.#text.charCodeAt(i) === 96) return false
    this.#fence = { mark, length: after - this.#at }
    this.#opensFence = true
    return true
  }

  #underlineLevel(): number {
    const mark = this.#unit
    if (mark !== 61 && mark !== 45) return 0
    if (!this.#onlySpaces(this.#skip(this.#at, mark))) return 0
    return mark === 61 ? 1 : 2
  }

  #isBreak(): boolean {
    const mark = this.#unit
    if (mark !== 42 && mark !== 45 && mark !== 95) return false
    let count = 0
    for (let i = this.#at; i < this.#end; i++) {
      const unit = this.#text.charCodeAt(i)
      if (unit === mark) count += 1
      else if (!isSpace(unit)) return false
    }
    return count >= 3
  }

  /** Only the form on one line; a definition of several lines counts as text. */
  #isDefinition(): boolean {
    if (this.#unit !== 91) return false
    const line = this.#text.slice(this.#at, Math.min(this.#end, this.#at + 1000))
    return /^\[[^[\]\\]{1,500}\]:[ \t]*[^\s<][^\s]*(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]*$/.test(line)
  }

  #skip(from: number, unit: number): number {
    let at = from
    while (at < this.#end && this.#text.charCodeAt(at) === unit) at += 1
    return at
  }

  #onlySpaces(from: number): boolean {
    for (let i = from; i < this.#end; i++) if (!isSpace(this.#text.charCodeAt(i))) return false
    return true
  }
}

const isSpace = (unit: number): boolean => unit === 32 || unit === 9
const isLetter = (unit: number): boolean => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)
const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57
