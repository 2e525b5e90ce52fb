import type { Cache, Files, WordIndex } from '../../model/ports.ts'
import type { Environment } from '../stores/state-folder.ts'
import type { Database } from './connect.ts'
import { storedResults, storedWords } from './stored-words.ts'
import { storedWorkspace, type StoredWorkspace } from './stored-workspace.ts'
import { waitForDatabase } from './waiting-database.ts'

/** A workspace of a database with its index: what a server needs instead of a checkout. */
export interface StoredKnowledge extends Pick<StoredWorkspace, 'root' | 'current'> {
  /** Those of the workspace; elsewhere, those of the disk. */
  readonly files: Files
  readonly words: WordIndex
  readonly cache: Cache
  close(): Promise<void>
}

export interface StorePlace {
  readonly url: string
  readonly env: Environment
  readonly workspace: string
}

/** Nothing is asked yet: `current` shows whether there is such a workspace. */
export function storedKnowledge(database: Database, disk: Files, { url, env, workspace }: StorePlace): StoredKnowledge {
  const waiting = waitForDatabase(url, env)
  const stored = storedWorkspace(workspace, database, waiting)
  return {
    root: stored.root,
    files: filesOfBoth(stored, disk),
    words: storedWords(waiting),
    cache: storedResults(waiting),
    async current() {
      await waiting.ready()
      await stored.current()
    },
    close: () => waiting.close(),
  }
}

function filesOfBoth({ root, files }: Pick<StoredWorkspace, 'root' | 'files'>, disk: Files): Files {
  const of = (path: string): Files => (path === root || path.startsWith(`${root}/`) ? files : disk)
  const { revision, pdfText } = files
  return {
    read: (folder, path, options) => of(folder).read(folder, path, options),
    expect: (folder, paths) => of(folder).expect?.(folder, paths),
    list: (folder, wanted) => of(folder).list(folder, wanted),
    kindOf: (path) => of(path).kindOf(path),
    realPath: (path) => of(path).realPath(path),
    stamps: (folder) => of(folder).stamps?.(folder) ?? (() => undefined),
    folderStamp: (folder) => of(folder).folderStamp?.(folder),
    mayHaveChanged: (path, since) => of(path).mayHaveChanged?.(path, since) ?? true,
    ...(revision ? { revision } : {}),
    ...(pdfText ? { pdfText } : {}),
  }
}
