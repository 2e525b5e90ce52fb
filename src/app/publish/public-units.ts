import { unitRef } from '../../catalog/refs.ts'
import { whyNotPublic } from '../../distribute/publish/whom-it-is-for.ts'
import type { AllowedPack, AllowedUnit } from '../../model/brands.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Decision } from '../../model/decision.ts'
import type { Manifest } from '../../model/manifest.ts'
import type { Usage } from '../../model/ports.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'
import { deciderFor } from '../decide/decide-ref.ts'
import { entriesNow } from '../decide/standing.ts'
import { readerForEverybody } from './reader-for-everybody.ts'

/** Something that is not published, and why. */
export interface LeftOut {
  readonly ref: string
  /** Of a file, where the others of its unit are published. */
  readonly path?: string
  /** Of the gate that asks or refuses. */
  readonly code?: string
  readonly reason: string
}

export type ManifestEntry = CatalogEntry & { readonly document: Manifest }

export interface PublicUnits {
  /** The manifest that is published; absent where nobody granted one. */
  readonly entry?: ManifestEntry
  readonly units: readonly AllowedUnit[]
  /** Packs that everybody may use, by their folder. */
  readonly packs: ReadonlyMap<string, AllowedPack>
  readonly leftOut: readonly LeftOut[]
}

/** What others used up says nothing about whom it is for. */
const noUsage: Usage = { count: () => ({ minute: 0, day: 0 }), note: () => undefined }

/** The units of one manifest that anybody may read, and why the others are left out. No content is opened. */
export function publicUnits(catalog: Catalog, reader: Reader, folder?: string): PublicUnits {
  const asking = readerForEverybody(reader, noUsage)
  const now = reader.ports.clock.now()
  const manifests = entriesNow(catalog.entries, deciderFor(asking, { now })).filter(isManifest)
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
  const units: AllowedUnit[] = []
  for (const ref of new Set(entry.document.units.map(({ id }) => unitRef(entry.ref, id)))) {
    const unit = unitsByRef.get(ref)
    const why = unit ? whyNotPublic(unit.unit) : undefined
    if (unit && why === undefined) units.push(unit)
    else if (unit) leftOut.push({ ref, reason: why ?? '' })
    else leftOut.push(refusedBy(ref, decided.get(ref), omitted.find((one) => one.ref === ref)?.detail))
  }
  const packs = allowed.flatMap((one) => (one.kind === 'pack' ? [[one.root, one] as const] : []))
  return { entry, units, packs: new Map(packs), leftOut }
}

export const isManifest = (entry: CatalogEntry): entry is ManifestEntry => entry.document.kind === 'manifest'

/** The one of the folder, else the first that is granted. */
export const mainManifest = (manifests: readonly ManifestEntry[], folder?: string): ManifestEntry | undefined =>
  manifests.find(({ found }) => found.folder === folder) ??
  manifests.find(({ standing }) => standing !== 'ungranted') ??
  manifests[0]

const notGranted = ({ ref }: ManifestEntry): LeftOut => ({
  ref,
  code: 'approval-required',
  reason: 'Its text is not granted. Review it, then grant it with "lorefence trust".',
})

function refusedBy(ref: string, decision: Decision | undefined, detail = 'It is disabled.'): LeftOut {
  const reason = decision?.reasons.find(({ verdict }) => verdict === decision.verdict && verdict !== 'allow')
  if (!reason) return { ref, reason: detail }
  const { gate, code, sentence } = reason
  // Its sentence would name the facts of a requester that is nobody.
  return { ref, code, reason: gate === 'delegation' ? 'Its limits on delegation need to know who asks.' : sentence }
}
