import { withoutAccents } from './fold.ts'
import type { Lexicon } from './lexicon-of.ts'
import { isUnitSymbol } from './measures.ts'
import { numbersOf } from './numbers.ts'
import { byScript, hasOwnScript } from './scripts.ts'
import { codeParts, identifierParts, isAcronym, quantityParts } from './shapes.ts'
import { unspacedPieces } from './unspaced.ts'

/** One run of a text: what it is found by in a document, and looked up by when it is typed. What is looked up is always among what is found. */
export interface Word {
  readonly terms: readonly string[]
  readonly sought: readonly string[]
}

/** Longer runs are keys or Base64: nobody asks for them, and a text full of them must stay cheap. */
const longestWord = 64
export const joints = /[-_.‐‑־·]/
const apostrophes = /['’״׳]/
/** Below this length a part of a code tells nothing: who asks for HK-2 means no other 2. */
const tellingPart = 3
const nothing: Word = { terms: [], sought: [] }

/** Whether a word says nothing by itself. */
export type Filter = (lowerCase: string) => boolean

export function analysed(run: string, lexicon: Lexicon, isDropped: Filter): Word {
  const sign = lexicon.signs.get(run)
  if (sign) return { terms: sign, sought: sign }
  if (/^v?[\d., ]+$/.test(run)) return numberWord(run, lexicon)
  if (/^.(?:\+\+|#)$/.test(run)) return one(run.toLowerCase())
  return joinedWord(run.replace(/(?:\+\+|#)$/, ''), lexicon, isDropped)
}

const one = (term: string): Word => ({ terms: [term], sought: [term] })
const both = (words: readonly Word[]): Word => ({ terms: words.flatMap(({ terms }) => terms), sought: words.flatMap(({ sought }) => sought) })

function numberWord(run: string, { table }: Lexicon): Word {
  return both(numbersOf(run.replace(/^v/, ''), table.hasDecimalPoint === true).map(({ whole, shorter }) => ({ terms: [whole, ...shorter], sought: [whole] })))
}

function joinedWord(run: string, lexicon: Lexicon, isDropped: Filter): Word {
  if (apostrophes.test(run)) return withApostrophe(run, lexicon, isDropped)
  if (!joints.test(run) && !run.includes(' ')) return plainWord(run, lexicon, isDropped)
  const named = codeParts(run)
  if (named) return codeWord(named, lexicon, run.includes(' '))
  return compound(run.split(joints), run, lexicon, isDropped)
}

/**
 * Found by the parts and as a whole, however it is joined: `get_user_name`, `getUserName`; `e-mail`, `email`. An identifier is looked up by both; a compound of prose by
 * its parts, so that it weighs no more than the words apart, unless one of them says nothing by itself.
 */
function compound(parts: readonly string[], run: string, lexicon: Lexicon, isDropped: Filter): Word {
  const words = parts.filter((part) => part.length > 1 || /\d/.test(part)).map((part) => plainWord(part, lexicon, isDropped)).filter(({ terms }) => terms.length > 0)
  const whole = parts.every((part) => /^\d+$/.test(part)) ? parts.join('-') : parts.join('')
  const lower = lexicon.lowerCase(whole)
  if (whole.length > longestWord || isDropped(lower)) return both(words)
  const term = lexicon.termOf(lower)
  const isProse = /[-‐‑־·'’]/.test(run) && words.length === parts.length
  return both([...words, { terms: [term], sought: isProse ? [] : [term] }])
}

/** An elided word (`l'eau`) and an ending (`it's`) fall away; in other names both parts count. */
function withApostrophe(run: string, lexicon: Lexicon, isDropped: Filter): Word {
  const parts = run.split(apostrophes)
  const [first = ''] = parts
  if (lexicon.table.apostrophe === 'letter') return joinedWord(parts.join(''), lexicon, isDropped)
  if (lexicon.table.apostrophe === 'ending') return joinedWord(first, lexicon, isDropped)
  // don't, isn't: such a word is an auxiliary.
  if (lexicon.clitics.has("n't") && /n['’]t$/i.test(run)) return nothing
  const telling = parts.filter((part) => !lexicon.clitics.has(lexicon.lowerCase(part)) && !isDropped(lexicon.lowerCase(part)))
  if (telling.length < parts.length) return both(telling.map((part) => joinedWord(part, lexicon, isDropped)))
  return compound(parts.flatMap((part) => part.split(joints)), run, lexicon, isDropped)
}

/** Letters with a number: HK-2, HK2, RFC 7231. Texts are found by its parts too. */
function codeWord([letters, digits]: readonly [string, string], lexicon: Lexicon, isApart: boolean): Word {
  const name = withoutAccents(lexicon.lowerCase(letters))
  const whole = name + digits
  if (whole.length > longestWord) return nothing
  const parts = [lexicon.termOf(name), digits]
  return { terms: [whole, ...parts.filter((part) => part.length > 1 || part === digits)], sought: [whole, ...parts.filter((part) => isApart || part.length >= tellingPart)] }
}

function plainWord(run: string, lexicon: Lexicon, isDropped: Filter): Word {
  if (hasOwnScript(run)) return both(byScript(run).flatMap(([script, part]): readonly Word[] => (script === 'other' ? [plainWord(part, lexicon, isDropped)] : unspacedPieces(script, part, lexicon.language === 'ja'))))
  if (run.length > longestWord) return nothing
  const named = codeParts(run)
  if (named) return codeWord(named, lexicon, false)
  const counted = quantityParts(run)
  if (counted) return quantityWord(counted, lexicon)
  const parts = identifierParts(run)
  return parts.length > 1 ? compound(parts, run, lexicon, isDropped) : simpleWord(run, lexicon, isDropped)
}

/** A number with its unit is two words; 3D and 2nd are one. */
function quantityWord([count, unit]: readonly [string, string], lexicon: Lexicon): Word {
  const lower = lexicon.lowerCase(unit)
  if (isUnitSymbol(unit)) return both([one(count), one(lexicon.termOf(lower))])
  const whole = count + withoutAccents(lower)
  return { terms: [whole, count], sought: [whole] }
}

/** A name that is written like a function word keeps its capitals, so that nothing else is found by it. */
function simpleWord(word: string, lexicon: Lexicon, isDropped: Filter): Word {
  const lower = lexicon.lowerCase(word)
  if (!isDropped(lower)) return one(lexicon.termOf(lower))
  return isAcronym(word) ? one(word) : nothing
}
