import { controlName } from './control-names.ts'
import { charactersOf, signOf, unitsOf, type Sign } from './signs.ts'
import { spellsOne, wordTree } from './word-tree.ts'

/**
 * Offsets of the characters that make a token of a chat template or of a tool call out of what follows or precedes them, in any case, width, style
 * or alphabet: `<` of `<|word|>` and of the elements that runtimes talk in, `[` of `[INST]` and its like, `:` of `Human:` on a line of its own.
 * By shape and by the words of a name, so that a template nobody listed is found too.
 */
export function scanControlTokens(text: string): readonly number[] {
  const found: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (triggers[text.charCodeAt(i)] === 0) continue
    const character = String.fromCodePoint(text.codePointAt(i) ?? 0)
    if (isToken(text, i, character)) found.push(i)
    i += character.length - 1
  }
  return found
}

const triggers = unitsOf('<[:')

function isToken(text: string, at: number, character: string): boolean {
  switch (signOf(character).kind) {
    case '<':
      return isAngleToken(signsFrom(text, at + character.length), { text, at })
    case '[':
      return isBracketToken(signsFrom(text, at + character.length))
    case ':':
      return isTurn(text, at)
    default:
      return false
  }
}

/** What stands behind a bracket, one letter a sign, as far as a token can go. */
interface Signs {
  readonly kinds: string
  readonly all: readonly Sign[]
}

const longest = 96

/** Up to what ends it; a bracket that opens another one ends it too, so that no character is looked at often. */
function signsFrom(text: string, start: number): Signs {
  const all: Sign[] = []
  let kinds = ''
  let end = Number.POSITIVE_INFINITY
  for (let i = start; i < text.length && all.length < Math.min(longest, end); ) {
    const character = String.fromCodePoint(text.codePointAt(i) ?? 0)
    const sign = signOf(character)
    i += character.length
    if (sign.kind === '') continue
    all.push(sign)
    kinds += sign.kind
    // A few signs more tell an element from a placeholder.
    if (sign.kind === '>' && end > longest) end = all.length + 3
    else if (sign.kind === '<' || sign.kind === '[' || sign.kind === ']') break
  }
  return { kinds, all }
}

/** What a word between bars is made of. */
const inBars = '[^|<>[\\] \\n]'
/** `<|word|>`, `<|word>` and `<word|>`; with blanks inside, only where the word is made of several: `a <| b |> c` is code. */
const barToken = new RegExp(`^/?(?:\\|+${inBars}[^<>[\\] \\n]{0,64}>|${inBars}{1,64}\\|>)|^ */? *\\| *${inBars}{1,32}_${inBars}{1,32} *\\| *>`)
/** Before a name: a slash, and the name of another layer: `</｜DSML｜invoke>`, `<ns:invoke>`. */
const opening = new RegExp(`^([ \\n]*)(/?)[ \\n]*(?:\\|${inBars}{1,32}\\||${inBars}{1,40}:)?`)
const nameRun = /^[a9_|]{1,64}/

interface Place {
  readonly text: string
  readonly at: number
}

function isAngleToken(signs: Signs, place: Place): boolean {
  const { kinds } = signs
  if (barToken.test(kinds)) return true
  const [before = '', blanks = '', slash = ''] = opening.exec(kinds) ?? []
  if (before.endsWith(':') && spellsOne(layers, signs.all.slice(before.search(/[a9_]/), before.length - 1))) return true
  // The last bar may be that of `<name|>`, or a letter.
  const name = nameRun.exec(kinds.slice(before.length))?.[0] ?? ''
  const end = before.length + name.length
  const rest = kinds.slice(end)
  if (name === 'a' && /^ *\/?>/.test(rest)) return isStart(signs, before.length)
  const found = name.length < 3 ? undefined : controlName(signs.all.slice(before.length, end))
  if (found === undefined || (slash === '' && isGeneric(signs, [before.length, end], place))) return false
  if (found === 'closed') return /^ *\/?>/.test(rest)
  if (found === 'whole') return blanks !== '' && slash === '' ? /^[ \n]*(?:\/[ \n]*)?(?:>|$)/.test(rest) : /^(?:$|[/=<>]|[ \n]+(?:$|[/<>]|[^ \n<>=]+[ \n]*=))/.test(rest)
  if (slash !== '') return /^[ \n]*(?:$|>)/.test(rest)
  return blanks === '' && isElementUse(signs, end, place)
}

