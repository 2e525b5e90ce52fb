import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Grant } from '../../model/decision.ts'
import type { Grants } from '../../model/ports.ts'
import { keyedFiles, type KeyedEntries } from './keyed-files.ts'
import { realPathOf } from '../disk/real-path.ts'

/** Grants by the real path of the granted folder. */
export const grantStore = (folder: string): Grants => grantsIn(keyedFiles(join(folder, 'grants')))

export function grantsIn(files: KeyedEntries<Grant>): Grants {
  return {
    find(path) {
      const real = realPath(path)
      const grant = files.get(real)
      return grant && isHeld(grant, real) ? grant : undefined
    },
    save(grant) {
      const path = realPath(grant.path)
      const owner = grant.follow ? ownerOf(path) : undefined
      files.put(path, { ...grant, path, ...(owner === undefined ? {} : { owner }) })
    },
    isEmpty: () => files.isEmpty(),
    stamp: () => files.stamp(),
    below(path) {
      const real = realPath(path)
      const within = real.endsWith('/') ? real : `${real}/`
      return files.entries().flatMap(([key, grant]) => (key === real || key.startsWith(within) ? [grant] : []))
    },
    remove: (path) => files.remove(realPath(path)),
  }
}

/** A removed folder keeps the path it was granted by, so that its grant can still be removed. */
function realPath(path: string): string {
  try {
    return realPathOf(path)
  } catch {
    return path
  }
}

/** A followed folder with a new owner is no longer granted. */
const isHeld = ({ follow, owner }: Grant, path: string): boolean =>
  !follow || (owner !== undefined && owner === ownerOf(path))

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid
}
