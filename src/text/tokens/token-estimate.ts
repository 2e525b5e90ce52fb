// Kinds that occur in words come first.
const lower = 0
const upper = 1
const digit = 2
const space = 3
const lineBreak = 4
const mark = 5
const cjk = 6
const letter = 7
const symbol = 8

/** A word of this length is one token; every further four letters add one. */
const wholeWord = 8
const lettersPerExtraToken = 4
/** Longer mixtures of letters and digits are keys, digests or Base64. */
const longRun = 24

const tokensPer = { mixed: 0.7, cjk: 0.8, letter: 0.4, symbol: 1 }

/** By UTF-16 unit; an estimate costs one lookup per character. */
const kinds = new Uint8Array(0x1_0000)
  .fill(symbol)
  .fill(mark, 0, 0x80)
  .fill(space, 0, 33)
  .fill(lineBreak, 10, 11)
  .fill(lineBreak, 13, 14)
  .fill(digit, 48, 58)
  .fill(upper, 65, 91)
  .fill(lower, 97, 123)
  .fill(space, 0x00a0, 0x00a1)
  .fill(letter, 0x00c0, 0x2000)
  .fill(space, 0x3000, 0x3001)
  .fill(cjk, 0x3040, 0xa000)
  .fill(cjk, 0xac00, 0xd800)
  .fill(cjk, 0xf900, 0xfb00)

/**
 * Tokens of a text by o200k, estimated in one pass over classes of characters. Slightly high on prose, and
 * linear on any input, which merging byte pairs is not.
 */
export function estimateTokens(text: string): number {
  const units = codeUnits(text)
  let tokens = 0
  let at = 0
  while (at < text.length) {
    const start = at
    const kind = kindOf(units[at])
    if (kind <= digit) {
      // Words, digits and mixtures of them form one run, split at digits and at a capital after a small letter.
      let inWord = 0
      let pieces = 0
      for (let next = kind; next <= digit;) {
        const from = at
        const first = next
        do next = kindOf(units[++at])
        while (next === first)
        const capitals = first === upper ? at - from : 0
        if (first === upper) while (next === lower) next = kindOf(units[++at])
        inWord += pieceTokens(first, at - from, capitals)
        pieces += 1
      }
      tokens += pieces > 2 && at - start >= longRun ? (at - start) * tokensPer.mixed : inWord
    } else {
      do at += 1
      while (at < text.length && kindOf(units[at]) === kind)
      tokens += runTokens(units, start, at, kind)
    }
  }
  return Math.ceil(tokens)
}

/** Tokens of a run of one kind that is not part of a word. */
function runTokens(units: Uint16Array, start: number, end: number, kind: number): number {
  switch (kind) {
    case space:
      return end - start > 1 ? 1 : 0
    case lineBreak:
      return start > 0 && kindOf(units[start - 1]) === mark ? 0 : 1
    case mark:
      return end - start === 1 ? 1 : markTokens(units, start, end)
    case cjk:
      return (end - start) * tokensPer.cjk
    case letter:
      return (end - start) * tokensPer.letter
    default:
      return (end - start) * tokensPer.symbol
  }
}

function pieceTokens(kind: number, length: number, capitals: number): number {
  if (kind === digit) return Math.ceil(length / 3)
  if (capitals > 3) return Math.ceil(length / 3)
  return length <= wholeWord ? 1 : 1 + Math.ceil((length - wholeWord) / lettersPerExtraToken)
}

/** Punctuation marks come in pairs such as `](`; a rule such as `-----` is one token. */
function markTokens(units: Uint16Array, start: number, end: number): number {
  let changes = 0
  for (let at = start + 1; at < end; at++) if (units[at] !== units[at - 1]) changes += 1
  return 1 + Math.floor(changes / 2) + Math.floor((end - start) / 16)
}

/** Large enough for most texts. */
const shared = new Uint16Array(16_384)

/** Code units followed by a zero, in a reused array, which is faster to read than the string. */
function codeUnits(text: string): Uint16Array {
  const units = text.length < shared.length ? shared : new Uint16Array(text.length + 1)
  Buffer.from(units.buffer).write(text, 'utf16le')
  units[text.length] = 0
  return units
}

const kindOf = (unit = 0): number => kinds[unit] ?? symbol
