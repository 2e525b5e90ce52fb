import type { AllowedUnit } from '../model/decisions/brands.ts'
import { constants } from '../rank/constants.ts'
import type { Sought } from '../rank/question.ts'
import { countsIn, isInHeadings, type TextIndex } from '../rank/text-index.ts'
import { textOf, type Candidate } from './score.ts'
import { envelopeOf, type NearMiss } from './texts/source.ts'
import { evictionRank } from './units/unit-order.ts'

export interface LeftOut extends Candidate {
  readonly reason: NearMiss['reason']
}

type Count = (text: string) => number

export interface Limits {
  readonly budget: number
  /** Tokens that the best place may take if it needs more than the budget. */
  readonly budgetForBest?: number
  /**
   * A unit of text below this share of the best score is not taken; the share rises to 1 while `ample` tokens are
   * taken.
   */
  readonly share: number
  readonly ample?: number
  readonly count: Count
  /** Words of the task that a reply must cover if a place with them scores high enough. */
  readonly words: readonly Sought[]
}

const { overhead, shortestCopy, mostLeftOut } = constants

export interface Taken {
  /** In the order of their scores. */
  readonly taken: readonly Candidate[]
  readonly omitted: readonly LeftOut[]
}

/**
 * If the budget excluded a unit of high eviction priority, units of lower priority are dropped, the lowest first (KCP
 * §4.10), but never the best match, and only if the excluded unit then fits.
 */
export function takeByPriority(
  ranked: readonly Candidate[],
  units: ReadonlyMap<string, AllowedUnit>,
  limits: Limits,
): Taken {
  const rankOf = ({ source }: Candidate): number | undefined => {
    const unit = units.get(source.ref)?.unit.unit
    return unit && evictionRank(unit)
  }
  let kept = ranked
  let taken = take(kept, limits)
  for (const rank of [0, 1]) {
    const best = taken.taken[0]?.source.ref
    const givesWay = (candidate: Candidate): boolean => rankOf(candidate) === rank && candidate.source.ref !== best
    const isWaiting = taken.omitted.some((omitted) => omitted.reason === 'budget' && (rankOf(omitted) ?? 0) > rank)
    if (!isWaiting || !taken.taken.some(givesWay)) continue
    const next = take(
      kept.filter((candidate) => !givesWay(candidate)),
      limits,
    )
    const before = new Set(taken.taken.map(({ source }) => source.ref))
    if (!next.taken.some((candidate) => (rankOf(candidate) ?? 0) > rank && !before.has(candidate.source.ref))) continue
    const evicted = taken.taken.filter(givesWay).map((candidate) => ({ ...candidate, reason: 'budget' as const }))
    kept = kept.filter((candidate) => !givesWay(candidate))
    taken = { taken: next.taken, omitted: [...evicted, ...next.omitted] }
  }
  return taken
}

/** Takes units of text by score until the next is below a share of the best, or the budget is used up. */
export function take(ranked: readonly Candidate[], limits: Limits): Taken {
  const reply = new BudgetedTake(limits)
  // A unit too large for any budget must not set the scale: one endless line would exclude every other text.
  const best = ranked.find((candidate) => reply.fits(candidate)) ?? ranked[0]
  if (best) {
    reply.offer(best)
    reply.completeAnnounced()
  }
  coverWords(reply, ranked, { words: limits.words, least: (best?.score ?? 0) * constants.leastShare })
  for (const candidate of ranked) {
    if (reply.omitted.length >= mostLeftOut) break
    if (candidate.score >= (best?.score ?? 0) * reply.share) reply.offer(candidate)
    else reply.leaveOut(candidate, 'weak')
  }
  reply.completeAnnounced()
  reply.completeGroups()
  reply.fillGaps()
  return reply
}

/**
 * The best place may cover only some words of the task: for each other word, adds the best place in the same entries.
 */
