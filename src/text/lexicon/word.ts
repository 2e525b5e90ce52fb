import type { Lexicon } from './load-languages.ts'
import { isUnitSymbol } from './measures.ts'
import { withoutAccents } from './normal-form.ts'
import { byScript, hasOwnScript } from './scripts.ts'
import { unspacedPieces } from './unspaced.ts'
import { codeParts, identifierParts, isAcronym, isSimple, numbersOf, quantityParts } from './word-shapes.ts'

/**
 * One run of a text: the terms it is found by in a document, and looked up by when typed. The latter are always among
 * the former.
 */
export interface Word {
  readonly terms: readonly string[]
  readonly sought: readonly string[]
}

/** Longer runs are keys or Base64: not searched for, and a text full of them must stay cheap. */
const longestWord = 64
const joints = /[-_.‐‑־·]/
const apostrophes = /['’״׳]/
/** Separators of the parts of a run. */
export const joiners = /[-_.‐‑־·'’״׳ ]/
/** A shorter part of a code is not a term: HK-2 must not match any other 2. */
const tellingPart = 3
const nothing: Word = { terms: [], sought: [] }

/** How the words of a text are read. */
export interface WordRules {
  /** Whether a lower-case word is a function word. */
  readonly isDropped: (word: string) => boolean
  /** Capitals mark names; false where everything is in capitals. */
  readonly hasNames: boolean
}

export function analysed(run: string, lexicon: Lexicon, reading: WordRules): Word {
  if (run.length <= longestWord && isSimple(run)) return simpleWord(run, lexicon, reading)
  if (hasOwnScript(run)) return unspacedWord(run, lexicon, reading)
  const sign = lexicon.signs.get(run)
  if (sign) return { terms: sign, sought: sign }
  if (/^v?[\d., ]+$/.test(run)) return run.length > longestWord ? nothing : numberWord(run, lexicon)
  if (/^[A-Za-z](?:\+\+|#)$/.test(run)) return one(run.toLowerCase())
  return joinedWord(run.replace(/(?:\+\+|#)$/, ''), lexicon, reading)
}

const isDigits = (part: string): boolean => /^\d+$/.test(part)
const one = (term: string): Word => (term === '' ? nothing : { terms: [term], sought: [term] })
const both = (words: readonly Word[]): Word => ({
  terms: words.flatMap(({ terms }) => terms),
  sought: words.flatMap(({ sought }) => sought),
})

function numberWord(run: string, { table }: Lexicon): Word {
  return both(
    numbersOf(run.replace(/^v/, ''), table.hasDecimalPoint === true).map(({ whole, shorter }) => ({
      terms: [whole, ...shorter],
      sought: [whole],
    })),
  )
}

function joinedWord(run: string, lexicon: Lexicon, reading: WordRules): Word {
  if (apostrophes.test(run)) return withApostrophe(run, lexicon, reading)
  if (!joints.test(run) && !run.includes(' ')) return plainWord(run, lexicon, reading)
  const named = codeParts(run)
  if (named) return codeWord(named, lexicon, run.includes(' '))
  return compound(run.split(joints), run, lexicon, reading)
}

/**
 * Found by the parts and as a whole, however it is joined: `get_user_name`, `getUserName`; `e-mail`, `email`. An
 * identifier is looked up by both; a compound of prose by its parts, so that it weighs no more than separate words,
 * unless one of them is a function word.
 */
function compound(parts: readonly string[], run: string, lexicon: Lexicon, reading: WordRules): Word {
  const whole = parts.join(parts.every(isDigits) ? '-' : '')
  const lower = lexicon.lowerCase(whole)
  if (reading.isDropped(lower)) return nothing
  const words = parts.map((part) => partWord(part, lexicon, reading))
  if (whole.length > longestWord) return both(words)
  const term = lexicon.termOf(lower)
  const isProse = /[-‐‑־·'’]/.test(run) && words.every(({ sought }) => sought.length > 0)
  return both([...words, { terms: [term], sought: isProse ? [] : [term] }])
}

/** A single letter of a compound is not a term. */
function partWord(part: string, lexicon: Lexicon, reading: WordRules): Word {
  const word = plainWord(part, lexicon, reading)
  return part.length > 1 || isDigits(part) ? word : { terms: word.terms, sought: [] }
}

/** An elided word (`l'eau`) and an ending (`it's`) are removed; in other names both parts count. */
function withApostrophe(run: string, lexicon: Lexicon, reading: WordRules): Word {
  const parts = run.split(apostrophes)
  const [first = ''] = parts
  if (lexicon.table.apostrophe === 'letter') return joinedWord(parts.join(''), lexicon, reading)
  if (lexicon.table.apostrophe === 'ending') return joinedWord(first, lexicon, reading)
  // don't, isn't: auxiliaries.
  if (lexicon.clitics.has("n't") && /n['’]t$/i.test(run)) return nothing
  const telling = parts.filter(
    (part) => !lexicon.clitics.has(lexicon.lowerCase(part)) && !reading.isDropped(lexicon.lowerCase(part)),
  )
  if (telling.length < parts.length) return both(telling.map((part) => joinedWord(part, lexicon, reading)))
  return compound(
    parts.flatMap((part) => part.split(joints)),
    run,
    lexicon,
    reading,
  )
}

/** Letters with a number: HK-2, HK2, RFC 7231. Texts are found by its parts too. */
function codeWord([letters, digits]: readonly [string, string], lexicon: Lexicon, isApart: boolean): Word {
  const name = withoutAccents(lexicon.lowerCase(letters))
  const whole = name + digits
  if (whole.length > longestWord) return nothing
  const parts = letters.length > 1 ? [lexicon.termOf(name), digits] : [digits]
  return { terms: [whole, ...parts], sought: [whole, ...parts.filter((part) => isApart || part.length >= tellingPart)] }
}

function plainWord(run: string, lexicon: Lexicon, reading: WordRules): Word {
  if (run.length <= longestWord && isSimple(run)) return simpleWord(run, lexicon, reading)
  if (run.length > longestWord) return nothing
  const named = codeParts(run)
  if (named) return codeWord(named, lexicon, false)
  const counted = quantityParts(run)
  if (counted) return quantityWord(counted, lexicon)
  const parts = identifierParts(run)
  return parts.length > 1 ? compound(parts, run, lexicon, reading) : simpleWord(run, lexicon, reading)
}

function unspacedWord(run: string, lexicon: Lexicon, reading: WordRules): Word {
  const parts = run.split(joiners).flatMap(byScript)
  const words = parts.flatMap(([script, part]): readonly Word[] =>
    script === 'other' ? [analysed(part, lexicon, reading)] : unspacedPieces(script, part, lexicon.language),
  )
  return both(words)
}

/** A number with its unit is two words; 3D and 2nd are one. */
function quantityWord([count, unit]: readonly [string, string], lexicon: Lexicon): Word {
  const lower = lexicon.lowerCase(unit)
  if (isUnitSymbol(unit)) return both([one(count), one(lexicon.termOf(lower))])
  const whole = count + withoutAccents(lower)
  return { terms: [whole, count], sought: [whole] }
}

/** A name spelled like a function word keeps its capitals, so that nothing else is found by it. */
function simpleWord(word: string, lexicon: Lexicon, reading: WordRules): Word {
  const lower = lexicon.lowerCase(word)
  if (!reading.isDropped(lower)) return one(lexicon.termOf(lower))
  if (!reading.hasNames || !isAcronym(word)) return nothing
  return one(lexicon.functionWords.has(lower) ? word : lexicon.termOf(lower))
}
