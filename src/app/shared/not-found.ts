import { ambiguousRefs, findNamed, nearRef } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'

/** Maximum candidates of an ambiguous name that are listed. */
const shownCandidates = 5

/** Why a name finds no entry: several could be meant, or none. */
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

/** The code of `notFound`, or of a name whose entry is of another kind than the command takes. */
export function unknownCode(catalog: Catalog, written: string): 'ambiguous' | 'not-found' | 'other-kind' {
  if (findNamed(catalog, written)) return 'other-kind'
  return ambiguousRefs(catalog, written).length > 0 ? 'ambiguous' : 'not-found'
}

export function ambiguousName(written: string, candidates: readonly string[]): string {
  const more = candidates.length - shownCandidates
  const listed = candidates.slice(0, shownCandidates).map((ref) => `"${ref}"`)
  return `"${written}" is ambiguous: ${listed.join(' or ')}${more > 0 ? ` or ${more} more` : ''}. Use the full ref.`
}
