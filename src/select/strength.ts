import { constants } from '../rank/constants.ts'
import type { Corpus } from '../rank/corpus.ts'
import { rarity, readQuestion, type Asked, type Sought } from '../rank/question.ts'
import { isAround, strengthOf } from '../rank/strength.ts'
import { questionsIn } from '../text/questions.ts'
import { scoreUnits, type Candidate } from './score.ts'
import type { Source } from './source.ts'

/** The places that a task, or the parts of it that can be answered, finds. */
export interface Answer {
  readonly question: readonly Sought[]
  /** Best first. */
  readonly ranked: readonly Candidate[]
  /** Of the best place; `constants.answered` or more is an answer. */
  readonly strength: number
  /** Words that stand around the best place. */
  readonly found: readonly Sought[]
}

export interface Searched {
  readonly corpus: Corpus
  readonly sources: readonly Source[]
}

/** A task that asks several things is answered where one of them is: what it also asks must not weaken that. */
export function answerTask(searched: Searched, asked: Asked, isCandidate: (source: Source) => boolean = () => true): Answer {
  const whole = answerQuestion(searched, readQuestion(searched.corpus, asked), isCandidate)
  if (isAnswered(whole)) return whole
  const parts = questionsIn(asked.task).filter((task) => isAnswered(answerQuestion(searched, readQuestion(searched.corpus, { ...asked, task }), isCandidate)))
  return parts.length === 0 ? whole : answerQuestion(searched, readQuestion(searched.corpus, { ...asked, task: parts.join('\n') }), isCandidate, constants.answered)
}

export function answerQuestion({ corpus, sources }: Searched, question: readonly Sought[], isCandidate: (source: Source) => boolean, least = 0): Answer {
  const ranked = scoreUnits(corpus, sources, question).filter(({ source }) => isCandidate(source))
  const [best] = ranked
  if (!best) return { question, ranked, strength: 0, found: [] }
  const found = question.filter((word) => isAround(word, best))
  return { question, ranked, strength: Math.max(least, strengthOf(corpus, question, best)), found }
}

export const isAnswered = ({ strength }: Pick<Answer, 'strength'>): boolean => strength >= constants.answered

/** Whether the best place shares more with the task than words that stand everywhere. */
export const sharesTellingWord = (corpus: Corpus, { found }: Answer): boolean =>
  found.some(({ terms, factor }) => factor * rarity(corpus, terms) >= rarity(corpus, []) / 2)

/** Tokens of a weak reply: the surer it is, the more. */
export const weakBudget = ({ strength }: Answer): number => Math.floor(constants.weak.least + constants.weak.more * (strength / constants.answered))
