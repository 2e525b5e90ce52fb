import { ambiguousRefs, findNamed, nearRef } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { UnknownGuide } from '../../model/guide.ts'
import { suggest } from '../../text/messages/suggest.ts'

/** No entry of the wanted kind has this name: the entry of another kind that has it, or a similar name. */
export function unknownName(catalog: Catalog, written: string): UnknownGuide {
  const named = findNamed(catalog, written)
  if (named)
    return { outcome: 'unknown', ref: named.ref, near: [], instead: named.unit ? 'unit' : named.entry.document.kind }
  const candidates = ambiguousRefs(catalog, written)
  if (candidates.length > 0) return { outcome: 'unknown', ref: written, near: candidates }
  const packs = catalog.entries.flatMap(({ document, enabled }) =>
    document.kind === 'pack' && enabled ? [document.name] : [],
  )
  const near = suggest(written, packs) ?? nearRef(catalog, written)
  return { outcome: 'unknown', ref: written, near: near === undefined ? [] : [near] }
}
