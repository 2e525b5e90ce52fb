import { dirname, join, relative, resolve } from 'node:path'
import type { Files } from '../../model/ports.ts'
import { repositoriesAround } from '../../text/paths/repositories.ts'

type FilePort = Pick<Files, 'kindOf' | 'realPath'>
type StatePort = Pick<Files, 'kindOf' | 'list' | 'realPath'>

export interface OwnPlaces {
  /** Home of the user, from the environment. */
  readonly home: string
  /** Home of the account, from the system. */
  readonly account?: string | undefined
  /** Roots, and other folders that may contain foreign files. */
  readonly folders: readonly string[]
}

/** Why this state folder cannot be used; `undefined` if it can. A repository must not contain its own grants. */
export function stateTrouble(files: StatePort, state: string, places: OwnPlaces): string | undefined {
  const danger = 'so the repository could contain its own grants; nothing is granted.'
  const holder = folderContaining(files, state, places)
  if (holder !== undefined)
    return `the state folder ${state} is inside the workspace ${holder}, ${danger} Set LOREFENCE_STATE, or XDG_STATE_HOME, to a folder outside it.`
  for (const link of linksIn(files, state)) {
    const target = folderContaining(files, link, places)
    if (target !== undefined)
      return `${link} is a link into the workspace ${target}, ${danger} Set LOREFENCE_STATE to another folder, or remove the link.`
  }
  return undefined
}

/** Why the user's own config cannot be used, if it is a link into a workspace. */
export function configTrouble(files: FilePort, file: string, places: OwnPlaces): string | undefined {
  const holder = folderContaining(files, file, places)
  return holder === undefined
    ? undefined
    : `your config ${file} is a link into the workspace ${holder}, so the repository could change it; nothing is granted. Set XDG_CONFIG_HOME to another folder, or replace the link by a file.`
}

/** Links among the state folders, and among the records that decisions use. */
function linksIn(files: StatePort, state: string): readonly string[] {
  return [state, ...['grants', 'approvals', 'disabled', 'editions'].map((name) => join(state, name))].flatMap(
    (folder) => (files.list(folder) ?? []).flatMap(({ name, kind }) => (kind === 'link' ? join(folder, name) : [])),
  )
}

/** The one of these folders, or of their repositories, that contains a path, with links resolved. */
export function folderContaining(
  files: FilePort,
  folder: string,
  { home, account, folders }: OwnPlaces,
): string | undefined {
  const real = realPlace(files, folder)
  const ownHome = realPlace(files, home)
  // A workspace above the home folder contains everything of the user; a clone that HOME names is not a home.
  const isHome = account !== undefined && ownHome === realPlace(files, account)
  const holds = (place: string, path: string): boolean =>
    isBelow(place, path) && !(isHome && isBelow(realPlace(files, place), ownHome))
  // The whole repository counts, whichever of its folders is the root.
  const around = (place: string): readonly string[] => [
    place,
    ...repositoriesAround(place, (path) => files.kindOf(path) !== undefined),
  ]
  return folders.flatMap((holder) => {
    const place = realPlace(files, holder)
    // The root of the file system, where services start, is not a workspace.
    if (dirname(place) === place) return []
    return (
      around(place).find((repository) => holds(repository, real)) ??
      around(resolve(holder)).find((repository) => holds(repository, resolve(folder))) ??
      []
    )
  })[0]
}

/** The real path, also of a path that does not exist yet. */
function realPlace(files: FilePort, path: string): string {
  const written = resolve(path)
  const above = dirname(written)
  return (
    files.realPath(written) ??
    (above === written ? written : join(realPlace(files, above), written.slice(above.length)))
  )
}

const isBelow = (folder: string, path: string): boolean =>
  !/^\.\.(?:[\\/]|$)|^(?:[a-z]:|[\\/])/i.test(relative(folder, path))
