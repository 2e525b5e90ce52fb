import { english } from './english.ts'
import type { Language, LanguageTable } from './language.ts'
import { currencySign, signWords, unitSymbol } from './measures.ts'
import { withoutAccents } from './normal-form.ts'
import type { Word } from './word.ts'

type Family = Readonly<Partial<Record<Language, LanguageTable>>>

const germanic = (): Promise<Family> => import('./languages/germanic/index.ts')
const romance = (): Promise<Family> => import('./languages/romance/index.ts')
const slavic = (): Promise<Family> => import('./languages/slavic/index.ts')
const otherLatin = (): Promise<Family> => import('./languages/other-latin/index.ts')
const otherScripts = (): Promise<Family> => import('./languages/other-scripts/index.ts')

/** Languages are loaded by family, on demand: a built file for each language would make thirty files. */
const families: Readonly<Partial<Record<Language, () => Promise<Family>>>> = {
  ar: otherScripts,
  bg: slavic,
  ca: romance,
  cs: slavic,
  da: germanic,
  de: germanic,
  el: otherScripts,
  es: romance,
  fa: otherScripts,
  fi: otherLatin,
  fr: romance,
  he: otherScripts,
  hi: otherScripts,
  hr: slavic,
  hu: otherLatin,
  id: otherLatin,
  it: romance,
  lt: otherLatin,
  nl: germanic,
  no: germanic,
  pl: slavic,
  pt: romance,
  ro: romance,
  ru: slavic,
  sk: slavic,
  sl: slavic,
  sv: germanic,
  ta: otherScripts,
  tr: otherLatin,
  uk: slavic,
  vi: otherLatin,
}

/** The script is enough: function words and word parts are found by characters. */
const byScriptAlone: LanguageTable = { functionWords: '', isOtherScript: true, hasDecimalPoint: true }
const lexicons = new Map<Language, Lexicon>()

/** Loads the languages that are not loaded yet. */
export async function loadLanguages(languages: Iterable<Language>): Promise<void> {
  const missing = [...new Set(languages)].filter((language) => !lexicons.has(language))
  await Promise.all(
    missing.map(async (language) => {
      const table = (await families[language]?.())?.[language]
      if (table) lexicons.set(language, lexiconFrom(language, table))
    }),
  )
}

export function lexiconOf(language: Language): Lexicon {
  const known = lexicons.get(language)
  if (known) return known
  if (families[language]) throw new Error(`The language "${language}" is used before it is loaded.`)
  const lexicon = lexiconFrom(language, builtIn(language))
  lexicons.set(language, lexicon)
  return lexicon
}

function builtIn(language: Language): LanguageTable {
  if (language === 'en') return english
  return language === 'und' ? { functionWords: '', hasDecimalPoint: true } : byScriptAlone
}

/** A language as the tokenizer uses it. */
export interface Lexicon {
  readonly language: Language
  readonly table: LanguageTable
  readonly functionWords: ReadonlySet<string>
  readonly questionPhrases: RegExp | undefined
  /** Everyday words as terms. */
  readonly everyday: ReadonlySet<string>
  readonly clitics: ReadonlySet<string>
  readonly signs: ReadonlyMap<string, readonly string[]>
  readonly lowerCase: (word: string) => string
  /** The common part of the forms of a lower-case word, without accents. */
  readonly termOf: (word: string) => string
  /** Cache of analysed runs. */
  readonly remembered: Map<string, Word>
}

/** Words that belong together are written with an underscore. */
const listed = (words: string): readonly string[] =>
  words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll('_', ' '))
const ascii = /^[\x00-\x7f]+$/
const lower = (word: string): string => word.toLowerCase()
const same = (word: string): string => word

function lexiconFrom(language: Language, table: LanguageTable): Lexicon {
  const termOf = termMaker(table)
  const own = listed(table.functionWords)
  // Accents of these words are often not typed.
  const spelled = table.isSyllabic ? own : own.flatMap((word) => [word, withoutAccents(word)])
  const signs = [...signWords(table.signs ?? '')].map(([sign, words]) => [sign, words.map(termOf)] as const)
  return {
    language,
    table,
    functionWords: new Set(table.isOtherScript ? [...spelled, ...listed(english.functionWords)] : spelled),
    everyday: new Set(listed(table.everydayWords ?? '').map((word) => termOf(word.toLowerCase()))),
    questionPhrases: phrasePattern(listed(table.questionPhrases ?? '')),
    clitics: new Set(listed(table.clitics ?? '')),
    signs: new Map(signs),
    lowerCase: table.lowerCase ?? lower,
    termOf,
    remembered: new Map(),
  }
}

function phrasePattern(phrases: readonly string[]): RegExp | undefined {
  const written = phrases.flatMap((phrase) => [phrase, withoutAccents(phrase)]).join('|')
  return phrases.length === 0 ? undefined : new RegExp(`(?<![\\p{L}\\p{N}])(?:${written})(?![\\p{L}\\p{N}])`, 'giu')
}

function termMaker(table: LanguageTable): (word: string) => string {
  const { stem = same, isOtherScript, isSyllabic } = table
  if (isSyllabic) return stem
  const englishStem = english.stem ?? same
  const signs = signWords(table.signs ?? '')
  return (word) => {
    const bare = withoutAccents(word)
    const unit = unitSymbol(bare)
    if (unit !== undefined) return unit
    const [read = word] = signs.get(currencySign(bare) ?? '') ?? []
    const shared = isOtherScript && ascii.test(read) ? englishStem(read) : stem(read)
    return withoutAccents(shared === '' ? read : shared)
  }
}
