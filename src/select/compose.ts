import type { Files, Tokenizer } from '../model/ports.ts'
import { constants } from '../rank/constants.ts'
import type { TextIndex } from '../rank/text-index.ts'
import type { Language } from '../text/lexicon/lexicon.ts'
import { estimateTokens } from '../text/tokens/token-estimate.ts'
import type { NotGiven } from './already-given.ts'
import {
  boundariesFor,
  governorsFor,
  dependenciesFor,
  namedByMap,
  tokensOf,
  withinShare,
  type Around,
  type Companion,
} from './companions.ts'
import { evidenceFor } from './evidence.ts'
import type { Gathered } from './gather.ts'
import type { WithheldClaims } from './grounding/withheld-claims.ts'
import { groundPicks, type Grounded } from './ground.ts'
import { listOmitted, type Omitted } from './omitted.ts'
import { inOrder } from './order.ts'
import type { OpenPack, Visit } from './packs/pack-texts.ts'
import { toPassages } from './passages.ts'
import { joinCompanions, pickMatch, type Pick } from './pick.ts'
import { linkedRecords } from './records/subgraph.ts'
import { textOf, type Candidate } from './score.ts'
import { omitCoveredSummaries } from './omit-covered-summaries.ts'
import { tellingWords, weakBudget, type Answer, type Searched } from './strength.ts'
import { takeByPriority, type LeftOut, type Taken } from './take.ts'
import type { NearMiss, Passage, Source } from './texts/source.ts'

/** What a caller requests of a reply, independent of its size. */
export interface ReplyRequest {
  readonly task: string
  readonly tokenizer: Tokenizer
  /** The caller set the budget, so more of it is used than of a default one. */
  readonly fill?: boolean
  /** Include the evidence for citations. */
  readonly evidence?: boolean
  /** Refs that the caller named. */
  readonly named?: ReadonlySet<string>
}

/** The results of the earlier steps, for a reply of any size. */
export interface Composing extends NotGiven {
  readonly request: ReplyRequest
  readonly files: Files
  readonly visit: Visit
  readonly gathered: Gathered
  readonly searched: Searched
  readonly answer: Answer
  readonly personas: readonly OpenPack[]
  readonly steered: Around['steered']
  readonly unknownWords: readonly string[]
  readonly claims: WithheldClaims
  /** The match is weak: beyond its best place, the strength limits the size of the reply, whatever the budget. */
  readonly isCapped: boolean
  languageOf(pack: OpenPack): Language
  /** Passages of the raw sources of a pack for the task. */
  searchRaw(pack: OpenPack, budget: number): readonly Passage[]
}

/** The excerpts, their reasons and their notices. */
export interface Selected extends Grounded, Omitted {
  readonly picks: readonly Pick[]
  readonly evidence: readonly Pick[]
}

/** Evidence has a share of the budget; without evidence, the picks have all of it. */
export function compose(composing: Composing, budget: number): Selected {
  if (!composing.request.evidence) return composeWithin(composing, budget, budget)
  const beside = composeWithin(composing, Math.floor(budget * constants.shareBesideEvidence), budget)
  return beside.evidence.length > 0 ? beside : composeWithin(composing, budget, budget)
}

/** Chooses, omits redundant summaries, orders; then adds citations, evidence and omissions. */
function composeWithin(composing: Composing, budget: number, budgetWithEvidence: number): Selected {
  const { gathered, request, unknownWords, isCapped } = composing
  const {
    tokenizer: { count },
    evidence: wantsEvidence,
    named = new Set<string>(),
  } = request
  const chosen = choose(composing, budget)
  const spared = omitCoveredSummaries(composing.claims.without(chosen.picks, count), gathered.units)
  const picks = inOrder(spared.picks, composing.personas, gathered.units)
  const used = packsOf(picks, gathered)
  const grounded = groundPicks(composing.files, used.length > 0 ? used : packsWithQuestions(gathered), picks, {
    question: composing.answer.question,
    languageOf: composing.languageOf,
    textOf: (source) => textIndexOf(source, composing),
  })
  const omitted = [...omittedBefore(composing), ...spared.omitted]
  const limits = { count, search: composing.searchRaw, budget: budgetWithEvidence - spentOn(picks), omitted }
  const evidence = wantsEvidence ? evidenceFor(used, grounded.citations, limits) : []
  const { packs, unlisted } = gathered
  const considered = { ...chosen, picks, unknownWords, grounded, packs, used, named, omitted, unlisted, isCapped }
  const gaps = [...grounded.gaps, ...composing.claims.gaps(composing.answer.ranked[0]?.score ?? 0)]
  return { ...grounded, gaps, picks, evidence, ...listOmitted(considered) }
}

