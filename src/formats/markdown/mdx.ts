import { readMarkdown } from './markdown.ts'
import type { Structure } from '../structure.ts'
import { linesOf, type TextLine } from '../units/text-lines.ts'

/** Markdown after module lines, components and expressions are replaced by as many spaces. */
export function readMdx(text: string, from: number): Structure {
  return readMarkdown(maskMdx(text, from), from, 'mdx')
}

const fence = /^(?:>[ \t]?|[-*+][ \t]|\d{1,9}[.)][ \t]|[ \t]){0,12}(`{3,}|~{3,})(.*)$/
const esm = /^(?:import[\s{*]|export\s+(?:default|const|let|var|function|async|class|type|interface|\{|\*)|export[{*])/
/** A longer tag, expression or module line is text. */
const longest = 10_000
/** After this many unclosed marks the search for each further one is shorter. */
const mostFailures = 100
const longestAfterFailures = 100

function maskMdx(text: string, from: number): string {
  const lines = linesOf(text, from)
  const mask = new Mask(text)
  let open: string | undefined
  let afterBlank = true
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (!line) break
    const written = text.slice(line.start, Math.min(line.end, line.start + 300))
    const mark = fence.exec(written)
    if (open !== undefined) {
      if (mark?.[1]?.startsWith(open) && mark[2]?.trim() === '') open = undefined
      afterBlank = false
    } else if (mark && !(mark[1]?.startsWith('`') && mark[2]?.includes('`'))) {
      open = mark[1]
      afterBlank = false
    } else if (afterBlank && esm.test(written)) {
      index = moduleEnd(text, lines, index)
      mask.hide(line.start, lines[index]?.end ?? line.end)
    } else {
      mask.line(line)
      afterBlank = line.blank
    }
  }
  return mask.finish()
}

/** Module lines end at a blank line outside brackets. */
function moduleEnd(text: string, lines: readonly TextLine[], first: number): number {
  let depth = 0
  const start = lines[first]?.start ?? 0
  let end = first
  for (let index = first; index < lines.length; index++) {
    const line = lines[index]
    if (!line || line.start - start > longest || (line.blank && depth <= 0)) break
    if (!line.blank) end = index
    for (let at = line.content; at < Math.min(line.end, start + longest); at++) {
      const unit = text.charAt(at)
      if (unit === '{' || unit === '(' || unit === '[') depth += 1
      else if (unit === '}' || unit === ')' || unit === ']') depth -= 1
    }
  }
  return end
}

/** A copy of the text with blanked spans; line breaks are kept. */
class Mask {
  readonly #text: string
  readonly #parts: string[] = []
  #done = 0
  #failures = 0

  constructor(text: string) {
    this.#text = text
  }

  hide(start: number, end: number): void {
    if (start < this.#done || end <= start) return
    this.#parts.push(this.#text.slice(this.#done, start), this.#text.slice(start, end).replace(/[^\r\n]/g, ' '))
    this.#done = end
  }

  /** Hides comments, and tags and expressions that fill their lines. */
  line({ content, end }: TextLine): void {
    const text = this.#text
    const hidden: { start: number; end: number }[] = []
    let alone = true
    let at = Math.max(content, this.#done)
    while (at < end) {
      const unit = text.charAt(at)
      const close = unit === '<' || unit === '{' ? this.#markupEnd(at) : undefined
      if (
        close !== undefined &&
        (unit === '<' || text.startsWith('/*', at + 1) || (hidden.length === 0 && at === content))
      ) {
        hidden.push({ start: at, end: close })
        at = close
      } else {
        if (unit === '`') at = afterCodeSpan(text, at, end) - 1
        alone &&= unit === ' ' || unit === '\t'
        at += 1
      }
    }
    for (const span of hidden)
      if (alone || span.end > end || text.startsWith('{/*', span.start)) this.hide(span.start, span.end)
  }

  #markupEnd(start: number): number | undefined {
    const end = markupEnd(this.#text, start, start + (this.#failures < mostFailures ? longest : longestAfterFailures))
    if (end === undefined) this.#failures += 1
    return end
  }

  finish(): string {
    return this.#parts.length === 0 ? this.#text : this.#parts.join('') + this.#text.slice(this.#done)
  }
}

const tagStart = /^<\/?(?:[A-Za-z][\w.:-]{0,80}(?=[\s/>]|$)|(?=>))/

/** The end of a component's tag or of an expression; quotes and nested braces are skipped. */
function markupEnd(text: string, start: number, limit: number): number | undefined {
  const isTag = text.charCodeAt(start) === 60
  if (isTag && !tagStart.test(text.slice(start, start + 100))) return undefined
  const last = Math.min(text.length, limit)
  let depth = 0
  let quote = ''
  for (let at = start + (isTag ? 1 : 0); at < last; at++) {
    const unit = text.charAt(at)
    if (quote !== '') quote = unit === quote ? '' : quote
    else if ((unit === '"' || unit === "'") && (isTag ? text.charAt(at - 1) === '=' && depth === 0 : false))
      quote = unit
    else if (unit === '{') depth += 1
    else if (unit === '}') {
      depth -= 1
      if (!isTag && depth === 0) return at + 1
    } else if (isTag && depth <= 0 && unit === '>') return at + 1
    else if (isTag && depth <= 0 && unit === '<') return undefined
    else if (unit === '\n' && /^[ \t]*\r?\n/.test(text.slice(at + 1, at + 40)) && depth <= 0) return undefined
  }
  return undefined
}

/** After the code span that begins at a back quote, or after its marks where it is not closed in the line. */
function afterCodeSpan(text: string, start: number, end: number): number {
  let open = start
  while (text.charCodeAt(open) === 96) open += 1
  const marks = text.slice(start, open)
  const close = text.slice(open, end).indexOf(marks)
  return close < 0 ? open : open + close + marks.length
}
