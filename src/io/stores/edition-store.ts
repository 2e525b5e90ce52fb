import { join } from 'node:path'
import type { Copies, Editions, FetchedCopy } from '../../model/ports.ts'
import type { SignedEdition } from '../../model/signature.ts'
import { realPathOf } from '../disk/real-path.ts'
import { keyedFiles } from './keyed-files.ts'

/** Signed editions by the real path of the entry file. */
export function editionStore(folder: string): Editions {
  const files = keyedFiles<SignedEdition>(join(folder, 'editions'))
  return {
    find: (place) => files.get(realPath(place)),
    save: (place, edition) => files.put(realPath(place), edition),
    forget(path) {
      const real = realPath(path)
      for (const [key] of files.entries()) if (key === real || key.startsWith(`${real}/`)) files.remove(key)
    },
  }
}

/** Origins of fetched copies by the real path of the entry file. */
export function copyStore(folder: string): Copies {
  const files = keyedFiles<FetchedCopy>(join(folder, 'copies'))
  return { find: (place) => files.get(realPath(place)), save: (place, copy) => files.put(realPath(place), copy) }
}

/** One that is gone keeps the path that it had. */
function realPath(path: string): string {
  try {
    return realPathOf(path)
  } catch {
    return path
  }
}
