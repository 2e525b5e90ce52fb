import type { Language } from '../text/lexicon/language.ts'
import { addTerms, terms as termsIn } from '../text/lexicon/lexicon.ts'
import { constants } from './constants.ts'
import { charactersFor } from './letters-in.ts'

/** The structure of a text for ranking: units in document order, sections that tile it. */
export interface TextOutline {
  readonly units: readonly {
    readonly start: number
    readonly end: number
    readonly head?: number
    readonly group?: number
  }[]
  readonly sections: readonly { readonly start: number; readonly headings: readonly string[] }[]
}

/**
 * The index of one text; independent of the requester. Plain arrays, so that it can be stored under the digest of the
 * bytes. Units, blocks and sections are numbered in document order; a list called `…First` has one entry more than the
 * parts it delimits, so that each part ends where the next begins.
 */
export interface TextIndex {
  readonly language: Language
  readonly unitStart: Uint32Array
  readonly unitEnd: Uint32Array
  /** For a table row, the unit with the head of its table; -1 for none. */
  readonly unitHead: Int32Array
  /** List, table or code block that a unit is part of; -1 for none. */
  readonly unitGroup: Int32Array
  /** Number of content words, including repetitions. */
  readonly unitLength: Uint32Array
  /** Titles from the outermost heading down, per section. */
  readonly headings: readonly (readonly string[])[]
  /** Terms of those titles, each once, in one list for all sections. */
  readonly headingTerms: readonly string[]
  readonly headingTermFirst: Uint32Array
  readonly sectionFirst: Uint32Array
  readonly blockFirst: Uint32Array
  readonly blockSection: Uint32Array
  /** Sorted terms; the units that contain each, and how often. */
  readonly terms: readonly string[]
  readonly postingFirst: Uint32Array
  readonly postingUnit: Uint32Array
  readonly postingCount: Uint8Array
}

/** `wordsOf` returns the searchable text of a unit. The language must be loaded. */
export function indexText(
  text: string,
  { units, sections }: TextOutline,
  language: Language,
  wordsOf: (unit: string) => string,
): TextIndex {
  const unitStart = Uint32Array.from(units, ({ start }) => start)
  const unitEnd = Uint32Array.from(units, ({ end }) => end)
  const sectionFirst = firstUnits(
    sections.map(({ start }) => start),
    unitStart,
  )
  return {
    language,
    unitStart,
    unitEnd,
    unitHead: Int32Array.from(units, ({ head }) => head ?? -1),
    unitGroup: Int32Array.from(units, ({ group }) => group ?? -1),
    ...headingsOf(
      sections.map(({ headings }) => headings),
      language,
    ),
    sectionFirst,
    ...blocksOf(sectionFirst, unitStart, unitEnd, charactersFor(constants.block, language)),
    ...postingsOf(
      units.map(({ start, end }) => wordsOf(text.slice(start, end))),
      language,
    ),
  }
}

type Headings = Pick<TextIndex, 'headings' | 'headingTerms' | 'headingTermFirst'>

function headingsOf(headings: readonly (readonly string[])[], language: Language): Headings {
  const headingTerms: string[] = []
  const headingTermFirst = new Uint32Array(headings.length + 1)
  for (const [section, path] of headings.entries()) {
    for (const term of new Set(termsIn(path.join('\n'), language))) headingTerms.push(term)
    headingTermFirst[section + 1] = headingTerms.length
  }
  return { headings, headingTerms, headingTermFirst }
}

function firstUnits(sectionStarts: readonly number[], unitStart: Uint32Array): Uint32Array {
  const first = new Uint32Array(sectionStarts.length + 1)
  let unit = 0
  for (const [section, start] of sectionStarts.entries()) {
    while (unit < unitStart.length && (unitStart[unit] ?? 0) < start) unit += 1
    first[section] = unit
  }
  first[sectionStarts.length] = unitStart.length
  return first
}

type Blocks = Pick<TextIndex, 'blockFirst' | 'blockSection'>

