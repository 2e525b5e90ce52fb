import { fromRefPart, lastName } from '../../text/paths/ref-parts.ts'
import { suggest } from '../../text/suggest.ts'
import { UsageError } from './verb.ts'

/** The ref that a person meant: as written, by the bare name of a pack, or by the id of a unit. Exit 2 when there is no such thing, or more than one. */
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
  if (others.length > 0)
    throw new UsageError(
      `"${written}" could be ${units
        .slice(0, 3)
        .map((unit) => `"${unit}"`)
        .join(' or ')}. Name one of them.`,
    )
  if (only !== undefined) return only
  const near = nearest(refs, written)
  throw new UsageError(
    `there is no "${written}" here.${near ? ` Did you mean "${near}"?` : ''} "lorefence catalog" lists what there is.`,
  )
}

/** By the whole ref, else by its last part. */
function nearest(refs: readonly string[], written: string): string | undefined {
  const ids = new Map(refs.map((ref) => [lastName(ref), ref]))
  return suggest(written, refs) ?? ids.get(suggest(lastName(written), ids.keys()) ?? '')
}
