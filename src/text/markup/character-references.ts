import { isHidden } from '../detect/hidden.ts'
import { anyCharacter, readingsOf } from './look-alikes.ts'

/** A text with its character references decoded. */
interface DecodedReferences {
  readonly text: string
  /** The original offset. */
  originOf(at: number): number
}

/** Deeper nesting is an attack; the result is then `undefined`. */
const mostRounds = 6

const reference = /&(?:#(\d+)|#[xX]([\da-fA-F]+)|([A-Za-z][A-Za-z0-9]{1,31}));?/g
const mayRefer = /&[#A-Za-z]/
const beyondAscii = /[^\x20-\x7e\n]/
const ampersand = /[&\uff06\ufe60]/

/** HTML names of characters that look like `<`. */
const less =
  'lt nvlt nlt nltv ltdot ltcc ltcir ltquest ltri ltrif lessdot lessfullequal lessless lessslantequal notless ' +
  'notlessequal notlessless notlessslantequal notnestedlessless nestedlessless ' +
  'le leq leqq leqslant les nle nleq nleqq nleqslant nles nless nvle ll nll lang langle langd leftanglebracket ' +
  'laquo lsaquo prec pr precedes lefttriangle triangleleft blacktriangleleft vartriangleleft vltri'

/** Names of the characters of tags and references; letters follow a rule, any other name may be any character. */
const named: Readonly<Record<string, string>> = {
  ...Object.fromEntries(less.split(' ').map((name) => [name, '<'])),
  gt: '>',
  nvgt: '>',
  rsaquo: '>',
  raquo: '>',
  rang: '>',
  rangle: '>',
  rightanglebracket: '>',
  amp: '&',
  num: '#',
  semi: ';',
  excl: '!',
  vert: '|',
  verbar: '|',
  verticalline: '|',
  sol: '/',
  lowbar: '_',
  underbar: '_',
  bsol: '\\',
  lbrack: '[',
  lsqb: '[',
  rbrack: ']',
  rsqb: ']',
  colon: ':',
  equals: '=',
  hyphen: '-',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  tab: ' ',
  newline: '\n',
  shy: '',
  zerowidthspace: '',
}
/** Names that count without a semicolon, whatever follows. */
const open = /^(lt|gt|amp|quot|nbsp|shy|laquo|raquo)(.*)$/i
const legacyNames = new Set(['lt', 'gt', 'amp', 'quot', 'nbsp', 'shy', 'laquo', 'raquo'])

/** Longer names that begin like one of them. */
const relation = /^[gl]t(?:cc|cir|dot|[lr]par|quest|hree|imes|larr|ri[ef]?|rapprox|rarr|rdot|req?qless|rless|rsim)$/

/** Decodes references, and nested ones; `undefined` when they are nested too deeply. */
export function decodeReferences(text: string): DecodedReferences | undefined {
  const written: DecodedReferences = { text, originOf: (at) => at }
  if (!ampersand.test(text)) return written
  let now = beyondAscii.test(text)
    ? replaceAll(written, /[^\x20-\x7e\n]/gu, ([character]) => narrow(character))
    : written
  for (let round = 0; round < mostRounds; round++) {
    if (!mayRefer.test(now.text)) return now
    const next = replaceAll(now, reference, ([whole, decimal, hex, name]) => decode(whole, { decimal, hex, name }))
    if (next.text === now.text) return now
    now = next
  }
  return undefined
}

interface Parts {
  readonly decimal: string | undefined
  readonly hex: string | undefined
  readonly name: string | undefined
}

function decode(whole: string, { decimal, hex, name = '' }: Parts): string {
  if (decimal !== undefined || hex !== undefined)
    return narrow(fromCode(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)))
  const lower = name.toLowerCase()
  const known = Object.hasOwn(named, lower) ? named[lower] : undefined
  if (known !== undefined && (whole.endsWith(';') || legacyNames.has(lower))) return known
  const letter = /^([a-z])(?:scr|fr|opf)$/.exec(lower)?.[1]
  if (letter !== undefined && whole.endsWith(';')) return letter
  if (whole.endsWith(';') && relation.test(lower)) return anyCharacter
  const legacy = open.exec(name)
  if (legacy)
    return `${named[(legacy[1] ?? '').toLowerCase()] ?? ''}${legacy[2] ?? ''}${whole.endsWith(';') ? ';' : ''}`
  return whole.endsWith(';') ? anyCharacter : whole
}

function fromCode(code: number): string {
  return code > 0x10ffff || Number.isNaN(code) ? '\ufffd' : String.fromCodePoint(code)
}

/** The plain form of a character, so that a reference in wide or look-alike letters is found. */
function narrow(character: string): string {
  const known = narrowed.get(character)
  if (known !== undefined) return known
  const found = plainForm(character)
  narrowed.set(character, found)
  return found
}

const narrowed = new Map<string, string>()

function plainForm(character: string): string {
  if (/^[\x20-\x7e\n]$/.test(character)) return character
  if (isHidden(character)) return ''
  const plain = character.normalize('NFKC')
  if (/^[\x20-\x7e]+$/.test(plain)) return plain
  const readings = readingsOf(character)
  return readings.length === 1 && readings[0] !== '' ? (readings[0] ?? character) : character
}

interface Cut {
  /** Start of the replacement, and of the rest. */
  readonly start: number
  readonly end: number
  /** The same two offsets before. */
  readonly from: number
  readonly until: number
}

function replaceAll(
  before: DecodedReferences,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => string,
): DecodedReferences {
  const parts: string[] = []
  const cuts: Cut[] = []
  let done = 0
  let length = 0
  for (const match of before.text.matchAll(pattern)) {
    const plain = replace(match)
    const start = length + match.index - done
    parts.push(before.text.slice(done, match.index), plain)
    length = start + plain.length
    done = match.index + match[0].length
    cuts.push({ start, end: length, from: match.index, until: done })
  }
  return {
    text: `${parts.join('')}${before.text.slice(done)}`,
    originOf: (at) => before.originOf(placeBefore(cuts, at)),
  }
}

function placeBefore(cuts: readonly Cut[], at: number): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cuts[middle]?.start ?? 0) <= at) low = middle + 1
    else high = middle
  }
  // A removed character has no offset; the last cut at the offset counts.
  const cut = cuts[low - 1]
  if (!cut) return at
  return at < cut.end ? cut.from : cut.until + at - cut.end
}
