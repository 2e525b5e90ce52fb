/** Constants of BM25, in one place. */
const k1 = 1.2
const b = 0.75

export interface Ranking {
  /** Inverse document frequency of a word; rarer is heavier. */
  weight(word: string): number
  /** One score per document, in their order. */
  scores(query: readonly string[]): readonly number[]
}

/** Ranks documents, given as lists of words. */
export function rank(documents: readonly (readonly string[])[]): Ranking {
  const counts = documents.map(countWords)
  const frequency = new Map<string, number>()
  for (const count of counts) for (const word of count.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const average = documents.reduce((sum, document) => sum + document.length, 0) / Math.max(1, documents.length)
  const weight = (word: string): number => {
    const n = frequency.get(word) ?? 0
    return Math.log(1 + (documents.length - n + 0.5) / (n + 0.5))
  }
  return {
    weight,
    scores(query) {
      const terms = [...new Set(query)]
      return counts.map((count, i) => {
        const norm = k1 * (1 - b + (b * (documents[i]?.length ?? 0)) / Math.max(1, average))
        return terms.reduce((sum, term) => {
          const n = count.get(term) ?? 0
          return n === 0 ? sum : sum + (weight(term) * n * (k1 + 1)) / (n + norm)
        }, 0)
      })
    },
  }
}

function countWords(document: readonly string[]): ReadonlyMap<string, number> {
  const count = new Map<string, number>()
  for (const word of document) count.set(word, (count.get(word) ?? 0) + 1)
  return count
}
