import { lstatSync, readdirSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'

/** What is asked of a disk to spell a path as it does. */
export interface Spelling {
  /** Every link followed, forward slashes; throws when nothing stands there. */
  follow(path: string): string
  names(folder: string): readonly string[]
  /** Device and number of what stands at a path, no link followed; `undefined` when nothing does. */
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

/** A share or a drive of Windows; elsewhere nothing. */
const volume = /^(?:\/\/[^/]+\/[^/]+|[A-Za-z]:)?/

/**
 * Where a path leads once every link is followed, in the one spelling that the disk lists, with forward slashes: two
 * paths that lead to one file have one real path. Following links is not enough for that: on Linux, a disk that ignores
 * case gives back the case that it was asked with. `folds` keeps what was found out about folders.
 */
export function realPathOf(path: string, spelling: Spelling = disk, folds: Map<string, boolean> = known): string {
  const real = spelling.follow(path)
  const [start = ''] = volume.exec(real) ?? []
  let spelled = start.length === 2 ? start.toUpperCase() : start
  for (const name of real.slice(start.length).split('/')) {
    if (name === '') continue
    spelled += `/${takesOthers(spelled, name, spelling, folds) ? listedName(spelled, name, spelling) : name}`
  }
  return spelled === start ? `${spelled}/` : spelled
}

const known = new Map<string, boolean>()

/** Whether a folder knows its names by other spellings too; one look tells. */
function takesOthers(folder: string, name: string, { identity }: Spelling, folds: Map<string, boolean>): boolean {
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
