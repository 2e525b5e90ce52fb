import { activate, activatePacks, type ActivateOptions, type Activation } from '../../activate/activate.ts'
import type { AllowedPack } from '../../model/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Restraints } from '../../model/config.ts'
import type { Ports } from '../../model/ports.ts'
import type { Requester } from '../../model/requester.ts'
import { effectiveUnit } from '../../parse/inherit.ts'
import type { ReadCache } from '../../select/read-cache.ts'
import { deciderFor } from './decide-ref.ts'
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
  /** What is kept from one read to the next. */
  readonly cache?: ReadCache
}

type Candidates = Pick<ActivateOptions, 'named' | 'mode'> & { readonly now: Date }

/** Asks every gate about the packs and units of a catalog with the grants and approvals of this moment. */
export const askGates = (catalog: Catalog, reader: Reader, candidates: Candidates): Activation => activate(catalog.entries, gatesOf(catalog, reader, candidates))

/** As `askGates`, of the packs alone. */
export const askPackGates = (catalog: Catalog, reader: Reader, candidates: Candidates): Activation<AllowedPack> => activatePacks(catalog.entries, gatesOf(catalog, reader, candidates))

function gatesOf(catalog: Catalog, reader: Reader, { now, ...candidates }: Candidates): ActivateOptions {
  const decider = deciderFor(reader, now)
  const shared = sameFiles(catalog, reader.ports.files)
  return {
    ...candidates,
    decisionOn: (named, activation) => decider.decideShared(named, shared.sharersOf(named), { action: 'read', activation, now }),
    isDisabled: decider.isDisabled,
    grantFor: decider.grantFor,
    sharedFor: sharedFiles(shared, decider, now),
    effective: effectiveUnit,
  }
}
