import type { Tokenizer } from '../../model/ports.ts'
import { pairCounter } from './count-pairs.ts'
import { readRanks } from './o200k-ranks.ts'
import { longestToken, openRanks } from './token-ranks.ts'

/** Texts are counted in parts of about this length: only parts that are not plain need the slower pattern. */
const partLength = 2000
/** A text without a cut for this long is cut anyway. Cutting may lose a token or two, so the count is raised. */
const longestPart = 16_384
const raisedByCut = 16

/**
 * The pieces into which o200k splits a text before byte-pair encoding; no token crosses a cut. The pattern takes
 * milliseconds to compile, so it is inside the function.
 */
export const pieces = (text: string): readonly string[] | null =>
  text.match(
    /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu,
  )

/** The same for Latin letters, digits and common signs. The general pattern takes many milliseconds to compile. */
export const plainCuts =
  /[^\r\nA-Za-zÀ-ÖØ-öø-ÿ0-9]?[A-ZÀ-ÖØ-Þ]*[a-zß-öø-ÿ]+(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[^\r\nA-Za-zÀ-ÖØ-öø-ÿ0-9]?[A-ZÀ-ÖØ-Þ]+[a-zß-öø-ÿ]*(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[0-9]{1,3}| ?[^\sA-Za-zÀ-ÖØ-öø-ÿ0-9]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/g
/** Only the Latin letters above and ASCII digits, no combining marks. */
export const plain =
  /^[\0-\x7f\xa0-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf-\xff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff]*$/

let loaded: Promise<Tokenizer> | undefined

/** The o200k tokenizer. Its table is large, so it is loaded on first use. */
export function loadTokenizer(): Promise<Tokenizer> {
  loaded ??= readRanks().then((ranks) => {
    const countPiece = pairCounter(openRanks(ranks))
    const countPart = (part: string): number =>
      ((plain.test(part) ? part.match(plainCuts) : pieces(part)) ?? []).reduce(
        (sum, piece) => sum + countPiece(piece),
        0,
      )
    const count = (text: string, most = Infinity): number => {
      let sum = 0
      let start = 0
      while (text.length - start > partLength && sum <= most) {
        const natural = cutBefore(text, start) ?? cutBehind(text, start)
        const end = natural ?? forcedCut(text, start)
        sum += countPart(text.slice(start, end)) + (natural === undefined ? raisedByCut : 0)
        start = end
      }
      return sum > most ? sum : sum + countPart(text.slice(start))
    }
    return { name: 'o200k_base', count }
  })
  return loaded
}

/** A lower bound for any text of this length. */
export const leastTokens = ({ length }: string): number => Math.ceil(length / longestToken)

/** Tokens of a text by o200k; slightly high where 16,384 characters have no space and no line break. */
export async function countTokens(text: string): Promise<number> {
  return (await loadTokenizer()).count(text)
}

function cutBefore(text: string, start: number): number | undefined {
  for (let at = start + partLength; at > start; at--) if (isCut(text, at)) return at
  return undefined
}

function cutBehind(text: string, start: number): number | undefined {
  const end = Math.min(start + longestPart, text.length)
  for (let at = start + partLength + 1; at < end; at++) if (isCut(text, at)) return at
  return end === text.length ? end : undefined
}

const forcedCut = (text: string, start: number): number =>
  start + longestPart - (isHighSurrogate(text.charCodeAt(start + longestPart - 1)) ? 1 : 0)

/**
 * `pieces` always cuts before a space after a non-space, and between a line break and anything but a blank or a slash.
 */
function isCut(text: string, at: number): boolean {
  if (text.charCodeAt(at) === space) return !isBlank(text.charAt(at - 1))
  return text.charCodeAt(at - 1) === lineBreak && text.charCodeAt(at) !== slash && !isBlank(text.charAt(at))
}

const space = 32
const lineBreak = 10
const slash = 47
const isBlank = (character: string): boolean => character.trim() === ''
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
