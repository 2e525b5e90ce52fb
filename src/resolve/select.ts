import { tellingness } from '../text/common-words.ts'
import { coverageOf } from '../text/coverage.ts'
import { estimateTokens } from '../text/token-estimate.ts'
import { contentWords, typedWords } from '../text/words.ts'
import { complete } from './complete.ts'
import { indexCorpus, type Corpus, type Preparing } from './corpus.ts'
import { toPassages } from './passages.ts'
import { answeredPart, placesFor } from './places.ts'
import type { Sought } from './question.ts'
import { regionsOf } from './regions.ts'
import { scoreRegion } from './score-units.ts'
import { envelopeOf, type NearMiss, type Passage, type Selection, type Source } from './source.ts'
import { Basket, candidatesOf, textOf, type Candidate, type LeftOut, type Limits } from './take.ts'
import { weights } from './weights.ts'

export interface SelectOptions extends Limits {
  /** Counts tokens roughly, where it does not matter. */
  readonly estimate?: (text: string) => number
  /** A unit under this share of the best score is not taken; 0 takes what fits. */
  readonly share?: number
}

/** Sources made ready once, to be asked many times. */
export interface OpenCorpus {
  select(task: string, options: SelectOptions): Selection
}

export function openCorpus(sources: readonly Source[], preparing?: Preparing): OpenCorpus {
  const corpus = indexCorpus(sources, preparing)
  return { select: (task, options) => selectFrom(corpus, task, options) }
}

/** The passages of the sources that answer the task; none when nothing clearly does. */
export function select(sources: readonly Source[], task: string, options: SelectOptions): Selection {
  return openCorpus(sources).select(task, options)
}

function selectFrom(corpus: Corpus, task: string, options: SelectOptions): Selection {
  const whole = placesFor(corpus, task)
  const answered = whole.share >= weights.answered ? whole : answeredPart(corpus, task)
  const asked = whole.question
  if (!answered) {
    return { passages: [], near: nearMisses(whole.ranked.slice(0, mostNear).map(toWeak), options), tokens: 0, coverage: coverageBy([], task, asked) }
  }
  const basket = fillBasket(corpus, answered.question, answered.ranked, options)
  complete(basket, corpus, answered)
  const passages = fitted(basket.taken, asked, options)
  return {
    passages,
    near: nearMisses(basket.left, options),
    tokens: passages.reduce((sum, { tokens }) => sum + tokens, 0),
    coverage: coverageBy(passages, task, asked),
  }
}

/** Boundaries come first, so that they are the last to be dropped (AK-173); then the rest, best first. */
function fillBasket(corpus: Corpus, question: readonly Sought[], ranked: readonly Candidate[], options: SelectOptions): Basket {
  // What no budget can hold must not measure the rest: one endless line would silence every other text.
  const first = ranked.find(({ member, unit }) => estimateTokens(textOf(member, unit)) <= options.budget) ?? ranked[0]
  const least = (first?.score ?? 0) * (options.share ?? weights.share)
  const facts = new Basket(options)
  takeAll(facts, ranked, least)
  const boundaries = boundariesFor(corpus, question, facts.taken)
  if (boundaries.length === 0) return facts
  const basket = new Basket(options)
  if (first) basket.offer(first)
  const most = Math.min(options.budget, basket.spent + options.budget * weights.boundaryBudget)
  for (const boundary of boundaries) basket.offer(boundary, most)
  takeAll(basket, ranked, least)
  return basket
}

function takeAll(basket: Basket, ranked: readonly Candidate[], least: number): void {
  for (const candidate of ranked) {
    if (basket.isFull) break
    if (candidate.score >= least) basket.offer(candidate)
    else basket.leaveOut(candidate, 'weak')
  }
  basket.fillGaps()
}

/** What the entries that give something say on where it does not hold, as far as it speaks of the task (AK-164). */
function boundariesFor(corpus: Corpus, question: readonly Sought[], taken: readonly Candidate[]): readonly Candidate[] {
  const refs = [...new Set(taken.map(({ member }) => member.source.ref))]
  const blocks = refs.flatMap((ref) => corpus.boundaries.get(ref) ?? [])
  return regionsOf(corpus, blocks).flatMap((region) => {
    // The name of the subject stands in every boundary; only further words tell which one matters here.
    const subject = new Set(contentWords(region.member.source.entry.name))
    const telling = question.filter(({ term, typed }) => !subject.has(term) && tellingness(typed.toLowerCase()) === 1)
    return telling.length === 0 ? [] : candidatesOf([scoreRegion(corpus, telling, region)], 'own')
  })
}

/** Counts were of single units; joined they may be a little more. */
function fitted(taken: readonly Candidate[], question: readonly Sought[], { budget, count, overhead }: SelectOptions): readonly Passage[] {
  for (let kept = taken; kept.length > 0; kept = withoutLast(kept)) {
    const passages = toPassages(kept, question, count)
    const entries = new Set(passages.map(({ source }) => envelopeOf(source))).size
    const wrapper = entries * (overhead?.entry ?? 0) + passages.length * (overhead?.passage ?? 0)
    if (passages.reduce((sum, { tokens }) => sum + tokens, wrapper) <= budget) return passages
  }
  return []
}

/** A head goes with its last row. */
function withoutLast(taken: readonly Candidate[]): readonly Candidate[] {
  const rest = taken.slice(0, -1)
  const last = taken.at(-1)
  const head = last ? (last.member.text.unitHead[last.unit] ?? -1) : -1
  const isAlone = head >= 0 && !rest.some(({ index, member, unit }) => index === last?.index && member.text.unitHead[unit] === head)
  return isAlone ? rest.filter(({ index, unit }) => index !== last?.index || unit !== head) : rest
}

/** What is named like the entry it is from is spoken of wherever that entry speaks. */
function coverageBy(passages: readonly Passage[], task: string, question: readonly Sought[]): Selection['coverage'] {
  const spoken = new Set(passages.flatMap(({ matched }) => matched))
  const named = new Set(passages.flatMap(({ source }) => contentWords(source.entry.name)))
  const typed = new Map(question.map(({ term, typed }) => [term, typed]))
  const weight = new Map(question.map(({ term, weight }) => [term, weight]))
  return coverageOf(typedWords(task), (word) => named.has(word) || spoken.has(typed.get(word) ?? ''), (word) => weight.get(word) ?? 0)
}

const mostNear = 20
const toWeak = (candidate: Candidate): LeftOut => ({ ...candidate, reason: 'weak' })

/** One line per section and reason. */
function nearMisses(left: readonly LeftOut[], { estimate = estimateTokens }: SelectOptions): readonly NearMiss[] {
  const near = new Map<string, NearMiss>()
  for (const { index, member, section, unit, reason } of left) {
    const key = `${index} ${section} ${reason}`
    if (near.has(key) || near.size >= mostNear) continue
    near.set(key, { source: member.source, headings: member.text.headings[section] ?? [], reason, tokens: estimate(textOf(member, unit)) })
  }
  return [...near.values()]
}
