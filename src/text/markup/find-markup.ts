import { decodeReferences } from './character-references.ts'
import { scanControlTokens } from './control-tokens.ts'
import { openers, scanBrackets, scanFenceMarkers, scanFenceTags } from './fence-markup.ts'
import { charactersOf } from './signs.ts'

interface FindOptions {
  /** Also partial matches that following text could complete. */
  readonly pending?: boolean
}

/** Offsets of tags of the fence: of the `<`, or of the `&` that encodes it. */
export const findFenceTags = (text: string, { pending = false }: FindOptions = {}): readonly number[] =>
  findAll(text, (form) => scanFenceTags(form, pending))

/** Offsets of tags of the fence, and of tokens of chat templates and tool calls. */
export const findMarkup = (text: string, { pending = false }: FindOptions = {}): readonly number[] =>
  findAll(text, (form) => [...scanFenceTags(form, pending), ...scanControlTokens(form)])

/** Offsets of tokens of chat templates and tool calls. */
export const findControlTokens = (text: string): readonly number[] => findAll(text, scanControlTokens)

/** Offsets on lines that could be taken for a marker of the fence. */
export const findFenceMarkers = (text: string): readonly number[] => findAll(text, scanFenceMarkers)

/** Offsets of every square bracket, or of the `&` that encodes one. */
export const findBrackets = (text: string): readonly number[] => findAll(text, scanBrackets)

type Scan = (form: string) => readonly number[]

const begins = `${[...openers].join('')}${charactersOf('<[]:').replace(/[[\]]/g, '\\$&')}&\uff06\ufe60\u273f`
const mayBegin = new RegExp(`[${begins}]`, 'u')

/** More rounds than any text needs that is not an attack. */
const mostRounds = 4

/** Searches references and comments too. False positives are harmless; a false negative is a vulnerability. */
function findAll(text: string, scan: Scan): readonly number[] {
  if (!mayBegin.test(text)) return none
  let found = none
  let rest = text
  for (let round = 0; round < mostRounds; round++) {
    const now = findOnce(rest, scan)
    if (now?.length === 0) return found
    if (!now) break
    found = inOrder([...found, ...now])
    rest = struckOut(rest, now)
  }
  return Array.from(text.matchAll(new RegExp(mayBegin, 'gu')), ({ index }) => index)
}

/** `undefined` where references are nested too deeply. */
function findOnce(text: string, scan: Scan): readonly number[] | undefined {
  const decoded = decodeReferences(text)
  if (!decoded) return undefined
  const { text: plain } = decoded
  const bare = withoutSections(plain)
  const read = (form: string): readonly number[] => scan(form).map((at) => decoded.originOf(at))
  return inOrder([...scan(text), ...(plain === text ? none : read(plain)), ...(bare === plain ? none : read(bare))])
}

const none: readonly number[] = []

const inOrder = (places: readonly number[]): readonly number[] =>
  places.length < 2 ? places : [...new Set(places)].sort((a, b) => a - b)

/** Replaces a sealed character: a letter of no name and of no reference. */
export const struck = 'ж'

/** A sealed opening may reveal a hidden one. */
function struckOut(text: string, offsets: readonly number[]): string {
  let rest = ''
  let done = 0
  for (const at of offsets) {
    rest += `${text.slice(done, at)}${struck}`
    done = at + 1
  }
  return rest + text.slice(done)
}

/** Replaces comments, and the marks of character data, by as many invisible characters. */
function withoutSections(text: string): string {
  const last = text.lastIndexOf('-->')
  const blank = (part: string): string => '\u200b'.repeat(part.length)
  if (last < 0 && !/<!\[CDATA\[|\]\]>/i.test(text)) return text
  const bare = last < 0 ? text : `${text.slice(0, last + 3).replace(/<!--[\s\S]*?-->/g, blank)}${text.slice(last + 3)}`
  return bare.replace(/<!\[CDATA\[|\]\]>/gi, blank)
}
