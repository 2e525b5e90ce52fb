export interface Tag {
  /** In lower case; `!` for comments, declarations and instructions. */
  readonly name: string
  readonly start: number
  readonly end: number
  readonly closes: boolean
  readonly closesItself: boolean
}

/** A longer tag is text, which bounds the cost of a line of `<`. */
const longestTag = 4_000

const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/** A `>` outside quotes; a `<` there means that this is not a tag. */
function tagEnd(text: string, from: number, to: number): number | undefined {
  let quote = 0
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    if (quote !== 0) quote = unit === quote ? 0 : quote
    else if (unit === 62) return at
    else if (unit === 60) return undefined
    else if ((unit === 34 || unit === 39) && text.charCodeAt(at - 1) === 61) quote = unit
  }
  return undefined
}

/** Reads tags of one text from its beginning to its end. */
export class TagReader {
  readonly #text: string
  /** Where each closing mark was found last, so that a distant or missing one is searched for once. */
  readonly #found = new Map<string, number>()

  constructor(text: string) {
    this.#text = text
  }

  /** The tag at a `<`; `undefined` where none begins. */
  at(start: number): Tag | undefined {
    const text = this.#text
    const next = text.charCodeAt(start + 1)
    if (next === 33 || next === 63) return this.#declaration(start)
    const closes = next === 47
    const from = start + (closes ? 2 : 1)
    const name = /^[A-Za-z][\w:-]{0,40}/.exec(text.slice(from, from + 42))?.[0].toLowerCase()
    if (name === undefined) return undefined
    const close = tagEnd(text, from + name.length, Math.min(text.length, start + longestTag))
    if (close === undefined) return undefined
    return { name, start, end: close + 1, closes, closesItself: text.charCodeAt(close - 1) === 47 || voids.has(name) }
  }

  /** An unclosed comment ends with its line, so that it hides little. */
  #declaration(start: number): Tag {
    const mark = this.#text.startsWith('<!--', start) ? '-->' : '>'
    const close = this.#next(mark, start + 2)
    const lineEnd = this.#next('\n', start)
    const end = close === Infinity ? Math.min(lineEnd, this.#text.length) : close + mark.length
    return { name: '!', start, end, closes: false, closesItself: true }
  }

  #next(mark: string, from: number): number {
    const known = this.#found.get(mark) ?? -1
    if (known >= from) return known
    const found = this.#text.indexOf(mark, from)
    const at = found < 0 ? Infinity : found
    this.#found.set(mark, at)
    return at
  }
}
