/** BCP 47 primary subtags; `und` where the language is not known. */
const languages = [
  'en',
  'de',
  'nl',
  'sv',
  'da',
  'no',
  'fr',
  'es',
  'it',
  'pt',
  'ca',
  'ro',
  'pl',
  'cs',
  'sk',
  'sl',
  'hr',
  'lt',
  'fi',
  'hu',
  'tr',
  'id',
  'vi',
  'ru',
  'uk',
  'bg',
  'el',
  'ar',
  'fa',
  'he',
  'hi',
  'ta',
  'zh',
  'ja',
  'ko',
  'th',
  'lo',
  'km',
  'my',
  'und',
] as const

export type Language = (typeof languages)[number]

const known: ReadonlySet<string> = new Set(languages)

export const isLanguage = (word: string): word is Language => known.has(word)

/** The rules of a language besides those of all languages. */
export interface LanguageTable {
  /** Articles, pronouns, prepositions, conjunctions, auxiliaries, question words: lower case, separated by spaces. */
  readonly functionWords: string
  /** Content words that fit any subject, so that they hardly distinguish texts. */
  readonly everydayWords?: string
  /** Phrases that ask for a measure; an answer need not contain their words: `how_long`. */
  readonly questionPhrases?: string
  /** The common part of the forms of a word; takes lower case with accents. */
  readonly stem?: (word: string) => string
  /** How `%`, `€`, `$`, `£`, `°`, Celsius and a minus are read aloud. */
  readonly signs?: string
  /** Short words that an apostrophe joins to another: `l'eau`, `it's`. */
  readonly clitics?: string
  /** Any other apostrophe: a letter of the word, or the start of an ending. */
  readonly apostrophe?: 'letter' | 'ending'
  /** Words are written in another script than Latin; Latin words among them are read as English. */
  readonly isOtherScript?: true
  /** `1,000.5` instead of `1.000,5`. */
  readonly hasDecimalPoint?: true
  /** `1 000` is one number. */
  readonly hasSpacedThousands?: true
  /** Spaces separate syllables instead of words. */
  readonly isSyllabic?: true
  readonly lowerCase?: (word: string) => string
}
