import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { writePrivateFile } from './private-file.ts'
import { ensurePrivateFolder } from '../stores/state-folder.ts'

/** A JSON file of the state folder; `empty` if absent. A damaged file throws, so that no decision depends on it. */
export function loadJson<T>(file: string, empty: T): T {
  try {
    // Most are absent, and `stat` costs an eighth of a failed open.
    if (!statSync(file, { throwIfNoEntry: false })) return empty
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty
    throw new Error(`${file} cannot be read; fix or remove it.`, { cause: error })
  }
}

export function saveJson(file: string, value: unknown): void {
  ensurePrivateFolder(dirname(file))
  writePrivateFile(file, `${JSON.stringify(value, null, 2)}\n`)
}
