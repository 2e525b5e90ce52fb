import type {
  Catalog,
  CatalogEntry,
  Declaration,
  DeclaredPlace,
  EntryFile,
  Governing,
  ScannedRoot,
  Standing,
} from '../model/catalog.ts'
import { codeRows } from '../model/codes/codes.ts'
import type { Diagnostic } from '../model/codes/diagnostic.ts'
import type { Manifest } from '../model/documents/manifest.ts'
import type { Pack } from '../model/documents/pack.ts'
import type { EntrySignature } from '../model/documents/signature.ts'
import { locationOf } from './disclosure.ts'
import { manifestRefs } from './refs.ts'
import { inPrecedence, resolveCollision, type PackEntry } from './precedence.ts'

/** A found entry file with its parsed head. */
export interface ReadEntry {
  readonly found: EntryFile
  readonly document: Pack | Manifest | undefined
  readonly diagnostics: readonly Diagnostic[]
  readonly headDigest: string
  readonly standing: Standing
  readonly signature?: EntrySignature
  readonly declares?: readonly DeclaredPlace[]
}

type Usable = Omit<CatalogEntry, 'ref' | 'enabled'>

/** The scanned roots, findings and switches. */
interface ScannedRoots {
  readonly roots: readonly Omit<ScannedRoot, 'quarantined'>[]
  readonly diagnostics: readonly Diagnostic[]
  isDisabled(ref: string): boolean
}

/** One list of all roots. Of packs with one name one is used; manifests are independent of each other (KCP-006). */
export function buildCatalog(read: readonly ReadEntry[], { roots, diagnostics, isDisabled }: ScannedRoots): Catalog {
  const { documents, quarantined, remarks } = sortOut(read)
  const usable = assignRefs(documents, isDisabled)
  const packs = new Map<string, PackEntry[]>()
  for (const entry of usable) if (isPack(entry)) rivalsOf(packs, entry.ref).push(entry)
  const settled = [...packs.values()].map(resolveCollision)
  const shadowed = new Map(settled.flatMap((names) => names.shadowed.map((entry) => [entry.found, entry] as const)))
  const lowered = new Map(settled.flatMap((names) => (names.lowered ? [[names.lowered.found, names.lowered]] : [])))
  const count = (path: string): number => quarantined.filter(({ found }) => found.root === path).length
  return {
    entries: usable.flatMap((entry) => {
      const hides = lowered.get(entry.found)?.hides
      return shadowed.has(entry.found) ? [] : [hides ? { ...entry, hides } : entry]
    }),
    shadowed: usable.flatMap(({ found }) => shadowed.get(found) ?? []),
    quarantined,
    roots: roots.map((root) => ({ ...root, quarantined: count(root.path) })),
    diagnostics: [...diagnostics, ...remarks, ...settled.flatMap((names) => names.diagnostics)],
  }
}

interface Sorted {
  readonly documents: readonly Usable[]
  readonly quarantined: Catalog['quarantined']
  /** Findings about files that hold no entry. */
  readonly remarks: readonly Diagnostic[]
}

function sortOut(read: readonly ReadEntry[]): Sorted {
  const documents: Usable[] = []
  const quarantined: { found: EntryFile; diagnostics: readonly Diagnostic[] }[] = []
  const remarks: Diagnostic[] = []
  const seen = new Set<string>()
  for (const entry of inPrecedence(read)) {
    const { found, document, diagnostics } = entry
    // Roots may overlap; the nearest scope counts.
    const place = locationOf(entry)
    if (seen.has(place)) continue
    seen.add(place)
    if (!document && diagnostics.every(({ severity }) => severity === 'info')) remarks.push(...diagnostics)
    else if (!document || diagnostics.some(quarantines)) quarantined.push({ found, diagnostics })
    else documents.push({ ...entry, document })
  }
  return { documents, quarantined, remarks }
}

/** Gives each entry its ref, and links it to the manifests that declare or govern it. */
function assignRefs(documents: readonly Usable[], isDisabled: (ref: string) => boolean): readonly CatalogEntry[] {
  const refs = manifestRefs(
    documents.flatMap((entry) => (entry.document.kind === 'manifest' ? [[entry, entry.document] as const] : [])),
  )
  const declarations = declarationsIn(documents, refs)
  const byPlace = new Map(documents.map((entry) => [locationOf(entry), entry]))
  return documents.map((entry): CatalogEntry => {
    const ref = entry.document.kind === 'pack' ? `pack:${entry.document.name}` : (refs.get(entry) ?? '')
    const declaredBy = declarations.get(locationOf(entry))
    const governedBy = governingOf(entry, byPlace, refs)
    return {
      ref,
      ...entry,
      ...(declaredBy ? { declaredBy } : {}),
      ...(governedBy.length > 0 ? { governedBy } : {}),
      enabled: !isDisabled(ref),
    }
  })
}

/** The declarations of each manifest, by its place. */
function declarationsIn(
  documents: readonly Usable[],
  refs: ReadonlyMap<Usable, string>,
): ReadonlyMap<string, readonly Declaration[]> {
  const found = new Map<string, Declaration[]>()
  for (const parent of documents) {
    const { document, declares = [], headDigest, found: file } = parent
    const { manifests = [] } = document.kind === 'manifest' ? document : {}
    for (const { id, place } of declares) {
      const entry = manifests.find((one) => one.id === id)
      if (!entry) continue
      const declarations = found.get(place) ?? []
      declarations.push({ by: { ref: refs.get(parent) ?? '', found: file, headDigest }, entry, manifests })
      found.set(place, declarations)
    }
  }
  return found
}

/** The agent requirements that governing manifests pass on to an entry (`propagate_to_governed`). */
function governingOf(
  { document, declares = [] }: Usable,
  byPlace: ReadonlyMap<string, Usable>,
  refs: ReadonlyMap<Usable, string>,
): readonly Governing[] {
  const { manifests = [] } = document.kind === 'manifest' ? document : {}
  return declares.flatMap(({ id, place }) => {
    const governs = manifests.find((one) => one.id === id)?.relationship === 'governs'
    const other = governs ? byPlace.get(place) : undefined
    const requirements = other?.document.kind === 'manifest' ? other.document.trust?.agentRequirements : undefined
    if (!other || requirements?.propagateToGoverned !== true) return []
    return [{ by: { ref: refs.get(other) ?? '', found: other.found, headDigest: other.headDigest }, requirements }]
  })
}

const isPack = (entry: CatalogEntry): entry is PackEntry => entry.document.kind === 'pack'

function rivalsOf(packs: Map<string, PackEntry[]>, ref: string): PackEntry[] {
  const known = packs.get(ref)
  if (known) return known
  const rivals: PackEntry[] = []
  packs.set(ref, rivals)
  return rivals
}

/** Errors with a safe fallback keep a pack usable (AK-045, AK-047, AK-048). */
const quarantines = ({ code, severity }: Diagnostic): boolean => severity === 'error' && !codeRows[code].fallback
