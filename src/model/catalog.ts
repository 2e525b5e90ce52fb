import type { Grant } from './decisions/decision.ts'
import type { Diagnostic } from './codes/diagnostic.ts'
import type { AgentRequirements, FederatedManifest, Manifest } from './documents/manifest.ts'
import type { EntrySignature } from './documents/signature.ts'
import type { Pack } from './documents/pack.ts'
import type { PackTrust } from './tables/vocabulary.ts'

/** Where something was found; nearer scopes win. */
export type Scope = 'explicit' | 'workspace' | 'user' | 'organization' | 'builtin'

/** A folder to search: a workspace unless marked otherwise. */
export interface Root {
  readonly path: string
  readonly scope: Scope
  /** A bare folder of packs: no `.agents/knowledge/`, no `llms.txt`. */
  readonly bare?: true
  /** The folder of this client, which wins over the one that all clients share. */
  readonly native?: true
  /** Prefix of the shown paths of its entries, such as `~/.agents/knowledge`. */
  readonly shown?: string
}

/** An entry file that discovery found, before anything is known of its content. */
export interface EntryFile {
  readonly format: 'pack' | 'manifest'
  /** Absolute folder of the entry file. */
  readonly folder: string
  readonly file: string
  readonly scope: Scope
  /** How it is shown: relative to its root, with forward slashes. */
  readonly path: string
  /** Absolute path of the root it was found in. */
  readonly root: string
  /** How it was found; `manifest`: only another manifest declares it (KCP §3.6). */
  readonly via: 'walk' | 'root' | 'llms.txt' | 'well-known' | 'catalog.yaml' | 'manifest'
  /** It is in the folder of this client. */
  readonly native: boolean
}

/** Whether a person has granted the text of an entry. */
export type Standing = 'builtin' | 'granted' | 'followed' | 'ungranted'

export interface CatalogEntry {
  readonly ref: string
  readonly found: EntryFile
  readonly document: Pack | Manifest
  readonly diagnostics: readonly Diagnostic[]
  /** Digest of the part of the entry file that discovery reads: the frontmatter of a pack, the whole of a manifest. */
  readonly headDigest: string
  readonly standing: Standing
  /** Absent where nothing is signed and the user's config has no settings for signatures. */
  readonly signature?: EntrySignature
  /** A disabled entry is not shown to a model and not used. */
  readonly enabled: boolean
  /** Ids of units that are disabled one by one: they are not shown to a model either. */
  readonly disabledUnits?: ReadonlySet<string>
  /** The trust of a granted pack of the same name that this one of lower trust hides (AK-108). */
  readonly hides?: PackTrust
  /**
   * A granted entry whose entry file is missing or unusable; the files that it named stay closed until a person
   * decides.
   */
  readonly lapsed?: 'missing' | 'unusable'
  /**
   * For a missing entry that may have been moved: its grant, and the ungranted entries beside the files that it named.
   */
  readonly moved?: { readonly grant: Grant; readonly to: readonly EntryFile[] }
  /** The manifests that this one declares and that are inside the root (KCP §3.6). */
  readonly declares?: readonly DeclaredPlace[]
  /** Requirements of the manifests that it declares as governing it, as far as they propagate them (KCP §3.2). */
  readonly governedBy?: readonly Governing[]
  /** Those that declare this one. */
  readonly declaredBy?: readonly Declaration[]
}

export interface Governing {
  readonly by: Pick<CatalogEntry, 'ref' | 'found' | 'headDigest'>
  readonly requirements: AgentRequirements
}

/** One entry of `manifests` that led here. */
export interface Declaration {
  readonly by: Pick<CatalogEntry, 'ref' | 'found' | 'headDigest'>
  readonly entry: FederatedManifest
  /** All entries beside it, because one may replace another. */
  readonly manifests: readonly FederatedManifest[]
}

export interface DeclaredPlace {
  /** The `manifests[].id`. */
  readonly id: string
  /** Absolute path of the entry file, as `found` has it. */
  readonly place: string
}

/** A pack that another one of the same name shadows; it can still be selected by its path. */
export interface ShadowedEntry extends CatalogEntry {
  /** Shown path of the pack that is used under this name. */
  readonly shadowedBy: string
  readonly why: 'precedence' | 'ungranted' | 'stale'
}

export interface ScannedRoot {
  readonly path: string
  readonly scope: Scope
  readonly exists: boolean
  readonly packs: number
  readonly manifests: number
  /** Folders that were not searched. */
  readonly skipped: number
  readonly quarantined: number
}

export interface Catalog {
  readonly entries: readonly CatalogEntry[]
  /**
   * Manifests with the units that the requester must not know of, and granted entries that the scan does not list:
   * ignored, above a root, gone or invalid. Used only to withhold their files.
   */
  readonly withheld?: readonly CatalogEntry[]
  readonly shadowed: readonly ShadowedEntry[]
  readonly quarantined: readonly { readonly found: EntryFile; readonly diagnostics: readonly Diagnostic[] }[]
  readonly roots: readonly ScannedRoot[]
  readonly diagnostics: readonly Diagnostic[]
}
