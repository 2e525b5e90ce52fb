import { constants } from '../rank/constants.ts'
import type { Corpus } from '../rank/corpus.ts'
import { rarity, readQuestion, type Asked, type Sought } from '../rank/question.ts'
import { isAround, strengthOf } from '../rank/strength.ts'
import { questionsIn } from '../text/lexicon/task-wording.ts'
import { byScore, scoreUnits, type Candidate } from './score.ts'
import { envelopeOf, type Source } from './texts/source.ts'

/** The places found for a task, or for those of its questions that have an answer. */
export interface Answer {
  readonly question: readonly Sought[]
  /** Best first. */
  readonly ranked: readonly Candidate[]
  /** Strength of the best place; `constants.answered` or more is an answer. */
  readonly strength: number
  /** Words found around the best place. */
  readonly found: readonly Sought[]
}

export interface Searched {
  readonly corpus: Corpus
  readonly sources: readonly Source[]
  /** Units that must not be returned. */
  readonly isWithheld?: (candidate: Candidate) => boolean
}

/**
 * A task of several questions is answered if one of them is; the others must not weaken it. Each question then counts
 * separately, in the entries that match the whole task.
 */
export function answerTask(
  searched: Searched,
  asked: Asked,
  isCandidate: (source: Source) => boolean = () => true,
): Answer {
  const answerPart = (task: string): Answer & { readonly task: string } => ({
    task,
    ...answerQuestion(searched, readQuestion(searched.corpus, { ...asked, task }), isCandidate),
  })
  const whole = answerPart(asked.task)
  const parts = questionsIn(asked.task)
    .map(answerPart)
    .filter((part) => isAnswered(part) && isComplete(part))
  if (parts.length === 0) return whole
  const answer = isAnswered(whole)
    ? whole
    : {
        ...answerPart(parts.map(({ task }) => task).join('\n')),
        strength: Math.max(...parts.map(({ strength }) => strength)),
      }
  return {
    ...answer,
    ranked: bestOfParts(
      answer.ranked,
      parts.map(({ ranked }) => ranked),
    ),
  }
}

/** "And how do they differ?" has no subject without the question before it. */
const isComplete = ({ question }: Answer): boolean => question.filter(({ from }) => from === 'task').length > 1

/** Each unit with its best score for the task or for one of its questions. */
function bestOfParts(whole: readonly Candidate[], parts: readonly (readonly Candidate[])[]): readonly Candidate[] {
  const least = (whole[0]?.score ?? 0) * constants.leastShare
  const entries = new Set(whole.filter(({ score }) => score >= least).map(({ source }) => envelopeOf(source)))
  const best = new Map<string, Candidate>()
  for (const candidate of [...whole, ...parts.flat().filter(({ source }) => entries.has(envelopeOf(source)))]) {
    const key = `${candidate.index} ${candidate.unit}`
    if ((best.get(key)?.score ?? 0) < candidate.score) best.set(key, candidate)
  }
  return [...best.values()].sort(byScore)
}

export function answerQuestion(
  { corpus, sources, isWithheld = () => false }: Searched,
  question: readonly Sought[],
  isCandidate: (source: Source) => boolean,
): Answer {
  const ranked = scoreUnits(corpus, sources, question).filter(
    (candidate) => isCandidate(candidate.source) && !isWithheld(candidate),
  )
  const [best] = ranked
  if (!best) return { question, ranked, strength: 0, found: [] }
  const found = question.filter((word) => isAround(word, best))
  return { question, ranked, strength: strengthOf(corpus, question, best), found }
}

export const isAnswered = ({ strength }: Pick<Answer, 'strength'>): boolean => strength >= constants.answered

/** Words of the task that are in no granted text, as typed. */
export const unknownIn = (corpus: Corpus, asked: Asked): readonly string[] => [
  ...new Set(
    readQuestion(corpus, asked)
      .filter(({ from, isKnown }) => from === 'task' && !isKnown)
      .map(({ typed }) => typed),
  ),
]

/** Words that are specific enough to distinguish texts. */
export const tellingWords = (corpus: Corpus, words: readonly Sought[]): readonly Sought[] =>
  words.filter(({ terms }) => terms.length > 0 && rarity(corpus, terms) >= constants.telling * rarity(corpus, []))

/** Whether the best place shares a specific word with the task, or several words with the same total weight. */
export const isRelated = (corpus: Corpus, { found }: Answer): boolean =>
  found.reduce((sum, { terms }) => sum + rarity(corpus, terms, { withNames: false }), 0) >=
  constants.telling * rarity(corpus, [])

/** Tokens of a weak reply, by strength. */
export const weakBudget = ({ strength }: Answer): number =>
  Math.floor(constants.weak.least + constants.weak.more * (strength / constants.answered))
