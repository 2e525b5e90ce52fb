import { findNamed } from '../../catalog/refs.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { QueryOmissionReason } from '../../model/query.ts'
import type { Omission, OmissionReason } from '../../model/read.ts'
import { commandsFor, type CommandOptions } from '../doctor/commands.ts'

type Omitted = Pick<Omission, 'ref' | 'code'> & { readonly reason: OmissionReason | QueryOmissionReason }

/** The commands that grant what was omitted because it is ungranted, or changed since the grant; each once. */
export function commandsForOmitted(
  catalog: Catalog,
  omitted: readonly Omitted[],
  options: CommandOptions,
): readonly string[] {
  const { trust } = commandsFor(options)
  const grant = omitted.flatMap((omission) => {
    if (omission.ref === 'ungranted')
      return catalog.entries.filter(isUngranted).map(({ found }) => trust(wholeRoot(found)))
    const named = needsGrant(omission) ? findNamed(catalog, omission.ref) : undefined
    return named ? [trust(named.entry.found)] : []
  })
  return [...new Set(grant)]
}

const isUngranted = ({ standing, enabled }: CatalogEntry): boolean => standing === 'ungranted' && enabled

/** Many ungranted entries of one root are granted together. */
const wholeRoot = (found: CatalogEntry['found']): CatalogEntry['found'] => ({ ...found, folder: found.root })

const needsGrant = ({ reason, code = '' }: Omitted): boolean =>
  reason === 'changed' || reason === 'ungranted' || code === 'approval-stale' || code === 'approval-required'
