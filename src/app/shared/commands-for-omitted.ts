import { findNamed } from '../../catalog/refs.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { grantCodes } from '../../model/decision.ts'
import type { QueryOmission, QueryOmissionReason } from '../../model/query.ts'
import type { Omission, OmissionReason } from '../../model/read.ts'
import { commandsFor, type CommandOptions } from '../doctor/commands.ts'

type Omitted = Pick<Omission, 'ref' | 'path' | 'code' | 'closedBy'> &
  Pick<QueryOmission, 'closed_by'> & { readonly reason: OmissionReason | QueryOmissionReason }

interface OmittedOptions extends CommandOptions {
  /** The command that requests an entry by its name, which some gates want. */
  readonly byName?: (ref: string) => string
}

/** The commands that open what was omitted; each once. Of what a policy denies there is none. */
export function commandsForOmitted(
  catalog: Catalog,
  omitted: readonly Omitted[],
  { byName, ...options }: OmittedOptions,
): readonly string[] {
  const { trust, settle, about } = commandsFor(options)
  const grant = omitted.flatMap((omission) => {
    const closing = closingEntry(catalog, omission)
    if (closing) return [settle(closing)]
    if (omission.ref === 'ungranted') return ungrantedRoots(catalog).map((root) => trust({ root, folder: root }))
    const named = findNamed(catalog, omission.ref)
    if (!named) return []
    if (omission.reason === 'unreadable') return ['lorefence doctor']
    if (needsGrant(omission)) return [trust(named.entry.found)]
    if (omission.reason === 'disabled') return [about('enable', named.ref)]
    // The signature is that of the whole entry, and so is its approval.
    if (omission.reason === 'ask')
      return [about('approve', omission.code?.startsWith('signature-') ? named.entry.ref : named.ref)]
    return byName && isOpenByName(omission) ? [byName(named.ref)] : []
  })
  return [...new Set(grant)]
}

const isOpenByName = ({ code = '' }: Omitted): boolean => /-unnamed$|^(?:verification-)?deprecated/.test(code)

/** The entry that a file waits for: another one that names it, or an invalid one whose entry file it is. */
function closingEntry(catalog: Catalog, { ref, path, ...omission }: Omitted): CatalogEntry | undefined {
  const { entries, withheld = [] } = catalog
  const closedBy = omission.closedBy ?? omission.closed_by
  if (closedBy !== undefined) return [...entries, ...withheld].find((entry) => entry.ref === closedBy)
  if (path === undefined || omission.reason !== 'changed') return undefined
  const place = `${findNamed(catalog, ref)?.entry.found.folder}/${path}`
  return withheld.find(({ found, lapsed }) => lapsed && `${found.folder}/${found.file}` === place)
}

/** Many ungranted entries of one root are granted together. */
const ungrantedRoots = ({ entries }: Catalog): readonly string[] => [
  ...new Set(
    entries.flatMap(({ standing, enabled, found }) => (standing === 'ungranted' && enabled ? found.root : [])),
  ),
]

const needsGrant = ({ reason, code = '' }: Omitted): boolean =>
  reason === 'changed' || reason === 'ungranted' || code === grantCodes.changed || code === grantCodes.ungranted

/** A reason without the hint that a command on a line of its own replaces. */
export const withoutHint = (text: string): string => text.replace(/ ?(?:A person can|Request it by name)\b.*$/s, '')
