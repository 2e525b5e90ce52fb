import type {
  Catalog,
  CatalogEntry,
  Declaration,
  DeclaredPlace,
  EntryFile,
  Governing,
  ScannedRoot,
  ShadowedEntry,
  Standing,
} from '../model/catalog.ts'
import { codeRows } from '../model/codes.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Manifest } from '../model/manifest.ts'
import type { Pack } from '../model/pack.ts'
import type { EntrySignature } from '../model/signature.ts'
import type { PackTrust } from '../model/vocabulary.ts'
import { resolveCollision } from './collisions.ts'
import { manifestRefs } from './manifest-refs.ts'
import { inPrecedence, type PackEntry } from './precedence.ts'

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
export interface ScannedRoots {
  readonly roots: readonly Omit<ScannedRoot, 'quarantined'>[]
  readonly diagnostics: readonly Diagnostic[]
  isDisabled(ref: string): boolean
}

/** One list of all roots. Of packs with one name one is used; manifests are independent of each other (KCP-006). */
export function buildCatalog(read: readonly ReadEntry[], { roots, diagnostics, isDisabled }: ScannedRoots): Catalog {
  const said: Diagnostic[] = [...diagnostics]
  const quarantined: { found: EntryFile; diagnostics: readonly Diagnostic[] }[] = []
  const documents: Usable[] = []
  const seen = new Set<string>()
  for (const entry of inPrecedence(read)) {
    const { found, document, diagnostics: findings } = entry
    // Roots may overlap; the nearest scope counts.
    const place = `${found.folder}/${found.file}`
    if (seen.has(place)) continue
    seen.add(place)
    if (!document && findings.every(({ severity }) => severity === 'info')) said.push(...findings)
    else if (!document || findings.some(quarantines)) quarantined.push({ found, diagnostics: findings })
    else documents.push({ ...entry, document })
  }
  const refs = manifestRefs(
    documents.flatMap((entry) => (entry.document.kind === 'manifest' ? [[entry, entry.document] as const] : [])),
  )
  const declarations = declarationsIn(documents, refs)
  const byPlace = new Map(documents.map((entry) => [`${entry.found.folder}/${entry.found.file}`, entry]))
  const usable = documents.map((entry): CatalogEntry => {
    const ref = entry.document.kind === 'pack' ? `pack:${entry.document.name}` : (refs.get(entry) ?? '')
    const declaredBy = declarations.get(`${entry.found.folder}/${entry.found.file}`)
    const governedBy = governingOf(entry, byPlace, refs)
    return {
      ref,
      ...entry,
      ...(declaredBy ? { declaredBy } : {}),
      ...(governedBy.length > 0 ? { governedBy } : {}),
      enabled: !isDisabled(ref),
    }
  })
  const packs = new Map<string, PackEntry[]>()
  for (const entry of usable) if (isPack(entry)) rivalsOf(packs, entry.ref).push(entry)
  const hidden = new Map<EntryFile, ShadowedEntry>()
  const lowered = new Map<EntryFile, PackTrust>()
  for (const rivals of packs.values()) {
    const settled = resolveCollision(rivals)
    for (const entry of settled.shadowed) hidden.set(entry.found, entry)
    said.push(...settled.diagnostics)
    if (settled.lowered) lowered.set(settled.lowered.found, settled.lowered.hides)
  }
  const count = (path: string): number => quarantined.filter(({ found }) => found.root === path).length
  return {
    entries: usable.flatMap((entry) => {
      const hides = lowered.get(entry.found)
      return hidden.has(entry.found) ? [] : [hides ? { ...entry, hides } : entry]
    }),
    shadowed: usable.flatMap(({ found }) => hidden.get(found) ?? []),
    quarantined,
    roots: roots.map((root) => ({ ...root, quarantined: count(root.path) })),
    diagnostics: said,
  }
}

/** Who declares the manifest at a place. */
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

/** What the manifests that govern an entry require of agents, where they say that it holds for it too. */
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
