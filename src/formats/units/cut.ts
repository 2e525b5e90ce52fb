import type { Span } from '../../model/codes/diagnostic.ts'

/** A longer sentence is split: it is not a sentence, or too long to quote for one word. */
const longestSentence = 600
const sentencePart = 400
export const longestCode = 1_500

/** Splits prose without end marks after a comma or at a space. */
export function cutProse(text: string, { start, end }: Span): readonly Span[] {
  if (end - start <= longestSentence) return [{ start, end }]
  const parts: Span[] = []
  let at = start
  while (end - at > longestSentence) {
    const cut = placeToCut(text, at, at + sentencePart)
    parts.push(trimmed(text, { start: at, end: cut }))
    at = cut
  }
  parts.push(trimmed(text, { start: at, end }))
  return parts.filter((part) => part.end > part.start)
}

/** After a comma or the like in the last half, else after a space there, else in the middle of a word. */
function placeToCut(text: string, from: number, to: number): number {
  const half = (from + to) >> 1
  let space = -1
  for (let at = to; at > half; at--) {
    const before = text.charCodeAt(at - 1)
    if (before === 0xff0c || before === 0x3001 || before === 0xff1b || before === 0x060c) return at
    if (before > 32) continue
    if (space < 0) space = at
    if (',;:'.includes(text.charAt(at - 2)) && at - 2 > half) return at
  }
  if (space > 0) return space
  return isLowSurrogate(text.charCodeAt(to)) ? to + 1 : to
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

export function trimmed(text: string, { start, end }: Span): Span {
  let first = start
  let last = end
  while (first < last && text.charCodeAt(first) <= 32) first += 1
  while (last > first && text.charCodeAt(last - 1) <= 32) last -= 1
  return { start: first, end: last }
}

/** Splits code into parts of bounded size, at a declaration or a paragraph. */
export function cutCode(text: string, { start, end }: Span): readonly Span[] {
  if (end - start <= longestCode) return [withoutBlankLines(text, start, end)]
  const parts: Span[] = []
  let at = start
  while (end - at > longestCode) {
    const cut = codeCut(text, at, at + longestCode)
    parts.push(withoutBlankLines(text, at, cut))
    at = cut
  }
  parts.push(withoutBlankLines(text, at, end))
  return parts.filter((part) => part.end > part.start)
}

/** The last line start of the best kind: with the least indentation, after a blank line. */
function codeCut(text: string, from: number, to: number): number {
  const reach = text.slice(from, to)
  let best = -1
  let bestRank = Infinity
  for (let line = reach.lastIndexOf('\n') + 1; line > reach.length / 3; line = reach.lastIndexOf('\n', line - 2) + 1) {
    const rank = indentAt(reach, line) - (/^\s*$/.test(reach.slice(line - 3, line - 1)) ? 0.5 : 0)
    if (rank >= bestRank) continue
    best = line
    bestRank = rank
  }
  if (best > 0) return from + best
  return isLowSurrogate(text.charCodeAt(to)) ? to + 1 : to
}

/** A line of closing brackets belongs to the lines above, so it counts as deeply indented. */
function indentAt(text: string, lineStart: number): number {
  let at = lineStart
  while (at < text.length && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1
  return ')]}'.includes(text.charAt(at)) || at >= text.length || text.charCodeAt(at) <= 32 ? 1_000 : at - lineStart
}

/** Keeps the indentation of the first line. */
function withoutBlankLines(text: string, start: number, end: number): Span {
  let first = start
  for (let at = start; at < end && text.charCodeAt(at) <= 32; at++)
    if (text.charCodeAt(at) === 10 || text.charCodeAt(at) === 13) first = at + 1
  let last = end
  while (last > first && text.charCodeAt(last - 1) <= 32) last -= 1
  return { start: Math.min(first, last), end: last }
}
