import { controlName } from './control-names.ts'
import { isLineStart, signAt, signOf, signsFrom, unitsOf, type Sign, type Signs } from './signs.ts'
import { spellsOne, wordTree } from './word-tree.ts'

/**
 * Offsets of the characters that make a token of a chat template or of a tool call, in any case, width, style or
 * alphabet: `<` of `<|word|>` and of the elements that runtimes use, `[` of `[INST]` and its like, `:` of `Human:`.
 * By shape and by the words of a name, so that a template nobody listed is found too.
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

const triggers = unitsOf('<[:')

function isToken(text: string, at: number, { kind, length }: Sign): boolean {
  switch (kind) {
    case '<':
      return isAngleToken(signsFrom(text, at + length), { text, at })
    case '[':
      return isBracketToken(signsFrom(text, at + length), { text, at })
    case ':':
      return isTurn(text, at)
    default:
      return false
  }
}

/** What a word between bars is made of. */
const inBars = '[^|<>[\\] \\n]'
/** `<|word|>`, `<|word>`, `<word|>`. */
const barToken = new RegExp(`^/?(?:\\|+${inBars}[^<>[\\] \\n]{0,64}>|${inBars}{1,64}\\|>)`)
/** With blanks inside, only where the word has several parts: `a <| b |> c` is code. */
const spacedBarToken = new RegExp(`^ */? *\\| *${inBars}{1,32}_${inBars}{1,32} *\\| *>`)
/** Before a name: a slash, and the name of another layer: `</｜DSML｜invoke>`, `<ns:invoke>`. */
const opening = new RegExp(`^([ \\n]*)(/?)[ \\n]*(?:\\|${inBars}{1,32}\\||${inBars}{1,40}:)?`)
const nameRun = /^[a9_|]{1,64}/

/** What ends the name of a tag: a bracket, a slash, a value, an attribute. */
const afterName = /^(?:$|[/=<>]|[ \n]+(?:$|[/<>]|[^ \n<>=]+[ \n]*=))/
/** Behind a name that has no other use, also attributes without a value. */
const afterCompound = /^[ \n]+[^<>\n]*>/
/** Behind a blank and a name, `a < think`, only an attribute shows a tag. */
const attributed = /^[ \n]+[^ \n<>=]+[ \n]*=(?!=)/
const closes = /^[ \n]*(?:\/[ \n]*)?(?:>|$)/

interface Place {
  readonly text: string
  readonly at: number
}

interface ElementPlace extends Place {
  /** A blank stands before the name. */
  readonly isApart: boolean
}

function isAngleToken(signs: Signs, place: Place): boolean {
  const { kinds, all } = signs
  if (barToken.test(kinds) || spacedBarToken.test(kinds)) return true
  const [before = '', blanks = '', slash = ''] = opening.exec(kinds) ?? []
  const start = before.length
  if (before.endsWith(':') && spellsOne(layers, all.slice(before.search(/[a9_]/), start - 1))) return true
  const name = nameRun.exec(kinds.slice(start))?.[0] ?? ''
  const end = start + name.length
  const rest = kinds.slice(end)
  if (name === 'a' && closes.test(rest)) return isStart(all[start]) && !isStruckText(place)
  const found = name.length < 3 ? undefined : controlName(all.slice(start, end))
  if (found === undefined) return false
  const isOwnWord = found === 'whole' || found === 'compound'
  if (found === 'record' && isRecord(place)) return false
  if (slash !== '') return isOwnWord ? afterName.test(rest) : closes.test(rest)
  if (rest.startsWith('>') && isTypeOrGroup(name, all[start], place)) return false
  if (!isOwnWord && found !== 'closed') return isElementUse(signs, end, { ...place, isApart: blanks !== '' })
  if (found === 'closed') return closes.test(rest)
  if (blanks !== '') return closes.test(rest) || attributed.test(rest)
  return afterName.test(rest) || (found === 'compound' && afterCompound.test(rest))
}

/** `List<User>`, `(?<user>\w+)`. */
function isTypeOrGroup(name: string, first: Sign | undefined, { text, at }: Place): boolean {
  const isType = first?.isUpper === true && !name.includes('_') && /[\w:]/.test(text.charAt(at - 1))
  return isType || text.startsWith('(?', at - 2)
}

