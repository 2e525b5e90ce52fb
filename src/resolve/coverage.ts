import type { Ranking } from '../text/bm25.ts'
import { contentWords, words } from '../text/words.ts'

/** How much of a task the excerpts answer: the share of its content words that occur in them, rare words weighing more. */
export function coverage(task: string, excerpts: readonly string[], ranking: Ranking): { readonly share: number; readonly missing: readonly string[] } {
  const wanted = [...new Set(contentWords(task))]
  const present = new Set(excerpts.flatMap((text) => words(text)))
  const missing = wanted.filter((word) => !present.has(word))
  const weigh = (list: readonly string[]): number => list.reduce((sum, word) => sum + ranking.weight(word), 0)
  const total = weigh(wanted)
  return { share: total === 0 ? 0 : 1 - weigh(missing) / total, missing }
}
