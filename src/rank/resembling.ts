import { constants } from './constants.ts'
import type { Corpus } from './corpus.ts'
import { compareText } from '../text/compare.ts'

/**
 * Known words for one that does not occur: words with the same beginning (other forms, misspellings), and parts of
 * compounds. Most similar first.
 */
export function resemblingTerms({ text, expect }: Pick<Corpus, 'text' | 'expect'>, word: string): readonly string[] {
  const { resemblingLetters, resemblingShare, mostResembling } = constants
  if (word.length < resemblingLetters) return []
  const found = new Map<string, number>()
  for (const term of text.startingWith(word.slice(0, resemblingLetters), mostCompared)) {
    const share = commonStart(word, term) / Math.max(word.length, term.length)
    if (share >= resemblingShare) found.set(term, share)
  }
  const parts = partsOf(word)
  expect?.(parts)
  for (const part of parts)
    if (text.has(part)) found.set(part, Math.max(found.get(part) ?? 0, part.length / word.length))
  const ordered = [...found].sort(([a, x], [b, y]) => y - x || compareText(a, b))
  return ordered.slice(0, mostResembling).map(([term]) => term)
}

/** Its beginnings and endings, unless the rest is short. */
function partsOf(word: string): readonly string[] {
  const parts: string[] = []
  for (let length = constants.resemblingLetters; length <= word.length - 3; length++)
    parts.push(word.slice(0, length), word.slice(-length))
  return parts
}

/** If a beginning is very common, only this many words are compared. */
const mostCompared = 2_000

function commonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}
