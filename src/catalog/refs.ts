import type { Catalog, CatalogEntry } from '../model/catalog.ts'
import type { Manifest, Unit } from '../model/documents/manifest.ts'
import { suggest } from '../text/messages/suggest.ts'
import { folderOf, normalizePath } from '../text/paths/paths.ts'
import { fromRefPart, lastName, refPart } from '../text/paths/ref-parts.ts'

/** A named pack, manifest or unit of a catalog. */
export interface NamedEntry {
  readonly ref: string
  readonly entry: CatalogEntry
  readonly unit?: Unit
  /** The alias by which the unit was named; `ref` has its id. */
  readonly alias?: string
}

type Entries = Pick<Catalog, 'entries'>

/** `manifest:harbor@docs` and `setup` make `unit:harbor@docs/setup`; unique, since refs of manifests have no `/`. */
export const unitRef = (manifestRef: string, id: string): string => `${unitPrefix(manifestRef)}${refPart(id)}`

export const unitPrefix = (manifestRef: string): string => `unit:${manifestRef.slice('manifest:'.length)}/`

/** Everything in a catalog that can be named: packs, manifests, and the units of manifests. */
export function catalogRefs({ entries }: Entries): readonly string[] {
  return entries.flatMap(({ ref, document }) =>
    document.kind === 'pack' ? [ref] : [ref, ...document.units.map(({ id }) => unitRef(ref, id))],
  )
}

/**
 * With the granted entries and the units of included manifests that are used only to withhold files, so that a person
 * can approve what they ask for.
 */
export const withUnlisted = (catalog: Catalog): Catalog => ({
  ...catalog,
  entries: [...catalog.entries, ...(catalog.withheld ?? []).filter(({ lapsed }) => !lapsed)].map(withDisplaced),
})

const withDisplaced = (entry: CatalogEntry): CatalogEntry =>
  entry.document.kind === 'manifest' && entry.document.displaced
    ? { ...entry, document: { ...entry.document, units: [...entry.document.units, ...entry.document.displaced] } }
    : entry

/** Whether a ref is disabled. A setting with unescaped parts applies to every ref that it could mean. */
export function switchedOff(refs: Iterable<string>): (ref: string) => boolean {
  const off = new Set(refs)
  const unescaped = new Set([...off].filter((ref) => !isRef(ref)))
  return (ref) => off.has(ref) || (unescaped.size > 0 && ref.includes('%') && unescaped.has(fromRefPart(ref)))
}

/** A ref in the present form: every part escaped, a `/` only before the id of a unit. */
const isRef = (written: string): boolean =>
  /^(?:(?:pack|manifest):|unit:(?:[^%/]|%2F|%25)+\/)(?:[^%/]|%2F|%25)+$/.test(written)

/** By its exact ref. Of units with one id the first counts (KCP §7); an id wins over an alias (§4.2a). */
export function findRef({ entries }: Entries, ref: string): NamedEntry | undefined {
  for (const entry of entries) {
    if (entry.ref === ref) return { ref, entry }
    if (entry.document.kind !== 'manifest') continue
    const prefix = unitPrefix(entry.ref)
    if (!ref.startsWith(prefix)) continue
    const name = ref.slice(prefix.length)
    const unit = entry.document.units.find(({ id }) => refPart(id) === name)
    if (unit) return { ref, entry, unit }
    const aliased = entry.document.units.find(({ aliases }) => aliases?.includes(name))
    if (aliased) return { ref: unitRef(entry.ref, aliased.id), entry, unit: aliased, alias: name }
  }
  return undefined
}

/**
 * By a ref, the name of a pack, the slug of a manifest, a unique unit id with or without `unit:`, or an absolute path.
 */
export function findNamed(catalog: Entries, written: string): NamedEntry | undefined {
  // An ungranted entry must not change the meaning of a name of a granted one.
  const granted = { entries: catalog.entries.filter(({ standing }) => standing !== 'ungranted') }
  return findRef(catalog, written) ?? named(granted, written) ?? named(catalog, written)
}

function named(catalog: Entries, written: string): NamedEntry | undefined {
  return (
    findRef(catalog, `pack:${written}`) ??
    findRef(catalog, `manifest:${written}`) ??
    unitOf(catalog, written) ??
    atPath(catalog, written)
  )
}

/** The most similar ref, for a suggestion. */
export function nearRef(catalog: Catalog, written: string): string | undefined {
  const refs = catalogRefs(catalog)
  const names = new Map(refs.map((ref) => [lastName(ref), ref]))
  return (
    suggest(written, refs) ?? nearPath(catalog, written) ?? names.get(suggest(lastName(written), names.keys()) ?? '')
  )
}

