import { controlName } from './control-names.ts'
import { isLineStart, signAt, signOf, signsFrom, type Sign, type Signs } from './signs.ts'
import { spellsOne, wordTree } from './word-tree.ts'

/** Ends where a tag closes or its attributes begin: no name of a layer, no bar, no other letter follows. */
const plainElement = /\/?([A-Za-z][A-Za-z0-9_-]{0,30})(?=[ \n\t>]|\/>)/y
const classified = new Map<string, boolean>()
const mostClassified = 5000

/** A fast test for most HTML elements: a plain name that is not a token. */
export function isOtherElement(text: string, at: number): boolean {
  plainElement.lastIndex = at
  const name = plainElement.exec(text)?.[1]
  if (name === undefined) return false
  const before = classified.get(name)
  if (before !== undefined) return before
  const isOther = name !== 's' && controlName(Array.from(name, signOf)) === undefined
  if (classified.size < mostClassified) classified.set(name, isOther)
  return isOther
}

/** A character of a word between bars. */
const inBars = '[^|<>[\\] \\n]'
/** `<|word|>`, `<|word>`, `<word|>`. */
const barToken = new RegExp(`^/?(?:\\|+${inBars}[^<>[\\] \\n]{0,64}>|${inBars}{1,64}\\|>)`)
/** With blanks inside, only where the word has several parts: `a <| b |> c` is code. */
const spacedBarToken = new RegExp(`^ */? *\\| *${inBars}{1,32}_${inBars}{1,32} *\\| *>`)
/** Before a name: a slash, and the name of another layer: `</｜DSML｜invoke>`, `<ns:invoke>`. */
const opening = new RegExp(`^([ \\n]*)(/?)[ \\n]*(?:\\|${inBars}{1,32}\\||${inBars}{1,40}:)?`)
const nameRun = /^[a9_|]{1,64}/

/** The end of the name of a tag: a bracket, a slash, a value, an attribute. */
const afterName = /^(?:$|[/=<>]|[ \n]+(?:$|[/<>]|[^ \n<>=]+[ \n]*=))/
/** After a name without another use, also attributes without a value, and other signs. */
const afterCompound = /^(?:[ \n]+[^<>\n]*|[^ \n<>]*)>/
/** After a blank and a name, `a < think`, only an attribute indicates a tag. */
const attributed = /^[ \n]+[^ \n<>=]+[ \n]*=(?!=)/
const closes = /^[ \n]*(?:\/[ \n]*)?(?:>|$)/

export interface TextPosition {
  readonly text: string
  readonly at: number
}

/** Place of the name in the signs after a `<`. */
interface Name {
  readonly start: number
  readonly end: number
  /** A blank is before the name. */
  readonly isApart: boolean
}

/** Whether the `<` at a place begins a token. */
export function isAngleToken(signs: Signs, place: TextPosition): boolean {
  const { kinds, all } = signs
  if (barToken.test(kinds) || spacedBarToken.test(kinds) || isMarkedRole(signs)) return true
  const [before = '', blanks = '', slash = ''] = opening.exec(kinds) ?? []
  const start = before.length
  if (before.endsWith(':') && isLayer(all.slice(before.search(/[a9_]/), start - 1))) return true
  const run = nameRun.exec(kinds.slice(start))?.[0] ?? ''
  const end = start + run.length
  const rest = kinds.slice(end)
  if (run === 'a' && closes.test(rest)) return isStart(all[start]) && !isStruckText(place.text, place.at)
  const found = run.length < 3 ? undefined : controlName(all.slice(start, end))
  if (found === undefined) return false
  if (slash === '' && rest.startsWith('>') && isTypeOrGroup(run, all[start], place)) return false
  switch (found) {
    case 'compound':
      return ((blanks === '' || slash !== '') && afterCompound.test(rest)) || isTag(rest, blanks)
    case 'whole':
      return isTag(rest, slash === '' ? blanks : '')
    case 'closed':
      return closes.test(rest)
    case 'element':
      return slash === '' ? isElementUse(signs, { start, end, isApart: blanks !== '' }, place) : closes.test(rest)
  }
}

/** `<#user#>`, `<_bot>`: a role between signs or after an underscore, and nothing else. `<?start?>` is XML. */
function isMarkedRole({ kinds, all }: Signs): boolean {
  const [, name = ''] = /^(?:_(?=a+_?>)|\.(?=a+\.>))(a{3,9})/.exec(kinds) ?? []
  return name !== '' && spellsOne(kinds.startsWith('_') ? turns : roles, all.slice(1, 1 + name.length))
}

const roles = wordTree(['user', 'bot', 'system', 'assistant'])
const turns = wordTree(['user', 'bot', 'system', 'assistant', 'start', 'end'])

