import { terms as termsIn } from '../text/lexicon/lexicon.ts'
import { saturated } from './blocks.ts'
import { constants } from './constants.ts'
import type { Corpus } from './corpus.ts'
import { charactersFor } from './letters-in.ts'
import { inverseFrequency, type Sought } from './question.ts'
import type { Region } from './regions.ts'
import { countsIn, isInHeadings, type TextIndex } from './text-index.ts'

/** Scores of the units of a region, in order: 1 means that every word of the task occurs at every size. */
export interface Scored extends Region {
  /** Scores of the text itself, for the strength. */
  readonly scores: Float64Array
  /** Added to each score for the order, for words in the headings of the section. */
  readonly headingScore: number
}

/** The score of a place where each word of a task occurs once. */
export function idealOf(question: readonly Sought[]): number {
  const ideal = question.reduce((sum, word) => sum + word.ideal, 0)
  // In a task without a known word, only added words can be found.
  return ideal > 0 ? ideal : question.reduce((sum, { weight }) => sum + weight, 0)
}

/**
 * A unit is scored at four sizes, each by BM25: itself, and the best window of 400, 1,000 and 3,000 letters around it.
 * Windows find the place, so rarity is that of the whole corpus, and headings and other labels count as words of every
 * window below them. The unit itself is compared with its neighbours, so rarity is local there: the name of the
 * subject, which every sentence repeats, does not distinguish sentences. Headings name the subject of a section, so
 * they rank it before a passing mention. They do not prove that it answers, so they count separately.
 */
export function scoreRegion(corpus: Corpus, question: readonly Sought[], region: Region): Scored {
  const {
    member: { text, labels },
    section,
    first,
    end,
  } = region
  const counts = question.map(({ terms }) => countsIn(text, terms, first, end))
  const inHeadings = question.map(({ terms }) => isInHeadings(text, section, terms))
  const labelled = question.map(
    ({ terms }, word) => constants.label * (Number(terms.some((term) => labels.has(term))) + Number(inHeadings[word])),
  )
  const weights = question.map(({ weight }) => weight)
  const scores = unitScores(corpus, question, region, counts)
  for (const [size, letters] of constants.windows.entries()) {
    addBestWindows(scores, region, counts, {
      characters: charactersFor(letters, text.language),
      weights,
      labelled,
      average: corpus.averages.windows[size] ?? 1,
    })
  }
  const most = (1 + constants.windows.length) * Math.max(idealOf(question), Number.MIN_VALUE)
  const named = namedBelowTitle(
    text,
    section,
    question.filter((_, word) => inHeadings[word]),
  )
  const headingScore = (constants.heading * named.reduce((sum, { weight }) => sum + weight, 0)) / most
  return { ...region, scores: scores.map((score) => score / most), headingScore }
}

/** Those of the words that are in a heading of the section other than the title. */
function namedBelowTitle(text: TextIndex, section: number, words: readonly Sought[]): readonly Sought[] {
  if (words.length === 0) return []
  const headings = new Set(termsIn(headingsBelowTitle(text, section).join('\n'), text.language))
  return words.filter(({ terms }) => terms.some((term) => headings.has(term)))
}

/** The title is above every section, so it distinguishes none. */
function headingsBelowTitle({ headings }: TextIndex, section: number): readonly string[] {
  const path = headings[section] ?? []
  const isTitle = headings.every(([outermost]) => outermost === undefined || outermost === path[0])
  return isTitle ? path.slice(1) : path
}

/** Relative to the highest possible score among the neighbours, so that every size has the same weight. */
function unitScores(
  corpus: Corpus,
  question: readonly Sought[],
  { member: { text }, first, end }: Region,
  counts: readonly Float32Array[],
): Float64Array {
  const size = end - first
  const found = new Float64Array(size)
  const most = new Float64Array(size)
  const isForeign = question.every(({ ideal }) => ideal === 0)
  const [from, to] = neighbourhoods(text, first, end)
  for (const [word, { terms, factor, ideal, isEveryday }] of question.entries()) {
    const weigh = isEveryday ? constants.everyday : 1
    const own = counts[word] ?? nothing
    const holding = runningSum(own)
    const anywhere = unitShare(corpus, terms)
    for (let unit = 0; unit < size; unit++) {
      const [low, high] = [from[unit] ?? 0, to[unit] ?? 0]
      const around = (holding[high] ?? 0) - (holding[low] ?? 0) + constants.prior * anywhere
      const rarity = inverseFrequency(around, high - low + constants.prior)
      const count = own[unit] ?? 0
      if (ideal > 0 || isForeign) most[unit] = (most[unit] ?? 0) + weigh * rarity
      if (count > 0)
        found[unit] =
          (found[unit] ?? 0) +
          factor * rarity * saturated(count, (text.unitLength[first + unit] ?? 0) / corpus.averages.unit)
    }
  }
  const whole = idealOf(question)
  return found.map((score, unit) => (score === 0 ? 0 : (whole * score) / Math.max(most[unit] ?? 0, Number.MIN_VALUE)))
}

