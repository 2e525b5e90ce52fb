import type { Tokenizer } from '../model/ports.ts'

/** Byte-pair merging is quadratic on a run without a break; pieces of this length keep hostile input linear. */
const longestPiece = 2000

let loaded: Promise<Tokenizer> | undefined

/** The o200k tokenizer. Its table takes 0.2 s to load, so it is loaded only when a count is needed. */
export function loadTokenizer(): Promise<Tokenizer> {
  loaded ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens: count }) => ({
    name: 'o200k_base',
    count: (text) => pieces(text).reduce((sum, piece) => sum + count(piece, { disallowedSpecial: new Set() }), 0),
  }))
  return loaded
}

/** Tokens of a text by o200k. */
export async function countTokens(text: string): Promise<number> {
  return (await loadTokenizer()).count(text)
}

function pieces(text: string): readonly string[] {
  if (text.length <= longestPiece) return [text]
  const result: string[] = []
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + longestPiece, text.length)
    if (end < text.length) {
      const space = text.lastIndexOf(' ', end)
      const line = text.lastIndexOf('\n', end)
      const brk = Math.max(space, line)
      if (brk > start) end = brk
      else if (isHighSurrogate(text.charCodeAt(end - 1))) end -= 1
    }
    result.push(text.slice(start, end))
    start = end
  }
  return result
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
