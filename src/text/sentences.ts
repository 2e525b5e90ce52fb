import type { Span } from '../model/diagnostic.ts'

/** An end mark with what closes after it, before a space or a written-out line break; East Asian marks need no space. */
const ends = /[.!?…]+["'”’»)\]}*_]{0,4}(?=\s|\\n|$)|[。！？｡]+[」』”’）]{0,4}|(?:\\n)+/gu
const abbreviations = 'mr|mrs|ms|dr|prof|st|no|nos|vs|fig|figs|al|inc|corp|ltd|co|jr|sr|approx|dept|vol|ed|eds|pp|cf|gen|col|lt|capt|sgt|rev|hon|gov|sen|rep|e\\.g|i\\.e|ca|lit|resp|incl|bzw|nr'
/** In small letters: a pattern that folds the case of all letters takes milliseconds to compile. */
const abbreviation = new RegExp(`(?:^|[\\s("'“‘[])(?:\\p{L}|(?:\\p{L}\\.)+\\p{L}|${abbreviations})$`, 'u')
const startsSmall = /^\s*\p{Ll}/u
/** The same for plain texts, for which no letters need be compiled at all. */
const ascii = /^[\0-\x7f]*$/
const plainAbbreviation = new RegExp(`(?:^|[\\s("'[])(?:[a-z]|(?:[a-z]\\.)+[a-z]|${abbreviations})$`)
const plainStart = /^\s*[a-z]/

/**
 * Sentences of one paragraph, end exclusive, without the spaces between them. In a text that writes capitals, a small
 * letter after a full stop goes on with the sentence.
 */
export function sentencesOf(text: string, { start: from, end: to }: Span, writesCapitals: boolean): readonly Span[] {
  const paragraph = text.slice(from, to)
  const spans: Span[] = []
  let start = 0
  for (const match of paragraph.matchAll(ends)) {
    const end = match.index + match[0].length
    if (match[0].startsWith('.') && goesOn(paragraph, match.index, end, writesCapitals)) continue
    add(paragraph, start, end, from, spans)
    start = end
  }
  add(paragraph, start, paragraph.length, from, spans)
  return spans
}

function goesOn(paragraph: string, mark: number, end: number, writesCapitals: boolean): boolean {
  const before = paragraph.slice(Math.max(0, mark - 12), mark).toLowerCase()
  const after = paragraph.slice(end, end + 8)
  if (writesCapitals && (ascii.test(after) ? plainStart : startsSmall).test(after)) return true
  return (ascii.test(before) ? plainAbbreviation : abbreviation).test(before)
}

function add(paragraph: string, start: number, end: number, from: number, spans: Span[]): void {
  let first = start
  let last = end
  while (first < last && isBlank(paragraph.charCodeAt(first))) first += 1
  while (last > first && isBlank(paragraph.charCodeAt(last - 1))) last -= 1
  if (last > first) spans.push({ start: from + first, end: from + last })
}

const isBlank = (unit: number): boolean => unit <= 32 || unit === 0xa0 || unit === 0x3000
