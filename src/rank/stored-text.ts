import type { Language } from '../text/lexicon/language.ts'
import { joinParts, splitParts } from './binary-parts.ts'
import type { TextIndex } from './text-index.ts'

/** Raised when the index format or the tokenizer changes. */
export const indexFormat = 6

/** Bytes of an index that is read in parts are unusable or gone. */
export class DamagedIndex extends Error {
  override readonly message = 'The stored index cannot be used.'
}

export function encodeText(text: TextIndex): Uint8Array {
  const { language, headings, headingTerms, terms } = text
  return joinParts({ language, headings, headingTerms: asLines(headingTerms), terms: asLines(terms) }, [
    text.unitStart,
    text.unitEnd,
    text.unitLength,
    text.headingTermFirst,
    text.sectionFirst,
    text.blockFirst,
    text.blockSection,
    text.postingFirst,
    text.postingUnit,
    text.unitHead,
    text.unitGroup,
    text.postingCount,
  ])
}

export interface StoredFor {
  readonly length: number
  readonly from: number
  readonly language: Language
}

/**
 * Returns `undefined` for bytes that do not match their text; the index is then built again. Bytes from a store, which
 * also has the texts, are not compared with a text.
 */
export function decodeText(bytes: Uint8Array, text?: StoredFor): TextIndex | undefined {
  const parts = splitParts(bytes)
  if (!parts || parts.u32.length !== 9 || parts.i32.length !== 2 || parts.u8.length !== 1) return undefined
  const [
    unitStart,
    unitEnd,
    unitLength,
    headingTermFirst,
    sectionFirst,
    blockFirst,
    blockSection,
    postingFirst,
    postingUnit,
  ] = parts.u32 as unknown as Nine
  const [unitHead, unitGroup] = parts.i32 as unknown as readonly [Int32Array, Int32Array]
  const [postingCount] = parts.u8 as readonly [Uint8Array]
  const json = (parts.json ?? {}) as { readonly [K in 'language' | 'headings' | 'headingTerms' | 'terms']?: unknown }
  const headingTerms = fromLines(json.headingTerms)
  const terms = fromLines(json.terms)
  const { headings } = json
  const { length, from, language } = text ?? { length: Infinity, from: 0, language: json.language as Language }
  if (
    json.language !== language ||
    typeof language !== 'string' ||
    !headingTerms ||
    !terms ||
    !Array.isArray(headings) ||
    !headings.every(isTexts)
  )
    return undefined
  const units = unitStart.length
  const fits =
    [unitEnd, unitLength, unitHead, unitGroup].every((list) => list.length === units) &&
    isAscending(unitStart) &&
    (unitStart[0] ?? from) >= from &&
    endsWithin(unitStart, unitEnd, length) &&
    unitHead.every((head) => head >= -1 && head < units) &&
    isDivision(headingTermFirst, headings.length, headingTerms.length) &&
    isDivision(sectionFirst, headings.length, units) &&
    isDivision(blockFirst, blockSection.length, units) &&
    areBelow(blockSection, headings.length) &&
    isDivision(postingFirst, terms.length, postingUnit.length) &&
    postingCount.length === postingUnit.length &&
    areBelow(postingUnit, units)
  if (!fits) return undefined
  return {
    language,
    unitStart,
    unitEnd,
    unitHead,
    unitGroup,
    unitLength,
    headings,
    headingTerms,
    headingTermFirst,
    sectionFirst,
    blockFirst,
    blockSection,
    terms,
    postingFirst,
    postingUnit,
    postingCount,
  }
}

type List = Uint32Array
type Nine = readonly [List, List, List, List, List, List, List, List, List]

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Terms contain no line breaks, and a single string is decoded several times faster than a list. */
export const asLines = (terms: readonly string[]): string => terms.join('\n')

export function fromLines(lines: unknown): readonly string[] | undefined {
  if (typeof lines !== 'string') return undefined
  return lines === '' ? [] : lines.split('\n')
}

/** A loop, because with millions of numbers, callbacks would take a third of a read. */
export function areBelow(numbers: Uint32Array, limit: number): boolean {
  for (let i = 0; i < numbers.length; i++) if ((numbers[i] ?? 0) >= limit) return false
  return true
}

function isAscending(numbers: Uint32Array): boolean {
  for (let i = 1; i < numbers.length; i++) if ((numbers[i] ?? 0) < (numbers[i - 1] ?? 0)) return false
  return true
}

function endsWithin(starts: Uint32Array, ends: Uint32Array, limit: number): boolean {
  for (let i = 0; i < starts.length; i++) if ((ends[i] ?? 0) < (starts[i] ?? 0) || (ends[i] ?? 0) > limit) return false
  return true
}

/** A `…First` list: one item more than there are parts, ascending, ending at the end of the last part. */
export const isDivision = (first: Uint32Array, parts: number, whole: number): boolean =>
  first.length === parts + 1 && isAscending(first) && first[parts] === whole
