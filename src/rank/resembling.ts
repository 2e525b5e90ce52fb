import { constants } from './constants.ts'
import type { Corpus } from './corpus.ts'
import { compareText } from '../text/compare-text.ts'

const sortedTerms = new WeakMap<Corpus['text'], readonly string[]>()

/**
 * Known words for one that does not occur: words with the same beginning (other forms, misspellings), and the parts of
 * compounds. Most similar first.
 */
export function resemblingTerms({ text }: Corpus, word: string): readonly string[] {
  const { resemblingLetters, resemblingShare, mostResembling } = constants
  if (word.length < resemblingLetters) return []
  const found = new Map<string, number>()
  for (const term of beginningLike(text, word.slice(0, resemblingLetters))) {
    const share = commonStart(word, term) / Math.max(word.length, term.length)
    if (share >= resemblingShare) found.set(term, share)
  }
  for (let length = resemblingLetters; length <= word.length - 3; length++) {
    for (const part of [word.slice(0, length), word.slice(-length)]) {
      if (text.terms.has(part)) found.set(part, Math.max(found.get(part) ?? 0, length / word.length))
    }
  }
  const ordered = [...found].sort(([a, x], [b, y]) => y - x || compareText(a, b))
  return ordered.slice(0, mostResembling).map(([term]) => term)
}

/** Words with the same beginning are contiguous; of a very common beginning only this many are compared. */
const mostCompared = 2_000

function beginningLike(text: Corpus['text'], start: string): readonly string[] {
  let terms = sortedTerms.get(text)
  if (!terms) sortedTerms.set(text, (terms = [...text.terms.keys()].sort()))
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((terms[middle] ?? '') < start) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < terms.length && end - low < mostCompared && (terms[end] ?? '').startsWith(start)) end += 1
  return terms.slice(low, end)
}

function commonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}