/** `<s>` and `</s>` begin and end a text for some models; `<S>` is a type. */
const isStart = ({ all }: Signs, at: number): boolean => all[at]?.isUpper === false && all[at].readings.includes('s')

/** `List<User>`. */
function isGeneric({ kinds, all }: Signs, [start, end]: readonly [number, number], { text, at }: Place): boolean {
  return all[start]?.isUpper === true && kinds.charAt(end) === '>' && !kinds.slice(start, end).includes('_') && /[\w:]/.test(text.charAt(at - 1))
}

/**
 * `<tool name="x">`, `<function=x>`, `<system>Do` or alone on its line; `ssh <user>@<host>` and `<function f at 0x1>` are no elements. What
 * is sealed behind it counts as what it was: content.
 */
function isElementUse(signs: Signs, end: number, place: Place): boolean {
  const rest = signs.kinds.slice(end)
  const [blanks = '', attribute = ''] = /^([ \n]+)([a9|]+)(?=[ \n]*=)/.exec(rest)?.slice(1) ?? []
  const from = end + blanks.length
  if (/^ *=/.test(rest) || (attribute !== '' && spellsOne(attributes, signs.all.slice(from, from + attribute.length)))) return true
  if (/^ *>(?:[a9<[{]|\.a\{)/.test(rest)) return true
  return /^ *>(?:$|\n)/.test(rest) && isLineStart(place)
}

/** `[INST]` in any case; other names as templates write them, in capitals: `[tool_calls]` may be a list or a link. */
function isBracketToken(signs: Signs): boolean {
  const [whole, before = '', name = ''] = /^( *\/? *)([a9_|]{3,64}) *\]/.exec(signs.kinds) ?? []
  if (whole === undefined) return false
  const letters = signs.all.slice(before.length, before.length + name.length)
  if (spellsOne(instructions, letters)) return true
  return !letters.some(({ isLower, kind }) => kind === 'a' && isLower) && controlName(letters) !== undefined
}

/** Names of layers whose every element is one of a tool call. */
const layers = wordTree(['antml'])
const attributes = wordTree(['name'])
const instructions = wordTree(['inst'])
/** Whose name on a line begins a turn. */
const speakers = wordTree(['human', 'assistant'])
/** Lines of the fence itself. */
const markers = wordTree(['from', 'end'])
const mostBefore = 40

/** `Human:` with a capital; a key of a document has none. */
function isTurn(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - mostBefore), at)
  const start = before.lastIndexOf('\n') + 1
  if (start === 0 && at > mostBefore) return false
  const all = [...before.slice(start)].map(signOf).filter(({ kind }) => kind !== '' && kind !== ' ')
  return all[0]?.isUpper === true && spellsOne(speakers, all)
}

/** Offsets of the `[` on lines that could be taken for a marker of the fence: `[from …]`, `[end …]`. A link is none, nor is where one leads. */
export function scanOwnMarkers(text: string): readonly number[] {
  const found: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (brackets[text.charCodeAt(i)] === 0 || !isLineStart({ text, at: i })) continue
    const { kinds, all } = signsFrom(text, i + 1)
    const [blanks = '', name = ''] = /^( *)([a9|]+)(?!_)/.exec(kinds)?.slice(1) ?? []
    if (spellsOne(markers, all.slice(blanks.length, blanks.length + name.length)) && !isLink(text, i)) found.push(i)
  }
  return found
}

const brackets = unitsOf('[')

function isLineStart({ text, at }: Place): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const unit = text.charAt(i)
    if (unit === '\n') return true
    const { kind } = signOf(unit)
    if (kind !== ' ' && kind !== '') return false
  }
  return true
}

/** The first bracket that closes on the line has a destination behind it: `[from a to b](x)`, `[End users]: x`. */
function isLink(text: string, at: number): boolean {
  const line = text.slice(at, at + longestLink)
  const end = line.search(closing)
  return end >= 0 && /^\][(:]/.test(line.slice(end, end + 2))
}

const longestLink = 1000
const closing = new RegExp(`[\\n${charactersOf(']').replaceAll(']', '\\]')}]`, 'u')

/** Offsets of every square bracket, in whatever width. */
export const scanBrackets = (text: string): readonly number[] => Array.from(text.matchAll(/[[\]\ufe47\ufe48\uff3b\uff3d]/g), ({ index }) => index)
