import type { Catalog, CatalogEntry } from '../model/catalog.ts'
import type { Unit } from '../model/manifest.ts'
import { normalizePath } from '../text/paths.ts'
import { suggest } from '../text/suggest.ts'

/** A thing of a catalog that somebody named: a pack, a manifest, or a unit of one. */
export interface Named {
  readonly ref: string
  readonly entry: CatalogEntry
  readonly unit?: Unit
}

type Entries = Pick<Catalog, 'entries'>

/** `manifest:harbor@docs` and `setup` give `unit:harbor@docs/setup`. */
export const unitRef = (manifestRef: string, id: string): string => `unit:${manifestRef.slice('manifest:'.length)}/${id}`

/** Everything in a catalog that can be named: packs, manifests, and the units of manifests. */
export function catalogRefs({ entries }: Catalog): readonly string[] {
  return entries.flatMap(({ ref, document }) => (document.kind === 'pack' ? [ref] : [ref, ...document.units.map(({ id }) => unitRef(ref, id))]))
}

/** By its exact ref. Of units with one id the first counts (KCP §7). */
export function findRef({ entries }: Entries, ref: string): Named | undefined {
  for (const entry of entries) {
    if (entry.ref === ref) return { ref, entry }
    if (entry.document.kind !== 'manifest') continue
    const prefix = unitRef(entry.ref, '')
    const unit = ref.startsWith(prefix) ? entry.document.units.find(({ id }) => id === ref.slice(prefix.length)) : undefined
    if (unit) return { ref, entry, unit }
  }
  return undefined
}

/** As people name things: a ref, the name of a pack, the slug of a manifest, the id of a unit that only one manifest has, with or without `unit:`, or an absolute path. */
export function findNamed(catalog: Entries, written: string): Named | undefined {
  return findRef(catalog, written) ?? findRef(catalog, `pack:${written}`) ?? findRef(catalog, `manifest:${written}`) ?? unitOfId(catalog, written.replace(/^unit:/, '')) ?? atPath(catalog, written)
}

/** What somebody who named nothing that is here may have meant. */
export function nearRef(catalog: Catalog, written: string): string | undefined {
  const refs = catalogRefs(catalog)
  const names = new Map(refs.map((ref) => [ref.slice(ref.lastIndexOf(ref.startsWith('unit:') ? '/' : ':') + 1), ref]))
  return suggest(written, refs) ?? names.get(suggest(written.slice(Math.max(written.lastIndexOf(':'), written.lastIndexOf('/')) + 1), names.keys()) ?? '')
}

function unitOfId(catalog: Entries, id: string): Named | undefined {
  const found = catalog.entries.flatMap(({ ref, document }) => (document.kind === 'manifest' && document.units.some((unit) => unit.id === id) ? [unitRef(ref, id)] : []))
  return found.length === 1 ? findRef(catalog, found[0] ?? '') : undefined
}

function atPath({ entries }: Entries, path: string): Named | undefined {
  const byPlace = entries.find(({ found }) => path === `${found.folder}/${found.file}`) ?? entries.find(({ found }) => path === found.folder)
  return byPlace ? { ref: byPlace.ref, entry: byPlace } : namingFile(entries, path)[0]
}

/** The units whose content is the file at an absolute path. */
function namingFile(entries: readonly CatalogEntry[], path: string): readonly Named[] {
  return entries.flatMap((entry) => {
    if (entry.document.kind !== 'manifest' || !path.startsWith(`${entry.found.folder}/`)) return []
    const wanted = path.slice(entry.found.folder.length + 1)
    return entry.document.units.filter((unit) => normalizePath(unit.path) === wanted).map((unit) => ({ ref: unitRef(entry.ref, unit.id), entry, unit }))
  })
}