function packsOf(picks: readonly Pick[], { packs }: Gathered): readonly OpenPack[] {
  const refs = new Set(picks.map(({ source }) => source.ref))
  return packs.filter(({ allowed: { ref } }) => refs.has(ref))
}

const packsWithQuestions = ({ packs }: Gathered): readonly OpenPack[] =>
  packs.filter(({ questions }) => questions.length > 0)

function textIndexOf(source: Source, { gathered, searched: { corpus } }: Composing): TextIndex | undefined {
  const { sources, places } = gathered
  const place = places.get(source.ref)?.find((one) => sources[one] === source)
  return place === undefined ? undefined : corpus.members[place]?.text
}

/** What could not be read, even after gathering, and what earlier replies contained. */
function omittedBefore({ visit, gathered, alreadyGiven, claims, answer }: Composing): Selected['omitted'] {
  const best = answer.ranked[0]?.score ?? 0
  return [
    ...claims.omitted(best),
    ...visit.omitted,
    ...gathered.omitted.filter((one) => !visit.omitted.includes(one)),
    ...alreadyGiven,
  ]
}

/** Tokens of the picks with an estimate of the envelope. */
const spentOn = (picks: readonly Pick[]): number =>
  picks.reduce<number>((sum, { tokens }) => sum + tokens + constants.overhead.passage, constants.overhead.entry)

interface Choice {
  readonly picks: readonly Pick[]
  readonly near: readonly NearMiss[]
  readonly dropped: readonly Companion[]
}

/**
 * A persona may take half of the budget, boundaries and files of the context map a quarter; matches share the rest by
 * score (AK-175). Companions depend on the matches taken, so matches are taken again within the remaining budget.
 */
function choose(composing: Composing, budget: number): Choice {
  const {
    gathered,
    answer,
    steered,
    request: {
      tokenizer: { count },
    },
  } = composing
  const persona = withinShare(composing.voice, budget * constants.persona)
  const first = takeWithin(composing, budget - tokensOf(persona.kept))
  const companions = withinShare(companionsOf(first.taken, composing), budget * constants.companions)
  const along = [...persona.kept, ...companions.kept]
  const { taken, omitted } = companions.kept.length === 0 ? first : takeWithin(composing, budget - tokensOf(along))
  const matches = toPassages(taken, answer.question, count).map((passage) =>
    pickMatch(passage, gathered.layers.get(passage.source)?.rule, steered.has(passage.source)),
  )
  return {
    picks: joinCompanions(matches, along, count),
    near: nearMisses(omitted),
    dropped: [...persona.dropped, ...companions.dropped],
  }
}

function takeWithin({ ranked, gathered, searched, answer, isCapped, request }: Composing, budget: number): Taken {
  const {
    fill,
    tokenizer: { count },
  } = request
  return takeByPriority(ranked, gathered.units, {
    budget: isCapped ? Math.min(budget, weakBudget(answer)) : budget,
    budgetForBest: budget,
    ...(fill ? { share: constants.leastShare } : { share: constants.shareWithoutBudget, ample: constants.ample }),
    count,
    // A capped reply is too short to have a place for each word.
    words: isCapped ? [] : tellingWords(searched.corpus, answer.question),
  })
}

/** Governors of the chosen units; boundaries and context-map files of the packs with matches. */
function companionsOf(taken: readonly Candidate[], composing: Composing): readonly Companion[] {
  const {
    gathered,
    searched,
    answer,
    ranked,
    personas,
    steered,
    isCapped,
    request: { task },
  } = composing
  const around: Around = { question: answer.question, ...searched, places: gathered.places, ranked, steered }
  const refs = new Set(taken.map(({ source }) => source.ref))
  const active = gathered.packs.filter((pack) => refs.has(pack.allowed.ref) && !personas.includes(pack))
  return [
    ...governorsFor(task, taken, gathered.units, around),
    // A weak match needs no background.
    ...(isCapped ? [] : dependenciesFor(taken, gathered.units, around)),
    ...active.flatMap((pack) => [
      ...linkedRecords(pack, taken),
      ...boundariesFor(pack, around),
      ...namedByMap(pack, taken, around),
    ]),
  ]
}

/** One line per section and reason. */
function nearMisses(omitted: readonly LeftOut[]): readonly NearMiss[] {
  const near = new Map<string, NearMiss>()
  for (const candidate of omitted) {
    const { index, source, member, section, reason } = candidate
    const key = `${index} ${section} ${reason}`
    if (near.has(key) || near.size >= constants.mostNear) continue
    const headings = member.text.headings[section] ?? []
    near.set(key, { source, headings, reason, tokens: estimateTokens(textOf(candidate)) })
  }
  return [...near.values()]
}
