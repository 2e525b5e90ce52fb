import { questionsIn } from '../text/questions.ts'
import { answeredShare } from './answer.ts'
import type { Corpus } from './corpus.ts'
import { readQuestion, type Sought } from './question.ts'
import { rankBlocks } from './rank-blocks.ts'
import { regionsOf } from './regions.ts'
import { scoreRegion } from './score-units.ts'
import { candidatesOf, type Candidate } from './take.ts'
import { weights } from './weights.ts'

/** Where a task, or a part of it, finds something. */
export interface Places {
  readonly task: string
  readonly question: readonly Sought[]
  /** Best first. */
  readonly ranked: readonly Candidate[]
  /** How much of the task the best of them answers. */
  readonly share: number
}

export function placesFor(corpus: Corpus, task: string): Places {
  const question = readQuestion(corpus, task)
  const scored = regionsOf(corpus, rankBlocks(corpus, question, weights.candidates)).map((region) => scoreRegion(corpus, question, region))
  const ranked = candidatesOf(scored, 'scores')
  const [best] = ranked
  return { task, question, ranked, share: best === undefined ? 0 : answeredShare(corpus, task, question, best) }
}

/** A task that asks several things is answered where one of them is; what it also asks must not silence that. */
export function answeredPart(corpus: Corpus, task: string): Places | undefined {
  const answered = questionsIn(task).filter((part) => placesFor(corpus, part).share >= weights.part)
  return answered.length === 0 ? undefined : placesFor(corpus, answered.join('\n'))
}
