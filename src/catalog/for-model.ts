import type { CatalogEntry } from '../model/catalog.ts'
import { digest } from '../text/bytes/digest.ts'
import { isGranted, nameOf } from './disclosure.ts'

/** Too short and plain to be an instruction. */
export const isShortName = (name: string): boolean => /^[A-Za-z0-9._-]{1,24}$/.test(name)

/**
 * An entry as a model may see it: an ungranted one is only a short plain name. Any other name is replaced by a digest;
 * names of packs and projects have no `_`, so the two never collide.
 */
export function asModelKnows(entry: CatalogEntry): CatalogEntry {
  if (isGranted(entry)) return entry
  const own = nameOf(entry)
  const name = isShortName(own) ? own : `sha256_${digest(entry.ref).slice('sha256:'.length, 'sha256:'.length + 12)}`
  const { declares: _, declaredBy: _declaredBy, governedBy: _governedBy, document, ...rest } = entry
  const nothing = { ...rest, diagnostics: [] }
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
