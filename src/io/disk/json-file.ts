import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { writePrivateFile } from './private-file.ts'
import { ensurePrivateFolder } from '../stores/state-folder.ts'

/** A JSON file of the user's state folder; absent means `empty`, damaged means nothing may be decided by it. */
export function loadJson<T>(file: string, empty: T): T {
  try {
    // Most are absent: asking first costs an eighth of the error of a failed opening.
    if (!statSync(file, { throwIfNoEntry: false })) return empty
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty
    throw new Error(`${file} cannot be read; mend or remove it.`, { cause: error })
  }
}

export function saveJson(file: string, value: unknown): void {
  ensurePrivateFolder(dirname(file))
  writePrivateFile(file, `${JSON.stringify(value, null, 2)}\n`)
}
