import { constants } from './constants.ts'
import type { Corpus } from './corpus.ts'
import type { Posting } from './postings.ts'
import type { Sought } from './question.ts'

/**
 * The blocks with the highest scores, best first. Only blocks that contain a sought word, or are below a label with
 * one, are visited.
 */
export function rankBlocks(corpus: Corpus, question: readonly Sought[], most: number): readonly number[] {
  const scores = new Float64Array(corpus.blocks)
  const touched: number[] = []
  const word = new WordBlocks(corpus.blocks)
  for (const { terms, weight } of question) {
    const labelled = new Set(terms.flatMap((term) => corpus.labelled.get(term) ?? []))
    for (const term of terms) {
      word.count(corpus.text.of(term))
      word.label(corpus.headings.of(term).block)
    }
    word.label(firstBlocks(corpus, labelled))
    for (const block of word.blocks) {
      const isLabelled = word.isLabelled(block) || (labelled.size > 0 && labelled.has(corpus.blockMember[block] ?? 0))
      const frequency = saturated(
        word.countIn(block),
        (corpus.blockLength[block] ?? 0) / corpus.averages.block,
        isLabelled ? constants.label : 0,
      )
      if (scores[block] === 0) touched.push(block)
      scores[block] = (scores[block] ?? 0) + weight * frequency
    }
    word.clear()
  }
  return best(touched, scores, most)
}

/** The blocks of one word: how often it occurs in each, and whether a label contains it. */
class WordBlocks {
  blocks: number[] = []
  readonly #counts: Uint32Array
  readonly #labels: Uint8Array

  constructor(blocks: number) {
    this.#counts = new Uint32Array(blocks)
    this.#labels = new Uint8Array(blocks)
  }

  count({ block, count }: Posting): void {
    for (let at = 0; at < block.length; at++) {
      const place = block[at] ?? 0
      this.#note(place)
      this.#counts[place] = (this.#counts[place] ?? 0) + (count[at] ?? 0)
    }
  }

  label(blocks: Iterable<number>): void {
    for (const place of blocks) {
      this.#note(place)
      this.#labels[place] = 1
    }
  }

  countIn(block: number): number {
    return this.#counts[block] ?? 0
  }

  isLabelled(block: number): boolean {
    return this.#labels[block] === 1
  }

  #note(block: number): void {
    if (this.#counts[block] === 0 && this.#labels[block] === 0) this.blocks.push(block)
  }

  clear(): void {
    for (const block of this.blocks) this.#counts[block] = this.#labels[block] = 0
    this.blocks = []
  }
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

/** BM25: each repetition adds less, and less in a long text. Labels count regardless of length. */
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
