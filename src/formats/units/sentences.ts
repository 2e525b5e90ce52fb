import type { Span } from '../../model/diagnostic.ts'
import { isAbbreviation } from './abbreviations.ts'
import type { Writing } from './writing.ts'

/** What may follow an end mark: quotes, brackets, emphasis, footnote numbers. */
const closers = '["\'”’»)\\]}*_]{0,4}(?:\\[\\^?[\\w-]{1,12}\\]){0,3}'
/** Marks of scripts that put a space after a sentence, and of those that need none. */
const spaced = `[.!?…‼⁇⁈⁉]+${closers}(?=\\s|$)`
const unspaced = '[。！？｡．؟۔।॥។៕။።፧։]+["”’»）」』〉》】)]{0,4}'
const ends = new RegExp(`${spaced}|${unspaced}`, 'gu')
const endsWithEscapes = new RegExp(`[.!?…‼⁇⁈⁉]+${closers}(?=\\s|\\\\n|"|$)|${unspaced}|(?:\\\\[nr])+`, 'gu')
/** A citation follows its sentence. */
const sourceMark = /\s{0,3}\[(?:sources?|Sources?|来源|來源)[ \t]{0,4}[:：][^[\]\n]{0,500}\]/uy
const startsSmall = /^\s*\p{Ll}/u
const startsWithNumber = /^\s*[\d№#§]/u
const startsWithLetter = /^\s*\p{L}/u
const shortNumber = /^[("'„“«–-]?\d{1,3}$/

/** Sentences of one paragraph as offsets into it, without the spaces between them. */
export function sentencesOf(paragraph: string, writing: Writing): readonly Span[] {
  const spans: Span[] = []
  let start = 0
  for (const match of paragraph.matchAll(writing.escapes ? endsWithEscapes : ends)) {
    const end = match.index + match[0].length
    if (end <= start || goesOn(paragraph, start, match.index, end, writing)) continue
    const after = afterSourceMarks(paragraph, end)
    addTrimmed(paragraph, start, after, spans)
    start = after
  }
  addTrimmed(paragraph, start, paragraph.length, spans)
  return spans
}

/** Whether the sentence that began at `start` continues after the mark at `mark`. */
function goesOn(paragraph: string, start: number, mark: number, end: number, { capitals, ordinals }: Writing): boolean {
  const unit = paragraph.charCodeAt(mark)
  if (unit === 0xff0e) return /[\d０-９]/.test(paragraph.charAt(end))
  if (unit > 0x2e && unit !== 33 && unit !== 63 && unit !== 0x2026) return false
  const after = paragraph.slice(end, end + 12)
  if (capitals && startsSmall.test(after)) return true
  if (unit !== 46 || paragraph.charCodeAt(mark + 1) === 46) return false
  const word = wordBefore(paragraph, start, mark)
  if (shortNumber.test(word))
    return isFirstWord(paragraph, start, mark - word.length) || (ordinals && startsWithLetter.test(after))
  // "10 A." and "230 V." end with a measure, not with the initial of a name.
  if (
    word.length === 1 &&
    /\d\s$/.test(paragraph.slice(Math.max(start, mark - 3), mark - 1)) &&
    word !== word.toLowerCase()
  )
    return false
  return isAbbreviation(word.replace(/^["'„“‘«([{*_–-]+/, '').toLowerCase(), startsWithNumber.test(after))
}

function isFirstWord(paragraph: string, start: number, at: number): boolean {
  for (let i = Math.max(start, at - 8); i < at; i++) if (!isBlank(paragraph.charCodeAt(i))) return false
  return at - start <= 8
}

/** The run without spaces before a mark, its last 20 characters at most. */
function wordBefore(paragraph: string, start: number, mark: number): string {
  let at = mark
  while (at > start && mark - at < 20 && !isBlank(paragraph.charCodeAt(at - 1))) at -= 1
  return paragraph.slice(at, mark)
}

function afterSourceMarks(paragraph: string, end: number): number {
  let at = end
  for (let marks = 0; marks < 8; marks++) {
    sourceMark.lastIndex = at
    if (!sourceMark.test(paragraph)) break
    at = sourceMark.lastIndex
  }
  return at
}

function addTrimmed(paragraph: string, start: number, end: number, spans: Span[]): void {
  let first = start
  let last = end
  while (first < last && isBlank(paragraph.charCodeAt(first))) first += 1
  while (last > first && isBlank(paragraph.charCodeAt(last - 1))) last -= 1
  if (last > first) spans.push({ start: first, end: last })
}

const isBlank = (unit: number): boolean =>
  unit <= 32 || unit === 0xa0 || unit === 0x3000 || unit === 0x200b || unit === 0xfeff
