import type { Catalog } from '../../model/catalog.ts'
import type { Notice } from '../../select/grounding/citations.ts'

/** That a used pack hides a granted one of higher trust (AK-108). */
export function shadowNotices({ entries }: Pick<Catalog, 'entries'>, refs: ReadonlySet<string>): readonly Notice[] {
  return entries.flatMap(({ ref, hides, found: { file } }) =>
    hides && refs.has(ref)
      ? [{ code: 'AK612', ref, path: file, message: `It hides a pack of the same name with the trust "${hides}".` }]
      : [],
  )
}
