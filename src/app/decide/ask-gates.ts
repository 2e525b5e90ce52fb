import { activate, activatePacks, type ActivateOptions, type Activation } from '../../activate/activate.ts'
import type { NamedEntry } from '../../catalog/refs.ts'
import type { Allowed, AllowedPack } from '../../model/decisions/brands.ts'
import type { Catalog, CatalogEntry, EntryFile } from '../../model/catalog.ts'
import type { Restraints } from '../../model/documents/config.ts'
import type { Grant } from '../../model/decisions/decision.ts'
import type { Clock, Ports } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { claimsBlocked } from '../../model/tables/status-scale.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import type { ReadCache } from '../../select/texts/read-cache.ts'
import { entryFilesOf, folderUnits } from '../shared/folder-units.ts'
import { circumstancesAt, deciderFor, type Decider } from './decide-ref.ts'
import { externalNotes, externalRelations } from './external-units.ts'
import { decideRound, type DecisionCache, type Moment } from './decision-cache.ts'
import { listedOnce } from './listed-once.ts'
import { notMirrored } from './not-mirrored.ts'
import { sameFiles } from './same-file.ts'
import { sharedFiles } from './shared-files.ts'
import { approvalsFor } from './standing.ts'
import type { SeenByModel } from './model-view.ts'

/** Who sent a request to a server, according to its credential; recorded with every release. */
export interface Caller {
  /** Name of the credential, by which rate limits are counted. */
  readonly client: string
  readonly traceparent?: string
  /** The date for which a person asked what would be released; the record has the actual time. */
  readonly decidedAt?: string
}

/** The requester, its restraints and the ports. */
export interface Reader {
  readonly ports: Ports
  readonly requester: Requester
  readonly restraints: Restraints
  /** The client of a server; absent elsewhere. */
  readonly caller?: Caller
  /** Id of the searched folders, for records. */
  readonly workspace?: string
  /** Clock for records, if the clock of the ports is set to a date that a person asked for. */
  readonly recordClock?: Clock
  /** Tokens of a read that requests no budget. */
  readonly defaultBudget?: number
  readonly trustAll: boolean
  /** Types of packs that the user's config adds. */
  readonly allowTypes?: readonly string[]
  /** Tasks are stored only as a keyed hash. */
  readonly hideTasks?: boolean
  /** Whether the tests of a granted pack count for and against it in implicit activation (AK-242, AK-359). */
  readonly useEvals?: boolean
  /** Grants at the start of the call; each is looked up once. */
  readonly grantsSeen?: Map<EntryFile, Grant | undefined>
  /** Real refs by the names that a model knows; records contain the refs. */
  readonly trueRefs?: ReadonlyMap<string, string>
  readonly cache?: ReadCache
  /** Cached decisions that still hold. */
  readonly kept?: KeptRounds
  /** Called when everything is prepared and counted and the record is being written. */
  onRecording?(): void
}

interface KeptRounds {
  readonly gates: DecisionCache<Activation>
  readonly packGates: DecisionCache<Activation<AllowedPack>>
  readonly views: DecisionCache<SeenByModel>
}

type Candidates = Pick<ActivateOptions, 'named' | 'mode'> & { readonly now: Date }

/** Asks every gate about the packs and units of a catalog with the current grants and approvals. */
export const askGates = (catalog: Catalog, reader: Reader, candidates: Candidates): Activation =>
  askKnown(catalog.entries, { catalog, reader, candidates, kept: reader.kept?.gates }, activate)

/** As `askGates`, for packs only. */
export const askPackGates = (catalog: Catalog, reader: Reader, candidates: Candidates): Activation<AllowedPack> =>
  askKnown(
    catalog.entries.filter(({ document }) => document.kind === 'pack'),
    { catalog, reader, candidates, kept: reader.kept?.packGates },
    activatePacks,
  )

