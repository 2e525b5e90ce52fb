import { dirname, join, relative, resolve } from 'node:path'
import type { Files } from '../../model/ports.ts'
import { repositoriesAround } from '../../text/paths/paths.ts'

type FilePort = Pick<Files, 'kindOf' | 'realPath'>
type StatePort = Pick<Files, 'kindOf' | 'list' | 'realPath'>

export interface OwnFolders {
  /** Home of the user, from the environment. */
  readonly home: string
  /** Home of the account, from the system. */
  readonly account?: string | undefined
  /** Roots, and other folders that may contain foreign files. */
  readonly folders: readonly string[]
}

/** Why this state folder cannot be used; `undefined` if it can. A repository must not contain its own grants. */
export function stateTrouble(files: StatePort, state: string, own: OwnFolders): string | undefined {
  const danger = 'so the repository could contain its own grants; nothing is granted.'
  const holder = folderContaining(files, state, own)
  if (holder !== undefined)
    return `the state folder ${state} is inside the workspace ${holder}, ${danger} Set LOREFENCE_STATE, or XDG_STATE_HOME, to a folder outside it.`
  for (const link of linksIn(files, state)) {
    const target = folderContaining(files, link, own)
    if (target !== undefined)
      return `${link} is a link into the workspace ${target}, ${danger} Set LOREFENCE_STATE to another folder, or remove the link.`
  }
  return undefined
}

/** Why the user's own config cannot be used, if it is a link into a workspace. */
export function configTrouble(files: FilePort, file: string, own: OwnFolders): string | undefined {
  const holder = folderContaining(files, file, own)
  return holder === undefined
    ? undefined
    : `your config ${file} is a link into the workspace ${holder}, so the repository could change it; nothing is granted. Set XDG_CONFIG_HOME to another folder, or replace the link by a file.`
}

/** Links among the state folders and the records that decisions use. */
function linksIn(files: StatePort, state: string): readonly string[] {
  return [state, ...['grants', 'approvals', 'disabled', 'editions'].map((name) => join(state, name))].flatMap(
    (folder) => (files.list(folder) ?? []).flatMap(({ name, kind }) => (kind === 'link' ? join(folder, name) : [])),
  )
}

/** The first of these folders, or of their repositories, that contains a path, with links resolved. */
export function folderContaining(
  files: FilePort,
  folder: string,
  { home, account, folders }: OwnFolders,
): string | undefined {
  const real = realFolder(files, folder)
  const ownHome = realFolder(files, home)
  // A workspace above the home folder contains everything of the user; a clone that HOME points to is not a home.
  const isHome = account !== undefined && ownHome === realFolder(files, account)
  const holds = (holder: string, path: string): boolean =>
    isBelow(holder, path) && !(isHome && isBelow(realFolder(files, holder), ownHome))
  // The whole repository counts, whichever of its folders is the root.
  const around = (path: string): readonly string[] => [
    path,
    ...repositoriesAround(path, (mark) => files.kindOf(mark) !== undefined),
  ]
  return folders.flatMap((holder) => {
    const realHolder = realFolder(files, holder)
    // The root of the file system, where services start, is not a workspace.
    if (dirname(realHolder) === realHolder) return []
    return (
      around(realHolder).find((repository) => holds(repository, real)) ??
      around(resolve(holder)).find((repository) => holds(repository, resolve(folder))) ??
      []
    )
  })[0]
}

/** The real path, even of a path that does not exist yet. */
function realFolder(files: FilePort, path: string): string {
  const written = resolve(path)
  const above = dirname(written)
  return (
    files.realPath(written) ??
    (above === written ? written : join(realFolder(files, above), written.slice(above.length)))
  )
}

const isBelow = (folder: string, path: string): boolean =>
  !/^\.\.(?:[\\/]|$)|^(?:[a-z]:|[\\/])/i.test(relative(folder, path))
