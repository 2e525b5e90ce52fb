import type { Language } from '../text/lexicon/language.ts'
import { isEverydayTerm, typedWords } from '../text/lexicon/lexicon.ts'
import { namesIn } from '../text/lexicon/task-wording.ts'
import { constants } from './constants.ts'
import type { Corpus } from './corpus.ts'
import { resemblingTerms } from './resembling.ts'

/** One word of the question. */
export interface Sought {
  /** As the person typed it. */
  readonly typed: string
  /** Its forms in the languages of the texts, whether or not they occur. */
  readonly forms: readonly string[]
  /** Those of its forms that occur, or similar known words; any of them matches. */
  readonly terms: readonly string[]
  /** The rarer the word is in the corpus, the higher. */
  readonly weight: number
  /** Weight relative to a word of the task that occurs: 1 or less. */
  readonly factor: number
  /** Weight if nothing about it were uncertain; 0 for a word that the caller added. */
  readonly ideal: number
  readonly from: 'task' | 'also'
  /** Whether it occurs, as typed, in a text or a label. */
  readonly isKnown: boolean
  /** Whether it fits any subject. */
  readonly isEveryday: boolean
  /** A name or a number, which has no synonyms. */
  readonly isName: boolean
}

export interface Asked {
  readonly task: string
  /** Other words that an answer may use, added by the caller. */
  readonly also?: readonly string[]
  readonly taskLanguage: Language
  readonly languages: readonly Language[]
}

/** The content words of a task, each once, then those that the caller added. */
export function readQuestion(corpus: Corpus, { task, also = [], taskLanguage, languages }: Asked): readonly Sought[] {
  const slots = new Map<
    string,
    { readonly typed: string; readonly terms: Set<string>; readonly from: Sought['from']; isEveryday: boolean }
  >()
  const known = new Set<string>()
  const add = (text: string, from: Sought['from'], language: Language): void => {
    for (const { typed, terms } of typedWords(text, language, taskLanguage)) {
      for (const [part, term] of terms.entries()) {
        const key = `${typed.toLowerCase()}\n${part}`
        const slot = slots.get(key)
        const isEveryday = isEverydayTerm(term, language)
        if (slot) {
          slot.terms.add(term)
          slot.isEveryday ||= isEveryday
        } else if (!known.has(`${language}\n${term}`))
          slots.set(key, { typed, terms: new Set([term]), from, isEveryday })
        known.add(`${language}\n${term}`)
      }
    }
  }
  for (const language of languages) add(task, 'task', language)
  for (const language of languages)
    for (const word of also.slice(0, constants.mostAlso)) add(word.slice(0, constants.longestAlso), 'also', language)
  const foreign = !languages.includes(taskLanguage)
  const names = namesIn(task, taskLanguage)
  corpus.expect?.([...slots.values()].flatMap(({ terms }) => [...terms]))
  return [...slots.values()].map(({ terms, ...slot }) => {
    const isName = slot.from === 'task' && names.has(slot.typed)
    return soughtWord(corpus, { ...slot, terms: [...terms], isName, foreign })
  })
}

interface Slot {
  readonly typed: string
  readonly terms: readonly string[]
  readonly from: Sought['from']
  readonly isEveryday: boolean
  readonly isName: boolean
  /** The task is in a language that no text is written in. */
  readonly foreign: boolean
}

/** A word that does not occur weighs as much as the rarest, and is looked up through similar words. */
function soughtWord(corpus: Corpus, { typed, terms, from, foreign, isEveryday, isName }: Slot): Sought {
  const present = terms.filter(
    (term) => corpus.text.has(term) || corpus.headings.has(term) || corpus.labelled.has(term),
  )
  const isKnown = present.length > 0
  const similar = isKnown
    ? []
    : terms.flatMap((term) => resemblingTerms(corpus, term)).slice(0, constants.mostResembling)
  const sought = isKnown ? present : similar
  const weigh = isEveryday ? constants.everyday : 1
  const factor = (from === 'also' ? constants.also : 1) * (isKnown ? 1 : constants.resembling) * weigh
  const idealOfTask = weigh * (isKnown ? rarity(corpus, present) : foreign ? 0 : rarity(corpus, []))
  const weight = sought.length === 0 ? 0 : factor * rarity(corpus, sought)
  const ideal = from === 'also' ? 0 : idealOfTask
  return { typed, forms: terms, terms: sought, weight, factor, ideal, from, isKnown, isEveryday, isName }
}

/**
 * Inverse document frequency over blocks, plus a prior of blocks without the word: a few blocks share words by chance.
 */
export function rarity(
  { text, blocks, named, members }: Corpus,
  terms: readonly string[],
  { withNames = true }: { readonly withNames?: boolean } = {},
): number {
  let holding = 0
  for (const term of terms) {
    const inText = text.of(term).block.length
    // A word of a name labels every block of the entry's texts.
    const under = !withNames
      ? 0
      : (named.get(term) ?? []).reduce((sum, member) => sum + (members[member]?.blockCount ?? 0), 0)
    holding += Math.max(inText, under)
  }
  return inverseFrequency(Math.min(holding, blocks), blocks + constants.prior)
}

export const inverseFrequency = (holding: number, all: number): number =>
  Math.log(1 + (all - holding + 0.5) / (holding + 0.5))