const nothing = new Float32Array()

/** The range of neighbours of each unit. */
function neighbourhoods(
  { language, unitStart: starts, unitEnd: ends }: TextIndex,
  first: number,
  end: number,
): readonly [Uint32Array, Uint32Array] {
  const from = new Uint32Array(end - first)
  const to = new Uint32Array(end - first)
  const around = charactersFor(constants.around, language)
  let low = first
  let high = first
  for (let unit = first; unit < end; unit++) {
    while ((starts[low] ?? 0) < (starts[unit] ?? 0) - around) low += 1
    while (high < end && (ends[high] ?? 0) <= (ends[unit] ?? 0) + around) high += 1
    from[unit - first] = low - first
    to[unit - first] = Math.max(high, unit + 1) - first
  }
  return [from, to]
}

/** For each `i`, how many of the first `i` units contain a word. */
function runningSum(counts: Float32Array): Uint32Array {
  const sums = new Uint32Array(counts.length + 1)
  for (let unit = 0; unit < counts.length; unit++)
    sums[unit + 1] = (sums[unit] ?? 0) + ((counts[unit] ?? 0) > 0 ? 1 : 0)
  return sums
}

/** Share of all units that contain one of the terms. */
function unitShare({ unitsWith, units }: Corpus, terms: readonly string[]): number {
  const holding = terms.reduce((sum, term) => sum + unitsWith(term), 0)
  return Math.min(1, holding / Math.max(1, units))
}

interface Window {
  readonly characters: number
  readonly weights: readonly number[]
  readonly labelled: readonly number[]
  /** Content words of an average window of this size. */
  readonly average: number
}

/** Slides a window over the units; each unit gets the best score of the windows around it. */
function addBestWindows(
  scores: Float64Array,
  { member: { text }, first, end: last }: Region,
  counts: readonly Float32Array[],
  sized: Window,
): void {
  const size = last - first
  const values = new Float64Array(size)
  const ends = new Uint32Array(size)
  const sums = new Float32Array(counts.length)
  let length = 0
  let end = 0
  for (let start = 0; start < size; start++) {
    const limit = (text.unitStart[first + start] ?? 0) + sized.characters
    while (end < size && (end <= start || (text.unitEnd[first + end] ?? 0) <= limit)) {
      for (let word = 0; word < sums.length; word++) sums[word] = (sums[word] ?? 0) + (counts[word]?.[end] ?? 0)
      length += text.unitLength[first + end] ?? 0
      end += 1
    }
    values[start] = windowScore(sums, length / sized.average, sized)
    ends[start] = end
    // Any later window would be a part of this one.
    if (end === size) break
    for (let word = 0; word < sums.length; word++) sums[word] = (sums[word] ?? 0) - (counts[word]?.[start] ?? 0)
    length -= text.unitLength[first + start] ?? 0
  }
  addHighest(scores, values, ends)
}

function windowScore(sums: Float32Array, relativeLength: number, { weights, labelled }: Window): number {
  let score = 0
  for (let word = 0; word < sums.length; word++) {
    const count = sums[word] ?? 0
    const label = labelled[word] ?? 0
    if (count + label > 0) score += (weights[word] ?? 0) * saturated(count, relativeLength, label)
  }
  return score
}

/** Windows start and end in ascending order, so the best one around each unit is found with a monotonic queue. */
function addHighest(scores: Float64Array, values: Float64Array, ends: Uint32Array): void {
  const queue: number[] = []
  let head = 0
  for (let unit = 0; unit < scores.length; unit++) {
    if ((ends[unit] ?? 0) > 0) {
      while (queue.length > head && (values[queue.at(-1) ?? 0] ?? 0) <= (values[unit] ?? 0)) queue.pop()
      queue.push(unit)
    }
    while (head + 1 < queue.length && (ends[queue[head] ?? 0] ?? 0) <= unit) head += 1
    scores[unit] = (scores[unit] ?? 0) + (values[queue[head] ?? 0] ?? 0)
  }
}
