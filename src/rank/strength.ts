import { constants } from './constants.ts'
import type { Corpus, Member } from './corpus.ts'
import { charactersFor } from './letters-in.ts'
import { rarity, type Sought } from './question.ts'
import { idealOf } from './score.ts'
import { countsIn, isInHeadings } from './text-index.ts'

/** A unit of one of the texts. */
export interface ScoredUnit {
  readonly member: Member
  readonly section: number
  readonly unit: number
  /** Score of the text alone. */
  readonly textScore: number
}

/**
 * How well the best place answers: the score of its text relative to the highest possible for the task, times the
 * square root of its evidence. Evidence is the weight of the words found around the place, including its headings and
 * its own labels, in units of a word that occurs in no text; the name of the pack proves nothing about a place. The
 * more blocks are searched, the more is found by chance, so both are divided by the logarithm of their number. A name
 * or a number has no synonyms, so one that is missing around the place counts against it twice more.
 */
export function strengthOf(corpus: Corpus, question: readonly Sought[], place: ScoredUnit): number {
  const found = question.filter((word) => isAround(word, place, place.member.ownLabels))
  const evidence = found.reduce((sum, { weight }) => sum + weight, 0) / rarity(corpus, [])
  const missing = question.filter((word) => word.isName && !isAround(word, place))
  const ideal = idealOf(question)
  const names = constants.missingName * missing.reduce((sum, word) => sum + word.ideal, 0)
  const score = names === 0 ? place.textScore : (place.textScore * ideal) / (ideal + names)
  return (score * Math.sqrt(evidence)) / Math.log(corpus.blocks + constants.fewBlocks)
}

/** Whether a word occurs near a unit, in its section, or in its labels. */
export function isAround(
  { terms }: Sought,
  { member, section, unit }: ScoredUnit,
  labels: ReadonlySet<string> = member.labels,
): boolean {
  const { text } = member
  if (terms.length === 0) return false
  if (terms.some((term) => labels.has(term)) || isInHeadings(text, section, terms)) return true
  const reach = charactersFor(constants.strengthReach, text.language)
  const [low, high] = [(text.unitStart[unit] ?? 0) - reach, (text.unitEnd[unit] ?? 0) + reach]
  let first = unit
  let end = unit + 1
  while (first > (text.sectionFirst[section] ?? 0) && (text.unitStart[first - 1] ?? 0) >= low) first -= 1
  while (end < (text.sectionFirst[section + 1] ?? 0) && (text.unitEnd[end] ?? 0) <= high) end += 1
  return countsIn(text, terms, first, end).some((count) => count > 0)
}
