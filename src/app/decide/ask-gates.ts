import { activate, activatePacks, type ActivateOptions, type Activation } from '../../activate/activate.ts'
import type { Allowed, AllowedPack } from '../../model/brands.ts'
import type { Catalog, CatalogEntry, EntryFile } from '../../model/catalog.ts'
import type { Restraints } from '../../model/config.ts'
import type { Grant } from '../../model/decision.ts'
import type { Ports } from '../../model/ports.ts'
import type { Omission } from '../../model/read.ts'
import type { Requester } from '../../model/requester.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import type { ReadCache } from '../../select/texts/read-cache.ts'
import { folderUnits } from '../shared/folder-units.ts'
import { deciderFor, type Decider } from './decide-ref.ts'
import { sameFiles } from './same-file.ts'
import { sharedFiles } from './shared-files.ts'

/** Who asks, in which world. */
export interface Reader {
  readonly ports: Ports
  readonly requester: Requester
  readonly restraints: Restraints
  /** Tokens of a read that names no budget. */
  readonly defaultBudget?: number
  readonly trustAll: boolean
  /** The words of tasks are kept nowhere, only a keyed hash of them. */
  readonly hideTasks?: boolean
  /** Prompts that the tests of a granted pack reject count against it in implicit activation (AK-242). */
  readonly useEvals?: boolean
  /** Grants as they were when the call began; they are looked up once. */
  readonly grantsSeen?: Map<EntryFile, Grant | undefined>
  /** Refs behind the names that a model knows; what is recorded has the refs. */
  readonly trueRefs?: ReadonlyMap<string, string>
  /** What is kept from one read to the next. */
  readonly cache?: ReadCache
}

type Candidates = Pick<ActivateOptions, 'named' | 'mode'> & { readonly now: Date }

/** Asks every gate about the packs and units of a catalog with the grants and approvals of this moment. */
export const askGates = (catalog: Catalog, reader: Reader, candidates: Candidates): Activation =>
  askKnown(catalog.entries, { catalog, reader, candidates }, activate)

/** As `askGates`, of the packs alone. */
export const askPackGates = (catalog: Catalog, reader: Reader, candidates: Candidates): Activation<AllowedPack> =>
  askKnown(
    catalog.entries.filter(({ document }) => document.kind === 'pack'),
    { catalog, reader, candidates },
    activatePacks,
  )

interface Asking {
  readonly catalog: Catalog
  readonly reader: Reader
  readonly candidates: Candidates
}

/** What nobody granted is no candidate unless somebody names it; how many there are is all that is said of them. */
function askKnown<Candidate extends Allowed>(
  entries: readonly CatalogEntry[],
  { catalog, reader, candidates }: Asking,
  ask: (entries: readonly CatalogEntry[], options: ActivateOptions) => Activation<Candidate>,
): Activation<Candidate> {
  const decider = deciderFor(reader, candidates.now)
  const options = gatesOf(catalog, decider, { reader, candidates })
  if (candidates.named) return ask(entries, options)
  const isKnown = (entry: CatalogEntry): boolean =>
    entry.found.scope === 'builtin' || decider.grantFor(entry) !== undefined
  const strangers = entries.filter((entry) => !isKnown(entry) && entry.enabled && !decider.isDisabled(entry.ref)).length
  const { allowed, decisions, omitted } = ask(entries.filter(isKnown), options)
  return { allowed, decisions, omitted: strangers === 0 ? omitted : [ungrantedOmission(strangers), ...omitted] }
}

/** Of what nobody granted, a number. */
export function ungrantedOmission(count: number): Omission & { readonly reason: 'ungranted' } {
  const detail = `Nobody has granted the use of ${count === 1 ? 'one entry' : `${count} entries`} yet. A person can look and run "lorefence trust .".`
  return { ref: 'ungranted', reason: 'ungranted', detail, count }
}

function gatesOf(
  catalog: Catalog,
  decider: Decider,
  { reader, candidates: { now, ...candidates } }: Omit<Asking, 'catalog'>,
): ActivateOptions {
  const shared = sameFiles(catalog, reader.ports.files, decider)
  const filesOf = folderUnits(reader.ports.files, reader.restraints.ignore)
  return {
    ...candidates,
    decisionOn: (named, activation) =>
      decider.decideShared(named, shared.sharersOf(named), { action: 'read', activation, now }),
    isDisabled: decider.isDisabled,
    grantFor: decider.grantFor,
    sharedFor: sharedFiles(shared, decider, now),
    folderOf: ({ found }, { path }) => filesOf(found, path),
    effective: effectiveUnit,
  }
}
