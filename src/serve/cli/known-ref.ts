import { suggest } from '../../text/suggest.ts'
import { UsageError } from './verb.ts'

/** The ref that a person meant: as written, or by the bare name of a pack. Exit 2 when there is no such thing. */
export function knownRef(refs: readonly string[], written: string): string {
  const ref = [written, `pack:${written}`, `manifest:${written}`].find((candidate) => refs.includes(candidate))
  if (ref !== undefined) return ref
  const near = suggest(written, refs) ?? suggest(`pack:${written}`, refs)
  throw new UsageError(`there is no "${written}" here.${near ? ` Did you mean "${near}"?` : ''} "lorefence catalog" lists what there is.`)
}
