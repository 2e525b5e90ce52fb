import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync, type Stats } from 'node:fs'
import { dirname, join, parse, relative, sep } from 'node:path'
import { repositoriesAround } from '../../text/paths/repositories.ts'

export type WritePlace =
  | {
      readonly ok: true
      /** Without any link in it. */ readonly path: string
      /** Of what is there already. */ readonly stat?: Stats
    }
  | {
      readonly ok: false
      readonly detail: string
      /** Something is there, and it is not a file that may be replaced. */ readonly taken: boolean
    }

export interface PlaceOptions {
  /** Folders that somebody else may have filled, such as roots: no link below them, or in the repository around them, is followed. */
  readonly foreign: readonly string[]
  /** Make the folders above the file that are not there. */
  readonly make?: boolean
}

/** As many links as a system follows. */
const mostLinks = 40

/** Where something may be written: a new file, or a regular file of the user; a link counts only where nobody else can have put it. */
export function placeFor(path: string, { foreign, make = false }: PlaceOptions): WritePlace {
  const held = foreign.flatMap((folder) => realFolder(folder) ?? [])
  const { root } = parse(path)
  const parts = partsOf(path.slice(root.length))
  let at = root
  for (let links = 0; parts.length > 0;) {
    const next = join(at, parts.shift() ?? '')
    const stat = lstatSync(next, { throwIfNoEntry: false })
    if (stat?.isSymbolicLink()) {
      if (links++ === mostLinks || held.some((folder) => isBelow(folder, next)))
        return {
          ok: false,
          detail: 'It is a link, or lies behind one, that others may have put there; nothing is written through it.',
          taken: parts.length === 0,
        }
      const target = readlinkSync(next)
      parts.unshift(...partsOf(target))
      at = parse(target).root || dirname(next)
      continue
    }
    if (parts.length === 0) return placeOf(next, stat, held)
    if (!stat && make) mkdirSync(next)
    else if (!stat) return { ok: false, detail: 'The folder does not exist.', taken: false }
    at = next
  }
  return folder
}

const folder: WritePlace = { ok: false, detail: 'It is a folder.', taken: true }

function placeOf(path: string, stat: Stats | undefined, held: readonly string[]): WritePlace {
  if (!stat) return { ok: true, path }
  if (stat.isDirectory()) return folder
  const user = process.getuid?.() ?? 0
  if (user !== 0 && stat.isFile() && stat.uid !== user)
    return { ok: false, detail: 'It belongs to another user.', taken: true }
  if (!stat.isFile() && held.some((folder) => isBelow(folder, path)))
    return { ok: false, detail: 'It is not a regular file.', taken: true }
  return { ok: true, path, stat }
}

/** The folder itself or that of a file, or the repository that it belongs to. */
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
