import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Grant } from '../model/decision.ts'
import type { Grants } from '../model/ports.ts'
import { loadJson, saveJson } from './json-file.ts'

/** Grants by the real path of the granted folder. */
export function grantStore(folder: string): Grants {
  const file = join(folder, 'grants.json')
  const load = (): Record<string, Grant> => loadJson(file, {})
  return {
    find: (path) => load()[realPath(path)],
    save(grant) {
      const path = realPath(grant.path)
      saveJson(file, { ...load(), [path]: { ...grant, path } })
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
