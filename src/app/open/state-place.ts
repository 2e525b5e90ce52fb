import { dirname, join, relative, resolve } from 'node:path'
import type { Files } from '../../model/ports.ts'
import { repositoriesAround } from '../../text/paths/repositories.ts'

type FilePort = Pick<Files, 'kindOf' | 'realPath'>
type StatePort = Pick<Files, 'kindOf' | 'list' | 'realPath'>

export interface OwnPlaces {
  /** Home of the user, as the environment says. */
  readonly home: string
  /** Home of the account, as the system says. */
  readonly account?: string | undefined
  /** Roots, and other folders that somebody else may have filled. */
  readonly folders: readonly string[]
}

/** Grants that a repository could bring along are nobody's word. Why this state folder cannot be used; `undefined` when it can. */
export function stateTrouble(files: StatePort, state: string, places: OwnPlaces): string | undefined {
  const remedy = 'so the repository could bring its own grants and nothing is granted.'
  const holder = bringerOf(files, state, places)
  if (holder !== undefined)
    return `the state folder ${state} lies inside the workspace ${holder}, ${remedy} Set LOREFENCE_STATE, or XDG_STATE_HOME, to a folder outside it.`
  for (const link of linksIn(files, state)) {
    const target = bringerOf(files, link, places)
    if (target !== undefined)
      return `${link} is a link into the workspace ${target}, ${remedy} Set LOREFENCE_STATE to another folder, or remove the link.`
  }
  return undefined
}

/** Where the user's own config is a link that leads into a workspace, why it cannot be used. */
export function configTrouble(files: FilePort, file: string, places: OwnPlaces): string | undefined {
  const holder = bringerOf(files, file, places)
  return holder === undefined
    ? undefined
    : `your config ${file} is a link into the workspace ${holder}, so the repository could speak for you and nothing is granted. Set XDG_CONFIG_HOME to another folder, or replace the link by a file of your own.`
}

/** Links among the folders of a state, and among the records by which something is decided. */
function linksIn(files: StatePort, state: string): readonly string[] {
  return [state, ...['grants', 'approvals', 'disabled'].map((name) => join(state, name))].flatMap((folder) =>
    (files.list(folder) ?? []).flatMap(({ name, kind }) => (kind === 'link' ? join(folder, name) : [])),
  )
}

/** The one of these folders that brings along a folder of the user, by whatever links. */
export function bringerOf(files: FilePort, folder: string, { home, account, folders }: OwnPlaces): string | undefined {
  const real = realPlace(files, folder)
  const ownHome = realPlace(files, home)
  // Whoever works in their home folder has everything of their own below it; a clone that HOME names is no home.
  const isHome = account !== undefined && ownHome === realPlace(files, account)
  const holds = (place: string, path: string): boolean =>
    isBelow(place, path) && !(isHome && isBelow(realPlace(files, place), ownHome))
  // A repository brings along what lies anywhere in it, whichever of its folders the root is.
  const around = (place: string): readonly string[] => [
    place,
    ...repositoriesAround(place, (path) => files.kindOf(path) !== undefined),
  ]
  return folders.flatMap((holder) => {
    const place = realPlace(files, holder)
    // Nobody brings along the whole file system, where services are started.
    if (dirname(place) === place) return []
    return (
      around(place).find((repository) => holds(repository, real)) ??
      around(resolve(holder)).find((repository) => holds(repository, resolve(folder))) ??
      []
    )
  })[0]
}

/** Where a path leads, or would lead once it is made. */
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
