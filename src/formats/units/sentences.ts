import type { Span } from '../../model/codes/diagnostic.ts'

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

/**
 * Words with a full stop that do not end a sentence even when a capital follows. Single letters ("z. B.", "J. R. R.",
 * "т. е.") and dotted letters ("e.g.", "U.S.") need no entry, nor those that often end a sentence ("etc.", "usw."): a
 * small letter after them continues the sentence anyway.
 */
const titlesAndTerms = [
  // English
  'mr mrs ms dr prof st mt vs al inc corp ltd co jr sr approx dept ed eds cf gen col lt capt sgt rev hon ' +
    'gov sen rep incl resp viz ca',
  // German
  'mio mrd tsd bzw evtl ggf inkl exkl zzgl vgl sog bspw lit hl hrsg geb gest dipl ing mind max bes insb ehem',
  'mm mlle mgr env', // French
  'sra srta ud uds aprox dra avda', // Spanish, Portuguese
  'sig dott avv egr', // Italian
  'bijv dhr mevr', // Dutch
  'np tj tzw tzn', // Polish
  'např tzv tj', // Czech
  'ул им тыс млн млрд акад проф гр см ср напр пер изд', // Russian
].join(' ')

/** Words that belong to a number after them: "No. 5", "Abs. 2", "рис. 3", "3. Okt. 2020". */
const beforeNumbers = [
  'no nos nr num núm fig figs vol vols p pp pg sec sect ch chap eq ref refs ver v art par',
  'abs ziff kap abb tab bd aufl rn',
  'pág pag págs',
  'стр рис табл гл ст',
  'obr str',
  'jan feb mar apr jun jul aug sep sept oct okt nov dec dez',
].join(' ')

const always = new Set(titlesAndTerms.split(' '))
const withNumber = new Set(beforeNumbers.split(' '))

const initial = /^\p{L}$/u
const dotted = /^(?:\p{L}\.){1,8}\p{L}{1,2}$/u

/** Whether the full stop after a word belongs to the word. `word` is in lower case, without the stop. */
function isAbbreviation(word: string, numberFollows: boolean): boolean {
  if (word === '') return false
  return initial.test(word) || dotted.test(word) || always.has(word) || (numberFollows && withNumber.has(word))
}

/** Properties of a text that affect where its sentences end. */
export interface Writing {
  /** The text uses capitals, so a small letter after a full stop continues the sentence. */
  readonly capitals: boolean
  /** "am 3. Oktober": a full stop after a short number is part of the number. */
  readonly ordinals: boolean
  /** Line breaks are written as `\n`, as in JSON. */
  readonly escapes: boolean
}

/** Frequent words of languages that do not write ordinals with a full stop. */
const withoutOrdinals = new Set(
  (
    'the of and is that for with de la le les des que est el los las del una por para il che di della ' +
    'não dos das uma'
  ).split(' '),
)
const sampleSize = 2_000

/** Reads only the beginning of a text. */
export function writingOf(text: string, from: number, escapes = false): Writing {
  const sample = text.slice(from, from + sampleSize)
  const small = sample.toLowerCase()
  const words = small.match(/[a-zà-ÿ]+/g) ?? []
  let known = 0
  for (const word of words) if (withoutOrdinals.has(word)) known += 1
  return { capitals: writesCapitals(sample, small), ordinals: known * 20 <= words.length, escapes }
}

/** At least one capital to a hundred small letters. */
function writesCapitals(sample: string, small: string): boolean {
  const large = sample.toUpperCase()
  if (large.length !== sample.length || small.length !== sample.length) return large !== sample && small !== sample
  let capitals = 0
  let others = 0
  for (let at = 0; at < sample.length; at++) {
    const unit = sample.charCodeAt(at)
    if (unit !== small.charCodeAt(at)) capitals += 1
    else if (unit !== large.charCodeAt(at)) others += 1
  }
  return capitals * 100 > others
}
