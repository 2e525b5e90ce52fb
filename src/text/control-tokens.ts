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
const closes = /^[ \n]*(?:\/[ \n]*)?(?:>|$)/

interface Place {
  readonly text: string
  readonly at: number
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
  if (name === 'a' && closes.test(rest)) return isStart(all[start])
  const found = name.length < 3 ? undefined : controlName(all.slice(start, end))
  if (found === undefined) return false
  if (slash !== '') return found === 'whole' ? afterName.test(rest) : closes.test(rest)
  if (rest.startsWith('>') && isTypeOrGroup(name, all[start], place)) return false
  if (found === 'element') return blanks === '' && isElementUse(signs, end, place)
  return found === 'closed' || blanks !== '' ? closes.test(rest) : afterName.test(rest)
}

/** `List<User>`, `(?<user>\w+)`. */
function isTypeOrGroup(name: string, first: Sign | undefined, { text, at }: Place): boolean {
  const isType = first?.isUpper === true && !name.includes('_') && /[\w:]/.test(text.charAt(at - 1))
  return isType || text.startsWith('(?', at - 2)
}

/** `<tool name="x">`, `<function=x>`, `<user>Do`, alone on its line; not `ssh <user>@<host>`, `<function f at 0x1>`. */
function isElementUse({ kinds, all }: Signs, end: number, { text, at }: Place): boolean {
  const rest = kinds.slice(end)
  const [blanks = '', attribute = ''] = /^([ \n]+)([a9|]+)(?=[ \n]*=)/.exec(rest)?.slice(1) ?? []
  const from = end + blanks.length
  if (/^ *=/.test(rest)) return true
  if (attribute !== '' && spellsOne(attributes, all.slice(from, from + attribute.length))) return true
  // What is sealed behind it, an escape now, counts as what it was: content.
  if (/^ *>(?:[a9<[{]|\.a\{)/.test(rest)) return true
  return /^ *>(?:$|\n)/.test(rest) && isLineStart(text, at)
}

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
