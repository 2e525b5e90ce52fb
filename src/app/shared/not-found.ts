import { ambiguousRefs, nearRef } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'

/** Maximum candidates of an ambiguous name that are listed. */
const shownCandidates = 5

/** Why a name finds no entry: several could be meant, or none. */
export function notFound(catalog: Catalog, written: string): string {
  const candidates = ambiguousRefs(catalog, written)
  if (candidates.length > 0) return ambiguousName(written, candidates)
  const near = nearRef(catalog, written)
  return `"${written}" was not found.${near ? ` Did you mean "${near}"?` : ''} Run "lorefence catalog" to list the entries.`
}

export function ambiguousName(written: string, candidates: readonly string[]): string {
  const more = candidates.length - shownCandidates
  const listed = candidates.slice(0, shownCandidates).map((ref) => `"${ref}"`)
  return `"${written}" is ambiguous: ${listed.join(' or ')}${more > 0 ? ` or ${more} more` : ''}. Use the full ref.`
}
