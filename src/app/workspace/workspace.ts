import type { Clock } from '../../model/ports.ts'
import type { WorkspaceFile, WorkspaceRepository, WorkspaceScan, WorkspaceStore } from '../../model/workspace.ts'
import { indexFormat } from '../../rank/stored-text.ts'
import { repositoriesAround } from '../../text/paths/repositories.ts'
import type { DeclaringPorts } from './declared.ts'

export interface WorkspacePorts extends DeclaringPorts {
  readonly store: WorkspaceStore
  readonly clock: Clock
  /** Globs that the configs of the user and of a repository leave out. */
  ignoredIn(root: string): readonly string[]
}

/** Of what is stored. */
export const workspaceFormat = `2.${indexFormat}`

/** The last scan; `undefined` where nobody turned it on. */
export const storedScan = ({ store }: Pick<WorkspacePorts, 'store'>): WorkspaceScan | undefined => store.load()?.scan

/** Whether a person turned it on, whatever is stored since. */
export function isWorkspaceOn({ store }: Pick<WorkspacePorts, 'store'>): boolean {
  try {
    return store.load() !== undefined
  } catch {
    return true
  }
}

/** The files that were opened, in the order of what is stored of them. */
export const openedFiles = (
  scan: WorkspaceScan,
): readonly { readonly repository: WorkspaceRepository; readonly file: WorkspaceFile }[] =>
  scan.repositories.flatMap((repository) =>
    repository.files.flatMap((file) => (file.digest === undefined ? [] : [{ repository, file }])),
  )

export const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** Folders whose entry files can be about files of these roots. */
export interface DeclaringFolders {
  /** With everything below them. */
  readonly roots: readonly string[]
  /** Only their own: a manifest of a repository or scanned folder around a root is about it too. */
  readonly above: readonly string[]
}

export function declaringFolders(
  { files, store }: Pick<WorkspacePorts, 'files' | 'store'>,
  found: readonly string[],
): DeclaringFolders {
  const folders = (store.load()?.scan?.folders ?? []).map(({ path }) => path)
  const around = found.map((root) => [
    ...repositoriesAround(root, (path) => files.kindOf(path) !== undefined),
    ...folders.filter((folder) => isBelow(root, folder)),
  ])
  const roots = new Set([...found, ...around.flatMap(([nearest]) => nearest ?? [])])
  const above = new Set(
    found.flatMap((root, i) => foldersAbove(root).filter((path) => around[i]?.some((outer) => isBelow(path, outer)))),
  )
  return { roots: [...roots].sort(), above: [...above].filter((path) => !roots.has(path)).sort() }
}

/** The folders that a path is in, nearest first. */
export function foldersAbove(path: string): readonly string[] {
  const above: string[] = []
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) above.push(path.slice(0, at))
  return above
}
