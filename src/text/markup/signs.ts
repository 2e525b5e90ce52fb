import { isHidden } from '../detect/hidden.ts'
import { anyCharacter, readingsOf } from './look-alikes.ts'

/**
 * The role of a character in a token: `a` letter, `9` digit, `_` separator, `|` bar, `/`, `:`, `=`, `<` and `>` angles,
 * `[`, `]` and `{` brackets, a blank, a line break, `.` anything else. Empty: invisible.
 */
type SignKind = 'a' | '9' | '_' | '|' | '/' | ':' | '=' | '<' | '>' | '[' | ']' | '{' | ' ' | '\n' | '.' | ''

export interface Sign {
  readonly kind: SignKind
  /** In UTF-16 units. */
  readonly length: number
  readonly readings: readonly string[]
  readonly isUpper: boolean
  readonly isLower: boolean
}

/** Looks like the sign, beyond normal forms (compare Unicode TR39). */
const drawn: readonly (readonly [SignKind, string])[] = [
  ['<', '<\u02c2\u1438\u16b2\u2039\u226e\u2329\u25c1\u276c\u276e\u2770\u27e8\u29fc\u3008\ufe3f\ufe64\uff1c\u{1d236}'],
  ['>', '>\u02c3\u1433\u203a\u226f\u232a\u25b7\u276d\u276f\u2771\u27e9\u29fd\u3009\ufe40\ufe65\uff1e\u{1d237}'],
  ['[', '[\u2045\u2772\u27e6\u298b\u3010\u3014\u301a\ufe39\ufe3b\ufe47\ufe5d\uff3b'],
  [']', ']\u2046\u2773\u27e7\u298c\u3011\u3015\u301b\ufe3a\ufe3c\ufe48\ufe5e\uff3d'],
  ['|', '|\u00a6\u01c0\u05c0\u2016\u2223\u2225\u23d0\u2502\u2503\u2758\u2759\u275a\u4e28\uff5c\uffe4\uffe8'],
  [':', ':\u02d0\u02f8\u0589\u05c3\u0903\u0a83\u16ec\u1803\u1809\u205a\u2236\ua789\ua4fd\ufe13\ufe30\ufe55\uff1a'],
  ['/', '/\u1735\u2041\u2044\u2215\u2571\u27cb\u29f8\u3033\u30ce\u31d3\u4e3f\uff0f'],
  ['=', '=\u1400\u207c\u208c\u2e40\u30a0\ua4ff\ufe66\uff1d'],
  ['{', '{\ufe5b\uff5b'],
]
const kinds = new Map(drawn.flatMap(([kind, all]) => [...all].map((character) => [character, kind] as const)))
const known = new Map<string, Sign>()

export const charactersOf = (wanted: string): string =>
  Array.from(kinds, ([character, kind]) => (wanted.includes(kind) ? character : '')).join('')

/** By UTF-16 unit: whether a character that begins with it has one of these kinds. */
export function unitsOf(wanted: string): Uint8Array {
  const units = new Uint8Array(0x10000)
  for (const character of charactersOf(wanted)) units[character.charCodeAt(0)] = 1
  return units
}

/** The sign at a place of a text. */
export function signAt(text: string, at: number): Sign {
  const unit = text.charCodeAt(at)
  return ascii[unit] ?? signOf(String.fromCodePoint(text.codePointAt(at) ?? unit))
}

export function signOf(character: string): Sign {
  const before = known.get(character)
  if (before) return before
  const readings = readingsOf(character)
  const plain = character.normalize('NFKC')
  const sign: Sign = {
    kind: kindOf(character),
    length: character.length,
    readings: character === anyCharacter ? readings : readings.filter((reading) => reading !== ''),
    isUpper: plain.toLowerCase() !== plain,
    isLower: plain.toUpperCase() !== plain,
  }
  known.set(character, sign)
  if (character.length === 1 && character < '\u0080') ascii[character.charCodeAt(0)] = sign
  return sign
}

function kindOf(character: string): SignKind {
  const found = kinds.get(character)
  if (found !== undefined) return found
  if (character === '\n') return '\n'
  if (character === anyCharacter) return 'a'
  if (isHidden(character) || /^\p{M}$/u.test(character)) return ''
  if (/^\s$/u.test(character)) return ' '
  const plain = character.normalize('NFKC')
  if (/^[_-]$/.test(plain) || /^[\p{Pc}\p{Pd}\u2581]$/u.test(character)) return '_'
  if (/^\p{Nd}$/u.test(plain)) return '9'
  return /[\p{L}\p{N}]/u.test(plain) || readingsOf(character).some((reading) => reading !== '') ? 'a' : '.'
}

/** Those of ASCII that are known, by their number: most characters are of them. */
const ascii: (Sign | undefined)[] = Array.from({ length: 128 })

/** The signs after a bracket, and their kinds as one letter each, for matching. */
export interface Signs {
  readonly kinds: string
  readonly all: readonly Sign[]
}

/** No token is longer. */
const longest = 96

/** Up to the end of a token; an opening bracket ends it too, so that no character is scanned often. */
export function signsFrom(text: string, start: number): Signs {
  const all: Sign[] = []
  let written = ''
  let end = longest
  for (let i = start; i < text.length && all.length < end;) {
    const sign = signAt(text, i)
    i += sign.length
    if (sign.kind === '') continue
    all.push(sign)
    written += sign.kind
    // A few more signs distinguish an element from a placeholder.
    if (sign.kind === '>' && end === longest) end = all.length + 3
    else if (sign.kind === '<' || sign.kind === '[' || sign.kind === ']') break
  }
  return { kinds: written, all }
}

/** Only blanks are before it on its line. */
export function isLineStart(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const unit = text.charAt(i)
    if (unit === '\n') return true
    const { kind } = signOf(unit)
    if (kind !== ' ' && kind !== '') return false
  }
  return true
}

/** A mark of quotes, lists, headings, tables, code or emphasis, or a blank: may precede the first word of a line. */
export function isBlockMark(character: string): boolean {
  const before = blockMarks.get(character)
  if (before !== undefined) return before
  const isMark = ' >_9|'.includes(signOf(character).kind) || '*+#.)`\u2022'.includes(character.normalize('NFKC'))
  blockMarks.set(character, isMark)
  return isMark
}

const blockMarks = new Map<string, boolean>()

/** Only such marks are before it on its line. */
export function isBlockStart(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const unit = text.charAt(i)
    if (unit === '\n') return true
    if (!isBlockMark(unit)) return false
  }
  return true
}
