import { english } from './english.ts'
import type { Language, LanguageTable } from './language.ts'
import { type Lexicon, lexiconFrom } from './lexicon-of.ts'

type Loaded = { readonly table: LanguageTable }

/** Each language is a separate file, loaded when a document is in it. */
const loaders: Readonly<Partial<Record<Language, () => Promise<Loaded>>>> = {
  ar: () => import('./languages/ar.ts'),
  bg: () => import('./languages/bg.ts'),
  ca: () => import('./languages/ca.ts'),
  cs: () => import('./languages/cs.ts'),
  da: () => import('./languages/da.ts'),
  de: () => import('./languages/de.ts'),
  el: () => import('./languages/el.ts'),
  es: () => import('./languages/es.ts'),
  fa: () => import('./languages/fa.ts'),
  fi: () => import('./languages/fi.ts'),
  fr: () => import('./languages/fr.ts'),
  he: () => import('./languages/he.ts'),
  hi: () => import('./languages/hi.ts'),
  hr: () => import('./languages/hr.ts'),
  hu: () => import('./languages/hu.ts'),
  id: () => import('./languages/id.ts'),
  it: () => import('./languages/it.ts'),
  lt: () => import('./languages/lt.ts'),
  nl: () => import('./languages/nl.ts'),
  no: () => import('./languages/no.ts'),
  pl: () => import('./languages/pl.ts'),
  pt: () => import('./languages/pt.ts'),
  ro: () => import('./languages/ro.ts'),
  ru: () => import('./languages/ru.ts'),
  sk: () => import('./languages/sk.ts'),
  sl: () => import('./languages/sl.ts'),
  sv: () => import('./languages/sv.ts'),
  ta: () => import('./languages/ta.ts'),
  tr: () => import('./languages/tr.ts'),
  uk: () => import('./languages/uk.ts'),
  vi: () => import('./languages/vi.ts'),
}

/** The script is enough: function words and word parts are found by characters. */
const byScriptAlone: LanguageTable = { functionWords: '', isOtherScript: true, hasDecimalPoint: true }
const lexicons = new Map<Language, Lexicon>()

/** Loads the languages that are not loaded yet. */
export async function loadLanguages(languages: Iterable<Language>): Promise<void> {
  const missing = [...new Set(languages)].filter((language) => !lexicons.has(language))
  await Promise.all(
    missing.map(async (language) => {
      const loaded = await loaders[language]?.()
      if (loaded) lexicons.set(language, lexiconFrom(language, loaded.table))
    }),
  )
}

export function lexiconOf(language: Language): Lexicon {
  const known = lexicons.get(language)
  if (known) return known
  if (loaders[language]) throw new Error(`The language "${language}" is used before it is loaded.`)
  const lexicon = lexiconFrom(language, builtIn(language))
  lexicons.set(language, lexicon)
  return lexicon
}

function builtIn(language: Language): LanguageTable {
  if (language === 'en') return english
  return language === 'und' ? { functionWords: '', hasDecimalPoint: true } : byScriptAlone
}
