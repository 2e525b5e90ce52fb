import { ambiguousName } from '../../app/index.ts'
import { fromRefPart, lastName } from '../../text/paths/ref-parts.ts'
import { suggest } from '../../text/suggest.ts'
import { UsageError } from './verb.ts'

/** Resolves a ref as written, the bare name of a pack, or the id of a unit; exit 2 when none or several match. */
export function knownRef(refs: readonly string[], written: string): string {
  const ref = [written, `pack:${written}`, `manifest:${written}`].find((candidate) => refs.includes(candidate))
  if (ref !== undefined) return ref
  const id = written.replace(/^unit:/, '')
  const units = [
    ...new Set(
      refs.filter(
        (candidate) =>
          candidate.startsWith('unit:') && (lastName(candidate) === id || fromRefPart(candidate) === written),
      ),
    ),
  ]
  const [only, ...others] = units
  if (others.length > 0) throw new UsageError(ambiguousName(written, units))
  if (only !== undefined) return only
  const near = nearest(refs, written)
  throw new UsageError(
    `"${written}" was not found.${near ? ` Did you mean "${near}"?` : ''} Run "lorefence catalog" to list the entries.`,
  )
}

/** By the whole ref, else by its last part. */
function nearest(refs: readonly string[], written: string): string | undefined {
  const ids = new Map(refs.map((ref) => [lastName(ref), ref]))
  return suggest(written, refs) ?? ids.get(suggest(lastName(written), ids.keys()) ?? '')
}
