import { findNamed } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
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
    if (omission.ref === 'ungranted') return ungrantedRoots(catalog).map((root) => trust({ root, folder: root }))
    const named = needsGrant(omission) ? findNamed(catalog, omission.ref) : undefined
    return named ? [trust(named.entry.found)] : []
  })
  return [...new Set(grant)]
}

/** Many ungranted entries of one root are granted together. */
const ungrantedRoots = ({ entries }: Catalog): readonly string[] => [
  ...new Set(
    entries.flatMap(({ standing, enabled, found }) => (standing === 'ungranted' && enabled ? found.root : [])),
  ),
]

const needsGrant = ({ reason, code = '' }: Omitted): boolean =>
  reason === 'changed' || reason === 'ungranted' || code === 'approval-stale' || code === 'approval-required'
