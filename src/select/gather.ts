import type { Allowed, AllowedUnit } from '../model/decisions/brands.ts'
import type { Files } from '../model/ports.ts'
import type { Omission, OmissionCounts } from '../model/reading/read.ts'
import type { Language } from '../text/lexicon/lexicon.ts'
import { filesBelow } from './texts/files-below.ts'
import type { Layered, OpenPack, Visit } from './packs/pack-texts.ts'
import type { ReadCache } from './texts/read-cache.ts'
import type { Source } from './texts/source.ts'
import { textsAgain, unitTexts, type FoundTexts, type UnitTexts } from './units/unit-texts.ts'
import { compareText } from '../text/compare.ts'
import { isPackText } from '../text/paths/paths.ts'

/** Every text that may be quoted. */
export interface Gathered {
  readonly packs: readonly OpenPack[]
  readonly units: ReadonlyMap<string, AllowedUnit>
  /** Sorted by ref and path, so the order of the entries does not matter. */
  readonly sources: readonly Source[]
  /** Indexes of an entry's texts in `sources`, by ref. */
  readonly places: ReadonlyMap<string, readonly number[]>
  /** For files of packs: the reason, and the position in the profile. */
  readonly layers: ReadonlyMap<Source, Layered['layer']>
  /** Raw sources of each pack, where evidence is requested. */
  readonly raw: ReadonlyMap<string, readonly Source[]>
  readonly languages: readonly Language[]
  readonly omitted: readonly Omission[]
  /** Counts by reason of omissions that `omitted` does not list. */
  readonly unlisted: OmissionCounts
}

export interface Gathering {
  readonly task: string
  readonly withRaw: boolean
  readonly cache: ReadCache
  readonly visit: Visit
}

type Arranged = Pick<Gathered, 'units' | 'sources' | 'places' | 'layers'>

/** The last result for a list of Allowed entries. */
export interface KeptGathering {
  readonly found: FoundTexts
  /** For each pack. */
  readonly layered: readonly (readonly Layered[])[]
  readonly arranged: Arranged
  readonly languages: readonly Language[]
}

/** Reads everything that is Allowed, whether or not its metadata matches. */
export function gather(
  files: Files,
  allowed: readonly Allowed[],
  { task, withRaw, cache, visit }: Gathering,
): Gathered {
  const packs = allowed.flatMap((entry) => (entry.kind === 'pack' ? (cache.packs.open(entry, visit) ?? []) : []))
  const kept = cache.gathered.get(allowed)
  const units = (kept && textsAgain(files, kept.found, task)) ?? readUnits(files, allowed, task, cache)
  const layered = packs.map((pack) => pack.layered())
  const logs = packs.flatMap((pack) => logsOf(pack).map((source) => ({ pack, source })))
  const isSame = kept !== undefined && kept.found === units.again && logs.length === 0 && areSame(kept.layered, layered)
  const arranged = isSame ? kept.arranged : arrange(allowed, { units, layered, logs })
  const raw = new Map(withRaw ? packs.map((pack) => [pack.allowed.ref, rawSources(files, pack)]) : [])
  const isKept = isSame && raw.size === 0
  const languages = isKept ? kept.languages : languagesOf(arranged, raw, cache)
  if (units.again && !isKept && logs.length === 0 && raw.size === 0)
    cache.gathered.set(allowed, { found: units.again, layered, arranged, languages })
  return { packs, ...arranged, raw, languages, omitted: [...visit.omitted, ...units.omitted], unlisted: units.unlisted }
}

const areSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i])

const unitsIn = (allowed: readonly Allowed[]): readonly AllowedUnit[] =>
  allowed.filter((entry) => entry.kind === 'unit')

const readUnits = (files: Files, allowed: readonly Allowed[], task: string, cache: ReadCache): UnitTexts =>
  unitTexts(files, unitsIn(allowed), task, {
    kept: cache.units,
    known: cache.files,
    ...(cache.stored ? { cache: cache.stored } : {}),
  })

interface ToArrange {
  readonly units: UnitTexts
  readonly layered: readonly (readonly Layered[])[]
  readonly logs: readonly { readonly pack: OpenPack; readonly source: Source }[]
}

function arrange(allowed: readonly Allowed[], { units, layered, logs }: ToArrange): Arranged {
  const layers = new Map<Source, Layered['layer']>()
  for (const { source, layer } of layered.flat()) layers.set(source, layer)
  for (const { pack, source } of logs) layers.set(source, { rule: 'ontology', rank: pack.layers.length })
  const sources = [...layers.keys(), ...units.sources].sort(byPlace)
  return {
    units: new Map(unitsIn(allowed).map((entry) => [entry.ref, entry])),
    sources,
    places: placesOf(sources),
    layers,
  }
}

const languagesOf = ({ sources }: Arranged, raw: Gathered['raw'], { indexes }: ReadCache): readonly Language[] =>
  indexes.languagesOf(raw.size === 0 ? sources : [...sources, ...[...raw.values()].flat()])

function placesOf(sources: readonly Source[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [place, { ref }] of sources.entries()) {
    const known = places.get(ref)
    if (known) known.push(place)
    else places.set(ref, [place])
  }
  return places
}

export const sourcesOf = ({ sources, places }: Pick<Gathered, 'sources' | 'places'>, ref: string): readonly Source[] =>
  (places.get(ref) ?? []).flatMap((place) => sources[place] ?? [])

const logsOf = (pack: OpenPack): readonly Source[] =>
  pack.isAudit ? pack.logs.flatMap((path) => pack.source(path) ?? []) : []

const rawSources = (files: Files, pack: OpenPack): readonly Source[] =>
  filesBelow(files, pack.allowed.root, 'sources')
    .filter(isPackText)
    .flatMap((path) => pack.source(path) ?? [])

const byPlace = (a: Source, b: Source): number =>
  compareText(a.ref, b.ref) || compareText(a.path, b.path) || a.from - b.from || compareText(a.fileDigest, b.fileDigest)
