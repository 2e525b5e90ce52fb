import type { Grant } from './decision.ts'

/** What `workspace` knows of the folders that a person turned it on for. */
export interface WorkspaceScan {
  readonly folders: readonly WorkspaceFolder[]
  /** Sorted by root; each file belongs to the nearest one. */
  readonly repositories: readonly WorkspaceRepository[]
}

export interface WorkspaceFolder {
  /** Absolute, without links. */
  readonly path: string
  /** How the person agreed, and when: it is the grant for the files that nothing declares. */
  readonly given: Grant['given']
  readonly at: string
}

export interface WorkspaceRepository {
  /** Absolute, without links. */
  readonly root: string
  /** `false` for a folder around repositories, or without git. */
  readonly isGit: boolean
  /** Entry files of the packs and manifests in it, below the root, whether or not they are granted. */
  readonly manifests: readonly string[]
  readonly packs: readonly string[]
  /** Entry files that cannot be used. Nobody knows what they restrict, so that no file below their folders was opened. */
  readonly unusable: readonly string[]
  /** Sorted by path. */
  readonly files: readonly WorkspaceFile[]
  readonly leftOut: Readonly<Partial<Record<WorkspaceOmission, number>>>
}

export type WorkspaceFileKind = 'document' | 'code' | 'configuration' | 'pdf'

/** Names are as the publisher wrote them: they reach a model only fenced, and a terminal only escaped. */
export interface WorkspaceFile {
  /** Below the root of its repository. */
  readonly path: string
  readonly kind: WorkspaceFileKind
  /** A pack or manifest covers it: it was not opened, and is read through that entry only. */
  readonly declared?: true
  /** As long as it is equal, so are the bytes; absent for a file that was changed a moment before the scan. */
  readonly stamp?: string
  /** What follows is absent for a declared file. */
  readonly bytes?: number
  readonly digest?: string
  /** Estimated. */
  readonly tokens?: number
}

/** Why a file or folder is not part of a scan; nothing of it was opened, unless it is `binary` or `unreadable`. */
export type WorkspaceOmission =
  | 'ignored'
  | 'hidden'
  | 'private'
  | 'dependencies'
  | 'link'
  | 'generated'
  | 'binary'
  | 'too-large'
  | 'unreadable'
  | 'unusable-manifest'
  | 'limit'

/** A scan without its files. */
export interface WorkspaceSummary {
  readonly folders: readonly WorkspaceFolder[]
  readonly repositories: readonly Omit<WorkspaceRepository, 'files'>[]
}

/** What is read of a stored scan before any of its parts. */
export interface WorkspaceState {
  /** Of what is stored; another one is scanned again. */
  readonly format: string
  readonly scan: WorkspaceSummary
}

/** What is stored in the user's state folder. No text of a file is. */
export interface WorkspaceStore {
  /** Absent until a person turned it on; throws if it cannot be read. */
  load(): WorkspaceState | undefined
  /** Stores a scan with its parts; an interrupted one leaves the one before. */
  save(state: WorkspaceState, parts: Readonly<Record<WorkspacePart, Uint8Array>>): void
  /** Absent if it does not belong to the stored scan. */
  part(name: WorkspacePart, range?: { readonly start: number; readonly end: number }): Uint8Array | undefined
  /** Turns it off; returns the paths of what is left, which is nothing unless the disk fails. */
  removeAll(): readonly string[]
  /** Runs this while no other process changes what is stored. */
  exclusively<Result>(change: () => Promise<Result>): Promise<Result>
}

/**
 * `files`: what is known of each file; `index`: sizes, and where the rest is; `places`: in which files each word is; `texts`: where
 * the words of each file are in it.
 */
export type WorkspacePart = 'files' | 'index' | 'places' | 'texts'
