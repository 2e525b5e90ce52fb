import { isEveryday, tellingness } from './common-words.ts'
import { contentWords, typedWords, type TypedWord } from './words.ts'

export interface Coverage {
  /** Share of the task's content words that the texts speak of: 0 to 1. Heavy words count more, everyday words less. */
  readonly share: number
  /** The telling words no text speaks of, as the person typed them. */
  readonly missing: readonly string[]
}

/** The one definition of "answered". A task without content words is answered by nothing. */
export function coverage(task: string, texts: readonly string[], weight: (word: string) => number): Coverage {
  const present = new Set<string>()
  for (const text of texts) for (const word of contentWords(text)) present.add(word)
  return coverageOf(typedWords(task), (word) => present.has(word), weight)
}

/** As `coverage`, for some words of a task and one who already knows which are spoken of. */
export function coverageOf(asked: readonly TypedWord[], isSpokenOf: (word: string) => boolean, weight: (word: string) => number): Coverage {
  const missing = new Set<string>()
  const seen = new Set<string>()
  let total = 0
  let covered = 0
  for (const { typed, terms } of asked) {
    const spoken = terms.filter(isSpokenOf)
    const found = new Set(spoken)
    // A number that was asked for by its digits is no everyday word.
    const telling = /^\d+$/.test(typed) ? 1 : tellingness(typed.toLowerCase())
    // A long East Asian run is spoken of when most of its pairs are.
    if (spoken.length * 2 < terms.length && !terms.every(isEveryday)) missing.add(typed)
    for (const term of terms) {
      if (seen.has(term)) continue
      seen.add(term)
      // Among few texts rarity proves little, so no word counts for nothing.
      const worth = (1 + weight(term)) * telling
      total += worth
      if (found.has(term)) covered += worth
    }
  }
  return { share: total === 0 ? 0 : covered / total, missing: [...missing] }
}