/** `<tool name="x">`, `<function=x>`, `<user>Do`, alone on its line; not `ssh <user>@<host>`, `<function f at 0x1>`. */
function isElementUse({ kinds, all }: Signs, end: number, { text, at, isApart }: ElementPlace): boolean {
  const rest = kinds.slice(end)
  if (isEmptyElement(text, at)) return false
  const [blanks = '', attribute = ''] = /^([ \n]+)([a9|]+)(?=[ \n]*=)/.exec(rest)?.slice(1) ?? []
  const from = end + blanks.length
  if (attribute !== '' && spellsOne(attributes, all.slice(from, from + attribute.length))) return true
  if (isApart) return false
  if (/^ *=/.test(rest)) return true
  // What is sealed behind it, an escape now, counts as what it was: content.
  if (/^ *>(?:[a9<[{]|\.a\{)/.test(rest)) return true
  return /^ *>(?:$|\n)/.test(rest) && isLineStart(text, at)
}

/** `<user name="bob"/>` in a document, plainly written: nobody speaks in what holds nothing. */
const emptyElement = /^<[A-Za-z]+(?:\s{1,8}[\w:.-]{1,40}="[^"<>&\n]{0,80}"){0,8}\s{0,8}\/>/
const isEmptyElement = (text: string, at: number): boolean => emptyElement.test(text.slice(at, at + 400))

/** Around elements, `<developer>\n  <id>`, it is part of a document; around text it is a turn. */
function isRecord({ text, at }: Place): boolean {
  return text.startsWith('</', at)
    ? /<\/[a-z]{1,40}>\s{1,20}$/i.test(text.slice(Math.max(0, at - 64), at))
    : /^<[a-z]{1,20}>\s{1,20}<[a-z]{1,40}>/i.test(text.slice(at, at + 96))
}

const longestStruck = 200

/** HTML strikes out text of one line between `<s>` and `</s>`; templates have tokens or several lines there. */
function isStruckText({ text, at }: Place): boolean {
  const isEnd = text.startsWith('</s>', at)
  if (!isEnd && !text.startsWith('<s>', at)) return false
  const step = isEnd ? -1 : 1
  const from = isEnd ? at - 1 : at + 3
  let i = from
  while (Math.abs(i - from) < longestStruck && isPlainText(text.charAt(i))) i += step
  return i !== from && (isEnd ? text.startsWith('<s>', i - 2) : text.startsWith('</s>', i))
}

const isPlainText = (unit: string): boolean => unit !== '' && !'<>[]|:\n'.includes(signOf(unit).kind || 'a')

/** `<s>` and `</s>` begin and end a text for some models; `<S>` is a type. */
const isStart = (sign: Sign | undefined): boolean => sign?.isUpper === false && sign.readings.includes('s')

/** Layers whose every element is one of a tool call. */
const layers = wordTree(['antml'])
const attributes = wordTree(['name'])
const instructions = wordTree(['inst'])

/** `[INST]` in any case; other names as templates write them, in capitals: `[tool_calls]` may be a list or a link. */
function isBracketToken({ kinds, all }: Signs, { text, at }: Place): boolean {
  const [before = '', name = ''] = /^( *\/? *)([a9_|]{3,64}) *\]/.exec(kinds)?.slice(1) ?? []
  const letters = all.slice(before.length, before.length + name.length)
  if (letters.length === 0 || spellsOne(instructions, letters)) return letters.length > 0
  const found = letters.some(({ isLower, kind }) => kind === 'a' && isLower) ? undefined : controlName(letters)
  return found === 'element' ? isLineStart(text, at) : found !== undefined
}

/** Whose name on a line begins a turn. */
const speakers = wordTree(['human', 'assistant'])
const mostBefore = 40

/** `Human:` with a capital; a key of a document has none. */
function isTurn(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - mostBefore), at)
  const start = before.lastIndexOf('\n') + 1
  if (start === 0 && at > mostBefore) return false
  const all = Array.from(before.slice(start), signOf).filter(({ kind }) => kind !== '' && kind !== ' ')
  return all[0]?.isUpper === true && spellsOne(speakers, all)
}
