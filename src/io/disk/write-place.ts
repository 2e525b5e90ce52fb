import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync, type Stats } from 'node:fs'
import { dirname, join, parse, relative, sep } from 'node:path'
import { repositoriesAround } from '../../text/paths/paths.ts'

export type WritePlace =
  | {
      readonly ok: true
      /** Contains no link. */ readonly path: string
      /** Stat of the existing file. */ readonly stat?: Stats
    }
  | {
      readonly ok: false
      readonly detail: string
      /** The path exists and is not a file that may be replaced. */ readonly taken: boolean
    }

export interface PlaceOptions {
  /**
   * Folders with content from others, such as roots: no link in them, or in the surrounding repository, is followed.
   */
  readonly foreign: readonly string[]
  /** Create missing parent folders. */
  readonly make?: boolean
}

/** The limit of most systems. */
const mostLinks = 40

/**
 * Resolves where a path may be written: a new file, or a regular file of the user. Links in foreign folders are not
 * followed.
 */
export function placeFor(path: string, { foreign, make = false }: PlaceOptions): WritePlace {
  const foreignFolders = foreign.flatMap((folder) => realFolder(folder) ?? [])
  const { root } = parse(path)
  const parts = partsOf(path.slice(root.length))
  let at = root
  for (let links = 0; parts.length > 0;) {
    const next = join(at, parts.shift() ?? '')
    const stat = lstatSync(next, { throwIfNoEntry: false })
    if (stat?.isSymbolicLink()) {
      if (links++ === mostLinks || foreignFolders.some((folder) => isBelow(folder, next)))
        return {
          ok: false,
          detail: 'It is a link, or is behind one, that others may have created; nothing is written through it.',
          taken: parts.length === 0,
        }
      const target = readlinkSync(next)
      parts.unshift(...partsOf(target))
      at = parse(target).root || dirname(next)
      continue
    }
    if (parts.length === 0) return placeOf(next, stat, foreignFolders)
    if (!stat && make) mkdirSync(next)
    else if (!stat) return { ok: false, detail: 'The folder does not exist.', taken: false }
    at = next
  }
  return folder
}

const folder: WritePlace = { ok: false, detail: 'It is a folder.', taken: true }

function placeOf(path: string, stat: Stats | undefined, foreignFolders: readonly string[]): WritePlace {
  if (!stat) return { ok: true, path }
  if (stat.isDirectory()) return folder
  const user = process.getuid?.() ?? 0
  if (user !== 0 && stat.isFile() && stat.uid !== user)
    return { ok: false, detail: 'It belongs to another user.', taken: true }
  if (!stat.isFile() && foreignFolders.some((folder) => isBelow(folder, path)))
    return { ok: false, detail: 'It is not a regular file.', taken: true }
  return { ok: true, path, stat }
}

/** The repository around a folder or file, or else the folder itself. */
function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync.native(path)
    const folder = statSync(real).isDirectory() ? real : dirname(real)
    return repositoriesAround(folder, existsSync)[0] ?? folder
  } catch {
    return undefined
  }
}

const partsOf = (path: string): string[] => path.split(sep).filter((part) => part !== '')

const isBelow = (folder: string, path: string): boolean =>
  !/^\.\.(?:[\\/]|$)|^(?:[a-z]:|[\\/])|^$/i.test(relative(folder, path))
