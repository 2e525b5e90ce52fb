import { hasWindow } from '../govern/gates/temporal.ts'
import type { EffectiveUnit } from '../model/documents/effective.ts'
import type { Manifest } from '../model/documents/manifest.ts'
import { fieldBits, type Lowered, type Searchable } from './match-terms.ts'
import { relationsOf, type Relations } from './relations.ts'
import { wordIndexBuilder } from './word-index.ts'

/** A manifest prepared for many queries. Every list has one item for each unit, in declaration order. */
export interface PreparedManifest extends Searchable {
  readonly manifest: Manifest
  readonly units: readonly EffectiveUnit[]
  /** Position of the first unit of an id, which is the one that counts (KCP §7). */
  readonly positions: ReadonlyMap<string, number>
  /** `-1` where no estimate is declared. */
  readonly tokens: Float64Array
  readonly deprecated: Uint8Array
  /** The last day, counted from 1970, on which a unit is not stale. */
  readonly lastFreshDay: Float64Array
  readonly relations: Relations
  /** By position: what a unit is not for, in lower case (KCP §4.20). */
  readonly notFor: ReadonlyMap<number, readonly NotFor[]>
  /** The same of the manifest (KCP §3.10). */
  readonly manifestNotFor: readonly NotFor[]
  /** Some unit has a window of validity. */
  readonly hasWindows: boolean
}

interface NotFor {
  readonly phrase: string
  readonly lowered: string
}

const notForOf = (phrases: readonly string[] = []): readonly NotFor[] =>
  phrases.map((phrase) => ({ phrase, lowered: phrase.toLowerCase() }))

/** The first phrase in which a term occurs (KCP §15.11). */
export const notForMatch = (entries: readonly NotFor[] | undefined, terms: readonly string[]): string | undefined =>
  entries?.find(({ lowered }) => terms.some((term) => lowered.includes(term)))?.phrase

const day = 86_400_000

export function prepare(manifest: Manifest, units: readonly EffectiveUnit[]): PreparedManifest {
  const lowered: Lowered = {
    triggers: units.map(({ unit }) => (unit.triggers ?? []).map((trigger) => trigger.toLowerCase())),
    intents: units.map(({ unit }) => unit.intent.toLowerCase()),
    // A unit is found by its aliases as by its id (KCP §4.2a).
    ids: units.map(({ unit }) => [unit.id, ...(unit.aliases ?? [])].join('\n').toLowerCase()),
    paths: units.map(({ unit }) => unit.path.toLowerCase()),
  }
  const positions = new Map<string, number>()
  for (const [position, { unit }] of units.entries()) if (!positions.has(unit.id)) positions.set(unit.id, position)
  return {
    manifest,
    units,
    positions,
    lowered,
    words: indexWords(lowered),
    tokens: Float64Array.from(units, ({ unit }) => unit.hints?.tokenEstimate ?? -1),
    deprecated: Uint8Array.from(units, (unit) =>
      unit.deprecated.value || unit.verification.status.value === 'deprecated' ? 1 : 0,
    ),
    lastFreshDay: Float64Array.from(units, lastFreshDayOf),
    relations: relationsOf(manifest, units),
    notFor: new Map(
      units.flatMap(({ unit }, position) => (unit.notFor?.length ? [[position, notForOf(unit.notFor)] as const] : [])),
    ),
    manifestNotFor: notForOf(manifest.notFor),
    hasWindows: units.some(hasWindow),
  }
}

function indexWords({ triggers, intents, ids, paths }: Lowered): PreparedManifest['words'] {
  const words = wordIndexBuilder()
  for (const [unit, id] of ids.entries()) {
    for (const trigger of triggers[unit] ?? []) words.add(unit, fieldBits.trigger, trigger)
    words.add(unit, fieldBits.intent, intents[unit] ?? '')
    words.add(unit, fieldBits.id, id)
    words.add(unit, fieldBits.path, paths[unit] ?? '')
  }
  return words.build()
}

/** KCP §15.7 in days of UTC; without a date or an age a unit does not become stale. */
function lastFreshDayOf({ unit, freshnessPolicy }: EffectiveUnit): number {
  const maxAgeDays = freshnessPolicy?.value.maxAgeDays
  if (unit.validated === undefined || maxAgeDays === undefined) return Infinity
  const validated = Date.parse(`${unit.validated}T00:00:00Z`)
  return Number.isNaN(validated) ? Infinity : validated / day + maxAgeDays
}

export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / day
