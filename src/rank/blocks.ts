import { constants } from './constants.ts'
import type { Corpus } from './corpus.ts'
import type { Postings } from './postings.ts'
import type { Sought } from './question.ts'

/** The blocks with the highest scores, best first. Only blocks with a sought word, or below a label with one, are visited. */
export function rankBlocks(corpus: Corpus, question: readonly Sought[], most: number): readonly number[] {
  const scores = new Float64Array(corpus.blocks)
  const touched: number[] = []
  const holding = new Map<number, number>()
  for (const { terms, weight } of question) {
    holding.clear()
    const underHeading = new Set<number>()
    const labelled = new Set(terms.flatMap((term) => corpus.labelled.get(term) ?? []))
    for (const term of terms) {
      visit(corpus.text, term, (block, count) => holding.set(block, (holding.get(block) ?? 0) + count))
      visit(corpus.headings, term, (block) => underHeading.add(block))
    }
    for (const block of [...underHeading, ...firstBlocks(corpus, labelled)])
      if (!holding.has(block)) holding.set(block, 0)
    for (const [block, count] of holding) {
      const isLabelled = underHeading.has(block) || labelled.has(corpus.blockMember[block] ?? 0)
      const frequency = saturated(
        count,
        (corpus.blockLength[block] ?? 0) / corpus.averages.block,
        isLabelled ? constants.label : 0,
      )
      if (scores[block] === 0) touched.push(block)
      scores[block] = (scores[block] ?? 0) + weight * frequency
    }
  }
  return best(touched, scores, most)
}

function firstBlocks({ members }: Corpus, labelled: ReadonlySet<number>): readonly number[] {
  const blocks: number[] = []
  for (const number of labelled) {
    const { firstBlock = 0, blockCount = 0 } = members[number] ?? {}
    for (let block = firstBlock; block < firstBlock + Math.min(blockCount, constants.labelledBlocks); block++)
      blocks.push(block)
  }
  return blocks
}

function visit(postings: Postings, term: string, found: (block: number, count: number) => void): void {
  const { block, count } = postings.of(term)
  for (let at = 0; at < block.length; at++) found(block[at] ?? 0, count[at] ?? 0)
}

/** BM25: repetition adds less each time, and less in a long text. Labels count whatever the length. */
export function saturated(count: number, relativeLength: number, labels = 0): number {
  const frequency = count / (1 - constants.b + constants.b * relativeLength) + labels
  return (frequency * (constants.k1 + 1)) / (frequency + constants.k1)
}

/** The first `most` by score, then by number, without sorting the rest. */
function best(blocks: readonly number[], scores: Float64Array, most: number): readonly number[] {
  const kept: number[] = []
  const comesBefore = (a: number, b: number): boolean =>
    (scores[a] ?? 0) > (scores[b] ?? 0) || (scores[a] === scores[b] && a < b)
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
