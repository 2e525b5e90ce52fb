import { isBlockStart, signAt, unitsOf, type Sign } from '../detect/signs.ts'
import { spellsOne, wordTree } from './word-tree.ts'

const ends = wordTree(['end'])
const origins = wordTree(['from'])
const brackets = unitsOf('[')

/** Offsets of the `[` on lines that could be taken for a marker of the fence: `[from path …]`, `[end boundary]`. */
export function scanOwnMarkers(text: string): readonly number[] {
  const found: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (brackets[text.charCodeAt(i)] === 0 || !isBlockStart(text, i)) continue
    if (isMarker(insideFrom(text, i + 1))) found.push(i)
  }
  return found
}

interface Inside {
  /** One character for each sign, for matching. */
  readonly shape: string
  readonly all: readonly Sign[]
  /** A destination follows the closing bracket. */
  readonly isLink: boolean
}

/** A word that could be a boundary. */
const boundary = /^ +([^ \]]+)/
/** A path: has a slash, an extension, an anchor or a heading. A text longer than the search limit may be one. */
const path = /^ +(?:[^\]]*(?:[/>#]|\.[a|])|[^\]]{250})/
const oneWord = /^ +[^ \]]+ *(?:\]|$)/

/** `[END]`, `[End users]: x`, `[from 1.0 to 2.0]` and `[From the start](x)` are not markers. */
function isMarker({ shape, all, isLink }: Inside): boolean {
  const [blanks = '', name = ''] = /^( *)([a9|]+)/.exec(shape)?.slice(1) ?? []
  const start = blanks.length + name.length
  const word = all.slice(blanks.length, start)
  const rest = shape.slice(start)
  if (spellsOne(origins, word)) {
    if (!/^ +[^ \]]/.test(rest)) return false
    return path.test(rest) || oneWord.test(rest) || (!isLink && !isRange(all.slice(start)))
  }
  const [whole = '', letters = ''] = (spellsOne(ends, word) && boundary.exec(rest)) || []
  const from = start + whole.length - letters.length
  return all.slice(from, from + letters.length).reduce((sum, sign) => sum + mostLetters(sign), 0) >= leastBoundary
}

/** A boundary has eight characters; a reader may not notice fewer. */
const leastBoundary = 6

const mostLetters = ({ readings, kind }: Sign): number =>
  Math.max(kind === 'a' && readings.length === 0 ? 2 : 1, ...readings.map(({ length }) => length))

const until = wordTree(['to', 'until', 'through'])

/** `from Monday to Friday`. */
function isRange(all: readonly Sign[]): boolean {
  let word: Sign[] = []
  for (const sign of all) {
    if (sign.kind !== ' ') word.push(sign)
    else if (spellsOne(until, word)) return true
    else word = []
  }
  return false
}

const longest = 300

/** The text after a bracket, up to the closing one or the end of the line. */
function insideFrom(text: string, start: number): Inside {
  const all: Sign[] = []
  let shape = ''
  let i = start
  while (i < text.length && all.length < longest) {
    const sign = signAt(text, i)
    if (sign.kind === '\n') break
    if (sign.kind !== '') {
      all.push(sign)
      shape += sign.kind === '.' ? markOf(text.slice(i, i + sign.length)) : sign.kind
    }
    i += sign.length
    if (sign.kind === ']' || sign.kind === '[') break
  }
  return { shape, all, isLink: shape.endsWith(']') && /[([:]/.test(text.charAt(i)) }
}

/** The marks of a path; an ellipsis may be read as full stops. */
const markOf = (character: string): string => /[.#]/.exec(character.normalize('NFKC'))?.[0] ?? '~'

/** Offsets of every square bracket, in any width. */
export const scanBrackets = (text: string): readonly number[] =>
  Array.from(text.matchAll(/[[\]\ufe47\ufe48\uff3b\uff3d]/g), ({ index }) => index)
