import { readingsOf, type Readings } from './look-alikes.ts'
import { isBlockStart, signAt, unitsOf, type Sign } from './signs.ts'
import { spellsOne, wordTree } from './word-tree.ts'

/** The elements of the fence, without underscores. */
const elements = ['knowledgepack', 'knowledgemanifest', 'knowledgeevidence', 'knowledgeresources', 'availableknowledge']

const names = wordTree(elements)

/** Characters that look like `<` or `>`, some of them remotely. */
export const openers: ReadonlySet<string> = new Set(
  '<\u00ab\u02c2\u1438\u16b2\u2039\u2264\u2266\u226a\u226e\u2270\u227a\u22b2\u22d6\u22d8\u2329\u25c0\u25c1' +
    '\u25c2\u25c3\u276c\u276e\u2770\u27e8\u27ea\u2991\u29fc\u2a79\u2a7b\u2a7d\u2aa1\u2aa6\u2abb\u3008\u300a\ufe3d' +
    '\ufe3f\ufe64\uff1c\u{1d236}\u{1f780}',
)
const closers = new Set('>\u00bb\u02c3\u203a\u226b\u232a\u276d\u276f\u2771\u27e9\u27eb\u3009\u300b\ufe65\uff1e')

/** By UTF-16 unit: 0 is not a bracket. The halves of rare brackets count as brackets, and are checked further. */
const bracketUnits = new Uint8Array(0x10000)
for (const character of [...openers, ...closers]) bracketUnits[character.charCodeAt(0)] = 1
/** Readings of the ASCII characters seen so far, by code. */
const readingsOfAscii: (Readings | undefined)[] = Array.from({ length: 128 })

/**
 * Offsets of each `<` before the name of an element of the fence: in any case, width, style, spacing or alphabet,
 * through other tags. A tag inside a tag is skipped until it closes, so that a name split by another tag is found.
 * Linear: every character is read once. With `pending`, also partial matches that following text could complete.
 */
export function scanFenceTags(text: string, pending: boolean): readonly number[] {
  const found: number[] = []
  // Start of the tag, and the states of its name in every reading. Two lists: there may be millions.
  let at = -1
  let spelled = none
  const outerAt: number[] = []
  const outerSpelled: (readonly number[])[] = []
  for (let i = 0; i < text.length;) {
    const unit = text.charCodeAt(i)
    if (spelled === none && bracketUnits[unit] === 0) {
      i++
      continue
    }
    const character =
      unit < 0xd800 || unit > 0xdbff ? text.charAt(i) : String.fromCodePoint(text.codePointAt(i) ?? unit)
    if (bracketUnits[unit] !== 0 && openers.has(character)) {
      if (spelled !== none) {
        outerAt.push(at)
        outerSpelled.push(spelled)
      }
      at = i
      spelled = start
    } else if (bracketUnits[unit] !== 0 && closers.has(character)) {
      at = outerAt.pop() ?? at
      spelled = outerSpelled.pop() ?? spelled
    } else if (spelled !== none) {
      spelled = spell(spelled, readingsOfAscii[unit] ?? readingsAt(unit, character))
      if (spelled.some((state) => names.wordAt(state) !== undefined)) {
        found.push(at)
        spelled = none
      }
    }
    i += character.length
  }
  if (!pending) return found
  if (spelled !== none) found.push(at)
  for (const outer of outerAt) found.push(outer)
  return found
}

function readingsAt(unit: number, character: string): Readings {
  const readings = readingsOf(character)
  if (unit < readingsOfAscii.length) readingsOfAscii[unit] = readings
  return readings
}

const none: readonly number[] = []
const start: readonly number[] = [0]

function spell(spelled: readonly number[], readings: Readings): readonly number[] {
  const [first] = readings
  if (first === undefined) return none
  if (first === '' && readings.length === 1) return spelled
  const next: number[] = []
  for (const before of spelled) {
    for (const reading of readings) {
      const state = names.after(before, reading)
      if (state >= 0 && !next.includes(state)) next.push(state)
    }
  }
  return next.length === 0 ? none : next
}

const ends = wordTree(['end'])
const origins = wordTree(['from'])
const brackets = unitsOf('[')

/** Offsets of the `[` on lines that could be taken for a marker of the fence: `[from path …]`, `[end boundary]`. */
export function scanFenceMarkers(text: string): readonly number[] {
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
