import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Grant } from '../model/decision.ts'
import type { Grants } from '../model/ports.ts'
import { writePrivateFile } from './private-file.ts'
import { ensurePrivateFolder } from './state-folder.ts'

/** Grants as one JSON file in the user's state folder, keyed by the real path of the granted folder. */
export function grantStore(folder: string): Grants {
  const file = join(folder, 'grants.json')
  const load = (): Record<string, Grant> => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Grant>
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw new Error(`The grants in ${file} cannot be read; nothing is granted until that is mended.`)
    }
  }
  return {
    find: (path) => load()[realPath(path)],
    save(grant) {
      ensurePrivateFolder(folder)
      const path = realPath(grant.path)
      writePrivateFile(file, `${JSON.stringify({ ...load(), [path]: { ...grant, path } }, null, 2)}\n`)
    },
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
