import { urlIdentity } from '../federate/manifest-address.ts'
import { isObject } from '../parse/read-fields.ts'

export const lockFile = 'lorefence.lock'

/** The folder of an installed entry, where every client looks for it. */
export const folderOfEntry = (name: string): string => `.agents/knowledge/${name}`

/**
 * The installed manifests of a lock, by source address, as paths from the root. Every list calls this, so it reads no
 * more of the lock; `parseLock` checks all of it.
 */
export function installedManifests(lock: Uint8Array): ReadonlyMap<string, string> {
  return new Map(
    entriesIn(lock).flatMap((entry) => {
      if (!isObject(entry)) return []
      const { name, format, source, path, pending } = entry
      const isWhole = format === 'manifest' && path === undefined && pending === undefined
      if (!isWhole || typeof name !== 'string' || !/^[a-z0-9][a-z0-9-]{0,63}$/.test(name)) return []
      const key = typeof source === 'string' ? urlIdentity(source) : undefined
      return key === undefined ? [] : [[key, `${folderOfEntry(name)}/knowledge.yaml`] as const]
    }),
  )
}

function entriesIn(lock: Uint8Array): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(lock).toString('utf8'))
    return isObject(value) && Array.isArray(value['entries']) ? value['entries'] : []
  } catch {
    return []
  }
}
