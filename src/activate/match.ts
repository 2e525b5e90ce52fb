import { promptTerms, type Term } from '../text/prompt-terms.ts'
import { keysOf, type PackProfile, type Placement } from './pack-profile.ts'

export interface Match {
  readonly ref: string
  /** 0 to 1: how much of what the prompt speaks of is what the pack speaks of. */
  readonly score: number
  /** It is clear enough to be used without being named. */
  readonly matched: boolean
}

/** From here on a match is clear. */
export const clearMatch = 0.65
/** A match that is this much weaker than the best is not what was meant. */
const besideBest = 0.85

/** What a word is worth where the pack has it. */
const worth: Readonly<Record<Placement, number>> = { name: 4, description: 1.5, heading: 1.25, body: 1 }
/** Two words of the prompt that stand side by side in the pack, too. */
const phraseWorth = 1.5
/** What a word costs that the pack does not have: a name says that something else is meant, a plain word says less. */
const cost = { name: 2.5, excluded: 4, plain: 1, number: 0.25 } as const
/** Terms of a pack that is well known; the fewer are known, the less it proves that a plain word is not among them. */
const wellKnown = 100

/** Ranks packs by how clearly a prompt is about them. Nothing clear: nothing is matched. */
export function matchPacks(prompt: string, profiles: readonly PackProfile[]): readonly Match[] {
  const terms = promptTerms(prompt)
  const rarity = rarityIn(profiles)
  const scored = profiles.map((profile) => ({ ref: profile.ref, ...evidence(terms, profile, rarity) }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return scored
    .sort((a, b) => b.score - a.score || b.covered - a.covered || (a.ref < b.ref ? -1 : 1))
    .map(({ ref, score }) => ({ ref, score: Math.round(score * 1000) / 1000, matched: score >= clearMatch && score >= best * besideBest }))
}

/** Words that few packs have weigh more; a word that none has weighs like one that one has. */
function rarityIn(profiles: readonly PackProfile[]): (key: string) => number {
  const known = new Map<string, number>()
  return (key) => {
    const rarity = known.get(key) ?? Math.log(1 + profiles.length / Math.max(1, profiles.filter(({ terms }) => terms.has(key)).length))
    known.set(key, rarity)
    return rarity
  }
}

interface Evidence {
  readonly covered: number
  readonly score: number
}

function evidence(terms: readonly Term[], profile: PackProfile, rarity: (key: string) => number): Evidence {
  let covered = 0
  let uncovered = 0
  for (const [i, term] of terms.entries()) {
    const before = terms[i - 1]
    const isPhrase = inPhrase(before, term, profile) || inPhrase(term, terms[i + 1], profile)
    const found = term.kind === 'word' ? weighWord(term, profile, rarity) : weighRun(term, profile, rarity)
    covered += found.covered * (isPhrase ? phraseWorth : 1)
    uncovered += found.uncovered
  }
  const whole = covered + uncovered
  return { covered, score: whole === 0 ? 0 : covered / whole }
}

const inPhrase = (before: Term | undefined, after: Term | undefined, { phrases }: PackProfile): boolean =>
  before !== undefined && after !== undefined && after.follows && phrases.has(`${before.text} ${after.text}`)

interface Weighed {
  readonly covered: number
  readonly uncovered: number
}

function weighWord(term: Term, profile: PackProfile, rarity: (key: string) => number): Weighed {
  const weight = term.telling * rarity(term.text)
  const placement = profile.terms.get(term.text)
  if (profile.excluded.has(term.text)) return { covered: 0, uncovered: weight * cost.excluded }
  if (placement) return { covered: weight * worth[placement], uncovered: 0 }
  if (term.isName) return { covered: 0, uncovered: weight * cost.name }
  return { covered: 0, uncovered: weight * (/^\d+$/.test(term.text) ? cost.number : cost.plain) * knownShare(profile) }
}

/** A character counts as covered when one of its pairs is, so that pairs across two words do no harm. */
function weighRun(term: Term, profile: PackProfile, rarity: (key: string) => number): Weighed {
  const pairs = keysOf(term)
  let covered = 0
  let uncovered = 0
  for (let i = 0; i <= pairs.length; i++) {
    const touching = [pairs[i - 1], pairs[i]].filter((pair) => pair !== undefined)
    const known = touching.find((pair) => profile.terms.has(pair) && !profile.excluded.has(pair))
    const placement = known === undefined ? undefined : profile.terms.get(known)
    if (known !== undefined && placement) covered += (rarity(known) * worth[placement]) / 2
    else uncovered += (rarity('') * costOf(term, touching, profile)) / 2
  }
  return { covered, uncovered }
}

function costOf(term: Term, touching: readonly string[], profile: PackProfile): number {
  if (touching.some((pair) => profile.excluded.has(pair))) return cost.excluded
  if (term.isName) return cost.name
  return cost.plain * knownShare(profile)
}

const knownShare = ({ terms }: PackProfile): number => 0.4 + 0.6 * Math.min(1, terms.size / wellKnown)
