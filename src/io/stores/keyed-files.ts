import { readdirSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../../text/bytes/digest.ts'
import { loadJson, saveJson } from '../disk/json-file.ts'
import { compareText } from '../../text/compare.ts'

/** Values by key: a folder of files, or a table that servers share. */
export interface KeyedEntries<Value> {
  get(key: string): Value | undefined
  put(key: string, value: Value): void
  /** Whether there was one. */
  remove(key: string): boolean
  isEmpty(): boolean
  /** Equal as long as nothing is put or removed; computed without opening a file. */
  stamp(): string
  /** Sorted by key. */
  entries(): readonly (readonly [key: string, value: Value])[]
}

/** An entry as it is stored. */
export interface StoredEntry<Value> {
  readonly key: string
  readonly value: Value
}

/**
 * One file per key, replaced atomically: concurrent writers lose nothing, and for one key the last one
 * wins. The name is a digest, because a key may be any text. Values are cached until the file is replaced.
 */
export function keyedFiles<Value>(folder: string): KeyedEntries<Value> {
  const fileOf = (key: string): string => join(folder, `${entryId(key)}.json`)
  const known = new Map<string, { readonly version: string; readonly stored: StoredEntry<Value> }>()
  const load = (file: string): StoredEntry<Value> | undefined => {
    const version = versionOf(file)
    const kept = known.get(file)
    if (version !== undefined && kept?.version === version) return kept.stored
    const stored = loadJson<StoredEntry<Value> | undefined>(file, undefined)
    if (stored !== undefined && typeof stored?.key !== 'string') throw new Error(`${file} is damaged; remove it.`)
    if (version !== undefined && stored) known.set(file, { version, stored })
    else known.delete(file)
    return stored
  }
  return {
    get(key) {
      const stored = load(fileOf(key))
      return stored?.key === key ? stored.value : undefined
    },
    put: (key, value) => saveJson(fileOf(key), { key, value }),
    remove: (key) => removeFile(fileOf(key)),
    stamp: () => versionOf(folder) ?? '',
    isEmpty: () => namesIn(folder).length === 0,
    entries: () =>
      namesIn(folder)
        .flatMap((name) => load(join(folder, name)) ?? [])
        .map(({ key, value }) => [key, value] as const)
        .sort(([a], [b]) => compareText(a, b)),
  }
}

/** A key may be any text, and so long that no file can have its name. */
export const entryId = (key: string): string => digest(key).slice('sha256:'.length).slice(0, 32)

/** A file is replaced and never modified, so every version is a new inode; `undefined` where it is unknown. */
function versionOf(file: string): string | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
    return stat && `${stat.dev} ${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
  } catch {
    return undefined
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function removeFile(file: string): boolean {
  try {
    unlinkSync(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
