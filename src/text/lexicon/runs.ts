import { normalised } from './normal-form.ts'

/** A code in capitals with its number: RFC 7231. */
const code = String.raw`(?<![\w-])[A-Z]{2,5} \d{1,5}(?!\w|[.,]\d)`
/** Digits with separators. Repetitions are bounded, so that a long list is not one number. */
const number = String.raw`v?\d+(?:[.,]\d+){1,6}`

/** Words including joined ones (`snake_case`, `a.b.c`, `C++`), numbers, codes, and signs that are read as words. */
function runs(letters: string, joints: string, signs: string): string {
  const word = String.raw`${letters}(?:[${joints}]${letters}){0,7}(?:\+\+|#(?!\w))?`
  return [code, number, word, String.raw`%(?!\w)`, signs].join('|')
}

const ascii = /^[\x00-\x7f]*$/
const plain = new RegExp(runs(String.raw`[A-Za-z\d]+`, "-_.'", String.raw`\$(?=\d)|(?<!\w)-(?=\d)`), 'g')

/** The same for Latin letters with accents and the punctuation of books, and for all scripts. */
const western = /^[\u0300-\u036f\x00-\u024f\u2000-\u2bff]*$/
const accented = String.raw`[A-Za-z\d\xc0-\xd6\xd8-\xf6\xf8-\u024f\u0300-\u036f]+`
const everyLetter = String.raw`[\p{L}\p{N}\p{M}]+`
const allJoints = "-_.'’‐‑־״׳·"
const allSigns = String.raw`°[CF]?(?!\w)|€|[$£](?=\d)|(?<!\w)[-−](?=\d)`
const inWestern = new RegExp(runs(accented, allJoints, allSigns), 'g')
/** Slow to compile, so created on first use. */
let inEvery: RegExp | undefined

function patternFor(text: string): RegExp {
  if (western.test(text)) return inWestern
  inEvery ??= new RegExp(runs(everyLetter, allJoints, allSigns), 'gu')
  return inEvery
}

const spacedThousands = /(?<![\w.,])\d{1,3}(?: \d{3})+(?![\d.,]*\d)/g

/** The words, numbers, codes and signs of a text, in one spelling. */
export function runsOf(text: string, hasSpacedThousands: boolean): readonly string[] {
  const isPlain = ascii.test(text)
  const normal = isPlain ? text : normalised(text)
  const grouped = hasSpacedThousands ? normal.replace(spacedThousands, (digits) => digits.replaceAll(' ', '')) : normal
  return grouped.match(isPlain ? plain : patternFor(grouped)) ?? []
}
