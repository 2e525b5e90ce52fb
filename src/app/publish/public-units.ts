import { unitRef } from '../../catalog/refs.ts'
import { whyClosed, whyNotPublic } from '../../distribute/publish/why-not-public.ts'
import type { AllowedPack, AllowedUnit } from '../../model/decisions/brands.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import type { EffectiveUnit } from '../../model/documents/effective.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Usage } from '../../model/ports.ts'
import { effectiveUnit, underRoot } from '../../parse/manifest/inherit.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'
import { deciderFor } from '../decide/decide-ref.ts'
import { sameFiles, type SameFiles, type Sharer } from '../decide/same-file.ts'
import { entriesNow } from '../decide/standing.ts'
import { readerForEverybody } from './reader-for-everybody.ts'

/** Something that is not published, and why. */
export interface LeftOut {
  readonly ref: string
  /** The file, if the rest of its unit is published. */
  readonly path?: string
  /** Code of the gate that asks or refuses. */
  readonly code?: string
  readonly reason: string
}

export type ManifestEntry = CatalogEntry & { readonly document: Manifest }

export interface PublicUnits {
  /** The manifest that is published; absent if none is granted. */
  readonly entry?: ManifestEntry
  readonly units: readonly AllowedUnit[]
  /** Packs that everybody may use, by their folder. */
  readonly packs: ReadonlyMap<string, AllowedPack>
  readonly leftOut: readonly LeftOut[]
}

/** Rate limits do not determine whom a unit is for. */
const noUsage: Usage = { count: () => ({ minute: 0, day: 0 }), note: () => undefined }

/** The units of one manifest that anybody may read, and why the others are left out. No content is opened. */
export function publicUnits(catalog: Catalog, reader: Reader, folder?: string): PublicUnits {
  const asking = readerForEverybody(reader, noUsage)
  const now = reader.ports.clock.now()
  const decider = deciderFor(asking, { now })
  const manifests = entriesNow(catalog.entries, decider).filter(isManifest)
  const entry = mainManifest(manifests, folder)
  const leftOut: LeftOut[] = manifests
    .filter((other) => other !== entry)
    .map(({ ref }) => ({ ref, reason: 'One manifest is published; this one is published from its own folder.' }))
  if (!entry || entry.standing === 'ungranted')
    return { units: [], packs: new Map(), leftOut: entry ? [...leftOut, notGranted(entry)] : leftOut }
  const packRefs = catalog.entries.flatMap(({ ref, document }) => (document.kind === 'pack' ? [ref] : []))
  const { allowed, decisions, omitted } = askGates(catalog, asking, { named: [entry.ref, ...packRefs], now })
  const decided = new Map(decisions.map((decision) => [decision.ref, decision]))
  const unitsByRef = new Map(allowed.flatMap((one) => (one.kind === 'unit' ? [[one.ref, one] as const] : [])))
  const shared = sameFiles(catalog, asking.ports.files, decider)
  const units: AllowedUnit[] = []
  for (const ref of new Set(entry.document.units.map(({ id }) => unitRef(entry.ref, id)))) {
    const unit = unitsByRef.get(ref)
    const why = unit ? (whyNotPublic(unit.unit) ?? whyClosedElsewhere(unit, entry, shared)) : undefined
    if (unit && why === undefined) units.push(unit)
    else if (unit) leftOut.push({ ref, reason: why ?? '' })
    else leftOut.push(refusedBy(ref, decided.get(ref), omitted.find((one) => one.ref === ref)?.detail))
  }
  const packs = allowed.flatMap((one) => (one.kind === 'pack' ? [[one.root, one] as const] : []))
  return { entry, units, packs: new Map(packs), leftOut }
}

/** Why another declaration closes it: a root that includes it, or a unit that names the same file. */
function whyClosedElsewhere(
  { ref, path, folder, withheld, unit: { unit } }: AllowedUnit,
  entry: ManifestEntry,
  shared: SameFiles,
): string | undefined {
  const named = { ref, entry, unit }
  // Withheld files are not published anyway.
  const files = folder ? [`${path}/KNOWLEDGE.md`, ...folder.files].filter((file) => !withheld.has(file)) : []
  const below = [...shared.sharersBelow(named, files).values()].flat()
  const sharers = [named, ...(shared.sharersOf(named) ?? []), ...below]
  for (const sharer of new Set<Sharer>(sharers)) {
    const why = effectiveUnits(sharer).flatMap((one) => whyClosed(one) ?? [])[0]
    if (why !== undefined) return sharer.unit === unit ? why : `${sharer.ref} names the same file. ${why}`
  }
  return undefined
}

const effectiveUnits = ({ entry: { document }, unit }: Sharer): readonly EffectiveUnit[] => {
  if (!unit || document.kind !== 'manifest') return []
  return unit.from
    ? [...unit.from.roots, document].map((root) => underRoot(root, unit))
    : [effectiveUnit(document, unit)]
}

export const isManifest = (entry: CatalogEntry): entry is ManifestEntry => entry.document.kind === 'manifest'

/** The manifest of the folder, else the first that is granted. */
export const mainManifest = (manifests: readonly ManifestEntry[], folder?: string): ManifestEntry | undefined =>
  manifests.find(({ found }) => found.folder === folder) ??
  manifests.find(({ standing }) => standing !== 'ungranted') ??
  manifests[0]

const notGranted = ({ ref }: ManifestEntry): LeftOut => ({
  ref,
  code: 'approval-required',
  reason: 'It is not granted, or has changed since.',
})

function refusedBy(ref: string, decision: Decision | undefined, detail = 'It is disabled.'): LeftOut {
  const reason = decision?.reasons.find(({ verdict }) => verdict === decision.verdict && verdict !== 'allow')
  if (!reason) return { ref, reason: detail }
  const { gate, code, sentence } = reason
  // Its sentence would name facts of the anonymous requester.
  return { ref, code, reason: gate === 'delegation' ? 'Its limits on delegation need to know who asks.' : sentence }
}
