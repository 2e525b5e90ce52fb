import { isEveryday } from '../text/common-words.ts'
import { typedWords } from '../text/words.ts'
import type { Corpus } from './corpus.ts'
import { weights } from './weights.ts'

/** One word of the task that is looked for. */
export interface Sought {
  readonly term: string
  /** As the person typed it. */
  readonly typed: string
  /** What finding it is worth: the rarer in the corpus, the more. */
  readonly weight: number
  /** By how much it tells tasks apart: among few texts an everyday word may be rare, and still says little. */
  readonly telling: number
}

/** The content words of a task, each once. */
export function readQuestion(corpus: Corpus, task: string): readonly Sought[] {
  const typedBy = new Map<string, string>()
  for (const { typed, terms } of typedWords(task)) for (const term of terms) if (!typedBy.has(term)) typedBy.set(term, typed)
  return [...typedBy].map(([term, typed]) => {
    const telling = isEveryday(term) ? weights.everyday : 1
    return { term, typed, weight: telling * rarity(corpus, term), telling }
  })
}

/** Inverse document frequency over blocks; a word that no text holds is the rarest. */
export function rarity({ text, blocks }: Corpus, term: string): number {
  const number = text.terms.get(term)
  const holding = number === undefined ? 0 : (text.first[number + 1] ?? 0) - (text.first[number] ?? 0)
  return inverseFrequency(holding, blocks)
}

export const inverseFrequency = (holding: number, all: number): number => Math.log(1 + (all - holding + 0.5) / (holding + 0.5))
