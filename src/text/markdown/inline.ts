import type { Span } from '../../model/codes/diagnostic.ts'

export interface InlineParts {
  /** Contents of code spans, without their back quotes. */
  readonly codes: readonly Span[]
  /** Links and images with an inline destination. */
  readonly links: readonly Link[]
}

/** Code spans and links of one paragraph, heading or table row, in one pass. */
export function scanInline(text: string, start: number, end: number): InlineParts {
  const parts = new InlineScanner(text.slice(start, end)).scan()
  const shift = <S extends Span>(span: S): S => ({ ...span, start: span.start + start, end: span.end + start })
  return { codes: parts.codes.map(shift), links: parts.links.map(shift) }
}

class InlineScanner {
  readonly #text: string
  readonly #codes: Span[] = []
  readonly #links: Link[] = []
  readonly #backQuotes: BackQuotes
  /** Open brackets; `true` for those of an image. */
  readonly #brackets: boolean[] = []
  /** CommonMark §6.3: links contain no other links, so brackets below this index are text. */
  #closedBelow = 0
  #lastComment: number

  constructor(text: string) {
    this.#text = text
    this.#backQuotes = new BackQuotes(text)
    this.#lastComment = text.lastIndexOf('-->')
  }

  scan(): InlineParts {
    let at = 0
    let escaped = -1
    while (at < this.#text.length) {
      switch (this.#text[at]) {
        case '\\':
          escaped = at + 1
          at += 2
          break
        case '`':
          at = this.#code(at)
          break
        case '<':
          at = this.#comment(at)
          break
        case '[':
          this.#brackets.push(this.#text[at - 1] === '!' && escaped !== at - 1)
          at += 1
          break
        case ']':
          at = this.#link(at)
          break
        default:
          at += 1
      }
    }
    return { codes: this.#codes, links: this.#links }
  }

  #code(at: number): number {
    const run = this.#backQuotes.lengthAt(at)
    const close = this.#backQuotes.next(at + run, run)
    if (close === undefined) return at + run
    this.#codes.push({ start: at + run, end: close })
    return close + run
  }

  #comment(at: number): number {
    if (at > this.#lastComment || !this.#text.startsWith('<!--', at)) return at + 1
    const close = this.#text.indexOf('-->', at + 4)
    return close < 0 ? at + 1 : close + 3
  }

  #link(at: number): number {
    const image = this.#brackets.pop()
    const open = image === true || (image === false && this.#brackets.length >= this.#closedBelow)
    this.#closedBelow = Math.min(this.#closedBelow, this.#brackets.length)
    const found = open && this.#text[at + 1] === '(' ? readDestination(this.#text, at + 2) : undefined
    if (!found) return at + 1
    this.#links.push(found.link)
    if (!image) this.#closedBelow = this.#brackets.length
    return found.end
  }
}

/** Runs of back quotes by length, so that the search for the closing one never rescans the paragraph. */
class BackQuotes {
  readonly #lengths = new Map<number, number>()
  readonly #byLength = new Map<number, { readonly starts: number[]; next: number }>()

  constructor(text: string) {
    for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
      const from = at
      while (text[at] === '`') at += 1
      this.#lengths.set(from, at - from)
      const runs = this.#byLength.get(at - from) ?? { starts: [], next: 0 }
      runs.starts.push(from)
      this.#byLength.set(at - from, runs)
    }
  }

  /** An escaped back quote shortens its run. */
  lengthAt(at: number): number {
    return this.#lengths.get(at) ?? Math.max(1, (this.#lengths.get(at - 1) ?? 2) - 1)
  }

  next(from: number, length: number): number | undefined {
    const runs = this.#byLength.get(length)
    if (!runs) return undefined
    while ((runs.starts[runs.next] ?? Infinity) < from) runs.next += 1
    return runs.starts[runs.next]
  }
}

export interface Link extends Span {
  /** Without escapes; `start` and `end` are offsets of the destination as written. */
  readonly destination: string
}

const escaped = /\\([!-/:-@[-`{-~])/g

/** Reads `dest "title")` after `](`; `end` is the offset after the closing parenthesis. */
function readDestination(text: string, from: number): { readonly link: Link; readonly end: number } | undefined {
  const start = skipSpace(text, from)
  const link = destinationAt(text, start)
  if (!link) return undefined
  const after = text[start] === '<' ? link.end + 1 : link.end
  let at = skipSpace(text, after)
  if (at > after) at = skipSpace(text, titleEnd(text, at))
  return text[at] === ')' ? { link, end: at + 1 } : undefined
}

/** A destination in angle brackets, or a run without spaces in which parentheses pair up. */
export function destinationAt(text: string, start: number): Link | undefined {
  return text[start] === '<' ? inAngleBrackets(text, start + 1) : withoutSpaces(text, start)
}

function inAngleBrackets(text: string, start: number): Link | undefined {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '>') return linkOf(text, start, at)
    if (text[at] === '<' || text[at] === '\n' || text[at] === '\r') return undefined
    if (text[at] === '\\') at += 1
  }
  return undefined
}

function withoutSpaces(text: string, start: number): Link | undefined {
  let depth = 0
  let at = start
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit <= 32) break
    if (unit === 92) at += 1
    else if (unit === 40) {
      depth += 1
      if (depth > 32) return undefined
    } else if (unit === 41) {
      if (depth === 0) break
      depth -= 1
    }
  }
  return depth === 0 ? linkOf(text, start, Math.min(at, text.length)) : undefined
}

function titleEnd(text: string, at: number): number {
  const open = text[at]
  const close = open === '(' ? ')' : open
  if (open !== '"' && open !== "'" && open !== '(') return at
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i += 1
    else if (text[i] === close) return i + 1
    else if (text[i] === '(' && open === '(') return at
  }
  return at
}

function linkOf(text: string, start: number, end: number): Link {
  return { destination: text.slice(start, end).replace(escaped, '$1').replaceAll('&amp;', '&'), start, end }
}

export function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1
  return at
}
