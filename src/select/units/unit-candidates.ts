import type { AllowedUnit } from '../../model/decisions/brands.ts'
import type { Unit } from '../../model/documents/manifest.ts'
import type { Cache } from '../../model/ports.ts'
import type { Omission, OmissionCounts } from '../../model/reading/read.ts'
import { terms } from '../../text/lexicon/lexicon.ts'
import { countReasons } from '../omitted.ts'
import { commandIn } from '../../text/detect/commands.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { termSets, type Wording } from '../texts/term-sets.ts'
import { mayPersist } from './may-persist.ts'
import { notForTask } from './not-for.ts'
import { whyNotQuoted } from './why-not-quoted.ts'
import { unitGraph } from './unit-graph.ts'
import { evictionRank, standInFor } from './unit-order.ts'

export interface UnitCandidates extends ListedOmissions {
  /** In reading order. */
  readonly units: readonly AllowedUnit[]
  readonly passed: readonly PassedOver[]
}

/** A unit that is not read, with the reason. */
export interface PassedOver {
  readonly entry: AllowedUnit
  readonly omitted: Omission
}

interface ListedOmissions {
  /** Units that are not read, with the reason: named ones or those that match the task; at most 20. */
  readonly omitted: readonly Omission[]
  /** Counts by reason of omissions that `omitted` does not list. */
  readonly unlisted: OmissionCounts
}

const mostListed = 20

/**
 * Which units are opened for a task, and in which order: named units, then those whose metadata matches. Metadata
 * excludes nothing; only its author, its successor or its chunks exclude a unit (KCP §4.8, §4.10).
 */
export function unitCandidates(allowed: readonly AllowedUnit[], task: string, cache?: Cache): UnitCandidates {
  if (allowed.length === 0) return { units: [], passed: [], omitted: [], unlisted: {} }
  learnKeys(allowed, cache)
  const asked = new Set(terms(task, 'en'))
  const allowedIds = idsByManifest(allowed)
  const units: Ranked[] = []
  const passed: PassedOver[] = []
  for (const entry of allowed) {
    const omitted = whyNot(entry, allowedIds.get(entry.manifest) ?? noIds, asked)
    if (omitted) passed.push({ entry, omitted: { ref: entry.ref, path: entry.path, ...omitted } })
    else units.push({ entry, shared: sharedBy(entry.unit.unit, asked) })
  }
  return { units: units.sort(inReadingOrder).map(({ entry }) => entry), passed, ...listOmissions(passed, task) }
}

/** Omissions of units that the caller named, or whose metadata matches the task. */
export function listOmissions(passed: readonly PassedOver[], task: string): ListedOmissions {
  if (passed.length === 0) return { omitted: [], unlisted: {} }
  const asked = new Set(terms(task, 'en'))
  const relevant = passed
    .map(({ entry, omitted }) => ({ entry, omitted, shared: sharedBy(entry.unit.unit, asked) }))
    .filter(({ entry, shared }) => entry.named || shared > 0)
    .sort(inReadingOrder)
    .slice(0, mostListed)
  const listed = new Set(relevant.map(({ omitted }) => omitted))
  return {
    omitted: [...listed],
    unlisted: countReasons(passed.flatMap(({ omitted }) => (listed.has(omitted) ? [] : omitted))),
  }
}

/** Units that may be passed over because of the task. */
export const strictUnits = (allowed: readonly AllowedUnit[]): readonly AllowedUnit[] =>
  allowed.filter(({ unit: { unit }, named }) => unit.notForStrict && !named)

export function areForTask(strict: readonly AllowedUnit[], task: string): boolean {
  const asked = strict.length === 0 ? noIds : new Set(terms(task, 'en'))
  return strict.every(({ unit: { unit } }) => notForTask(unit, asked) === undefined)
}

interface Ranked {
  readonly entry: AllowedUnit
  /** Number of words that its metadata shares with the task. */
  readonly shared: number
}

const noIds: ReadonlySet<string> = new Set()

