import type { Member } from './corpus.ts'
import type { Scored } from './score-units.ts'
import { envelopeOf, type NearMiss } from './source.ts'

/** One unit in the running. */
export interface Candidate {
  readonly index: number
  readonly member: Member
  readonly section: number
  readonly unit: number
  readonly score: number
}

export interface LeftOut extends Candidate {
  readonly reason: NearMiss['reason']
}

export interface Limits {
  readonly budget: number
  readonly count: (text: string) => number
  readonly overhead?: { readonly entry: number; readonly passage: number }
}

/** Tokens of a gap mark with its line breaks. */
const gapTokens = 4
/** Shorter units may be said twice: a table has many rows that say "yes". */
const shortestCopy = 30
/** After so many that are left out the rest is not tried. */
const mostLeftOut = 40

/** Units that are worth something, by all that counts or by their own words; best first, ties by the place of their source, then by their own. */
export function candidatesOf(scored: readonly Scored[], from: 'scores' | 'own'): readonly Candidate[] {
  const candidates: Candidate[] = []
  for (const { [from]: scores, scores: order, index, member, section, first } of scored) {
    for (let i = 0; i < scores.length; i++) {
      if ((scores[i] ?? 0) > 0) candidates.push({ index, member, section, unit: first + i, score: order[i] ?? 0 })
    }
  }
  return candidates.sort((a, b) => b.score - a.score || a.index - b.index || a.unit - b.unit)
}

/** What is taken so far, and what it costs. */
export class Basket {
  readonly taken: Candidate[] = []
  readonly left: LeftOut[] = []
  readonly #limits: Limits
  readonly #units = new Set<number>()
  readonly #sections = new Set<number>()
  readonly #refs = new Set<string>()
  readonly #said = new Set<string>()
  #spent = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Tokens, as far as single units tell. */
  get spent(): number {
    return this.#spent
  }

  get isFull(): boolean {
    return this.left.length >= mostLeftOut
  }

  /** Takes a unit, with the head of its table, if it is new and fits into the budget or the given part of it. */
  offer(candidate: Candidate, budget = this.#limits.budget): void {
    const { index, member, section, unit } = candidate
    if (this.#has(index, unit)) return
    const said = textOf(member, unit).replace(/\s+/g, ' ')
    if (said.length >= shortestCopy && this.#said.has(said)) {
      this.leaveOut(candidate, 'duplicate')
      return
    }
    const head = member.text.unitHead[unit] ?? -1
    const units = head < 0 || this.#has(index, head) ? [unit] : [head, unit]
    const cost = this.#costOf(candidate, units)
    if (this.#spent + cost > budget) {
      this.leaveOut(candidate, 'budget')
      return
    }
    this.#spent += cost
    this.#said.add(said)
    this.#sections.add(keyOf(index, section))
    this.#refs.add(envelopeOf(member.source))
    for (const one of units) {
      this.#units.add(keyOf(index, one))
      this.taken.push({ ...candidate, unit: one })
    }
  }

  leaveOut(candidate: Candidate, reason: NearMiss['reason']): void {
    if (!this.isFull) this.left.push({ ...candidate, reason })
  }

  /** A unit that alone parts two others is taken where it costs no more than the mark that would stand for it. */
  fillGaps(): void {
    // What is taken here closes its gap, so it needs no look of its own.
    for (const candidate of this.taken.slice()) {
      const { index, member, unit } = candidate
      const between = unit + 1
      if (this.#has(index, between) || !this.#has(index, between + 1)) continue
      if (this.#limits.count(textOf(member, between)) <= gapTokens) this.offer({ ...candidate, unit: between })
    }
  }

  #costOf({ index, member, section, unit }: Candidate, units: readonly number[]): number {
    const { count, overhead } = this.#limits
    const text = units.reduce((sum, one) => sum + count(textOf(member, one)), 0)
    const touches = this.#has(index, unit - 1) || this.#has(index, unit + 1)
    const isNewSection = !this.#sections.has(keyOf(index, section))
    return text + (touches || isNewSection ? 0 : gapTokens) + (isNewSection ? (overhead?.passage ?? 0) : 0) + (this.#refs.has(envelopeOf(member.source)) ? 0 : (overhead?.entry ?? 0))
  }

  #has(index: number, unit: number): boolean {
    return this.#units.has(keyOf(index, unit))
  }
}

/** Members and their units are numbered from 0; a text has fewer units than characters. */
const keyOf = (index: number, place: number): number => index * 2 ** 27 + place

export const textOf = ({ source, text }: Member, unit: number): string => source.text.slice(text.unitStart[unit], text.unitEnd[unit])
