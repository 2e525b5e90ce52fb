import { join } from 'node:path'
import type { Copies, Editions, FetchedCopy } from '../../model/ports.ts'
import type { SignedEdition } from '../../model/signature.ts'
import { realPathOf } from '../disk/real-path.ts'
import { keyedFiles, type KeyedEntries } from './keyed-files.ts'

/** Signed editions by the real path of the entry file. */
export const editionStore = (folder: string): Editions => editionsIn(keyedFiles(join(folder, 'editions')))

export function editionsIn(files: KeyedEntries<SignedEdition>): Editions {
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
export const copyStore = (folder: string): Copies => copiesIn(keyedFiles(join(folder, 'copies')))

export function copiesIn(files: KeyedEntries<FetchedCopy>): Copies {
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
