import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Set on folders that several users share, such as /tmp. */
const stickyBit = 0o1000

/**
 * A folder and those above it, nearest first, up to the first that another user owns or shares, or that is on another
 * file system. The home folder and the root of the file system are never included as folders above.
 */
export function foldersAbove(folder: string, home: string): readonly string[] {
  const start = resolve(folder)
  const first = statSync(start, { throwIfNoEntry: false })
  const found = [start]
  if (!first || start === resolve(home)) return found
  const isSearched = (path: string): boolean => {
    if (path === dirname(path) || path === resolve(home)) return false
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat !== undefined && stat.uid === first.uid && stat.dev === first.dev && (stat.mode & stickyBit) === 0
  }
  for (let path = dirname(start); isSearched(path); path = dirname(path)) found.push(path)
  return found
}

/** Whether a folder belongs to the user of this process; on systems without owners every folder does. */
export const isOwnFolder = (folder: string): boolean =>
  process.getuid === undefined || statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid()