function blocksOf(sectionFirst: Uint32Array, unitStart: Uint32Array, unitEnd: Uint32Array, longest: number): Blocks {
  const first: number[] = []
  const ofSection: number[] = []
  for (let section = 0; section + 1 < sectionFirst.length; section++) {
    let open = -1
    for (let unit = sectionFirst[section] ?? 0; unit < (sectionFirst[section + 1] ?? 0); unit++) {
      if (open >= 0 && (unitEnd[unit] ?? 0) - open <= longest) continue
      open = unitStart[unit] ?? 0
      first.push(unit)
      ofSection.push(section)
    }
  }
  return { blockFirst: Uint32Array.from([...first, unitStart.length]), blockSection: Uint32Array.from(ofSection) }
}

type UnitPostings = Pick<TextIndex, 'terms' | 'postingFirst' | 'postingUnit' | 'postingCount' | 'unitLength'>
type Places = Map<string, { readonly units: number[]; readonly counts: number[] }>

function postingsOf(units: readonly string[], language: Language): UnitPostings {
  const places: Places = new Map()
  const unitLength = new Uint32Array(units.length)
  const found: string[] = []
  let total = 0
  for (const [unit, text] of units.entries()) {
    found.length = 0
    addTerms(text, language, found)
    unitLength[unit] = found.length
    for (const term of found) total += note(places, term, unit)
  }
  return { unitLength, ...flattened(places, total) }
}

/** Returns 1 for a new posting, 0 if the last one was incremented. */
function note(places: Places, term: string, unit: number): number {
  let place = places.get(term)
  if (!place) places.set(term, (place = { units: [], counts: [] }))
  const last = place.units.length - 1
  if (place.units[last] === unit) {
    place.counts[last] = Math.min(255, (place.counts[last] ?? 0) + 1)
    return 0
  }
  place.units.push(unit)
  place.counts.push(1)
  return 1
}

function flattened(places: Places, total: number): Omit<UnitPostings, 'unitLength'> {
  const terms = [...places.keys()].sort()
  const postingFirst = new Uint32Array(terms.length + 1)
  const postingUnit = new Uint32Array(total)
  const postingCount = new Uint8Array(total)
  let at = 0
  for (const [index, term] of terms.entries()) {
    const place = places.get(term)
    if (!place) continue
    postingUnit.set(place.units, at)
    postingCount.set(place.counts, at)
    at += place.units.length
    postingFirst[index + 1] = at
  }
  return { terms, postingFirst, postingUnit, postingCount }
}

/** How often any of the terms occurs in each of the units from `first` to `end`. */
export function countsIn(text: TextIndex, terms: readonly string[], first: number, end: number): Float32Array {
  const counts = new Float32Array(end - first)
  for (const term of terms) {
    const place = termIndex(text, term)
    if (place < 0) continue
    const last = text.postingFirst[place + 1] ?? 0
    for (let at = firstAtLeast(text.postingUnit, text.postingFirst[place] ?? 0, last, first); at < last; at++) {
      const unit = text.postingUnit[at] ?? 0
      if (unit >= end) break
      counts[unit - first] = (counts[unit - first] ?? 0) + (text.postingCount[at] ?? 0)
    }
  }
  return counts
}

export function isInHeadings(
  { headingTerms, headingTermFirst }: TextIndex,
  section: number,
  terms: readonly string[],
): boolean {
  const end = headingTermFirst[section + 1] ?? 0
  for (let at = headingTermFirst[section] ?? 0; at < end; at++) if (terms.includes(headingTerms[at] ?? '')) return true
  return false
}

/** Index of a term in `terms`, or -1. */
function termIndex({ terms }: TextIndex, term: string): number {
  let low = 0
  let high = terms.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = terms[middle] ?? ''
    if (found === term) return middle
    if (found < term) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Index of the first number from `from` to `to` that is not below `limit`. */
function firstAtLeast(sorted: Uint32Array, from: number, to: number, limit: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
