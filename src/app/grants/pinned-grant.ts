import type { CatalogEntry } from '../../model/catalog.ts'
import type { Grant } from '../../model/decisions/decision.ts'
import type { Grants } from '../../model/ports.ts'

/** The grant that pins the files of an entry; `undefined` if it is built in, followed or ungranted. */
export function pinnedGrant({ found }: Pick<CatalogEntry, 'found'>, grants: Pick<Grants, 'find'>): Grant | undefined {
  const grant = found.scope === 'builtin' ? undefined : grants.find(found.folder)
  return grant?.follow || (grant?.entries && !Object.hasOwn(grant.entries, found.file)) ? undefined : grant
}