function coverWords(
  reply: BudgetedTake,
  ranked: readonly Candidate[],
  { words, least }: { readonly words: readonly Sought[]; readonly least: number },
): void {
  const entries = new Set(reply.taken.map(({ source }) => envelopeOf(source)))
  for (const word of words) {
    if (reply.taken.some((candidate) => contains(candidate, word))) continue
    const place = ranked.find(
      (candidate) => candidate.score >= least && entries.has(envelopeOf(candidate.source)) && contains(candidate, word),
    )
    if (place) reply.offer(place)
  }
}

function contains({ member: { text, labels }, section, unit }: Candidate, { terms }: Sought): boolean {
  return (
    terms.some((term) => labels.has(term)) ||
    isInHeadings(text, section, terms) ||
    (countsIn(text, terms, unit, unit + 1)[0] ?? 0) > 0
  )
}

/** The units of text taken so far, and their tokens. */
class BudgetedTake implements Taken {
  readonly taken: Candidate[] = []
  readonly omitted: LeftOut[] = []
  readonly #limits: Limits
  readonly #units = new Set<number>()
  readonly #sections = new Set<number>()
  readonly #envelopes = new Set<string>()
  readonly #texts = new Set<string>()
  #spent = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  fits(candidate: Candidate): boolean {
    return this.#costOf(candidate, [candidate.unit]) <= this.#budget
  }

  /** Takes a unit of text, with the head of its table, if it is new and fits. */
  offer(candidate: Candidate): void {
    const { index, member, unit } = candidate
    if (this.#has(index, unit)) return
    const head = member.text.unitHead[unit] ?? -1
    if (this.#isCopy(candidate)) this.leaveOut(candidate, 'duplicate')
    else this.#add(candidate, head < 0 ? [unit] : [head, unit])
  }

  /** Whether the reply already has this text from another place. */
  #isCopy(candidate: Candidate): boolean {
    if (this.#has(candidate.index, candidate.unit)) return false
    const text = withoutMarks(candidate)
    return text.length >= shortestCopy && this.#texts.has(text)
  }

  /** Takes all of these units of one text that are not taken yet, or none: a part of them could be meaningless. */
  #add(candidate: Candidate, units: readonly number[]): boolean {
    const { source, index, section } = candidate
    const missing = units.filter((unit) => !this.#has(index, unit))
    const cost = this.#costOf(candidate, missing)
    if (this.#spent + cost > this.#budget) {
      this.leaveOut(candidate, 'budget')
      return false
    }
    this.#spent += cost
    this.#sections.add(keyOf(index, section))
    this.#envelopes.add(envelopeOf(source))
    for (const unit of missing) {
      this.#units.add(keyOf(index, unit))
      this.#texts.add(withoutMarks({ ...candidate, unit }))
      this.taken.push({ ...candidate, unit })
    }
    return true
  }

  leaveOut(candidate: Candidate, reason: NearMiss['reason']): void {
    if (this.omitted.length < mostLeftOut) this.omitted.push({ ...candidate, reason })
  }

  /** A line that ends with a colon is incomplete: what it announces is taken with it if it fits. */
  completeAnnounced(): void {
    for (const candidate of this.taken.slice()) {
      const next = candidate.unit + 1
      if (next >= (candidate.member.text.sectionFirst[candidate.section + 1] ?? 0)) continue
      if (!announces.test(textOf(candidate))) continue
      const announced = { ...candidate, unit: next }
      const units = candidate.member.text.unitGroup[next] === -1 ? [next] : unitsOfGroup(announced)
      const tokens = units.reduce((sum, unit) => sum + tokensOfUnit({ ...candidate, unit }, this.#limits.count), 0)
      const isWhole = tokens <= constants.longestNamed && !units.some((unit) => this.#isCopy({ ...candidate, unit }))
      if (!isWhole || !this.#add(announced, units)) this.offer(announced)
    }
  }

  /** Completes a list, table or code block of which at least half is taken, if it fits. */
  completeGroups(): void {
    const groups = new Map<string, { readonly first: Candidate; count: number }>()
    for (const candidate of this.taken) {
      const group = candidate.member.text.unitGroup[candidate.unit] ?? -1
      if (group < 0) continue
      const known = groups.get(`${candidate.index} ${group}`)
      if (known) known.count += 1
      else groups.set(`${candidate.index} ${group}`, { first: candidate, count: 1 })
    }
    for (const { first, count } of groups.values()) {
      const units = unitsOfGroup(first)
      if (count === units.length || count * 2 < units.length) continue
      if (!units.some((unit) => this.#isCopy({ ...first, unit }))) this.#add(first, units)
    }
  }

  /** Takes a single unit between two taken ones if it costs no more than the gap mark. */
  fillGaps(): void {
    for (const candidate of this.taken.slice()) {
      const { index, unit } = candidate
      const between = { ...candidate, unit: unit + 1 }
      if (this.#has(index, unit + 1) || !this.#has(index, unit + 2)) continue
      if (tokensOfUnit(between, this.#limits.count) <= overhead.gap) this.offer(between)
    }
  }

  /** Rises with the tokens taken. */
  get share(): number {
    const { share, ample = Infinity } = this.#limits
    return share + (1 - share) * Math.min(1, this.#spent / ample)
  }

  get #budget(): number {
    const { budget, budgetForBest = 0 } = this.#limits
    return this.taken.length === 0 ? Math.max(budget, budgetForBest) : budget
  }

  #costOf(candidate: Candidate, units: readonly number[]): number {
    const { source, index, section } = candidate
    const { count } = this.#limits
    const added = new Set(units)
    const isKept = (unit: number): boolean => added.has(unit) || this.#has(index, unit)
    let tokens = 0
    let pieces = 0
    for (const unit of units) {
      const one = { ...candidate, unit }
      tokens += tokensOfUnit(one, count) + overhead.line
      if (isKept(unit - 1)) tokens += tokensBetween(one, unit - 1, count)
      else pieces += 1
      if (this.#has(index, unit + 1)) {
        tokens += tokensBetween(one, unit + 1, count)
        pieces -= 1
      }
    }
    const isNewSection = !this.#sections.has(keyOf(index, section))
    return (
      tokens +
      Math.max(0, isNewSection ? pieces - 1 : pieces) * overhead.gap +
      (isNewSection ? overhead.passage : 0) +
      (this.#envelopes.has(envelopeOf(source)) ? 0 : overhead.entry)
    )
  }

  #has(index: number, unit: number): boolean {
    return this.#units.has(keyOf(index, unit))
  }
}

/** The words of a unit: the same sentence may be in a list here and in a paragraph there. */
const withoutMarks = (candidate: Candidate): string =>
  textOf(candidate)
    .replace(/^\s*(?:[-*+]|\d+[.)])\s/, '')
    .replace(/\s+/g, ' ')
    .trim()

const announces = /[:：]\s*$/

/** Tokens of markup between two adjacent units, which is returned with them. */
function tokensBetween({ source, member: { text }, unit }: Candidate, other: number, count: Count): number {
  const [first, second] = unit < other ? [unit, other] : [other, unit]
  const between = source.text.slice(text.unitEnd[first], text.unitStart[second]).trim()
  return between === '' ? 0 : count(between)
}

function unitsOfGroup({ member: { text }, section, unit }: Candidate): readonly number[] {
  const group = text.unitGroup[unit]
  const units: number[] = []
  for (let one = text.sectionFirst[section] ?? 0; one < (text.sectionFirst[section + 1] ?? 0); one++)
    if (text.unitGroup[one] === group) units.push(one)
  return units
}

/** Sources and their units are numbered from 0; a text has fewer units than characters. */
const keyOf = (index: number, place: number): number => index * 2 ** 27 + place

/** Tokens of each unit plus 1, or 0 if not counted yet; cached as long as the tokenizer and the index exist. */
const counted = new WeakMap<Count, WeakMap<TextIndex, Uint32Array>>()

/** Tokens of a unit, cached for every composition of a reply and the next read. */
function tokensOfUnit(candidate: Candidate, count: Count): number {
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