/** For each manifest, the allowed units that may be read without being named. */
function idsByManifest(allowed: readonly AllowedUnit[]): ReadonlyMap<AllowedUnit['manifest'], ReadonlySet<string>> {
  const ids = new Map<AllowedUnit['manifest'], Set<string>>()
  for (const {
    manifest,
    named,
    unit: { unit },
  } of allowed) {
    const held = ids.get(manifest) ?? new Set()
    ids.set(manifest, held)
    if (named || unit.hints?.loadStrategy !== 'never') held.add(unit.id)
  }
  return ids
}

function whyNot(
  entry: AllowedUnit,
  allowedIds: ReadonlySet<string>,
  asked: ReadonlySet<string>,
): Pick<Omission, 'reason' | 'detail'> | undefined {
  const { manifest, unit, named } = entry
  const { id, hints } = unit.unit
  const unquotable = whyNotQuoted(entry)
  if (unquotable) return unquotable
  if (named) return undefined
  const size = hints?.tokenEstimate === undefined ? '' : ` It has about ${hints.tokenEstimate} tokens.`
  if (hints?.loadStrategy === 'never')
    return { reason: 'load-never', detail: `Its author declares that it is read only when named.${size}` }
  const unfit = unit.unit.notForStrict ? notForTask(unit.unit, asked) : undefined
  if (unfit !== undefined)
    return {
      reason: 'not-for',
      detail: `Its author says that it is not for ${commandIn(unfit) ? 'this' : showValue(unfit)}.`,
    }
  const successor = standInFor(id, manifest, (other) => allowedIds.has(other))
  if (successor !== undefined) return { reason: 'superseded', detail: `"${successor}" replaces it.` }
  const chunks = unitGraph(manifest).chunks.get(id)
  if (chunks && chunks.length >= (hints?.chunkCount ?? 1) && chunks.every((chunk) => allowedIds.has(chunk)))
    return { reason: 'chunked', detail: `Its ${chunks.length} parts are read instead.${size}` }
  return undefined
}

function inReadingOrder(a: Ranked, b: Ranked): number {
  return (
    Number(b.entry.named) - Number(a.entry.named) ||
    b.shared - a.shared ||
    recommendation(b.entry) - recommendation(a.entry) ||
    (a.entry.manifestRef < b.entry.manifestRef
      ? -1
      : a.entry.manifestRef > b.entry.manifestRef
        ? 1
        : a.entry.unit.unit.index - b.entry.unit.unit.index)
  )
}

/** Breaks ties: the manifest's entry point first, then units declared to be loaded eagerly, then by priority. */
function recommendation({ manifest, unit: { unit } }: AllowedUnit): number {
  const isEntryPoint = manifest.hints?.recommendedEntryPoint === unit.id
  return (isEntryPoint ? 8 : 0) + (unit.hints?.loadStrategy === 'eager' ? 4 : 0) + evictionRank(unit)
}

const keys = new WeakMap<Unit, ReadonlySet<string>>()

/** Tokenizes many units at once; results of an earlier process come from the cache. */
function learnKeys(allowed: readonly AllowedUnit[], cache: Cache | undefined): void {
  const fresh = allowed.filter(({ unit }) => !keys.has(unit.unit) && mayPersist(unit)).map(({ unit }) => unit.unit)
  const found = termSets(cache, fresh.map(wordingOf))
  for (const [place, unit] of fresh.entries()) keys.set(unit, found[place] ?? new Set())
}

function sharedBy(unit: Unit, asked: ReadonlySet<string>): number {
  let own = keys.get(unit)
  if (!own) keys.set(unit, (own = new Set(terms(wordingOf(unit).text, 'en'))))
  let count = 0
  for (const key of asked) if (own.has(key)) count += 1
  return count
}

const wordingOf = ({ id, aliases = [], intent, triggers = [], hints }: Unit): Wording => ({
  text: [id, ...aliases, intent, ...triggers, hints?.chunkTopic ?? ''].join('\n'),
  language: 'en',
})
