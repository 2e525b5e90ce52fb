import { scanSections } from '../text/sections.ts'
import { withoutSourceMarks } from '../text/source-marks.ts'
import { scanUnits } from '../text/units.ts'
import { addContentWords, contentWords } from '../text/words.ts'

/** Characters of the largest piece that is weighed as one; a longer section has several. */
const blockSize = 3000

/**
 * All that ranking needs to know of a text, and nothing that depends on who asks. Plain arrays, so that it can be kept
 * by the digest of the bytes. Units, blocks and sections are numbered in document order; a list called `…First` has one
 * entry more than what it speaks of, so that each ends where the next begins.
 */
export interface PreparedText {
  readonly unitStart: Uint32Array
  readonly unitEnd: Uint32Array
  /** Unit that holds the head of a row's table; -1 for none. */
  readonly unitHead: Int32Array
  /** Content words, repeated ones too. */
  readonly unitLength: Uint32Array
  /** Titles from the outermost heading down, per section. */
  readonly headings: readonly (readonly string[])[]
  /** Content words of those titles, each once, in one list for all sections. */
  readonly headingTerms: readonly string[]
  readonly headingTermFirst: Uint32Array
  readonly sectionFirst: Uint32Array
  readonly blockFirst: Uint32Array
  readonly blockSection: Uint32Array
  /** Sorted; the units that hold each, and how often. */
  readonly terms: readonly string[]
  readonly postingFirst: Uint32Array
  readonly postingUnit: Uint32Array
  readonly postingCount: Uint8Array
}

export function prepareText(text: string, from: number): PreparedText {
  const units = scanUnits(text, from)
  const sections = scanSections(text, from)
  const unitStart = Uint32Array.from(units, ({ start }) => start)
  const unitEnd = Uint32Array.from(units, ({ end }) => end)
  const sectionFirst = firstUnits(sections.map(({ start }) => start), unitStart)
  return {
    unitStart,
    unitEnd,
    unitHead: Int32Array.from(units, ({ head }) => head ?? -1),
    ...headingsOf(sections.map(({ headings }) => headings)),
    sectionFirst,
    ...blocksOf(sectionFirst, unitStart, unitEnd),
    ...postingsOf(text, unitStart, unitEnd),
  }
}

function headingsOf(headings: readonly (readonly string[])[]): Pick<PreparedText, 'headings' | 'headingTerms' | 'headingTermFirst'> {
  const headingTerms: string[] = []
  const headingTermFirst = new Uint32Array(headings.length + 1)
  for (const [section, path] of headings.entries()) {
    for (const term of new Set(contentWords(path.join('\n')))) headingTerms.push(term)
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

function blocksOf(sectionFirst: Uint32Array, unitStart: Uint32Array, unitEnd: Uint32Array): Pick<PreparedText, 'blockFirst' | 'blockSection'> {
  const first: number[] = []
  const ofSection: number[] = []
  for (let section = 0; section + 1 < sectionFirst.length; section++) {
    let open = -1
    for (let unit = sectionFirst[section] ?? 0; unit < (sectionFirst[section + 1] ?? 0); unit++) {
      if (open >= 0 && (unitEnd[unit] ?? 0) - open <= blockSize) continue
      open = unitStart[unit] ?? 0
      first.push(unit)
      ofSection.push(section)
    }
  }
  return { blockFirst: Uint32Array.from([...first, unitStart.length]), blockSection: Uint32Array.from(ofSection) }
}

type Postings = Pick<PreparedText, 'terms' | 'postingFirst' | 'postingUnit' | 'postingCount' | 'unitLength'>

function postingsOf(text: string, unitStart: Uint32Array, unitEnd: Uint32Array): Postings {
  const places = new Map<string, { readonly units: number[]; readonly counts: number[] }>()
  const unitLength = new Uint32Array(unitStart.length)
  const found: string[] = []
  let total = 0
  for (let unit = 0; unit < unitStart.length; unit++) {
    found.length = 0
    addContentWords(withoutSourceMarks(text.slice(unitStart[unit], unitEnd[unit])), found)
    unitLength[unit] = found.length
    for (const term of found) {
      let place = places.get(term)
      if (!place) places.set(term, (place = { units: [], counts: [] }))
      const last = place.units.length - 1
      if (place.units[last] === unit) place.counts[last] = Math.min(255, (place.counts[last] ?? 0) + 1)
      else {
        place.units.push(unit)
        place.counts.push(1)
        total += 1
      }
    }
  }
  return { unitLength, ...flattened(places, total) }
}

function flattened(places: ReadonlyMap<string, { readonly units: readonly number[]; readonly counts: readonly number[] }>, total: number): Omit<Postings, 'unitLength'> {
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

/** Place of a term in `terms`, or -1. */
export function termPlace({ terms }: PreparedText, term: string): number {
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
