import type { Language } from './language.ts'
import { lexiconOf, type Lexicon } from './load-languages.ts'
import { runsOf } from './runs.ts'
import { byScript, hasOwnScript } from './scripts.ts'
import { syllablePieces } from './syllables.ts'
import { unspacedPieces } from './unspaced.ts'
import { analysed, joiners, type Word, type WordRules } from './word.ts'

export { detectLanguage, detectTaskLanguage } from './detect.ts'
export type { Language } from './language.ts'
export { loadLanguages } from './load-languages.ts'

const mostRemembered = 50_000
const longestRemembered = 40

/** The terms of a text, in order, repeated ones too, without function words. The language must be loaded. */
export function addTerms(text: string, language: Language, into: string[]): void {
  const lexicon = lexiconOf(language)
  if (lexicon.table.isSyllabic) return addSyllableTerms(text, lexicon, into)
  for (const run of runsOf(text, lexicon.table.hasSpacedThousands === true)) {
    for (const term of wordOf(run, lexicon).terms) into.push(term)
  }
}

export function terms(text: string, language: Language): string[] {
  const found: string[] = []
  addTerms(text, language, found)
  return found
}

/** Whether a word, or its part before or after an apostrophe, is a function word. */
export function isFunctionWord(word: string, language: Language): boolean {
  const { functionWords, clitics, lowerCase } = lexiconOf(language)
  const lower = lowerCase(word)
  return functionWords.has(lower) || clitics.has(lower)
}

/** The term of a single word: the common part of its forms. */
export function termOf(word: string, language: Language): string {
  const lexicon = lexiconOf(language)
  return lexicon.termOf(lexicon.lowerCase(word))
}

/** A word as it is typed, and the terms that it is looked up by in a document of one language. */
export interface TypedWord {
  readonly typed: string
  readonly terms: readonly string[]
}

/** Whether a term of a text in this language fits any subject. */
export const isEverydayTerm = (term: string, language: Language): boolean => lexiconOf(language).everyday.has(term)

/**
 * The words of a task, for documents of `language`; function words of that language and of the task's own, and phrases
 * that only ask for a measure, are omitted, unless there is nothing else.
 */
export function typedWords(text: string, language: Language, taskLanguage: Language = language): readonly TypedWord[] {
  const lexicon = lexiconOf(language)
  const own = lexicon.functionWords
  const other = lexiconOf(taskLanguage).functionWords
  const hasNames = !text.includes(' ') || text !== text.toUpperCase()
  const { questionPhrases } = lexiconOf(taskLanguage)
  const content = questionPhrases ? text.replace(questionPhrases, ' ') : text
  const found = typed(content, lexicon, { isDropped: (word) => own.has(word) || other.has(word), hasNames })
  return found.length > 0 ? found : typed(text, lexicon, { isDropped: () => false, hasNames })
}

function typed(text: string, lexicon: Lexicon, reading: WordRules): readonly TypedWord[] {
  const words = lexicon.table.isSyllabic
    ? typedSyllables(text, lexicon, reading)
    : runsOf(text, lexicon.table.hasSpacedThousands === true).flatMap((run) => typedRun(run, lexicon, reading))
  return words.filter((word) => word.terms.length > 0)
}

function typedRun(run: string, lexicon: Lexicon, reading: WordRules): readonly TypedWord[] {
  if (!hasOwnScript(run)) return [{ typed: run, terms: analysed(run, lexicon, reading).sought }]
  return run
    .split(joiners)
    .flatMap(byScript)
    .flatMap(([script, part]): readonly TypedWord[] =>
      script === 'other'
        ? [{ typed: part, terms: analysed(part, lexicon, reading).sought }]
        : unspacedPieces(script, part, lexicon.language).map(({ written, sought }) => ({
            typed: written,
            terms: sought,
          })),
    )
}

const readingOf = ({ functionWords }: Lexicon): WordRules => ({
  isDropped: (word) => functionWords.has(word),
  hasNames: true,
})

function wordOf(run: string, lexicon: Lexicon): Word {
  const { remembered } = lexicon
  const known = remembered.get(run)
  if (known) return known
  const word = analysed(run, lexicon, readingOf(lexicon))
  // A longer run hardly recurs.
  if (run.length > longestRemembered) return word
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(run, word)
  return word
}

function addSyllableTerms(text: string, lexicon: Lexicon, into: string[]): void {
  for (const { written, word } of syllablePieces(text, lexicon, readingOf(lexicon))) {
    const words = word ? [word] : runsOf(written, false).map((run) => wordOf(run, lexicon))
    for (const { terms: found } of words) for (const term of found) into.push(term)
  }
}

const typedSyllables = (text: string, lexicon: Lexicon, reading: WordRules): readonly TypedWord[] =>
  syllablePieces(text, lexicon, reading).flatMap(({ written, word }) =>
    word
      ? [{ typed: written, terms: word.sought }]
      : runsOf(written, false).flatMap((run) => typedRun(run, lexicon, reading)),
  )
