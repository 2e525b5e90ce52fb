import type { Language } from '../text/lexicon/language.ts'
import { constants } from './constants.ts'

const lettersPerCharacter: Readonly<Partial<Record<Language, number>>> = constants.lettersPerCharacter

/** Converts characters to letters of an alphabet that say as much; sizes are counted in these. */
export const lettersIn = (characters: number, language: Language): number =>
  characters * (lettersPerCharacter[language] ?? 1)

/** The inverse: characters that say as much as these letters of an alphabet. */
export const charactersFor = (letters: number, language: Language): number =>
  letters / (lettersPerCharacter[language] ?? 1)
