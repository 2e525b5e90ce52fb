import type { Span } from '../../model/codes/diagnostic.ts'

/** A key with its value, or an item of a list (without a key). */
export interface OutlineNode {
  readonly parent: OutlineNode | undefined
  readonly key: string | undefined
  readonly keySpan: Span | undefined
  readonly column: number
  readonly children: OutlineNode[]
  /** The scalar as written, without quotes. */
  value: Span | undefined
}

/** `key`: in a key. `value`: after the colon of a key. `open`: in a word that may become either. */
export interface Cursor {
  readonly part: 'key' | 'value' | 'open'
  /** The mapping of a key; for the others, whose value it is. */
  readonly node: OutlineNode
  /** The word around the cursor, without quotes. */
  readonly word: Span
}

export interface DocumentOutline {
  readonly root: OutlineNode
  readonly cursor: Cursor | undefined
}

/**
 * Reads a YAML or JSON text that is being written, so it is rarely valid: keys by their columns, flow collections by
 * their brackets. Nothing is reported; that is for the parser.
 */
export function readOutline(text: string, offset?: number): DocumentOutline {
  const reader = new OutlineReader(text, offset)
  return reader.read()
}

class OutlineReader {
  readonly #text: string
  readonly #offset: number | undefined
  readonly #root: OutlineNode = newNode(undefined, undefined, undefined, -1)
  #open: OutlineNode = this.#root
  #cursor: Cursor | undefined
  /** Lines further right than this belong to a block of text. */
  #block: number | undefined

  constructor(text: string, offset: number | undefined) {
    this.#text = text
    this.#offset = offset
  }

