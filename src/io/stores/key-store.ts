import { join } from 'node:path'
import type { ApiKey } from '../../model/api-key.ts'
import { keyedFiles } from './keyed-files.ts'

export interface KeyStore {
  /** By the digest of the key; looked up each time, so a revoked one is unknown at once. */
  find(tokenSha256: string): ApiKey | undefined
  /** Sorted by name. */
  list(): readonly ApiKey[]
  save(key: ApiKey): void
  /** Whether there was one. */
  remove(name: string): boolean
}

/** One file for each key, mode 0600. */
export function keyStore(folder: string): KeyStore {
  const files = keyedFiles<ApiKey>(join(folder, 'keys'))
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
