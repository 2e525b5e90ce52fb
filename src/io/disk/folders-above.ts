import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Set on folders that several users share, such as /tmp. */
const stickyBit = 0o1000

/**
 * A folder and those above it, nearest first, up to the first that another user owns or shares, or that is on another
 * file system. The home folder and the root of the file system are never among those above.
 */
export function foldersAbove(folder: string, home: string): readonly string[] {
  const start = resolve(folder)
  const first = statSync(start, { throwIfNoEntry: false })
  const found = [start]
  for (let path = start; first && path !== resolve(home);) {
    path = dirname(path)
    const stat = path === dirname(path) ? undefined : statSync(path, { throwIfNoEntry: false })
    if (!stat || path === resolve(home) || stat.uid !== first.uid || stat.dev !== first.dev || stat.mode & stickyBit)
      break
    found.push(path)
  }
  return found
}

/** Whether a folder belongs to the user of this process; on systems without owners every folder does. */
export const isOwnFolder = (folder: string): boolean =>
  process.getuid === undefined || statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid()
