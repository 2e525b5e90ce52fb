import { afterBreak } from '../text/sections.ts'
import type { Outline } from './outline.ts'
import { linesOf } from './text-lines.ts'
import { shortTitle } from './titles.ts'

/** A front matter that does not close within this many characters is none. */
const longest = 20_000
const fence = /^(---|\+\+\+)[ \t]*$/
const field = /^(['"]?)([\w.-]{1,60})\1[ \t]*[:=][ \t]*(.*)$/

/**
 * Reads the front matter at the head of a text: its title is the title of what follows, values that are sentences are
 * text, settings are not. Returns where the body starts.
 */
export function readFrontMatter(text: string, from: number, outline: Outline): number {
  if (from > 0) return from
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  if (!text.startsWith('---', start) && !text.startsWith('+++', start)) return from
  const [first, ...lines] = linesOf(text, start, Math.min(text.length, longest))
  const mark = first && fence.exec(text.slice(first.start, first.end))?.[1]
  const close = mark === undefined ? -1 : lines.findIndex(({ start, end }) => end - start < 40 && (text.slice(start, end).trimEnd() === mark || (mark === '---' && text.slice(start, end).trimEnd() === '...')))
  const last = lines[close]
  const inner = lines.slice(0, Math.max(0, close))
  if (!last || !inner.some((line) => field.test(text.slice(line.start, line.end)))) return from
  const body = afterBreak(text, last.end)
  const values = inner.map(({ start, end }) => ({ end, match: field.exec(text.slice(start, end)) }))
  const title = values.find(({ match }) => match?.[2]?.toLowerCase() === 'title')?.match?.[3] ?? ''
  if (title.trim() !== '') outline.heading({ level: 1, title: shortTitle(unquoted(title)), start: from, bodyStart: body })
  for (const { end, match } of values) {
    const value = match?.[3]?.trim() ?? ''
    if (match?.[2]?.toLowerCase() === 'title' || value.split(/\s+/, 5).length < 5) continue
    const valueEnd = end - ((match?.[3]?.length ?? 0) - (match?.[3]?.trimEnd().length ?? 0))
    outline.paragraph([{ start: valueEnd - value.length, end: valueEnd }])
  }
  return body
}

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2').replace(/\\(["\\])/g, '$1')
