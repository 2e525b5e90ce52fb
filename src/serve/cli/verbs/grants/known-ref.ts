import { ambiguousName, notFound, catalogRefs } from '../../../../app/index.ts'
import type { Catalog } from '../../../../model/catalog.ts'
import { fromRefPart, lastName } from '../../../../text/paths/ref-parts.ts'
import { suggest } from '../../../../text/messages/suggest.ts'
import { UsageError } from '../../verb.ts'

/**
 * Resolves a ref as written, the bare name of a pack or manifest, or the id of a unit, in the catalog or among other
 * known refs; exit 2 when none or several match.
 */
export function knownRef(catalog: Catalog, written: string, others: Iterable<string> = []): string {
  const refs = [...catalogRefs(catalog), ...others]
  const ref = [written, `pack:${written}`, `manifest:${written}`].find((candidate) => refs.includes(candidate))
  if (ref !== undefined) return ref
  const id = written.replace(/^unit:/, '')
  const isMeant = (candidate: string): boolean =>
    candidate.startsWith('unit:') && (lastName(candidate) === id || fromRefPart(candidate) === written)
  const units = [...new Set(refs.filter(isMeant))]
  const [only, ...more] = units
  if (more.length > 0) throw new UsageError(ambiguousName(written, units), 'ambiguous')
  if (only !== undefined) return only
  throw new UsageError(notFound(catalog, written, nearest(refs, written)), 'not-found')
}

/** By the whole ref, else by its last part. */
function nearest(refs: readonly string[], written: string): string | undefined {
  const ids = new Map(refs.map((ref) => [lastName(ref), ref]))
  return suggest(written, refs) ?? ids.get(suggest(lastName(written), ids.keys()) ?? '')
}
