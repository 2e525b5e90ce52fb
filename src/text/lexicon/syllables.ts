import type { Lexicon } from './load-languages.ts'
import { normalised } from './normal-form.ts'
import type { Word, WordRules } from './word.ts'

/**
 * Words, and the text between them; created on first use, because the letters of all scripts take a while to compile.
 */
let tokens: RegExp | undefined
let syllable: RegExp | undefined

/** Adjacent syllables without a function word between them; or a text that is not syllables. */
interface SyllablePiece {
  readonly written: string
  /** Absent for numbers, codes, identifiers and signs. */
  readonly word: Word | undefined
}

/**
 * A syllable is part of a word and matches by chance, like a Chinese character: texts are found by syllables and pairs
 * of them, tasks looked up by pairs.
 */
export function syllablePieces(text: string, lexicon: Lexicon, reading: WordRules): readonly SyllablePiece[] {
  tokens ??= /[\p{L}\p{M}\p{N}]+(?:[-_.,'’][\p{L}\p{M}\p{N}]+){0,7}|[^\p{L}\p{M}\p{N}]+/gu
  syllable ??= /^[\p{L}\p{M}]+$/u
  const pieces: SyllablePiece[] = []
  let together: string[] = []
  const end = (): void => {
    for (const syllables of withoutFunctionWords(together, lexicon, reading))
      pieces.push({ written: syllables.join(' '), word: wordOf(syllables, lexicon) })
    together = []
  }
  for (const token of normalised(text).match(tokens) ?? []) {
    if (token === ' ') continue
    if (syllable.test(token)) together.push(token)
    else {
      end()
      pieces.push({ written: token, word: undefined })
    }
  }
  end()
  return pieces
}

function withoutFunctionWords(
  words: readonly string[],
  { lowerCase }: Lexicon,
  reading: WordRules,
): readonly (readonly string[])[] {
  const found: string[][] = [[]]
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const isPair = reading.isDropped(lowerCase(`${word} ${words[i + 1] ?? ''}`))
    if (isPair) i += 1
    if (isPair || reading.isDropped(lowerCase(word))) found.push([])
    else found.at(-1)?.push(word)
  }
  return found.filter(({ length }) => length > 0)
}

function wordOf(syllables: readonly string[], { lowerCase, termOf }: Lexicon): Word {
  const singles = syllables.map((one) => termOf(lowerCase(one)))
  const pairs = singles.slice(1).map((second, i) => `${singles[i]} ${second}`)
  return pairs.length === 0 ? { terms: singles, sought: singles } : { terms: [...singles, ...pairs], sought: pairs }
}
