import type { Match } from '../model/reading/match.ts'
import type { PackWords, Placement } from './pack-words.ts'
import { keysOf, promptTerms, type Term } from './prompt-terms.ts'
import { compareText } from '../text/compare.ts'

/** Least score of a match. */
const clearMatch = 0.65
/** Least share of the best score. */
const leastShareOfBest = 0.85

/** Weight of a word by its place in the pack. */
const weights: Readonly<Record<Placement, number>> = { name: 4, description: 1.5, heading: 1.25, body: 1 }
/** Two adjacent words of the prompt that are adjacent in the pack, too. */
const phraseWeight = 1.5
/** Share of a word outside the section with most words of the prompt: scattered words make no answer. */
const scatteredShare = 0.5
/** Cost of a word that the pack does not have: a missing name is stronger evidence than a missing plain word. */
const cost = { name: 3, excluded: 4, plain: 1, number: 0.25 } as const
/** Terms from which a pack counts as well known: the more terms, the more the absence of a plain word proves. */
const wellKnown = 100
const provedByLittle = 0.2
const provedByMore = 0.4
/** Similarity from which a prompt counts as one of the pack's own tests. */
const leastSimilarity = 2 / 3

/** Ranks packs by how clearly a prompt is about them. */
export function matchPacks(prompt: string, profiles: readonly PackWords[]): readonly Match[] {
  const terms = promptTerms(prompt)
  const rarity = rarityIn(profiles)
  const scored = profiles.map((profile) => ({ ref: profile.ref, ...evidence(terms, profile, rarity) }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return scored
    .sort((a, b) => b.score - a.score || b.covered - a.covered || compareText(a.ref, b.ref))
    .map(({ ref, score }) => ({
      ref,
      score: Math.round(score * 1000) / 1000,
      matched: score >= clearMatch && score >= best * leastShareOfBest,
    }))
}

/** Rare words weigh more; a word that no pack has weighs like one that a single pack has. */
function rarityIn(profiles: readonly PackWords[]): (key: string) => number {
  const known = new Map<string, number>()
  return (key) => {
    const rarity =
      known.get(key) ??
      Math.log(1 + profiles.length / Math.max(1, profiles.filter(({ terms }) => terms.has(key)).length))
    known.set(key, rarity)
    return rarity
  }
}

interface Evidence {
  readonly covered: number
  readonly score: number
}

/** One pack, with its section that has most words of the prompt. */
interface View {
  readonly profile: PackWords
  readonly rarity: (key: string) => number
  readonly section: ReadonlySet<string>
}

function evidence(terms: readonly Term[], profile: PackWords, rarity: View['rarity']): Evidence {
  const view = { profile, rarity, section: bestSection(terms, profile, rarity) }
  let covered = 0
  let uncovered = 0
  for (const [i, term] of terms.entries()) {
    const before = terms[i - 1]
    const isPhrase = inPhrase(before, term, profile) || inPhrase(term, terms[i + 1], profile)
    const found = term.kind === 'word' ? weighWord(term, view) : weighPiece(term, view)
    covered += found.covered * (isPhrase ? phraseWeight : 1)
    uncovered += found.uncovered
  }
  const whole = covered + uncovered
  return { covered, score: asTested(whole === 0 ? 0 : covered / whole, terms, profile) }
}

const nothing: ReadonlySet<string> = new Set()

function bestSection(terms: readonly Term[], { sections }: PackWords, rarity: View['rarity']): ReadonlySet<string> {
  const keys = terms.flatMap((term) => term.keys.map((key) => ({ key, weight: term.specificity * rarity(key) })))
  let [best, most] = [nothing, 0]
  for (const section of sections) {
    const found = keys.reduce((sum, { key, weight }) => sum + (section.has(key) ? weight : 0), 0)
    if (found > most) [best, most] = [section, found]
  }
  return best
}

/** The closest prompt of the pack's tests counts: a selected one is a match, a rejected one lowers the score. */
function asTested(score: number, terms: readonly Term[], { rejected, selected }: PackWords): number {
  const [against, inFavour] = [similarity(terms, rejected), similarity(terms, selected)]
  return inFavour > against ? Math.max(score, inFavour) : score * (1 - against)
}

/** Similarity to the closest of the prompts: the share of common words, or 0. */
function similarity(terms: readonly Term[], prompts: PackWords['rejected']): number {
  if (prompts.length === 0) return 0
  const keys = new Set(keysOf(terms))
  const shares = prompts.map(
    (prompt) => [...keys].filter((key) => prompt.has(key)).length / Math.max(1, new Set([...keys, ...prompt]).size),
  )
  const most = Math.max(...shares)
  return most >= leastSimilarity ? most : 0
}

const inPhrase = (before: Term | undefined, after: Term | undefined, { phrases }: PackWords): boolean =>
  before !== undefined && after !== undefined && after.follows && phrases.has(`${before.text} ${after.text}`)

interface Weighed {
  readonly covered: number
  readonly uncovered: number
}

function weighWord(term: Term, { profile, rarity, section }: View): Weighed {
  const weight = term.specificity * rarity(term.text)
  const placement = profile.terms.get(term.text)
  if (profile.excluded.has(term.text)) return { covered: 0, uncovered: weight * cost.excluded }
  if (placement) return weighFound(weight, placement, section.has(term.text))
  if (term.isName) return { covered: 0, uncovered: weight * cost.name }
  return { covered: 0, uncovered: weight * (/^\d+$/.test(term.text) ? cost.number : cost.plain) * proves(profile) }
}

function weighFound(weight: number, placement: Placement, isInSection: boolean): Weighed {
  const share = isInSection || placement === 'name' || placement === 'description' ? 1 : scatteredShare
  return { covered: weight * weights[placement] * share, uncovered: weight * (1 - share) }
}

/** A character counts as covered when an n-gram that touches it is, so that n-grams across two words do no harm. */
function weighPiece(term: Term, { profile, rarity, section }: View): Weighed {
  let covered = 0
  let uncovered = 0
  for (let i = 0; i <= term.keys.length; i++) {
    const touching = [term.keys[i - 1], term.keys[i]].filter((key) => key !== undefined)
    const known = touching.find((key) => profile.terms.has(key) && !profile.excluded.has(key))
    const placement = known === undefined ? undefined : profile.terms.get(known)
    const found =
      known !== undefined && placement
        ? weighFound(rarity(known), placement, section.has(known))
        : { covered: 0, uncovered: rarity('') * costOf(term, touching, profile) }
    covered += found.covered / 2
    uncovered += found.uncovered / 2
  }
  return { covered, uncovered }
}

function costOf(term: Term, touching: readonly string[], profile: PackWords): number {
  if (touching.some((key) => profile.excluded.has(key))) return cost.excluded
  if (term.isName) return cost.name
  // N-grams outnumber the words they are cut from, so many of them prove no more.
  return cost.plain * Math.min(1, proves(profile))
}

/** How much the absence of a plain word proves. */
function proves({ terms: { size } }: PackWords): number {
  return size <= wellKnown
    ? provedByLittle + ((1 - provedByLittle) * size) / wellKnown
    : 1 + provedByMore * Math.log10(size / wellKnown)
}
