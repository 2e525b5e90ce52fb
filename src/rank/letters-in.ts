import type { Language } from '../text/lexicon/language.ts'
import { constants } from './constants.ts'

const lettersPerCharacter: Readonly<Partial<Record<Language, number>>> = constants.lettersPerCharacter

/** Letters of an alphabet that would say as much as these characters: sizes are counted in them. */
export const lettersIn = (characters: number, language: Language): number =>
  characters * (lettersPerCharacter[language] ?? 1)

/** Characters that say as much as these letters of an alphabet. */
export const charactersFor = (letters: number, language: Language): number =>
  letters / (lettersPerCharacter[language] ?? 1)
