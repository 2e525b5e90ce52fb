import { coverageOf } from '../text/coverage.ts'
import { estimateTokens } from '../text/token-estimate.ts'
import { typedWords } from '../text/words.ts'
import { isBoundary } from './boundaries.ts'
import type { Corpus } from './corpus.ts'
import type { Places } from './places.ts'
import { wordCounts, type Region } from './regions.ts'
import { headingCount } from './score-units.ts'
import { envelopeOf } from './source.ts'
import { isSubject } from './subject.ts'
import { textOf, type Basket, type Candidate } from './take.ts'
import { weights } from './weights.ts'

/**
 * While what was taken leaves much of the task open: for each telling word that none of it speaks of, the best place that
 * does, in the entries that gave something. The best place for a whole task is often a place for one of its words.
 */
export function complete(basket: Basket, corpus: Corpus, { task, question, ranked }: Places): void {
  const [best] = basket.taken
  if (!best) return
  const least = best.score * weights.filling
  const entries = new Set(basket.taken.map(({ member }) => envelopeOf(member.source)))
  const weight = new Map(question.map((one) => [one.term, one.weight]))
  const words = typedWords(task)
  const isCovered = (term: string): boolean => basket.taken.some((candidate) => isFact(candidate) && speaksOf(candidate, term))
  const isOpen = (): boolean => coverageOf(words, isCovered, (term) => weight.get(term) ?? 0).share < weights.alone
  const subject = isSubject(corpus, best)
  for (const { term } of question.filter(({ term, telling }) => telling === 1 && !subject(term)).sort((a, b) => b.weight - a.weight)) {
    if (isCovered(term)) continue
    if (!isOpen()) return
    for (const candidate of placeFor(term, ranked.filter(({ member, score }) => score >= least && entries.has(envelopeOf(member.source))))) basket.offer(candidate)
  }
}

/** A short section that is named by the word, whole; otherwise the best unit that speaks of it. */
function placeFor(term: string, ranked: readonly Candidate[]): readonly Candidate[] {
  const places = ranked.filter((candidate) => isFact(candidate) && speaksOf(candidate, term))
  const short = places.find((candidate) => headingCount(term, regionOf(candidate)) > 0 && sectionTokens(candidate) <= weights.shortSection)
  return short ? unitsOfSection(short).map((unit) => ({ ...short, unit })) : places.slice(0, 1)
}

function unitsOfSection({ member: { text }, section }: Candidate): readonly number[] {
  const first = text.sectionFirst[section] ?? 0
  return Array.from({ length: (text.sectionFirst[section + 1] ?? first) - first }, (_, place) => first + place)
}

function sectionTokens(candidate: Candidate): number {
  const units = unitsOfSection(candidate)
  return units.length > weights.shortSection ? Infinity : units.reduce((sum, unit) => sum + estimateTokens(textOf(candidate.member, unit)), 0)
}

/** A boundary says what may not be said, and answers nothing. */
const isFact = ({ member: { source, text }, section }: Candidate): boolean => !isBoundary(source.path, text.headings[section] ?? [])

const regionOf = ({ index, member, section, unit }: Candidate): Region => ({ index, member, section, first: unit, size: 1 })

const speaksOf = (candidate: Candidate, term: string): boolean => headingCount(term, regionOf(candidate)) > 0 || (wordCounts(term, regionOf(candidate))[0] ?? 0) > 0
