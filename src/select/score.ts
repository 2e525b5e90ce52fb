import { rankBlocks } from '../rank/blocks.ts'
import { constants } from '../rank/constants.ts'
import type { Corpus, Member } from '../rank/corpus.ts'
import type { Sought } from '../rank/question.ts'
import { regionsOf } from '../rank/regions.ts'
import { scoreRegion } from '../rank/score.ts'
import type { Source } from './texts/source.ts'

/** A unit of text that may be taken. */
export interface Candidate {
  readonly source: Source
  /** Number of the source in the corpus. */
  readonly index: number
  readonly member: Member
  readonly section: number
  readonly unit: number
  /** Determines the order. */
  readonly score: number
  /** Determines the strength: without what the headings of the section add. */
  readonly textScore: number
}

/** Units of text with a word of the question, best first; ties by source, then by position. */
export function scoreUnits(
  corpus: Corpus,
  sources: readonly Source[],
  question: readonly Sought[],
): readonly Candidate[] {
  const candidates: Candidate[] = []
  const blocks = rankBlocks(corpus, question, constants.candidates)
  corpus.expectTexts?.([...new Set(blocks.map((block) => corpus.blockMember[block] ?? 0))])
  for (const region of regionsOf(corpus, blocks)) {
    const source = sources[region.index]
    if (!source) continue
    const { index, member, section, first } = region
    const { unitLength, unitGroup } = member.text
    // A sentence of function words says nothing, whatever its heading; a row or a line of code may.
    const hasWords = (unit: number): boolean => (unitLength[unit] ?? 0) > 0 || (unitGroup[unit] ?? -1) >= 0
    const { scores, headingScore } = scoreRegion(corpus, question, region)
    for (const [place, textScore] of scores.entries()) {
      const unit = first + place
      const score = textScore + headingScore
      if (score > 0 && hasWords(unit)) candidates.push({ source, index, member, section, unit, score, textScore })
    }
  }
  return candidates.sort(byScore)
}

export const byScore = (a: Candidate, b: Candidate): number => b.score - a.score || a.index - b.index || a.unit - b.unit

export const textOf = ({ source, member: { text }, unit }: Pick<Candidate, 'source' | 'member' | 'unit'>): string =>
  source.text.slice(text.unitStart[unit], text.unitEnd[unit])
