import type { Corpus } from './corpus.ts'
import type { Postings } from './postings.ts'
import type { Sought } from './question.ts'
import { wordCounts } from './regions.ts'
import { weights } from './weights.ts'

/** The blocks that speak most of what is sought, best first. Only blocks that hold a sought word are touched. */
export function rankBlocks(corpus: Corpus, question: readonly Sought[], most: number): readonly number[] {
  const scores = new Float64Array(corpus.blocks)
  const counts = new Float32Array(corpus.blocks)
  const fields = new Float32Array(corpus.members.length)
  const touched: number[] = []
  for (const sought of question) {
    const holding: number[] = []
    addCounts(corpus.text, sought.term, 1, counts, holding)
    addCounts(corpus.headings, sought.term, weights.heading, counts, holding)
    addAlternatives(corpus, sought, counts, holding)
    const named = corpus.fields.get(sought.term) ?? []
    for (const { member, weight } of named) {
      fields[member] = weight
      // A source that only its title or hints speak for is judged by its first block.
      const { firstBlock, blockCount = 0 } = corpus.members[member] ?? {}
      if (firstBlock !== undefined && blockCount > 0 && counts[firstBlock] === 0) holding.push(firstBlock)
    }
    for (const block of holding) {
      const count = (counts[block] ?? 0) + (fields[corpus.blockMember[block] ?? 0] ?? 0)
      counts[block] = 0
      if (scores[block] === 0) touched.push(block)
      scores[block] = (scores[block] ?? 0) + sought.weight * saturated(count, (corpus.blockLength[block] ?? 0) / corpus.averages.block)
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

/** What a source declares to mean the same is looked up in that source alone. */
function addAlternatives(corpus: Corpus, sought: Sought, counts: Float32Array, holding: number[]): void {
  for (const index of sought.alternatives.keys()) {
    const member = corpus.members[index]
    if (!member) continue
    const { text, firstBlock } = member
    for (let own = 0; own < text.blockSection.length; own++) {
      const first = text.blockFirst[own] ?? 0
      const region = { index, member, section: text.blockSection[own] ?? 0, first, size: (text.blockFirst[own + 1] ?? 0) - first }
      const found = wordCounts([sought], region)[0]?.reduce((sum, count) => sum + count, 0) ?? 0
      const block = firstBlock + own
      if (found <= (counts[block] ?? 0)) continue
      if (counts[block] === 0) holding.push(block)
      counts[block] = found
    }
  }
}

/** BM25: a word that comes again adds less each time, and in a long text less than in a short one. */
export function saturated(count: number, relativeLength: number): number {
  return (count * (weights.k1 + 1)) / (count + weights.k1 * (1 - weights.b + weights.b * relativeLength))
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