const isTag = (rest: string, blanks: string): boolean =>
  blanks === '' ? afterName.test(rest) : closes.test(rest) || attributed.test(rest)

/** Layers that consist of tool calls, and tokens with a suffix: `<think:6124c78e>`. */
function isLayer(name: readonly Sign[]): boolean {
  const found = spellsOne(layers, name) ? 'whole' : controlName(name)
  return found !== undefined && found !== 'element'
}

const layers = wordTree(['antml'])

/** `List<User>`, `(?<user>\w+)`. */
function isTypeOrGroup(run: string, first: Sign | undefined, { text, at }: TextPosition): boolean {
  const isType = first?.isUpper === true && !run.includes('_') && /[\w:]/.test(text.charAt(at - 1))
  return isType || text.startsWith('(?', at - 2)
}

/** `<tool name="x">`, `<function=x>`, `<user>Do`, alone on its line; not `ssh <user>@<host>`, `<function f at 0x1>`. */
function isElementUse(signs: Signs, name: Name, { text, at }: TextPosition): boolean {
  const rest = signs.kinds.slice(name.end)
  if (isEmptyElement(text, at)) return false
  if (attributed.test(rest) || (!name.isApart && /^ *=/.test(rest))) return true
  // Sealed text after it, now an escape, counts as content.
  if (/^ *>(?:[a9[{]|\.a\{)/.test(rest)) return !name.isApart || rest.startsWith('>')
  if (!/^ *>/.test(rest)) return false
  return (!name.isApart && /^ *>(?:$|\n)/.test(rest) && isLineStart(text, at)) || holdsMore(signs, name, { text, at })
}

/** `<user name="bob"/>` in a document: an empty element contains no turn. */
const quoted = String.raw`"[^"<>&\n]{0,80}"|'[^'<>&\n]{0,80}'|\{\{?[^{}<>&\n]{0,80}\}?\}`
const emptyElement = new RegExp(String.raw`^<[\w:.-]{1,60}(?:\s{1,8}[\w:.-]{1,40}(?:=(?:${quoted}))?){0,12}\s{0,8}/>`)
const isEmptyElement = (text: string, at: number): boolean => emptyElement.test(text.slice(at, at + 500))

const mostHeld = 300

/** An element follows directly, or its own end tag, after any text. */
function holdsMore({ all }: Signs, { start, end }: Name, { text, at }: TextPosition): boolean {
  let i = at
  let held = -1
  for (; i < text.length && held < mostHeld;) {
    const { kind, length } = signAt(text, i)
    if (held >= 0 && kind === '<') break
    if (held >= 0 && kind !== '') held++
    if (held < 0 && kind === '>') held = 0
    i += length
  }
  if (i >= text.length || held >= mostHeld) return false
  const next = signsFrom(text, i + signAt(text, i).length)
  const [before = '', , slash = ''] = opening.exec(next.kinds) ?? []
  if (slash === '') return held === 0
  const from = before.length
  const run = nameRun.exec(next.kinds.slice(from))?.[0] ?? ''
  return run.length === end - start && isSameName(all.slice(start, end), next.all.slice(from, from + run.length))
}

const isSameName = (one: readonly Sign[], other: readonly Sign[]): boolean =>
  one.every(({ kind, readings }, i) => kind === '_' || readings.some((reading) => other[i]?.readings.includes(reading)))

/** `<s>` and `</s>` begin and end a text for some models; `<S>` is a type. */
const isStart = (sign: Sign | undefined): boolean => sign?.isUpper === false && sign.readings.includes('s')

const longest = 200

/**
 * Whether the `<s>` or `</s>` at a place strikes out text of one line, as in HTML. For some models they delimit a text,
 * next to other tokens, several lines, a speaker or the next text.
 */
function isStruckText(text: string, at: number): boolean {
  const isEnd = text.startsWith('</s>', at)
  if (!isEnd && !text.startsWith('<s>', at)) return false
  const from = isEnd ? at - 1 : at + 3
  let i = from
  while (Math.abs(i - from) < longest && isPlain(text.charAt(i))) i += isEnd ? -1 : 1
  const start = isEnd ? i + 1 : from
  const end = isEnd ? at : i
  if (start === end || !text.startsWith('<s>', start - 3) || !text.startsWith('</s>', end)) return false
  if (/^\s*[^\s:]+\s?:/.test(text.slice(start, end))) return false
  const before = text.slice(Math.max(0, start - 3 - nearby), start - 3)
  return !/<\/s>\s*$/.test(before) && !/^\s*<s>/.test(text.slice(end + 4, end + 4 + nearby))
}

const nearby = 12

const isPlain = (unit: string): boolean => unit !== '' && !'<>[]|\n'.includes(signOf(unit).kind || 'a')
