import type { TextIndex } from '../rank/text-index.ts'
import { textOf, type Candidate } from './score.ts'

export type Count = (text: string) => number

/** One more than the tokens of each unit, 0 where it was not counted yet; gone with the tokenizer and the index. */
const counted = new WeakMap<Count, WeakMap<TextIndex, Uint32Array>>()

/** Tokens of a unit. Every composition of a reply asks for the same units, and so does the next read. */
export function tokensOfUnit(candidate: Candidate, count: Count): number {
  const tokens = tokensIn(candidate.member.text, count)
  const known = tokens[candidate.unit] ?? 0
  if (known > 0) return known - 1
  const found = count(textOf(candidate))
  tokens[candidate.unit] = found + 1
  return found
}

function tokensIn(text: TextIndex, count: Count): Uint32Array {
  const byText = counted.get(count) ?? new WeakMap<TextIndex, Uint32Array>()
  counted.set(count, byText)
  const known = byText.get(text) ?? new Uint32Array(text.unitStart.length)
  byText.set(text, known)
  return known
}
