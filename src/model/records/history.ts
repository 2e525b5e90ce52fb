/** What git records of the files of one repository. Names are hostile text; those that are not UTF-8 are left out. */
export interface History {
  /** Absolute path of the work tree. */
  readonly root: string
  /** By path below the root: of the newest commits, at most `limits.historyCommits`. */
  readonly files: ReadonlyMap<string, FileHistory>
  /** Every commit was read; else a file that is not listed may have changed before. */
  readonly isWhole: boolean
  /** Files that differ from the last commit, and new ones that are not ignored. */
  readonly uncommitted: ReadonlySet<string>
  /** The bytes of a file before its last change; absent if it did not exist, or where nothing shows it. */
  before(path: string): Uint8Array | undefined
}

export interface FileHistory {
  /** Commits that changed it. */
  readonly commits: number
  /** The newest of them, and its date where it was made. */
  readonly commit: string
  readonly date: string
}

/** A branch or another work tree with changes that this work tree does not have. */
export interface OtherWork {
  readonly kind: 'work-tree' | 'branch'
  /** The branch; for a work tree without one, its commit. */
  readonly name: string
  /** Absolute path of a work tree. */
  readonly path?: string
  /** By path below the root. */
  readonly uncommitted: readonly string[]
  readonly unmerged: readonly string[]
}

/** What git records on this machine. No method throws or starts a program that a repository names. */
export interface Histories {
  /** The history of the repository around a folder; `undefined` without one that has a commit. */
  of(folder: string): History | undefined
  /** Sorted by kind and name; `undefined` where git cannot list them. */
  otherWork(folder: string): readonly OtherWork[] | undefined
}
