import { readingsOf, type Readings } from './look-alikes.ts'
import { decodeReferences } from './references.ts'

/** The elements that only we may open or close, without their underscores. */
const elements = ['knowledgepack', 'knowledgemanifest', 'knowledgeevidence', 'knowledgeresources', 'availableknowledge']

/** Pairs of letters that are drawn like one. */
const pairs: Readonly<Record<string, string>> = { m: 'rn', w: 'vv', d: 'cl' }

const names = nameTree(elements.flatMap(spellingsOf))

/** Drawn like `<` or `>`; some of them only from afar. */
const openers = new Set('<\u00ab\u02c2\u1438\u16b2\u2039\u2264\u2266\u226a\u226e\u2270\u227a\u22b2\u22d6\u22d8\u2329\u25c0\u25c1\u25c2\u25c3\u276c\u276e\u2770\u27e8\u27ea\u2991\u29fc\u2a79\u2a7b\u2a7d\u2aa1\u2aa6\u2abb\u3008\u300a\ufe3d\ufe3f\ufe64\uff1c\u{1d236}\u{1f780}')
const closers = new Set('>\u00bb\u02c3\u203a\u226b\u232a\u276d\u276f\u2771\u27e9\u27eb\u3009\u300b\ufe65\uff1e')
const mayOpen = new RegExp(`[${[...openers].join('')}&\uff06\ufe60]`, 'u')

/** By UTF-16 unit: 0 is no bracket. The halves of rare brackets count as brackets, and are looked at more closely. */
const bracketUnits = new Uint8Array(0x10000)
for (const character of [...openers, ...closers]) bracketUnits[character.charCodeAt(0)] = 1
const readingsOfAscii = Array.from({ length: 128 }, (_, unit) => readingsOf(String.fromCharCode(unit)))

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
  if (!mayOpen.test(text)) return none
  let found = none
  let rest = text
  for (let round = 0; round < mostRounds; round++) {
    const now = findOnce(rest, pending)
    if (now?.length === 0) return found
    if (!now) break
    found = inOrder([...found, ...now])
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
  const { text: plain } = decoded
  const bare = withoutSections(plain)
  const read = (form: string): readonly number[] => scan(form, pending).map((at) => decoded.originOf(at))
  return inOrder([...scan(text, pending), ...(plain === text ? none : read(plain)), ...(bare === plain ? none : read(bare))])
}

const inOrder = (places: readonly number[]): readonly number[] => (places.length < 2 ? places : [...new Set(places)].sort((a, b) => a - b))

/** Stands for a sealed character: a letter of no name and of no reference. */
export const struck = 'ж'

/** What an opening hid may show once it is sealed. */
function struckOut(text: string, offsets: readonly number[]): string {
  let rest = ''
  let done = 0
  for (const at of offsets) {
    rest += `${text.slice(done, at)}${struck}`
    done = at + 1
  }
  return rest + text.slice(done)
}

interface Frame {
  readonly at: number
  /** How far into which names, in every way that what stands since `at` can be read. */
  spelled: readonly number[]
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
    if (bracketUnits[unit] !== 0 && openers.has(character)) {
      if (frame.spelled !== none) outer.push(frame)
      frame = { at: i, spelled: start }
    } else if (bracketUnits[unit] !== 0 && closers.has(character)) frame = outer.pop() ?? frame
    else if (frame.spelled !== none) {
      frame.spelled = spell(frame.spelled, readingsOfAscii[unit] ?? readingsOf(character))
      if (frame.spelled.some((state) => names.isWhole(state))) {
        found.push(frame.at)
        frame.spelled = none
      }
    }
    i += character.length
  }
  return pending ? [...found, ...[frame, ...outer].flatMap(({ at, spelled }) => (spelled === none ? [] : [at]))] : found
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

/** Comments with what they hold, and the marks of character data, as blanks of the same length. */
function withoutSections(text: string): string {
  const last = text.lastIndexOf('-->')
  const blank = (part: string): string => ' '.repeat(part.length)
  if (last < 0 && !/<!\[CDATA\[|\]\]>/i.test(text)) return text
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

interface NameTree {
  /** Where some letters lead from a state; -1 where no name goes on like that. Several letters in one sign may end a name before the last of them. */
  after(state: number, letters: string): number
  isWhole(state: number): boolean
}

/** States are numbers and the first is 0: a set of strings would be asked for every character of a text. */
function nameTree(spellings: readonly string[]): NameTree {
  const next: Int16Array[] = []
  const whole = new Set<number>()
  const grow = (): number => next.push(new Int16Array(26).fill(-1)) - 1
  const letterAt = (letters: string, i: number): number => letters.charCodeAt(i) - 97
  grow()
  for (const spelling of spellings) {
    let state = 0
    for (let i = 0; i < spelling.length; i++) {
      const row = next[state]
      const letter = letterAt(spelling, i)
      state = row?.[letter] ?? -1
      if (state < 0 && row) state = row[letter] = grow()
    }
    whole.add(state)
  }
  return {
    after(state, letters) {
      let now = state
      for (let i = 0; i < letters.length && now >= 0 && (i === 0 || !whole.has(now)); i++) now = next[now]?.[letterAt(letters, i)] ?? -1
      return now
    },
    isWhole: (state) => whole.has(state),
  }
}
