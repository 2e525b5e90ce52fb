import type { Grant } from '../decisions/decision.ts'

/** The folders that a person enabled `workspace` for, and what was found in them. */
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
  /** Entry files that cannot be used. It is unknown what they restrict, so no file below their folders was opened. */
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
  /** Equal as long as the bytes are; absent for a file that changed just before the scan. */
  readonly stamp?: string
  /** The fields below are absent for a declared file. */
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

/** The part of a stored scan that is loaded before any other. */
export interface WorkspaceState {
  /** Format of the stored scan; with another format, folders are scanned again. */
  readonly format: string
  readonly scan: WorkspaceSummary
}

/** Stores scans in the user's state folder, without texts of files. */
export interface WorkspaceStore {
  /** Absent until a person turned it on; throws if it cannot be read. */
  load(): WorkspaceState | undefined
  /** Stores a scan with its parts; an interrupted one leaves the one before. */
  save(state: WorkspaceState, parts: Readonly<Record<WorkspacePart, Uint8Array>>): void
  /** Absent if it does not belong to the stored scan. */
  part(name: WorkspacePart, range?: { readonly start: number; readonly end: number }): Uint8Array | undefined
  /** Turns it off; returns the paths that could not be removed. */
  removeAll(): readonly string[]
  /** Runs this while no other process changes the stored scan. */
  exclusively<Result>(change: () => Promise<Result>): Promise<Result>
}

/**
 * `files`: the facts about each file; `index`: sizes and offsets of the other parts; `places`: the files of each word;
 * `texts`: the positions of the words in each file.
 */
export type WorkspacePart = 'files' | 'index' | 'places' | 'texts'
