import { joinParts, splitParts } from './binary-parts.ts'
import { constants } from './constants.ts'
import type { Counts, Sizes } from './corpus.ts'
import type { PostingLists } from './postings.ts'
import { areBelow, asLines, fromLines, isDivision } from './stored-text.ts'

export function encodeCounts({
  units,
  averages,
  blockCounts,
  blockLength,
  text,
  headings,
  unitsWith,
}: Counts): Uint8Array {
  return joinParts(
    { units, averages, terms: asLines([...text.terms.keys()]), headingTerms: asLines([...headings.terms.keys()]) },
    [
      blockCounts,
      blockLength,
      text.first,
      text.block,
      headings.first,
      headings.block,
      unitsWith,
      text.count,
      headings.count,
    ],
  )
}

/** As `decodeText`: invalid bytes are ignored and counted again. */
export function decodeCounts(bytes: Uint8Array, members: number): Counts | undefined {
  const parts = splitParts(bytes)
  if (!parts || parts.u32.length !== 7 || parts.u8.length !== 2 || parts.i32.length !== 0) return undefined
  const [blockCounts, blockLength, first, block, headingFirst, headingBlock, unitsWith] = parts.u32 as unknown as Seven
  const [count, headingCount] = parts.u8 as unknown as readonly [Uint8Array, Uint8Array]
  const json = (parts.json ?? {}) as { readonly [K in 'units' | 'averages' | 'terms' | 'headingTerms']?: unknown }
  const { units, averages } = json
  const terms = fromLines(json.terms)
  const headingTerms = fromLines(json.headingTerms)
  const blocks = blockLength.length
  const sizes = { units, averages, blockCounts, blockLength }
  if (!terms || !headingTerms || !isSizes(sizes)) return undefined
  if (blockCounts.length !== members || unitsWith.length !== terms.length) return undefined
  const text = postingsOf(terms, { first, block, count }, blocks)
  const headings = postingsOf(headingTerms, { first: headingFirst, block: headingBlock, count: headingCount }, blocks)
  return text && headings && { ...sizes, text, headings, unitsWith }
}

type List = Uint32Array
type Seven = readonly [List, List, List, List, List, List, List]

function postingsOf(
  terms: readonly string[],
  lists: Omit<PostingLists, 'terms'>,
  blocks: number,
): PostingLists | undefined {
  const { first, block, count } = lists
  if (!isDivision(first, terms.length, block.length) || count.length !== block.length || !areBelow(block, blocks))
    return undefined
  const numbers = new Map<string, number>()
  for (const [number, term] of terms.entries()) numbers.set(term, number)
  return { terms: numbers, ...lists }
}

export function isSizes(sizes: { readonly [K in keyof Sizes]: unknown }): sizes is Sizes {
  const { units, averages, blockCounts, blockLength } = sizes
  if (!isCount(units) || !areAverages(averages)) return false
  if (!(blockCounts instanceof Uint32Array) || !(blockLength instanceof Uint32Array)) return false
  return blockCounts.reduce((sum, own) => sum + own, 0) === blockLength.length
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isAverage = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 1

function areAverages(value: unknown): value is Counts['averages'] {
  const { unit, block, windows } = (value ?? {}) as {
    readonly unit?: unknown
    readonly block?: unknown
    readonly windows?: unknown
  }
  return (
    isAverage(unit) &&
    isAverage(block) &&
    Array.isArray(windows) &&
    windows.length === constants.windows.length &&
    windows.every(isAverage)
  )
}
