import { readingsOf, type Readings } from './look-alikes.ts'
import { decodeReferences } from './references.ts'

/** The elements that only we may open or close, without their underscores. */
const elements = ['knowledgepack', 'knowledgemanifest', 'knowledgeevidence', 'knowledgeresources', 'availableknowledge']

/** Pairs of letters that are drawn like one. */
const pairs: Readonly<Record<string, string>> = { m: 'rn', w: 'vv', d: 'cl' }

const spellings = new Set(elements.flatMap(spellingsOf))
const beginnings = new Set([...spellings].flatMap((spelling) => Array.from(spelling, (_, i) => spelling.slice(0, i + 1))))

/** Drawn like `<` or `>`; some of them only from afar. */
const openers = new Set('<\u00ab\u02c2\u1438\u16b2\u2039\u2264\u2266\u226a\u226e\u2270\u227a\u22b2\u22d6\u22d8\u2329\u25c0\u25c1\u25c2\u25c3\u276c\u276e\u2770\u27e8\u27ea\u2991\u29fc\u2a79\u2a7b\u2a7d\u2aa1\u2aa6\u2abb\u3008\u300a\ufe3d\ufe3f\ufe64\uff1c\u{1d236}\u{1f780}')
const closers = new Set('>\u00bb\u02c3\u203a\u226b\u232a\u276d\u276f\u2771\u27e9\u27eb\u3009\u300b\ufe65\uff1e')
const mayOpen = new RegExp(`[${[...openers].join('')}&\uff06\ufe60]`, 'u')

/** By UTF-16 unit: 0 is no bracket. The halves of rare brackets count as brackets, and are looked at more closely. */
const bracketUnits = new Uint8Array(0x10000)
for (const character of [...openers, ...closers]) bracketUnits[character.charCodeAt(0)] = 1

/** More rounds than any text needs that was not built to need them. */
const mostRounds = 4

export interface FindOptions {
  /** Also what the text that follows could complete. */
  readonly pending?: boolean
}

/**
 * Offsets of the `<` or `&` behind which one of our elements is spelled: in any case, width, style, spacing or alphabet,
 * through references, comments and other tags. Wrong alarms are possible and harmless; a miss is a hole.
 */
export function findOwnTags(text: string, { pending = false }: FindOptions = {}): readonly number[] {
  if (!mayOpen.test(text)) return []
  const found = new Set<number>()
  let rest = text
  for (let round = 0; round < mostRounds; round++) {
    const now = findOnce(rest, pending)
    if (now?.length === 0) return [...found].sort((a, b) => a - b)
    if (!now) break
    for (const at of now) found.add(at)
    rest = struckOut(rest, now)
  }
  return findOpenings(text)
}

/** Every character that could begin a tag or a reference. */
function findOpenings(text: string): readonly number[] {
  return [...text.matchAll(new RegExp(mayOpen, 'gu'))].map(({ index }) => index)
}

/** `undefined` where references are nested beyond reason. */
function findOnce(text: string, pending: boolean): readonly number[] | undefined {
  const decoded = decodeReferences(text)
  if (!decoded) return undefined
  const found = new Set(scan(text, pending))
  const { text: plain } = decoded
  const bare = withoutSections(plain)
  for (const form of new Set([plain, bare])) {
    if (form !== text) for (const at of scan(form, pending)) found.add(decoded.originOf(at))
  }
  return [...found]
}

/** Stands for a sealed character: a letter of no name and of no reference. */
export const struck = 'ж'

/** What an opening hid may show once it is sealed. */
function struckOut(text: string, offsets: readonly number[]): string {
  let rest = ''
  let done = 0
  for (const at of [...offsets].sort((a, b) => a - b)) {
    rest += `${text.slice(done, at)}${struck}`
    done = at + 1
  }
  return rest + text.slice(done)
}

interface Frame {
  readonly at: number
  /** What has been spelled since `at`, in every way it can be read. */
  spelled: readonly string[]
}

/** A tag inside a tag is set aside until it closes, so that a name split by another tag is seen. Linear: every character is looked at once. */
function scan(text: string, pending: boolean): readonly number[] {
  const found: number[] = []
  const outer: Frame[] = []
  let frame: Frame = { at: -1, spelled: none }
  for (let i = 0; i < text.length; ) {
    const unit = text.charCodeAt(i)
    if (frame.spelled === none && bracketUnits[unit] === 0) {
      i++
      continue
    }
    const character = unit < 0xd800 || unit > 0xdbff ? text.charAt(i) : String.fromCodePoint(text.codePointAt(i) ?? unit)
    if (openers.has(character)) {
      if (frame.spelled !== none) outer.push(frame)
      frame = { at: i, spelled: start }
    } else if (closers.has(character)) frame = outer.pop() ?? frame
    else if (frame.spelled !== none) {
      frame.spelled = spell(frame.spelled, readingsOf(character))
      if (frame.spelled.some((spelled) => spellings.has(spelled))) {
        found.push(frame.at)
        frame.spelled = none
      }
    }
    i += character.length
  }
  return pending ? [...found, ...[frame, ...outer].flatMap(({ at, spelled }) => (spelled === none ? [] : [at]))] : found
}

const none: readonly string[] = []
const start: readonly string[] = ['']

function spell(spelled: readonly string[], readings: Readings): readonly string[] {
  if (readings.length === 1 && readings[0] === '') return spelled
  if (readings.length === 0) return none
  const next = new Set<string>()
  for (const before of spelled) for (const reading of readings) extend(before, reading, next)
  return next.size === 0 ? none : [...next]
}

/** Several letters in one sign may end a name before the last of them. */
function extend(before: string, reading: string, next: Set<string>): void {
  let now = before
  for (const letter of reading) {
    now += letter
    if (!beginnings.has(now)) return
    if (spellings.has(now)) break
  }
  next.add(now)
}

/** Comments with what they hold, and the marks of character data, as blanks of the same length. */
function withoutSections(text: string): string {
  const last = text.lastIndexOf('-->')
  const blank = (part: string): string => ' '.repeat(part.length)
  const bare = last < 0 ? text : `${text.slice(0, last + 3).replace(/<!--[\s\S]*?-->/g, blank)}${text.slice(last + 3)}`
  return bare.replace(/<!\[CDATA\[|\]\]>/gi, blank)
}

function spellingsOf(element: string): readonly string[] {
  let spelled: readonly string[] = ['']
  for (const letter of element) {
    const pair = pairs[letter]
    spelled = spelled.flatMap((before) => [before + letter, ...(pair === undefined ? [] : [before + pair])])
  }
  return spelled
}
