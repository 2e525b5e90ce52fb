import { english } from './english.ts'
import type { Language, LanguageTable } from './language.ts'
import { type Lexicon, lexiconFrom } from './lexicon-from.ts'

type Family = Readonly<Partial<Record<Language, LanguageTable>>>

const germanic = (): Promise<Family> => import('./languages/germanic/index.ts')
const romance = (): Promise<Family> => import('./languages/romance/index.ts')
const slavic = (): Promise<Family> => import('./languages/slavic/index.ts')
const otherLatin = (): Promise<Family> => import('./languages/other-latin/index.ts')
const otherScripts = (): Promise<Family> => import('./languages/other-scripts/index.ts')

/** Languages are loaded by family, when a document is written in one: a file for each of them would be thirty files. */
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
