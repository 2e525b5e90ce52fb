/** Where knowledge is installed from, as a person, a catalog or a lock writes it. */
export type InstallSource = InnerPlace &
  (
    | { readonly kind: 'local'; /** Absolute. */ readonly place: string }
    | { readonly kind: 'https'; readonly url: string }
    /** An https URL or an absolute folder. */
    | { readonly kind: 'git'; readonly repository: string }
    | { readonly kind: 'github'; readonly owner: string; readonly repository: string }
  )

interface InnerPlace {
  /** A folder or an entry file in it; absent: all of it. */
  readonly path?: string
  /** Branch, tag or commit; absent: the default branch. */
  readonly ref?: string
}

/** One pack or manifest in `lorefence.lock`. */
export interface LockedEntry {
  /** Also the name of its folder. */
  readonly name: string
  readonly format: 'pack' | 'manifest'
  /** As `InstallSource` is written; paths of this machine are relative to the folder of the lock. */
  readonly source: string
  /** Its entry file in the source; absent for a document that is the source. */
  readonly path?: string
  /** The commit that was installed. */
  readonly commit?: string
  readonly version?: string
  /** From a catalog, with the entries that it needs. */
  readonly catalog?: { readonly dependsOn?: readonly string[] }
  /** The digest of every installed file. Files with others are the user's. */
  readonly files: Readonly<Record<string, string>>
  /** The digests of an installation that has begun; absent once it is complete. */
  readonly pending?: Readonly<Record<string, string>>
}

export interface Lock {
  /** Sorted by name. */
  readonly entries: readonly LockedEntry[]
}

/** The files of a source, as far as they can be listed. */
export interface SourceTree {
  /** Regular files, with forward slashes, sorted; absent for a single document, whose neighbours are not listed. */
  readonly paths?: readonly string[]
  /** Entries that are neither file nor folder: links, other repositories. */
  readonly odd: readonly string[]
  /** The bytes of files; one that cannot be read is absent. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
  readonly commit?: string
  /** Host and path, where it was fetched. */
  readonly origin?: string
  /** When and in which commit a file last changed, as far as known; `known` if it has not changed since that commit. */
  changeOf?(path: string, known?: string): Promise<SourceChange>
}

export interface SourceChange {
  /** `YYYY-MM-DD`, UTC. */
  readonly date?: string
  readonly commit?: string
}

export type OpenedTree =
  | { readonly ok: true; readonly tree: SourceTree }
  | { readonly ok: false; readonly why: 'refused' | 'failed' | 'invalid'; readonly detail: string }

/** The user's settings for sources. */
export interface InstallSettings {
  /** Absolute folders that catalogs and locks may name although they are elsewhere. */
  readonly folders: readonly string[]
  /** Hosts, with a port where it is not 443, from which git may fetch. */
  readonly git: readonly string[]
}
