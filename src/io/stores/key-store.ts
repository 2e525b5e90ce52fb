import { join } from 'node:path'
import type { ApiKey } from '../../model/api-key.ts'
import type { Keys } from '../../model/ports.ts'
import { keyedFiles, type KeyedEntries } from './keyed-files.ts'

/** One file for each key, mode 0600. */
export const keyStore = (folder: string): Keys => keysIn(keyedFiles(join(folder, 'keys')))

export function keysIn(files: KeyedEntries<ApiKey>): Keys {
  const list = (): readonly ApiKey[] =>
    files
      .entries()
      .map(([, key]) => key)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    find: (tokenSha256) => files.get(tokenSha256),
    list,
    save: (key) => files.put(key.tokenSha256, key),
    remove(name) {
      const found = list().find((key) => key.name === name)
      return found !== undefined && files.remove(found.tokenSha256)
    },
  }
}
