import type { Allowed, AllowedUnit } from '../model/brands.ts'
import type { Files } from '../model/ports.ts'
import type { Omission, OmissionCounts } from '../model/read.ts'
import type { Language } from '../text/lexicon/lexicon.ts'
import { filesBelow } from './texts/files-below.ts'
import type { Layered, OpenPack, Visit } from './packs/pack-texts.ts'
import type { ReadCache } from './texts/read-cache.ts'
import type { Source } from './texts/source.ts'
import { unitTexts } from './units/unit-texts.ts'
import { compareText } from '../text/compare-text.ts'
import { isPackText } from '../text/paths/pack-text.ts'

/** Every text that may be quoted. */
export interface Gathered {
  readonly packs: readonly OpenPack[]
  readonly units: ReadonlyMap<string, AllowedUnit>
  /** Sorted by ref and path, so the order of the entries does not matter. */
  readonly sources: readonly Source[]
  /** By ref: the indexes of an entry's texts in `sources`. */
  readonly places: ReadonlyMap<string, readonly number[]>
  /** Of the files of packs: the reason, and the order of the profile. */
  readonly layers: ReadonlyMap<Source, Layered['layer']>
  /** Raw sources of each pack, where evidence is requested. */
  readonly raw: ReadonlyMap<string, readonly Source[]>
  readonly languages: readonly Language[]
  readonly omitted: readonly Omission[]
  /** Counts by reason of what `omitted` does not list. */
  readonly unlisted: OmissionCounts
}

export interface Gathering {
  readonly task: string
  readonly withRaw: boolean
  readonly cache: ReadCache
  readonly visit: Visit
}

/** Reads everything that is Allowed, whether or not its metadata matches. */
export function gather(
  files: Files,
  allowed: readonly Allowed[],
  { task, withRaw, cache, visit }: Gathering,
): Gathered {
  const packs = allowed.flatMap((entry) => (entry.kind === 'pack' ? (cache.packs.open(entry, visit) ?? []) : []))
  const unitEntries = allowed.filter((entry) => entry.kind === 'unit')
  const units = unitTexts(files, unitEntries, task, {
    kept: cache.units,
    known: cache.files,
    ...(cache.stored ? { cache: cache.stored } : {}),
  })
  const layers = new Map<Source, Layered['layer']>()
  for (const pack of packs) {
    for (const { source, layer } of pack.layered()) layers.set(source, layer)
    for (const source of logsOf(pack)) layers.set(source, { rule: 'ontology', rank: pack.layers.length })
  }
  const sources = [...layers.keys(), ...units.sources].sort(byPlace)
  const raw = new Map(withRaw ? packs.map((pack) => [pack.allowed.ref, rawSources(files, pack)]) : [])
  return {
    packs,
    units: new Map(unitEntries.map((entry) => [entry.ref, entry])),
    sources,
    places: placesOf(sources),
    layers,
    raw,
    languages: cache.indexes.languagesOf([...sources, ...[...raw.values()].flat()]),
    omitted: [...visit.omitted, ...units.omitted],
    unlisted: units.unlisted,
  }
}

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

const logsOf = ({ isAudit, logs, source }: OpenPack): readonly Source[] =>
  isAudit ? logs.flatMap((path) => source(path) ?? []) : []

const rawSources = (files: Files, pack: OpenPack): readonly Source[] =>
  filesBelow(files, pack.allowed.root, 'sources')
    .filter(isPackText)
    .flatMap((path) => pack.source(path) ?? [])

const byPlace = (a: Source, b: Source): number =>
  compareText(a.ref, b.ref) || compareText(a.path, b.path) || a.from - b.from || compareText(a.fileDigest, b.fileDigest)
