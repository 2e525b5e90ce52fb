import type { Allowed } from '../model/brands.ts'
import type { Files, Tokenizer } from '../model/ports.ts'
import type { Left } from '../model/read.ts'
import { choose, type Choice, type Chooser } from './choose.ts'
import { evidenceFor } from './evidence.ts'
import { evictUnits } from './evict-units.ts'
import { withGoverning } from './governing-picks.ts'
import { groundPicks, type Grounded } from './ground.ts'
import { inUnitOrder } from './order-picks.ts'
import { packRecords } from './pack-records.ts'
import type { Pick } from './pick.ts'
import { ReadingRoom } from './reading-room.ts'
import { tellRest, type Rest } from './rest.ts'
import { gatherInRounds } from './rounds.ts'
import type { Visit } from './shelf.ts'
import { selectorFor } from './selector.ts'
import { withSecondOpinion } from './second-opinion.ts'
import { envelopeOf, type Selection, type Source } from './source.ts'
import { spareSummaries } from './spare-summaries.ts'
import { everyStands } from './standing.ts'
import { unitSources } from './unit-sources.ts'
import { weights } from './weights.ts'

export interface ResolveOptions {
  readonly task: string
  readonly tokenizer: Tokenizer
  /** Tokens of the text and of what wraps it. */
  readonly budget: number
  /** The budget was asked for: more of it is used than of a ceiling. */
  readonly fill?: boolean
  /** Also what the citations point to. */
  readonly evidence?: boolean
  /** Refs that the caller named. */
  readonly named?: ReadonlySet<string>
  readonly room?: ReadingRoom
}

/** What is shown, why, and what is to be known about it. */
export interface Resolved extends Omit<Grounded, 'open'>, Rest {
  readonly picks: readonly Pick[]
  readonly evidence: readonly Pick[]
}

export interface Resolution {
  /** The answer when text and wrapper may take this many tokens. */
  within(budget: number): Resolved
  /** Whether what is about to be released still stands on the disk as it was read. */
  stands(resolved: { readonly picks: readonly Pick[]; readonly evidence: readonly Pick[] }): boolean
}

/** Tokens that a wrapper takes, and the line before every passage; a guess that the fence corrects. */
const wrapperTokens = { entry: 110, passage: 16 } as const
/** Of the budget, for the passages themselves when evidence is wanted too. */
const shareBesideEvidence = 0.6

/** Reads what is Allowed, round by round, and picks the few passages that answer the task. */
export function resolve(files: Files, allowed: readonly Allowed[], options: ResolveOptions): Resolution {
  const { task, tokenizer, room = new ReadingRoom(), named = new Set(), evidence: wantsEvidence = false } = options
  const visit: Visit = { files, left: [], fresh: new Set() }
  const packs = allowed.flatMap((entry) => (entry.kind === 'pack' ? (room.shelf.open(entry, visit) ?? []) : []))
  const unitEntries = allowed.filter((entry) => entry.kind === 'unit')
  const unitByRef = new Map(unitEntries.map((entry) => [entry.ref, entry]))
  const units = unitSources(files, unitEntries, task, room.units)
  const select = selectorFor(task, room.indexes, { count: tokenizer.count, overhead: wrapperTokens, ...(options.fill ? { share: weights.filling } : {}) })
  const chooser: Chooser = { task, packs, named, select, count: tokenizer.count }
  const selectAll = (sources: readonly Source[]): Selection => select(sources, options.budget)
  const gathered = withSecondOpinion(gatherInRounds(packs, units.sources, task, selectAll), packs, { task, select: selectAll, recordsOf: (pack) => packRecords(files, pack) })
  room.tidy()
  const answer = (chosen: Choice, budget: number): Resolved => {
    const spared = spareSummaries(chosen.picks, unitByRef)
    const choice = { ...chosen, picks: spared.picks }
    const used = packs.filter(({ allowed: { ref } }) => choice.picks.some(({ source }) => source.ref === ref))
    const { open, ...grounded } = groundPicks(files, used.length > 0 ? used : packs.filter(({ questions }) => questions.length > 0), choice.picks, task)
    const unshown: Left[] = []
    const evidence = wantsEvidence ? evidenceFor(files, used, grounded.citations, { chooser, budget: budget - spentOn(choice.picks), left: unshown }) : []
    const left = [...visit.left, ...units.left, ...spared.left, ...unshown]
    return { ...grounded, picks: inUnitOrder(choice.picks, unitByRef), evidence, ...tellRest({ choice, grounded: { ...grounded, open }, used, left, named, packs, unlisted: units.unlisted }) }
  }
  const chooseWithin = (share: number): Choice =>
    evictUnits(gathered.sources, unitByRef, (sources) => withGoverning(gathered.sources, unitByRef, chooser, (spent) => choose({ ...gathered, sources }, chooser, share - spent)))
  return {
    within(budget) {
      const beside = wantsEvidence ? answer(chooseWithin(Math.floor(budget * shareBesideEvidence)), budget) : undefined
      return beside && beside.evidence.length > 0 ? beside : answer(chooseWithin(budget), budget)
    },
    stands: ({ picks, evidence }) => everyStands([...picks, ...evidence], allowed, room, visit),
  }
}

const spentOn = (picks: readonly Pick[]): number =>
  picks.reduce((sum, { tokens }) => sum + tokens + wrapperTokens.passage, 0) + new Set(picks.map(({ source }) => envelopeOf(source))).size * wrapperTokens.entry
