import type { Corpus } from './corpus.ts'
import type { Postings } from './postings.ts'
import type { Sought } from './question.ts'
import { weights } from './weights.ts'

/** The blocks that speak most of what is sought, best first. Only blocks that hold a sought word are touched. */
export function rankBlocks(corpus: Corpus, question: readonly Sought[], most: number): readonly number[] {
  const scores = new Float64Array(corpus.blocks)
  const counts = new Float32Array(corpus.blocks)
  const headings = new Float32Array(corpus.blocks)
  const fields = new Float32Array(corpus.members.length)
  const touched: number[] = []
  for (const sought of question) {
    const holding: number[] = []
    addCounts(corpus.text, sought.term, 1, counts, holding)
    for (const block of holdingOf(corpus.headings, sought.term)) {
      if (counts[block] === 0) holding.push(block)
      headings[block] = weights.heading
    }
    const named = corpus.fields.get(sought.term) ?? []
    for (const { member, weight } of named) {
      fields[member] = weight
      // A source that only its title or hints speak for is judged by its first block.
      const { firstBlock, blockCount = 0 } = corpus.members[member] ?? {}
      if (firstBlock !== undefined && blockCount > 0 && counts[firstBlock] === 0 && headings[firstBlock] === 0) holding.push(firstBlock)
    }
    for (const block of holding) {
      const named = (headings[block] ?? 0) + (fields[corpus.blockMember[block] ?? 0] ?? 0)
      const worth = saturated(counts[block] ?? 0, (corpus.blockLength[block] ?? 0) / corpus.averages.block, named)
      counts[block] = 0
      headings[block] = 0
      if (scores[block] === 0) touched.push(block)
      scores[block] = (scores[block] ?? 0) + sought.weight * worth
    }
    for (const { member } of named) fields[member] = 0
  }
  return best(touched, scores, most)
}

function addCounts({ terms, first, block, count }: Postings, term: string, worth: number, counts: Float32Array, holding: number[]): void {
  const number = terms.get(term)
  if (number === undefined) return
  const end = first[number + 1] ?? 0
  for (let at = first[number] ?? 0; at < end; at++) {
    const place = block[at] ?? 0
    if (counts[place] === 0) holding.push(place)
    counts[place] = (counts[place] ?? 0) + worth * (count[at] ?? 0)
  }
}

/** Blocks that hold a term. */
function holdingOf({ terms, first, block }: Postings, term: string): Uint32Array {
  const number = terms.get(term)
  return number === undefined ? block.subarray(0, 0) : block.subarray(first[number], first[number + 1])
}

/**
 * BM25: a word that comes again adds less each time, and in a long text less than in a short one. Titles and headings
 * speak for a text whatever its length.
 */
export function saturated(count: number, relativeLength: number, named = 0): number {
  const frequency = count / (1 - weights.b + weights.b * relativeLength) + named
  return (frequency * (weights.k1 + 1)) / (frequency + weights.k1)
}

/** The first `most` by score, then by number, without sorting the rest. */
function best(blocks: readonly number[], scores: Float64Array, most: number): readonly number[] {
  const kept: number[] = []
  const comesBefore = (a: number, b: number): boolean => (scores[a] ?? 0) > (scores[b] ?? 0) || (scores[a] === scores[b] && a < b)
  for (const block of blocks) {
    if (kept.length === most && !comesBefore(block, kept[most - 1] ?? 0)) continue
    let low = 0
    let high = kept.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (comesBefore(kept[middle] ?? 0, block)) low = middle + 1
      else high = middle
    }
    kept.splice(low, 0, block)
    if (kept.length > most) kept.pop()
  }
  return kept
}
