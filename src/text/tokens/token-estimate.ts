const space = 0
const lineBreak = 1
const lower = 2
const upper = 3
const digit = 4
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

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 10 || code === 13) return lineBreak
  if (code <= 32) return space
  if (code >= 97 && code <= 122) return lower
  if (code >= 65 && code <= 90) return upper
  return code >= 48 && code <= 57 ? digit : mark
})

/**
 * Tokens of a text by o200k, estimated in one pass over classes of characters. Slightly high on prose, and
 * linear on any input, which merging byte pairs is not.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  let at = 0
  while (at < text.length) {
    const kind = kindOf(text.charCodeAt(at))
    const end = runEnd(text, at, kind)
    tokens += tokensOf(text, at, end, kind)
    at = end
  }
  return Math.ceil(tokens)
}

function tokensOf(text: string, start: number, end: number, kind: number): number {
  switch (kind) {
    case space:
      return end - start > 1 ? 1 : 0
    case lineBreak:
      return start > 0 && kindOf(text.charCodeAt(start - 1)) === mark ? 0 : 1
    case lower:
    case upper:
    case digit:
      return wordTokens(text, start, end)
    case mark:
      return markTokens(text, start, end)
    case cjk:
      return (end - start) * tokensPer.cjk
    case letter:
      return (end - start) * tokensPer.letter
    default:
      return (end - start) * tokensPer.symbol
  }
}

const isWordKind = (kind: number): boolean => kind === lower || kind === upper || kind === digit

/** Words, digits and their mixtures are one run; every other kind is a separate run. */
function runEnd(text: string, start: number, kind: number): number {
  let end = start + 1
  if (isWordKind(kind)) while (end < text.length && isWordKind(kindOf(text.charCodeAt(end)))) end += 1
  else while (end < text.length && kindOf(text.charCodeAt(end)) === kind) end += 1
  return end
}

/** The tokenizer splits at digits and at a capital after a small letter. */
function wordTokens(text: string, start: number, end: number): number {
  let tokens = 0
  let pieces = 0
  let at = start
  while (at < end) {
    const from = at
    const kind = kindOf(text.charCodeAt(at))
    while (at < end && kindOf(text.charCodeAt(at)) === kind) at += 1
    const capitals = kind === upper ? at - from : 0
    if (kind === upper) while (at < end && kindOf(text.charCodeAt(at)) === lower) at += 1
    tokens += pieceTokens(kind, at - from, capitals)
    pieces += 1
  }
  return pieces > 2 && end - start >= longRun ? (end - start) * tokensPer.mixed : tokens
}

function pieceTokens(kind: number, length: number, capitals: number): number {
  if (kind === digit) return Math.ceil(length / 3)
  if (capitals > 3) return Math.ceil(length / 3)
  return length <= wholeWord ? 1 : 1 + Math.ceil((length - wholeWord) / lettersPerExtraToken)
}

/** Marks come in pairs such as `](`; a rule such as `-----` is one token. */
function markTokens(text: string, start: number, end: number): number {
  let changes = 0
  for (let at = start + 1; at < end; at++) if (text.charCodeAt(at) !== text.charCodeAt(at - 1)) changes += 1
  return 1 + Math.floor(changes / 2) + Math.floor((end - start) / 16)
}

function kindOf(code: number): number {
  if (code < 128) return asciiKinds[code] ?? mark
  if ((code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7ff) || (code >= 0xf900 && code <= 0xfaff))
    return cjk
  if (code >= 0x00c0 && code <= 0x1fff) return letter
  return code === 0x00a0 || code === 0x3000 ? space : symbol
}
