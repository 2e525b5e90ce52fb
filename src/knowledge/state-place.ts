import { dirname, join, relative, resolve } from 'node:path'
import type { Files } from '../model/ports.ts'

type FilePort = Pick<Files, 'realPath'>

export interface OwnPlaces {
  /** Home of the user, as the environment says. */
  readonly home: string
  /** Home of the account, as the system says. */
  readonly account?: string | undefined
  /** Roots, and other folders that somebody else may have filled. */
  readonly folders: readonly string[]
}

/** Grants that a repository could bring along are nobody's word. Why this state folder cannot be used; `undefined` when it can. */
export function stateTrouble(files: FilePort, state: string, places: OwnPlaces): string | undefined {
  const holder = bringerOf(files, state, places)
  if (holder === undefined) return undefined
  return `the state folder ${state} lies inside the workspace ${holder}, so the repository could bring its own grants and nothing is granted. Set LOREFENCE_STATE, or XDG_STATE_HOME, to a folder outside it.`
}

/** The one of these folders that brings along a folder of the user, by whatever links. */
export function bringerOf(files: FilePort, folder: string, { home, account, folders }: OwnPlaces): string | undefined {
  const real = realPlace(files, folder)
  const ownHome = realPlace(files, home)
  // Whoever works in their home folder has everything of their own below it; a clone that HOME names is no home.
  const isHome = account !== undefined && ownHome === realPlace(files, account)
  return folders.find((holder) => {
    const place = realPlace(files, holder)
    // Nobody brings along the whole file system, where services are started.
    if (dirname(place) === place) return false
    return (isBelow(place, real) || isBelow(resolve(holder), resolve(folder))) && !(isHome && isBelow(place, ownHome))
  })
}

/** Where a path leads, or would lead once it is made. */
function realPlace(files: FilePort, path: string): string {
  const written = resolve(path)
  const above = dirname(written)
  return files.realPath(written) ?? (above === written ? written : join(realPlace(files, above), written.slice(above.length)))
}

const isBelow = (folder: string, path: string): boolean => !/^\.\.(?:[\\/]|$)|^(?:[a-z]:|[\\/])/i.test(relative(folder, path))
