import { coverageOf } from '../text/coverage.ts'
import { contentWords } from '../text/words.ts'
import type { Corpus } from './corpus.ts'
import { speaksOf } from './passages.ts'
import type { Sought } from './question.ts'
import type { Candidate } from './take.ts'
import { weights } from './weights.ts'

/**
 * Whether the best place answers the task at all. The text around the best unit must speak of enough of the task by
 * itself: words that lie scattered over many places are found for any task in any large corpus.
 */
export function isAnswer(corpus: Corpus, task: string, question: readonly Sought[], { index, member: { source, text }, section, unit }: Candidate): boolean {
  const start = text.unitStart[unit] ?? 0
  const end = text.unitEnd[unit] ?? 0
  const margin = Math.max(0, weights.surroundings.size - (end - start)) / 2
  const around = source.text.slice(Math.max(source.from, Math.floor(start - margin)), Math.ceil(end + margin))
  const spoken = new Set(contentWords([source.title, ...source.hints, ...(text.headings[section] ?? []), around].join('\n')))
  const sought = new Map(question.map((one) => [one.term, one]))
  const { share } = coverageOf(task, (word) => {
    const one = sought.get(word)
    return one !== undefined && speaksOf(spoken, one, index)
  }, (word) => sought.get(word)?.weight ?? 0)
  return share >= weights.answered
}
