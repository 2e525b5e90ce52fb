import type { CatalogEntry } from '../model/catalog.ts'
import { digest } from '../text/digest.ts'
import { isApproved, nameOf } from './disclosure.ts'

/** Nobody can say much with so few plain characters. */
export const isShortName = (name: string): boolean => /^[A-Za-z0-9._-]{1,24}$/.test(name)

/**
 * An entry as a model may know it: of one that nobody granted, a short plain name and nothing else. A name that is longer or
 * not plain is a digest instead; packs and projects have no `_` in their names, so the two never meet.
 */
export function asModelKnows(entry: CatalogEntry): CatalogEntry {
  if (isApproved(entry)) return entry
  const own = nameOf(entry)
  const name = isShortName(own) ? own : `sha256_${digest(entry.ref).slice('sha256:'.length, 'sha256:'.length + 12)}`
  const { document } = entry
  const nothing = { ...entry, diagnostics: [] }
  if (document.kind === 'pack')
    return {
      ...nothing,
      ref: `pack:${name}`,
      document: { ...document, name, description: '', type: '', status: 'ready' as const, head: {} },
    }
  return {
    ...nothing,
    ref: `manifest:${name}`,
    document: {
      kind: 'manifest',
      project: name,
      units: [],
      unusable: [],
      relationships: [],
      relationshipCount: 0,
      unreadable: [],
    },
  }
}
