import { findNamed, type NamedEntry } from '../../catalog/refs.ts'
import type { Catalog, CatalogEntry, EntryFile } from '../../model/catalog.ts'
import { grantCodes, type Decision } from '../../model/decision.ts'
import type { Switches } from '../../model/ports.ts'
import type { QueryOmission, QueryOmissionReason } from '../../model/query.ts'
import type { Omission, OmissionReason } from '../../model/read.ts'
import { shellWord } from '../../text/messages/show-value.ts'
import { shownPath } from './shown-path.ts'

/** Command lines to run in the working folder. */
export interface Commands {
  readonly validate: (path: string) => string
  readonly trust: (found: Pick<EntryFile, 'folder' | 'root'>) => string
  /** After an edit: a granted entry must be granted again, a followed one only has to be valid. */
  readonly afterEdit: (entry: Pick<CatalogEntry, 'found' | 'standing'>) => string
  /** For files that are closed because a granted entry that names them has changed, is gone or cannot be used. */
  readonly settle: (entry: Pick<CatalogEntry, 'found' | 'standing' | 'lapsed'>) => string
  /** A verb about one ref, with the same roots. */
  readonly about: (verb: 'approve' | 'enable', ref: string) => string
  /** The guide of the pack in a folder, even if another pack of its name has precedence. */
  readonly activate: (found: Pick<EntryFile, 'folder'>) => string
  /** Adds units for the documents that a manifest does not name. */
  readonly update: (found: Pick<EntryFile, 'folder'>) => string
  readonly lookInto: (option: 'root' | 'packs', path: string) => string
  readonly system: (command: string, path: string) => string
}

export interface CommandOptions {
  readonly cwd: string
  /** Options that make another verb open the same knowledge. */
  readonly options?: readonly string[]
  /** Name no folder below a root: for a model, such names are untrusted text. */
  readonly rootsOnly?: boolean
}

export function commandsFor({ cwd, options = [], rootsOnly = false }: CommandOptions): Commands {
  const place = (path: string): string => {
    const shown = shownPath(cwd, path)
    return shellWord(shown.startsWith('..') ? path : shown)
  }
  const validate = (path: string): string => `lorefence validate ${place(path)}`
  const docs = new Set(options.filter((_, i) => options[i - 1] === '--docs'))
  const trust: Commands['trust'] = ({ folder, root }) =>
    `lorefence trust ${docs.has(folder) ? '--docs ' : ''}${place(rootsOnly ? root : folder)}`
  const settle: Commands['settle'] = ({ found, standing, lapsed }) => {
    const entryFile = `${found.folder}/${found.file}`
    if (lapsed === 'missing' && !rootsOnly) return `lorefence trust --remove ${place(entryFile)}`
    if (lapsed !== 'unusable') return trust(found)
    const fix = validate(rootsOnly ? found.root : entryFile)
    return standing === 'followed' ? fix : `${fix} && ${trust(found)}`
  }
  return {
    validate,
    trust,
    settle,
    afterEdit: ({ found, standing }) =>
      standing === 'followed' || standing === 'builtin' ? validate(`${found.folder}/${found.file}`) : trust(found),
    about: (verb, ref) =>
      ['lorefence', verb, shellWord(ref), ...options.map((word) => (word.startsWith('--') ? word : place(word)))].join(
        ' ',
      ),
    activate: ({ folder }) => {
      const shown = place(folder)
      return `lorefence activate ${shown.includes('/') || shown === '.' ? shown : `./${shown}`}`
    },
    update: ({ folder }) =>
      place(folder) === '.' ? 'lorefence init --update' : `lorefence init --update --root ${place(folder)}`,
    lookInto: (option, path) => `lorefence catalog --${option} ${place(path)}`,
    system: (command, path) => `${command} ${place(path)}`,
  }
}

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
