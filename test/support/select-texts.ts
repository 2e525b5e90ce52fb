import { formatOf } from '../../src/formats/format-of.ts'
import type { Asked } from '../../src/rank/question.ts'
import { constants } from '../../src/rank/constants.ts'
import { Indexes } from '../../src/select/texts/indexes.ts'
import { toPassages } from '../../src/select/passages.ts'
import type { Passage, Source } from '../../src/select/texts/source.ts'
import {
  answerTask,
  isAnswered,
  isRelated,
  tellingWords,
  unknownIn,
  weakBudget,
  type Answer,
  type Searched,
} from '../../src/select/strength.ts'
import { take, type LeftOut } from '../../src/select/take.ts'
import { digest } from '../../src/text/bytes/digest.ts'
import { detectTaskLanguage, loadLanguages } from '../../src/text/lexicon/lexicon.ts'
import { loadTokenizer } from '../../src/text/tokens/tokens.ts'

export const { count } = await loadTokenizer()

/** Tokens that `take` reserves for the envelope of one entry, and for one passage in it. */
export const wrapper = { entry: 110, passage: 16 } as const

export const textSource = (path: string, text: string, rest: Partial<Source> = {}): Source => ({
  ref: 'pack:kiosk',
  path,
  format: formatOf(path) ?? 'text',
  text,
  head: text,
  from: 0,
  fileDigest: digest(text),
  entry: { name: 'Harbor Kiosk', description: '' },
  title: '',
  hints: [],
  persist: true,
  ...rest,
})

export interface Asking {
  readonly also?: readonly string[]
  readonly budget?: number
  readonly share?: number
  readonly indexes?: Indexes
}

/** The steps of a read over plain texts: score, strength, take. */
export interface Found {
  readonly outcome: 'answered' | 'weak' | 'nothing'
  readonly answer: Answer
  readonly searched: Searched
  readonly unknownWords: readonly string[]
  readonly passages: readonly Passage[]
  readonly omitted: readonly LeftOut[]
  readonly tokens: number
}

export async function searchTexts(
  sources: readonly Source[],
  task: string,
  { also = [], indexes = new Indexes() }: Pick<Asking, 'also' | 'indexes'> = {},
): Promise<{ readonly searched: Searched; readonly answer: Answer; readonly asked: Asked }> {
  const languages = indexes.languagesOf(sources)
  const taskLanguage = detectTaskLanguage(task, new Set(languages))
  await loadLanguages([...languages, taskLanguage])
  const searched = { corpus: indexes.corpusOf(sources), sources }
  const asked = { task, also, taskLanguage, languages }
  return { searched, asked, answer: answerTask(searched, asked) }
}

export async function askTexts(sources: readonly Source[], task: string, asking: Asking = {}): Promise<Found> {
  const { budget = 600, share = constants.shareWithoutBudget } = asking
  const { searched, answer, asked } = await searchTexts(sources, task, asking)
  const weak = isRelated(searched.corpus, answer) ? 'weak' : 'nothing'
  const outcome = isAnswered(answer) ? 'answered' : weak
  const ceiling = outcome === 'answered' ? budget : Math.min(budget, weakBudget(answer))
  const { taken, omitted } = take(outcome === 'nothing' ? [] : answer.ranked, {
    budget: ceiling,
    budgetForBest: Math.min(budget, constants.weak.most),
    share,
    count,
    words: tellingWords(searched.corpus, answer.question),
  })
  const passages = toPassages(taken, answer.question, count).toSorted((a, b) => b.score - a.score)
  return {
    outcome,
    answer,
    searched,
    unknownWords: unknownIn(searched.corpus, asked),
    passages,
    omitted,
    tokens: passages.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

export const said = ({ passages }: Pick<Found, 'passages'>): string => passages.map(({ text }) => text).join('\n---\n')

/** Score of the best unit of text that contains these words. */
export const scoreAt = ({ ranked }: Answer, words: string): number =>
  ranked.find(({ source, member: { text }, unit }) =>
    source.text.slice(text.unitStart[unit], text.unitEnd[unit]).includes(words),
  )?.score ?? 0
