import { controlName } from './control-names.ts'
import { isBlockMark, signOf, type Sign } from './signs.ts'
import { spellsOne, wordTree } from './word-tree.ts'

/** Names that begin a turn on a line. */
const speakers = wordTree(['human', 'assistant'])
/** Headings of turns: `### Instruction:`. */
const headings = wordTree(['human', 'assistant', 'user', 'system', 'instruction', 'instructions', 'input', 'response'])
const mostBefore = 60

/** Whether a colon ends such a heading, or the name of a speaker with a capital: a key of a document has none. */
export function isTurn(text: string, at: number): boolean {
  const line = lineBefore(text, at)
  const first = line?.findIndex(({ character }) => !isBlockMark(character)) ?? -1
  if (!line || first < 0) return false
  const last = line.findLastIndex(({ character }) => !isBlockMark(character))
  const name = line.slice(first, last + 1).map(({ sign }) => sign)
  if (name[0]?.isUpper === true && spellsOne(speakers, withoutBlanks(name))) return true
  const hashes = line.slice(0, first).filter(({ character }) => character.normalize('NFKC') === '#').length
  return hashes > 1 && isHeading(name)
}

const withoutBlanks = (signs: readonly Sign[]): readonly Sign[] => signs.filter(({ kind }) => kind !== ' ')

function isHeading(name: readonly Sign[]): boolean {
  if (spellsOne(headings, withoutBlanks(name))) return true
  return controlName(name.map((sign) => (sign.kind === ' ' ? { ...sign, kind: '_' } : sign))) === 'compound'
}

interface Written {
  readonly character: string
  readonly sign: Sign
}

/** The visible part of the line before a place; `undefined` where it is too long for a name, or has a colon. */
function lineBefore(text: string, at: number): readonly Written[] | undefined {
  if (isLongLine(text.slice(Math.max(0, at - mostBefore), at))) return undefined
  let i = at - 1
  for (let seen = 0; i >= 0; i--) {
    const { kind } = signOf(text.charAt(i))
    if (kind === '\n') break
    if (kind === ':' || seen === mostBefore) return undefined
    if (kind !== '') seen++
  }
  const line = Array.from(text.slice(i + 1, at), (character) => ({ character, sign: signOf(character) }))
  return line.filter(({ sign }) => sign.kind !== '')
}

const plain = /^[\t\x20-\x7e]*$/

/** A fast test: most colons are far into a line without hidden characters. */
const isLongLine = (before: string): boolean => before.length === mostBefore && plain.test(before)
