import { ambiguousRefs, findNamed, nearRef } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { UnknownGuide } from '../../model/reading/guide.ts'
import { suggest } from '../../text/messages/suggest.ts'

/** Maximum candidates of an ambiguous name that are listed. */
const shownCandidates = 5

/** Why a name finds no entry: it is ambiguous or unknown. */
export function notFound(catalog: Catalog, written: string, near = nearRef(catalog, written)): string {
  const candidates = ambiguousRefs(catalog, written)
  if (candidates.length > 0) return ambiguousName(written, candidates)
  const { entries, quarantined, withheld = [] } = catalog
  if (entries.length + quarantined.length + withheld.length === 0)
    return `"${written}" was not found: there is no knowledge here. Start with: lorefence init`
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  if (entries.length === 0) return `"${written}" was not found.${hint} Nothing here can be used now; see above.`
  const broken = quarantined.length > 0 ? ' A document that is not used may declare it.' : ''
  return `"${written}" was not found.${hint}${broken} Run "lorefence catalog" to list the entries.`
}

/** The code for `notFound`, or for a name whose entry is not of the kind that the command takes. */
export function unknownCode(catalog: Catalog, written: string): 'ambiguous' | 'not-found' | 'other-kind' {
  if (findNamed(catalog, written)) return 'other-kind'
  return ambiguousRefs(catalog, written).length > 0 ? 'ambiguous' : 'not-found'
}

export function ambiguousName(written: string, candidates: readonly string[]): string {
  const more = candidates.length - shownCandidates
  const listed = candidates.slice(0, shownCandidates).map((ref) => `"${ref}"`)
  return `"${written}" is ambiguous: ${listed.join(' or ')}${more > 0 ? ` or ${more} more` : ''}. Use the full ref.`
}

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
