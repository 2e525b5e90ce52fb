import type { Clock } from '../../model/ports.ts'
import type { WorkspaceStore } from '../../model/workspace.ts'
import { repositoriesAround } from '../../text/paths/paths.ts'
import type { DeclaringPorts } from './declared.ts'

export interface WorkspacePorts extends DeclaringPorts {
  readonly store: WorkspaceStore
  readonly clock: Clock
  /** Scans what a person turned on. Most searches do not need it, so it is loaded when it is called. */
  scanAgain(ports: WorkspacePorts, options?: { readonly isAnew: boolean }): Promise<unknown>
  /** Globs that the configs of the user and of a repository leave out. */
  ignoredIn(root: string): readonly string[]
  /** The file of what the user ignores in every repository; absent if there can be none. */
  readonly userIgnore?: string | undefined
}

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
  const folders = (store.load()?.scan.folders ?? []).map(({ path }) => path)
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
