import { rarity, type Sought } from '../rank/question.ts'
import { countsIn } from '../rank/text-index.ts'
import type { Asked } from '../rank/question.ts'
import type { Gathered } from './gather.ts'
import type { OpenPack } from './packs/pack-texts.ts'
import { byScore } from './score.ts'
import type { Source } from './texts/source.ts'
import { answerQuestion, answerTask, isAnswered, type Answer, type Searched } from './strength.ts'

/** The answer to the task, and the personas of the reply. */
export interface AnswerWithPersonas {
  readonly answer: Answer
  readonly personas: readonly OpenPack[]
}

/**
 * Facts are ranked without personas, so that a persona with the same words does not displace them. A persona is used if
 * it is named, or if it has most of the words that the facts lack, such as "in the founder's voice"; those words then
 * do not count against the facts (AK-165).
 */
export function answerWithPersonas(
  gathered: Gathered,
  searched: Searched,
  asked: Asked,
  named: ReadonlySet<string>,
): AnswerWithPersonas {
  const packs = gathered.packs.filter(({ allowed }) => allowed.pack.mode === 'persona')
  if (packs.length === 0) return { answer: answerTask(searched, asked), personas: [] }
  const refs = new Set(packs.map(({ allowed }) => allowed.ref))
  const isFact = ({ ref }: Source): boolean => !refs.has(ref)
  const facts = answerTask(searched, asked, isFact)
  const open = facts.question.filter((word) => !facts.found.includes(word) && !word.isEveryday)
  const held = packs.map((pack) => ({ pack, words: open.filter((word) => isHeldBy(pack, word, searched)) }))
  const lending = held.filter(
    ({ words }) => words.length > 0 && weightOf(words, searched) * 2 >= weightOf(open, searched),
  )
  const personas = packs.filter((pack) => named.has(pack.allowed.ref) || lending.some((one) => one.pack === pack))
  const personaWords = new Set(lending.flatMap(({ words }) => words))
  const answer =
    personaWords.size === 0
      ? facts
      : answerQuestion(
          searched,
          facts.question.filter((word) => !personaWords.has(word)),
          isFact,
        )
  if (isAnswered(answer))
    return {
      answer: withPersonaPlaces(
        answer,
        [...personaWords],
        searched,
        new Set(lending.map(({ pack }) => pack.allowed.ref)),
      ),
      personas,
    }
  const all = answerTask(searched, asked)
  const speaking = packs.filter((pack) => personas.includes(pack) || all.ranked[0]?.source.ref === pack.allowed.ref)
  return all.strength > answer.strength ? { answer: all, personas: speaking } : { answer, personas }
}

/**
 * Adds the places that personas have for their words to the facts: their best place counts as much as the best fact.
 */
function withPersonaPlaces(
  answer: Answer,
  words: readonly Sought[],
  searched: Searched,
  refs: ReadonlySet<string>,
): Answer {
  const { ranked } = answerQuestion(searched, words, ({ ref }) => refs.has(ref))
  const [best] = ranked
  if (!best) return answer
  const scale = (answer.ranked[0]?.score ?? 0) / best.score
  const scaled = ranked.map((candidate) => ({ ...candidate, score: candidate.score * scale }))
  return { ...answer, question: [...answer.question, ...words], ranked: [...answer.ranked, ...scaled].sort(byScore) }
}

const weightOf = (words: readonly Sought[], { corpus }: Searched): number =>
  words.reduce((sum, { terms }) => sum + rarity(corpus, terms), 0)

function isHeldBy(pack: OpenPack, { terms }: Sought, { corpus, sources }: Searched): boolean {
  return sources.some((source, index) => {
    const member = corpus.members[index]
    if (!member || source.ref !== pack.allowed.ref) return false
    const { text, labels } = member
    return (
      terms.some((term) => labels.has(term) || text.headingTerms.includes(term)) ||
      countsIn(text, terms, 0, text.unitStart.length).some((found) => found > 0)
    )
  })
}
