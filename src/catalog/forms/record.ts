import type {
  Catalog,
  CatalogEntry,
  EntryFile,
  ScannedRoot,
  Scope,
  ShadowedEntry,
  Standing,
} from '../../model/catalog.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Pack } from '../../model/documents/pack.ts'
import { disclose, effectiveTrust, locationOf, nameOf, type OmittedEntry } from '../disclosure.ts'
import { given, packSummary, type PackSummary } from '../pack-summary.ts'

interface ListedEntry {
  readonly ref: string
  /** Where it was found; the `scope` field of a pack is `ownership`. */
  readonly scope: Scope
  readonly path: string
  readonly location: string
  readonly standing: Standing
  /** What changed since the grant that pins its files; absent if nothing did. */
  readonly changes?: string
  readonly enabled: boolean
  readonly diagnostics: readonly Diagnostic[]
}

interface ListedPack extends ListedEntry, PackSummary {
  readonly kind: 'pack'
  /** The declared trust, and the one that counts. */
  readonly trust: { readonly declared?: string; readonly effective: string }
  readonly ownership?: string
  readonly packRoot: string
}

interface ListedManifest extends ListedEntry {
  readonly kind: 'manifest'
  readonly name: string
  readonly description: string
  readonly version?: string
  readonly via: EntryFile['via']
  /** `more`: only its beginning was read, since it is long and ungranted. */
  readonly units: { readonly count: number; readonly ids: readonly string[]; readonly more?: true }
}

/** The catalog as plain values, for scripts and people; a model sees less of ungranted entries. */
export interface CatalogRecord {
  readonly entries: readonly (ListedPack | ListedManifest)[]
  readonly shadowed: readonly (ListedPack & Pick<ShadowedEntry, 'shadowedBy' | 'why'>)[]
  readonly quarantined: readonly {
    readonly format: EntryFile['format']
    readonly scope: Scope
    readonly path: string
    readonly location: string
    readonly diagnostics: readonly Diagnostic[]
  }[]
  readonly omitted: readonly OmittedEntry[]
  readonly roots: readonly ScannedRoot[]
  readonly diagnostics: readonly Diagnostic[]
}

export interface RecordOptions {
  readonly all?: boolean
  /** By ref, what changed since the grant. */
  readonly changes?: ReadonlyMap<string, string>
}

export function recordCatalog(catalog: Catalog, { changes, ...options }: RecordOptions = {}): CatalogRecord {
  const { entries, omitted } = disclose(catalog, options)
  const withChanges = (entry: ListedPack | ListedManifest): ListedPack | ListedManifest => {
    const changed = changes?.get(entry.ref)
    return changed === undefined ? entry : { ...entry, changes: changed }
  }
  return {
    entries: entries.map((entry) => withChanges(listed(entry))),
    shadowed: catalog.shadowed.flatMap((entry) =>
      entry.document.kind === 'pack'
        ? [{ ...listedPack(entry, entry.document), shadowedBy: entry.shadowedBy, why: entry.why }]
        : [],
    ),
    quarantined: catalog.quarantined.map(({ found, diagnostics }) => ({
      format: found.format,
      scope: found.scope,
      path: found.path,
      location: locationOf({ found }),
      diagnostics,
    })),
    omitted,
    roots: catalog.roots,
    diagnostics: catalog.diagnostics,
  }
}

const listed = (entry: CatalogEntry): ListedPack | ListedManifest =>
  entry.document.kind === 'pack' ? listedPack(entry, entry.document) : listedManifest(entry, entry.document)

/** Field by field, because copies of parts take longer than all else in a list of thousands. */
function listedPack(entry: CatalogEntry, { head }: Pack): ListedPack {
  const { ref, found, standing, enabled, diagnostics } = entry
  const effective = effectiveTrust(entry)
  return {
    ref,
    kind: 'pack',
    ...packSummary(head),
    trust: head.trust === undefined ? { effective } : { declared: head.trust, effective },
    ...(head.ownership === undefined ? undefined : { ownership: head.ownership }),
    scope: found.scope,
    path: found.path,
    location: locationOf(entry),
    standing,
    enabled,
    diagnostics,
    packRoot: found.folder,
  }
}

function listedManifest(entry: CatalogEntry, { project, version, units, headOnly }: Manifest): ListedManifest {
  return {
    ref: entry.ref,
    kind: 'manifest',
    name: nameOf(entry),
    description: project,
    ...given({ version }),
    via: entry.found.via,
    units: { count: units.length, ids: units.map(({ id }) => id), ...(headOnly ? { more: true as const } : {}) },
    scope: entry.found.scope,
    path: entry.found.path,
    location: locationOf(entry),
    standing: entry.standing,
    enabled: entry.enabled,
    diagnostics: entry.diagnostics,
  }
}
