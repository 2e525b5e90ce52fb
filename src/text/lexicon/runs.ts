import { normalised } from './fold.ts'

/**
 * A code in capitals with its number (`RFC 7231`), digits with separators, words with what joins their parts (`snake_case`, `a.b.c`, `C++`), and signs that are read as words.
 * Repetitions are bounded, so that a long chain is cut instead of becoming one word.
 */
const plain = /(?<![\w-])[A-Z]{2,5} \d{1,5}(?![\w.,]*\d|\w)|v?\d+(?:[.,]\d+){1,6}|[A-Za-z\d]+(?:[-_.'][A-Za-z\d]+){0,7}(?:\+\+|#(?!\w))?|%(?!\w)|\$(?=\d)|(?<!\w)-(?=\d)/g
const ascii = /^[\x00-\x7f]*$/

/** The same for all scripts; it takes a while to compile and is made when it is first needed. */
let every: RegExp | undefined
const spacedThousands = /(?<![\w.,])\d{1,3}(?: \d{3})+(?![\d.,]*\d)/g

function everyScript(): RegExp {
  const letters = String.raw`[\p{L}\p{N}\p{M}]+`
  const joined = String.raw`(?:[-_.'’‐‑־״׳·]${letters}){0,7}`
  every ??= new RegExp(
    String.raw`(?<![\w-])[A-Z]{2,5}[ ‑]\d{1,5}(?![\w.,]*\d|\w)|v?\d+(?:[.,]\d+){1,6}|${letters}${joined}(?:\+\+|#(?!\w))?|°[CF]?(?!\w)|€|%(?!\w)|[$£](?=\d)|(?<!\w)[-−](?=\d)`, 'gu')
  return every
}

/** The words, numbers, codes and signs of a text, in one spelling. */
export function runsOf(text: string, hasSpacedThousands: boolean): readonly string[] {
  const isPlain = ascii.test(text)
  const normal = isPlain ? text : normalised(text)
  const grouped = hasSpacedThousands ? normal.replace(spacedThousands, (digits) => digits.replaceAll(' ', '')) : normal
  return grouped.match(isPlain ? plain : everyScript()) ?? []
}
