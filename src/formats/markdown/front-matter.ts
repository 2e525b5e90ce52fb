import { afterBreak } from '../../text/markdown/sections.ts'
import type { Outline } from '../units/outline.ts'
import { linesOf } from '../units/text-lines.ts'
import { shortTitle } from '../units/titles.ts'

/** A front matter that is not closed within this many characters is text. */
const longest = 20_000
/** A value of this many words is a sentence. */
const sentenceWords = 5
const closings: ReadonlyMap<string, RegExp> = new Map([
  ['---', /^(?:---|\.\.\.)[ \t]*\r?$/gm],
  ['+++', /^\+\+\+[ \t]*\r?$/gm],
])
const field = /^(['"]?)([\w.-]{1,60})\1[ \t]*[:=][ \t]*(.*)$/

/**
 * Reads the front matter of a text: its title is the title of the document, values that are sentences are text,
 * settings are not. Returns where the body starts.
 */
export function readFrontMatter(text: string, from: number, outline: Outline): number {
  const inner = from > 0 ? undefined : innerSpan(text)
  if (!inner) return from
  const fields = linesOf(text, inner.start, inner.end).flatMap(({ start, end }) => fieldIn(text, start, end))
  if (fields.length === 0) return from
  const title = fields.find(({ name }) => name === 'title')
  if (title && title.end > title.start) {
    const written = text.slice(title.start, title.end)
    outline.heading({ level: 1, title: shortTitle(unquoted(written)), start: from, bodyStart: inner.body })
  }
  for (const { name, start, end } of fields) {
    const isSentence = text.slice(start, end).split(/\s+/, sentenceWords).length === sentenceWords
    if (name !== 'title' && isSentence) outline.paragraph([{ start, end }])
  }
  return inner.body
}

/** The span between the marks, and the start of the body. */
function innerSpan(text: string): { readonly start: number; readonly end: number; readonly body: number } | undefined {
  const head = text.slice(0, longest)
  const opening = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n/.exec(head)
  const closing = closings.get(opening?.[1] ?? '')
  if (!opening || !closing) return undefined
  closing.lastIndex = opening[0].length
  const found = closing.exec(head)
  if (!found) return undefined
  const lineEnd = found.index + found[0].trimEnd().length
  return { start: opening[0].length, end: found.index, body: afterBreak(text, lineEnd + trailing(text, lineEnd)) }
}

/** Spaces after the closing mark. */
function trailing(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1
  return at - from
}

interface Field {
  readonly name: string
  /** Place of the value. */
  readonly start: number
  readonly end: number
}

function fieldIn(text: string, start: number, end: number): readonly Field[] {
  const match = field.exec(text.slice(start, end).trimEnd())
  if (!match) return []
  const valueEnd = start + match[0].length
  return [{ name: (match[2] ?? '').toLowerCase(), start: valueEnd - (match[3] ?? '').length, end: valueEnd }]
}

const unquoted = (value: string): string =>
  value
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/\\(["\\])/g, '$1')
