import type { Corpus } from './corpus.ts'
import { wordCounts, type Region } from './regions.ts'
import { inverseFrequency, type Sought } from './question.ts'
import { saturated } from './rank-blocks.ts'
import { weights } from './weights.ts'

/** What the units of a region are worth to the task, in their order. */
export interface Scored extends Region {
  readonly scores: Float64Array
  /** What each unit's own words are worth. */
  readonly own: Float64Array
}

/**
 * A unit counts by its own words, its neighbours and the windows around it. There a word is as rare as it is around
 * here: the name of the subject, which every sentence repeats, does not tell the sentences apart. The surroundings
 * tell whether this is the right place at all, so there a word is as rare as it is in the corpus. Headings speak for
 * every window of their section; titles and hints, which are the same for a whole source, only for the surroundings.
 */
export function scoreRegion(corpus: Corpus, question: readonly Sought[], region: Region): Scored {
  const { text } = region.member
  const { first, size } = region
  const counts = question.map(({ term }) => wordCounts(term, region))
  const lengths = text.unitLength.subarray(first, first + size)
  const headings = question.map(({ term }) => headingCount(term, region))
  const here = question.map(({ term, telling }, i) => telling * localRarity(corpus, term, counts[i] ?? nothing))
  const own = Float64Array.from(lengths, (length, unit) => here.reduce((sum, weight, i) => sum + worth(weight, counts[i]?.[unit] ?? 0, length / corpus.averages.unit), 0))
  const scores = own.map((score, unit) => weights.neighbours.reduce((sum, weight, i) => sum + weight * beside(own, unit, i + 1), score))
  for (const [i, { size: characters, weight }] of weights.windows.entries()) {
    addBestWindows(scores, region, counts, { characters, weight, rarities: here, average: corpus.averages.windows[i] ?? 1, fields: headings })
  }
  const fields = question.map(({ term }, i) => (headings[i] ?? 0) + fieldCount(corpus, term, region))
  const rarities = question.map(({ weight }) => weight)
  addBestWindows(scores, region, counts, { characters: weights.surroundings.size, weight: weights.surroundings.weight, rarities, average: corpus.averages.surroundings, fields })
  return { ...region, scores, own }
}

const nothing = new Float32Array()

/** The units before and after. Where a section begins, the one after speaks for both: its first sentence is not worse for having none before it. */
function beside(own: Float64Array, unit: number, distance: number): number {
  const after = own[unit + distance] ?? 0
  return (own[unit - distance] ?? after) + after
}

const worth = (weight: number, count: number, relativeLength: number, named = 0): number => (count + named === 0 ? 0 : weight * saturated(count, relativeLength, named))

/** How rare a word is among these units. Few units prove little, so some units of the whole corpus are counted with them. */
function localRarity(corpus: Corpus, term: string, counts: Float32Array): number {
  const number = corpus.text.terms.get(term)
  const anywhere = number === undefined ? 0 : (corpus.unitsWith[number] ?? 0) / Math.max(1, corpus.units)
  let holding = weights.prior * anywhere
  for (const count of counts) if (count > 0) holding += 1
  return inverseFrequency(holding, counts.length + weights.prior)
}

interface Window {
  readonly characters: number
  readonly weight: number
  readonly rarities: readonly number[]
  readonly average: number
  readonly fields: readonly number[]
}

/** Slides a window over the units; each unit gets the best score of those that hold it. */
function addBestWindows(scores: Float64Array, { member: { text }, first, size }: Region, counts: readonly Float32Array[], { characters, weight, rarities, average, fields }: Window): void {
  const best = new Float64Array(size)
  const sums = new Float32Array(counts.length)
  let length = 0
  let end = 0
  for (let start = 0; start < size; start++) {
    const limit = (text.unitStart[first + start] ?? 0) + characters
    while (end < size && (end === start || (text.unitEnd[first + end] ?? 0) <= limit)) {
      for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (counts[i]?.[end] ?? 0)
      length += text.unitLength[first + end] ?? 0
      end += 1
    }
    let score = 0
    for (let i = 0; i < sums.length; i++) score += worth(rarities[i] ?? 0, sums[i] ?? 0, length / average, fields[i])
    for (let unit = start; unit < end; unit++) if (score > (best[unit] ?? 0)) best[unit] = score
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) - (counts[i]?.[start] ?? 0)
    length -= text.unitLength[first + start] ?? 0
  }
  for (let unit = 0; unit < size; unit++) scores[unit] = (scores[unit] ?? 0) + weight * (best[unit] ?? 0)
}

export function headingCount(term: string, { section, member: { text } }: Region): number {
  const end = text.headingTermFirst[section + 1] ?? 0
  for (let at = text.headingTermFirst[section] ?? 0; at < end; at++) if (text.headingTerms[at] === term) return weights.heading
  return 0
}

const fieldCount = ({ fields }: Corpus, term: string, { index }: Region): number => fields.get(term)?.find(({ member }) => member === index)?.weight ?? 0
