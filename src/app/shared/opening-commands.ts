import { findNamed, type NamedEntry } from '../../catalog/refs.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { grantCodes, type Decision } from '../../model/decisions/decision.ts'
import type { Switches } from '../../model/ports.ts'
import type { QueryOmission, QueryOmissionReason } from '../../model/reading/query.ts'
import type { Omission, OmissionReason } from '../../model/reading/read.ts'
import { shellWord } from '../../text/messages/show-value.ts'
import { commandsFor, type CommandOptions } from './commands.ts'

type Omitted = Pick<Omission, 'ref' | 'path' | 'code' | 'closedBy'> &
  Pick<QueryOmission, 'closed_by'> & { readonly reason: OmissionReason | QueryOmissionReason }

interface OmittedOptions extends CommandOptions {
  /** The command that requests an entry by its name, which some gates require. */
  readonly byName?: (ref: string) => string
}

/** The commands that open what was omitted; each once. What a policy denies has none. */
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

/** The entry that closes a file: another one that names it, or an invalid one whose entry file it is. */
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

/** A reason without its hint, which a command on a separate line replaces. */
export const withoutHint = (text: string): string => text.replace(/ ?(?:A person can|Request it by name)\b.*$/s, '')

export interface Decided {
  readonly named: NamedEntry
  readonly decision: Decision | undefined
}

interface OpeningOptions extends CommandOptions {
  readonly action: string
  readonly switches: Switches
}

/** Commands that approve, grant and enable what is refused, in this order; empty if another denial remains. */
export function openingCommands(
  decided: readonly Decided[],
  { action, switches, ...options }: OpeningOptions,
): readonly string[] {
  const commands = commandsFor(options)
  const found: string[] = []
  for (const {
    named: { ref, entry },
    decision,
  } of decided) {
    const off = [ref, entry.ref].filter((name) => switches.disabled().has(name))
    const refusing = (decision?.reasons ?? []).filter(({ verdict }) => verdict !== 'allow')
    if (
      refusing.some(
        ({ verdict, code, refused }) => verdict === 'deny' && !refused && (code !== 'disabled' || off.length === 0),
      )
    )
      return []
    if (refusing.some(({ code }) => code === 'disabled'))
      found.push(...off.map((name) => commands.about('enable', name)))
    if (refusing.some(({ gate }) => gate === 'trust')) found.push(commands.settle(entry))
    const asking = refusing.filter(({ gate, verdict, refused }) => (verdict === 'ask' || refused) && gate !== 'trust')
    for (const asked of new Set(asking.map(({ asksAbout = ref }) => asksAbout)))
      found.push(`${commands.about('approve', asked)}${action === 'read' ? '' : ` --action ${shellWord(action)}`}`)
  }
  return [...new Set(found)]
}
