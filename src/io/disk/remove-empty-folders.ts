import { rmdirSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'

/** Removes a folder if it is empty, then empty folders above it, up to but not including `root`. */
export function removeEmptyFolders(folder: string, root: string): void {
  let path = folder
  do {
    try {
      rmdirSync(path)
    } catch {
      return
    }
    path = dirname(path)
  } while (isBelow(path, root))
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`)
}
