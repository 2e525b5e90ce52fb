import type { Tokenizer } from '../model/ports.ts'
import { pairCounter } from './count-pairs.ts'
import { openRanks } from './token-ranks.ts'

/** Byte-pair merging is quadratic on a run without a break; pieces of this length keep hostile input linear. */
const longestPiece = 2000

/** How o200k cuts a text before it looks at bytes; no token reaches across. */
export const cuts = /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu

/** The same for what most texts are made of: Latin letters, digits and the common signs. It is ready at once; the other one takes many milliseconds to compile. */
export const plainCuts = /[^\r\nA-Za-zÀ-ÖØ-öø-ÿ0-9]?[A-ZÀ-ÖØ-Þ]*[a-zß-öø-ÿ]+(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[^\r\nA-Za-zÀ-ÖØ-öø-ÿ0-9]?[A-ZÀ-ÖØ-Þ]+[a-zß-öø-ÿ]*(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[0-9]{1,3}| ?[^\sA-Za-zÀ-ÖØ-öø-ÿ0-9]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/g
/** No letter but the Latin ones above, no digit but ten, no combining mark. */
export const plain = /^[\0-\x7f\xa0-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf-\xff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff]*$/

let loaded: Promise<Tokenizer> | undefined

/** The o200k tokenizer. Its table is large, so it is loaded only when a count is needed. */
export function loadTokenizer(): Promise<Tokenizer> {
  loaded ??= import('./o200k-ranks.ts').then(({ o200kRanks }) => {
    const countPiece = pairCounter(openRanks(o200kRanks))
    const countPart = (part: string): number => (part.match(plain.test(part) ? plainCuts : cuts) ?? []).reduce((sum, piece) => sum + countPiece(piece), 0)
    return { name: 'o200k_base', count: (text) => pieces(text).reduce((sum, part) => sum + countPart(part), 0) }
  })
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
