import { joinParts, splitParts } from './binary-parts.ts'
import type { Counts } from './corpus.ts'
import { areBelow, asLines, fromLines, isDivision } from './kept-text.ts'
import type { Postings } from './postings.ts'
import { weights } from './weights.ts'

export function encodeCounts({ units, averages, blockCounts, blockLength, text, headings, unitsWith, boundaryBlocks }: Counts): Uint8Array {
  return joinParts({ units, averages, terms: asLines([...text.terms.keys()]), headingTerms: asLines([...headings.terms.keys()]) }, [
    blockCounts, blockLength, text.first, text.block, headings.first, headings.block, unitsWith, boundaryBlocks, text.count, headings.count,
  ])
}

/** As `decodeText`: what does not fit is counted anew. */
export function decodeCounts(bytes: Uint8Array, members: number): Counts | undefined {
  const parts = splitParts(bytes)
  if (!parts || parts.u32.length !== 8 || parts.u8.length !== 2 || parts.i32.length !== 0) return undefined
  const [blockCounts, blockLength, first, block, headingFirst, headingBlock, unitsWith, boundaryBlocks] = parts.u32 as unknown as Eight
  const [count, headingCount] = parts.u8 as unknown as readonly [Uint8Array, Uint8Array]
  const { units, averages, ...kept } = (parts.json ?? {}) as { readonly units?: unknown; readonly averages?: unknown; readonly terms?: unknown; readonly headingTerms?: unknown }
  const terms = fromLines(kept.terms)
  const headingTerms = fromLines(kept.headingTerms)
  const blocks = blockLength.length
  if (!terms || !headingTerms || !isCount(units) || !isAverages(averages)) return undefined
  if (blockCounts.length !== members || blockCounts.reduce((sum, own) => sum + own, 0) !== blocks || unitsWith.length !== terms.length || !areBelow(boundaryBlocks, blocks)) return undefined
  const text = postingsOf(terms, { first, block, count }, blocks)
  const headings = postingsOf(headingTerms, { first: headingFirst, block: headingBlock, count: headingCount }, blocks)
  return text && headings && { units, averages, blockCounts, blockLength, text, headings, unitsWith, boundaryBlocks }
}

type Eight = readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array]

function postingsOf(terms: readonly string[], lists: Omit<Postings, 'terms'>, blocks: number): Postings | undefined {
  const { first, block, count } = lists
  if (!isDivision(first, terms.length, block.length) || count.length !== block.length || !areBelow(block, blocks)) return undefined
  return { terms: new Map(terms.map((term, number) => [term, number])), ...lists }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isAverage = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 1

function isAverages(value: unknown): value is Counts['averages'] {
  const { unit, block, windows, surroundings } = (value ?? {}) as { readonly unit?: unknown; readonly block?: unknown; readonly windows?: unknown; readonly surroundings?: unknown }
  return isAverage(unit) && isAverage(block) && isAverage(surroundings) && Array.isArray(windows) && windows.length === weights.windows.length && windows.every(isAverage)
}