/** The path of a unit that is close to a path as written, or to one in the folder of its manifest. */
function nearPath({ entries }: Pick<Catalog, 'entries'>, written: string): string | undefined {
  if (!/[/\\]|\.\w+$/.test(written)) return undefined
  for (const { document, found } of entries) {
    if (document.kind !== 'manifest') continue
    const inside = written.startsWith(`${found.folder}/`) ? written.slice(found.folder.length + 1) : written
    const near = suggest(
      inside,
      document.units.map(({ path }) => path),
    )
    if (near !== undefined) return near
  }
  return undefined
}

/** By an id, or by a ref with unescaped parts, if only one unit matches. */
function unitOf(catalog: Entries, written: string): NamedEntry | undefined {
  const found = unitsNamed(catalog, written)
  return found.length === 1 ? found[0] : undefined
}

/** The refs of the units that a name could mean, if there are several. */
export function ambiguousRefs(catalog: Entries, written: string): readonly string[] {
  if (findNamed(catalog, written)) return []
  const refs = [...new Set(unitsNamed(catalog, written).map(({ ref }) => ref))]
  return refs.length > 1 ? refs : []
}

function unitsNamed({ entries }: Entries, written: string): readonly NamedEntry[] {
  const id = written.replace(/^unit:/, '')
  const isMeant = (manifestRef: string, unit: Unit): boolean =>
    unit.id === id ||
    (written.startsWith('unit:') &&
      written.endsWith(unit.id) &&
      fromRefPart(unitPrefix(manifestRef)) + unit.id === written)
  const found = entries.flatMap((entry) => {
    const unit =
      entry.document.kind === 'manifest'
        ? entry.document.units.find((candidate) => isMeant(entry.ref, candidate))
        : undefined
    return unit ? [{ ref: unitRef(entry.ref, unit.id), entry, unit }] : []
  })
  // An id wins over an alias.
  return found.length > 0 ? found : entries.flatMap(({ ref }) => findRef({ entries }, `${unitPrefix(ref)}${id}`) ?? [])
}

function atPath({ entries }: Entries, path: string): NamedEntry | undefined {
  const byPath =
    entries.find(({ found }) => path === `${found.folder}/${found.file}`) ??
    entries.find(({ found }) => path === found.folder)
  return byPath ? { ref: byPath.ref, entry: byPath } : namingFile(entries, path)[0]
}

/** The units whose content is the file at an absolute path. */
function namingFile(entries: readonly CatalogEntry[], path: string): readonly NamedEntry[] {
  return entries.flatMap((entry) => {
    if (entry.document.kind !== 'manifest' || !path.startsWith(`${entry.found.folder}/`)) return []
    const wanted = path.slice(entry.found.folder.length + 1)
    return entry.document.units
      .filter((unit) => normalizePath(unit.path) === wanted)
      .map((unit) => ({ ref: unitRef(entry.ref, unit.id), entry, unit }))
  })
}

/**
 * The catalog for a request: a hidden pack that is named by its folder replaces the one that hides it (AK-106, AK-110).
 */
export function withChosen(catalog: Catalog, named: readonly string[] = []): Catalog {
  const chosen = new Map(
    catalog.shadowed.filter(({ found }) => named.includes(found.folder)).map((entry) => [entry.ref, entry]),
  )
  return chosen.size === 0
    ? catalog
    : { ...catalog, entries: catalog.entries.map((entry) => chosen.get(entry.ref) ?? entry) }
}

type Placed = Pick<CatalogEntry, 'found' | 'standing'>

/**
 * A unique ref for each manifest: `manifest:<project>`, then `manifest:<project>@<folder>`. Granted ones come first, so
 * that no ungranted one can take their ref.
 */
export function manifestRefs<Entry extends Placed>(
  manifests: readonly (readonly [Entry, Manifest])[],
): ReadonlyMap<Entry, string> {
  const taken = new Set<string>()
  const isGranted = ([{ standing }]: (typeof manifests)[number]): boolean => standing !== 'ungranted'
  const inOrder = [...manifests.filter(isGranted), ...manifests.filter((manifest) => !isGranted(manifest))]
  return new Map(
    inOrder.map(([entry, manifest]) => {
      const plain = plainRef(manifest)
      const { path } = entry.found
      return [entry, freeRef([plain, `${plain}@${refPart(folderOf(path) || '.')}`, `${plain}@${refPart(path)}`], taken)]
    }),
  )
}

/** The ref of a manifest whose project is unique. */
export const plainRef = ({ project }: Manifest): string => `manifest:${slug(project)}`

/** The first unused candidate; a number is added if several roots have the same path. */
export function freeRef(candidates: readonly string[], taken: Set<string>): string {
  let free = candidates.find((candidate) => !taken.has(candidate))
  for (let number = 2; free === undefined; number++) {
    const numbered = `${candidates.at(-1)}@${number}`
    if (!taken.has(numbered)) free = numbered
  }
  taken.add(free)
  return free
}

/** Letters, digits and hyphens. */
const slug = (text: string): string =>
  [
    ...text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
  ]
    .slice(0, 64)
    .join('') || 'unnamed'