/** The named candidates, then the others; if an entry is in both, the decision on the named one counts. */
export function joinActivations(named: Activation, others: Activation): Activation {
  const known = new Set([...named.allowed, ...named.omitted, ...named.decisions].map(({ ref }) => ref))
  const isNew = ({ ref }: { readonly ref: string }): boolean => !known.has(ref)
  return {
    allowed: [...named.allowed, ...others.allowed.filter(isNew)],
    decisions: [...named.decisions, ...others.decisions.filter(isNew)],
    omitted: [...named.omitted, ...others.omitted.filter(isNew)],
  }
}

interface Asking {
  readonly catalog: Catalog
  readonly reader: Reader
  readonly candidates: Candidates
}

/** Ungranted entries are candidates only if they are named; otherwise only their number is reported. */
function askKnown<Candidate extends Allowed>(
  entries: readonly CatalogEntry[],
  { kept, ...asking }: Asking & { readonly kept: DecisionCache<Activation<Candidate>> | undefined },
  ask: (entries: readonly CatalogEntry[], options: ActivateOptions) => Activation<Candidate>,
): Activation<Candidate> {
  const { named, mode = '', now } = asking.candidates
  if (named) return askAbout(entries, { ...asking, moment: { now } }, ask)
  const round = { name: mode, catalog: asking.catalog, now, kept }
  return decideRound(round, asking.reader, (reader, moment) => askAbout(entries, { ...asking, reader, moment }, ask))
}

function askAbout<Candidate extends Allowed>(
  entries: readonly CatalogEntry[],
  { catalog, reader, candidates, moment }: Asking & { readonly moment: Moment },
  ask: (entries: readonly CatalogEntry[], options: ActivateOptions) => Activation<Candidate>,
): Activation<Candidate> {
  const decider = deciderFor(reader, moment)
  const options = gatesOf(catalog, decider, { reader, candidates, moment })
  if (candidates.named) return ask(entries, options)
  const isKnown = (entry: CatalogEntry): boolean =>
    entry.found.scope === 'builtin' || decider.grantFor(entry) !== undefined
  const ungranted = entries.filter((entry) => !isKnown(entry) && entry.enabled && !decider.isDisabled(entry.ref)).length
  const { allowed, decisions, omitted } = ask(entries.filter(isKnown), options)
  return { allowed, decisions, omitted: ungranted === 0 ? omitted : [ungrantedOmission(ungranted), ...omitted] }
}

/** Ungranted entries are reported by their number only. */
export function ungrantedOmission(count: number): Omission & { readonly reason: 'ungranted' } {
  const detail = `${count === 1 ? '1 entry is' : `${count} entries are`} not granted. A person can review and run "lorefence trust .".`
  return { ref: 'ungranted', reason: 'ungranted', detail, count }
}

function gatesOf(
  catalog: Catalog,
  decider: Decider,
  { reader, candidates: { now: _now, ...candidates }, moment }: Omit<Asking, 'catalog'> & { readonly moment: Moment },
): ActivateOptions {
  const files = candidates.named ? listedOnce(reader.ports.files) : reader.ports.files
  const shared = sameFiles(catalog, files, decider)
  const filesOf = folderUnits(files, { ignore: reader.restraints.ignore ?? [], entryFiles: entryFilesOf(catalog) })
  const withoutMirror = notMirrored(catalog)
  const decisionOn: ActivateOptions['decisionOn'] = (named, activation) =>
    decider.decideShared(named, shared.sharersOf(named), circumstancesAt(moment, activation))
  const isUsable = (named: NamedEntry): boolean => decisionOn(named, 'explicit')?.verdict === 'allow'
  const relationsOf = externalRelations(catalog, isUsable)
  return {
    ...candidates,
    decisionOn,
    isDisabled: decider.isDisabled,
    grantFor: decider.grantFor,
    sharedFor: sharedFiles(shared, decider, moment),
    folderOf: (entry, { path }) => withoutMirror(entry) ?? filesOf(entry.found, path),
    areClaimsConfirmed: ({ ref, found: { folder } }) =>
      approvalsFor(reader.ports.approvals, { ref, folder }, moment).approvals.includes(claimsBlocked),
    effective: effectiveUnit,
    externalFor: (named) => externalNotes(named.unit?.id ?? '', relationsOf(named)),
  }
}
