import { isAngleToken, isOtherElement, type TextPosition } from './angle-tokens.ts'
import { controlName } from './control-names.ts'
import { isBlockMark, isLineStart, signAt, signOf, signsFrom, unitsOf, type Sign, type Signs } from './signs.ts'
import { spellsOne, wordTree } from './word-tree.ts'

/** Begins and ends tokens of one vendor: `✿FUNCTION✿`. */
const flower = '\u273f'

/**
 * Offsets of the characters that form a token of a chat template or of a tool call, in any case, width, style or
 * alphabet: `<` of `<|word|>` and of the elements that runtimes use, `[` of `[INST]` and its like, `:` of `Human:`. By
 * shape and by the words of a name, so that unlisted templates are found too.
 */
export function scanControlTokens(text: string): readonly number[] {
  const found: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (triggers[text.charCodeAt(i)] === 0) continue
    const sign = signAt(text, i)
    if (isToken(text, i, sign)) found.push(i)
    i += sign.length - 1
  }
  return found
}

const triggers = unitsOf('<[]:')
triggers[flower.charCodeAt(0)] = 1

function isToken(text: string, at: number, { kind, length }: Sign): boolean {
  const from = at + length
  switch (kind) {
    case '<':
      if (isOtherElement(text, from)) return false
      return isOddToken(text, from, kind) || isAngleToken(signsFrom(text, from), { text, at })
    case '[':
      return isOddToken(text, from, kind) || isBracketToken(signsFrom(text, from), { text, at })
    case ':':
      return isTurn(text, at)
    default:
      return isOddToken(text, from, kind === ']' ? kind : flower)
  }
}

const instructions = wordTree(['inst', 'gmask', 'smask'])

/** `[INST]` in any case; other names in capitals only, as in templates: `[tool_calls]` may be a list or a link. */
function isBracketToken({ kinds, all }: Signs, { text, at }: TextPosition): boolean {
  const [before = '', name = ''] = /^( *\/? *)([a9_|]{3,64}) *\]/.exec(kinds)?.slice(1) ?? []
  const letters = all.slice(before.length, before.length + name.length)
  if (letters.length === 0 || spellsOne(instructions, letters)) return letters.length > 0
  const found = letters.some(({ isLower, kind }) => kind === 'a' && isLower) ? undefined : controlName(letters)
  return found === 'element' ? isLineStart(text, at) : found !== undefined
}

/** Shapes of single vendors that no document has; the exclamation mark can be read as a letter. */
const shapes: Readonly<Record<string, RegExp>> = {
  /** `]~b]`, `]~!b[`, `[e~[` */
  '[': /^(?:~a{1,2}|a{1,2}~)[[\]]/,
  ']': /^(?:~a{1,2}|a{1,2}~)[[\]]/,
  /** `]<]name[>[` */
  '<': /^\][^<>[\]]{1,30}\[>/,
  /** `✿FUNCTION✿` */
  [flower]: /^a{2,20}\u273f/,
}

/** Whether such a token begins after a sign. */
function isOddToken(text: string, from: number, sign: string): boolean {
  const isBracket = sign === '[' || sign === ']'
  if (sign === '<' && !shapeFrom(text, from, 1).startsWith(']')) return false
  return shapes[sign]?.test(shapeFrom(text, from, isBracket ? 4 : 34)) === true
}

function shapeFrom(text: string, from: number, length: number): string {
  let shape = ''
  for (let i = from; i < text.length && shape.length < length;) {
    const sign = signAt(text, i)
    shape += sign.kind === '.' ? markOf(text.slice(i, i + sign.length)) : letterOf(sign)
    i += sign.length
    if (sign.kind === '\n') break
  }
  return shape
}

const markOf = (character: string): string => (character.normalize('NFKC') === '~' ? '~' : character)

/** A letter without readings may represent a sealed one. */
const letterOf = ({ kind, readings }: Sign): string => (kind === 'a' && readings.length === 0 ? '.' : kind)

/** Names that begin a turn on a line. */
const speakers = wordTree(['human', 'assistant'])
/** Headings of turns: `### Instruction:`. */
const headings = wordTree(['human', 'assistant', 'user', 'system', 'instruction', 'instructions', 'input', 'response'])
const mostBefore = 60

/** Whether a colon ends such a heading, or the name of a speaker with a capital: a key of a document has none. */
function isTurn(text: string, at: number): boolean {
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