  read(): DocumentOutline {
    let start = 0
    while (start <= this.#text.length) {
      const stop = this.#line(start, lineEnd(this.#text, start))
      start = nextLine(this.#text, stop)
    }
    return { root: this.#root, cursor: this.#cursor }
  }

  /** Returns where it stopped reading, which is on a later line after a flow collection. */
  #line(start: number, end: number): number {
    let at = skipSpaces(this.#text, start, end)
    if (this.#block !== undefined) {
      if (at === end || at - start > this.#block) return this.#inBlock(start, end)
      this.#block = undefined
    }
    if (
      at === end ||
      this.#text[at] === '#' ||
      (at - start < 3 && /^(?:---|\.\.\.)\s*$/.test(this.#text.slice(start, end)))
    ) {
      if (at === end) this.#onBlank(start, end)
      return end
    }
    while (this.#text[at] === '-' && (at + 1 === end || isSpace(this.#text[at + 1]))) {
      this.#close((node) => node.column > at - start || (node.column === at - start && node.key === undefined))
      this.#push(undefined, undefined, at - start)
      at = skipSpaces(this.#text, at + 1, end)
    }
    if (this.#text[at] === '#') return end
    const key = keyAt(this.#text, at, end)
    if (key) return this.#keyed(key, start, end)
    if (this.#open.key !== undefined || this.#open === this.#root) this.#close((node) => node.column >= at - start)
    return this.#value(at, end, 'open', at)
  }

  #keyed(key: Key, start: number, end: number): number {
    const column = key.span.start - key.quoted - start
    this.#close((node) => node.column >= column)
    const node = this.#push(key.text, key.span, column)
    if (this.#isIn({ start: key.span.start - key.quoted, end: key.span.end + key.quoted }))
      this.#cursor = { part: 'key', node: node.parent ?? this.#root, word: key.span }
    const at = skipSpaces(this.#text, key.colon + 1, end)
    if (/^[|>][-+\d]{0,3}\s*(?:#.*)?$/.test(this.#text.slice(at, end))) {
      this.#block = column
      return end
    }
    return this.#value(at, end, 'value', key.colon + 1)
  }

  #value(at: number, end: number, part: 'value' | 'open', from: number): number {
    if (this.#text[at] === '[' || this.#text[at] === '{') return this.#flow(at)
    const word = scalarAt(this.#text, at, end)
    if (word.end > word.start && this.#open !== this.#root) this.#open.value ??= word
    // A space must follow the colon before a value can begin.
    if (
      this.#isIn({ start: part === 'value' ? from + 1 : from, end: Math.max(word.end + 1, from + 1, end) }) &&
      this.#beforeComment(word, end)
    )
      this.#cursor = { part, node: this.#open, word }
    return end
  }

  #beforeComment(word: Span, end: number): boolean {
    const comment = this.#text.slice(word.end, end).indexOf(' #')
    return comment < 0 || (this.#offset ?? 0) <= word.end + comment
  }

  #onBlank(start: number, end: number): void {
    const offset = this.#offset
    if (offset === undefined || offset < start || offset > end) return
    let node = this.#open
    while (node.parent && node.column >= offset - start) node = node.parent
    this.#cursor = { part: 'open', node, word: { start: offset, end: offset } }
  }

  #inBlock(start: number, end: number): number {
    if (this.#isIn({ start, end })) this.#cursor = { part: 'value', node: this.#open, word: { start, end } }
    return end
  }

  /** A flow collection, to its closing bracket or, unclosed, to the end. */
  #flow(start: number): number {
    const outer = this.#open
    let at = start
    let depth = 0
    let wordStart: number | undefined
    const kinds: ('[' | '{')[] = []
    const finish = (to: number): void => this.#flowWord(wordStart, to, kinds.at(-1))
    for (; at < this.#text.length; at++) {
      const sign = this.#text[at]
      if (sign === '[' || sign === '{') {
        depth += 1
        kinds.push(sign)
        if (sign === '[') this.#push(undefined, undefined, Infinity)
        wordStart = at + 1
      } else if (sign === ']' || sign === '}') {
        finish(at)
        this.#leaveFlowKey(kinds.at(-1))
        if (sign === ']' && this.#open.parent) this.#open = this.#open.parent
        kinds.pop()
        depth -= 1
        wordStart = undefined
        if (depth === 0) break
      } else if (sign === ',') {
        finish(at)
        this.#leaveFlowKey(kinds.at(-1))
        if (kinds.at(-1) === '[' && this.#open.parent) {
          this.#open = this.#open.parent
          this.#push(undefined, undefined, Infinity)
        }
        wordStart = at + 1
      } else if (sign === ':' && kinds.at(-1) === '{' && isKeyEnd(this.#text, at)) {
        const span = scalarAt(this.#text, skipBlank(this.#text, wordStart ?? at, at), at)
        const node = this.#push(this.#text.slice(span.start, span.end), span, Infinity)
        if (this.#isIn(span)) this.#cursor = { part: 'key', node: node.parent ?? this.#root, word: span }
        wordStart = at + 1
      } else if (sign === '"' || sign === "'") at = quoteEnd(this.#text, at)
    }
    if (depth > 0) finish(this.#text.length)
    this.#open = outer
    return lineEnd(this.#text, at)
  }

  #flowWord(start: number | undefined, to: number, kind: '[' | '{' | undefined): void {
    if (start === undefined) return
    const from = skipBlank(this.#text, start, to)
    const word = scalarAt(this.#text, from, Math.min(to, lineEnd(this.#text, from)))
    const isKeyed = this.#open.key !== undefined && this.#open.column === Infinity
    if (word.end > word.start && (kind === '[' || isKeyed)) this.#open.value ??= word
    if (!this.#isIn({ start, end: to })) return
    const inside =
      this.#isIn(word) || word.end > word.start ? word : { start: this.#offset ?? to, end: this.#offset ?? to }
    this.#cursor = { part: isKeyed ? 'value' : 'open', node: this.#open, word: inside }
  }

  #leaveFlowKey(kind: '[' | '{' | undefined): void {
    if (kind === '{' && this.#open.key !== undefined && this.#open.column === Infinity && this.#open.parent)
      this.#open = this.#open.parent
  }

  #isIn({ start, end }: Span): boolean {
    return this.#offset !== undefined && this.#offset >= start && this.#offset <= end
  }

  #close(isClosed: (node: OutlineNode) => boolean): void {
    while (this.#open.parent && isClosed(this.#open)) this.#open = this.#open.parent
  }

  #push(key: string | undefined, keySpan: Span | undefined, column: number): OutlineNode {
    const node = newNode(this.#open, key, keySpan, column)
    this.#open.children.push(node)
    this.#open = node
    return node
  }
}

function newNode(
  parent: OutlineNode | undefined,
  key: string | undefined,
  keySpan: Span | undefined,
  column: number,
): OutlineNode {
  return { parent, key, keySpan, column, children: [], value: undefined }
}

interface Key {
  readonly text: string
  readonly span: Span
  /** Length of one quote. */
  readonly quoted: 0 | 1
  readonly colon: number
}

function keyAt(text: string, at: number, end: number): Key | undefined {
  const sign = text[at]
  if (sign === '"' || sign === "'") {
    const close = quoteEnd(text, at)
    const colon = skipSpaces(text, close + 1, end)
    if (text[colon] !== ':' || close > end) return undefined
    return { text: text.slice(at + 1, close), span: { start: at + 1, end: close }, quoted: 1, colon }
  }
  if (sign === '[' || sign === '{') return undefined
  const found = /:(?=[ \t]|$)/.exec(text.slice(at, end))
  if (!found) return undefined
  const name = text.slice(at, at + found.index).trimEnd()
  if (name.includes(' #')) return undefined
  return { text: name, span: { start: at, end: at + name.length }, quoted: 0, colon: at + found.index }
}

/** The scalar at an offset, without quotes, spaces around it and a comment. */
function scalarAt(text: string, at: number, end: number): Span {
  const sign = text[at]
  if ((sign === '"' || sign === "'") && at < end) {
    const close = Math.min(quoteEnd(text, at), end)
    return { start: at + 1, end: Math.max(at + 1, close) }
  }
  const written = text.slice(at, end)
  const comment = written.search(/(?:^|\s)#/)
  const plain = (comment < 0 ? written : written.slice(0, comment)).trimEnd()
  return { start: at, end: at + plain.length }
}

/** Offset of the closing quote; of the end of the line, for an open one. */
function quoteEnd(text: string, at: number): number {
  const quote = text[at]
  const end = lineEnd(text, at)
  for (let close = at + 1; close < end; close++) {
    if (quote === '"' && text[close] === '\\') close += 1
    else if (text[close] === quote) {
      if (quote === "'" && text[close + 1] === "'") close += 1
      else return close
    }
  }
  return end
}

/** In JSON a colon follows the quote of a key directly; in YAML a space follows the colon. */
const isKeyEnd = (text: string, colon: number): boolean =>
  colon + 1 >= text.length || /[\s"'[{,}\]]/.test(text[colon + 1] ?? '') || text[colon - 1] === '"'

const isSpace = (sign: string | undefined): boolean => sign === ' ' || sign === '\t'

function skipSpaces(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isSpace(text[at])) at += 1
  return at
}

function skipBlank(text: string, from: number, end: number): number {
  let at = from
  while (at < end && /\s/.test(text[at] ?? '')) at += 1
  return at
}

function lineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

const nextLine = (text: string, end: number): number =>
  text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
