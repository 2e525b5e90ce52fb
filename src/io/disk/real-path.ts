import { lstatSync, readdirSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'

/** The disk operations that resolving needs. */
export interface Spelling {
  /** Resolves every link, with forward slashes; throws if the path does not exist. */
  follow(path: string): string
  names(folder: string): readonly string[]
  /** Device and inode of a path, without following links; `undefined` if it does not exist. */
  identity(path: string): string | undefined
}

const disk: Spelling = {
  follow: (path) => (sep === '\\' ? realpathSync.native(path).replaceAll('\\', '/') : realpathSync.native(path)),
  names: (folder) => readdirSync(folder),
  identity(path) {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    return stat && `${stat.dev}:${stat.ino}`
  },
}

/** A Windows share or drive. */
const volume = /^(?:\/\/[^/]+\/[^/]+|[A-Za-z]:)?/

/**
 * The path with every link resolved, as spelled by the disk, with forward slashes: all paths of one file have the same
 * real path. Resolving links is not enough: on Linux, a disk that ignores case returns the requested case. `folds`
 * caches which folders do.
 */
export function realPathOf(path: string, spelling: Spelling = disk, folds: Map<string, boolean> = known): string {
  const real = spelling.follow(path)
  const [start = ''] = volume.exec(real) ?? []
  let spelled = start.length === 2 ? start.toUpperCase() : start
  for (const name of real.slice(start.length).split('/')) {
    if (name === '') continue
    spelled += `/${acceptsOtherSpellings(spelled, name, spelling, folds) ? listedName(spelled, name, spelling) : name}`
  }
  return spelled === start ? `${spelled}/` : spelled
}

const known = new Map<string, boolean>()

/** Whether a folder accepts other spellings of the names in it; cached. */
function acceptsOtherSpellings(
  folder: string,
  name: string,
  { identity }: Spelling,
  folds: Map<string, boolean>,
): boolean {
  const key = `${folder}/${/[^\0-\x7f]/.test(name) ? 'é' : 'e'}`
  const before = folds.get(key)
  if (before !== undefined) return before
  const others = otherSpellings(name)
  if (others.length === 0) return false
  const own = identity(`${folder}/${name}`)
  if (own === undefined) return false
  const takes = others.some((other) => identity(`${folder}/${other}`) === own)
  folds.set(key, takes)
  return takes
}

function listedName(folder: string, name: string, { names, identity }: Spelling): string {
  const all = names(`${folder}/`)
  if (all.includes(name)) return name
  const own = identity(`${folder}/${name}`)
  const isSame = (other: string): boolean => identity(`${folder}/${other}`) === own
  return all.find((other) => folded(other) === folded(name) && isSame(other)) ?? all.find(isSame) ?? name
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase()

function otherSpellings(name: string): readonly string[] {
  const swap = (letter: string): string => {
    const lower = letter.toLowerCase()
    return letter === lower ? letter.toUpperCase() : lower
  }
  const others = [name.replace(/\p{L}/gu, swap), name.normalize('NFC'), name.normalize('NFD')]
  return others.filter((other) => other !== name)
}
