import type { Diagnostic } from './diagnostic.ts'
import type { ReadOf } from './fields.ts'
import type { Requester } from './requester.ts'
import type { configFields } from './tables/config-fields.ts'
import type { Sensitivity } from './vocabulary.ts'

/** One `lorefence.yaml` as written; a field of the wrong type is absent here. */
export type ConfigFile = ReadOf<typeof configFields>

/** What narrows the use of knowledge, whoever asks. Each part makes answers smaller or fewer, never the contrary. */
export interface Restraints {
  /** Ceiling of tokens for one read. */
  readonly budget?: number
  /** Globs of paths that are not looked into, relative to a root. */
  readonly ignore?: readonly string[]
  /** Refs that are left out beside those that were switched off. */
  readonly disabled?: readonly string[]
  /** Ceiling of the clearance. */
  readonly maxClearance?: Sensitivity
}

/** What the user's config, the configs of the workspaces and the environment come to. */
export interface Config {
  /** Facts about whoever sits at this machine, under the ceiling. */
  readonly requester: Requester
  /** Absolute. Workspaces of the user's choice beside those that a command names. */
  readonly roots: readonly string[]
  /** Absolute. No other folder is ever taken for one of the organisation (AK-115). */
  readonly organization: readonly string[]
  /** `trust`, `approve` and `enable` accept `--yes` without a terminal. */
  readonly unattendedGrants: boolean
  readonly records: 'files' | 'memory'
  /** Days after which receipts are removed; absent: never. */
  readonly recordsDays?: number
  /** Spans of reads go to the exporter that the operator registered. */
  readonly telemetry?: 'opentelemetry'
  readonly restraints: Restraints
  /** Tokens of a read that names no budget. */
  readonly defaultBudget?: number
  /** Types of packs that are used although the standard does not know them (AK-037). */
  readonly allowTypes: readonly string[]
  /** What is wrong with the user's own config, or with the place of the state. It never loosens: no grant is given, and at worst nothing is read. */
  readonly trouble?: { readonly message: string; readonly stops: 'grants' | 'everything' }
  /** The place of the state is one that a repository could bring along: why. It is the trouble then, and nothing in it counts. */
  readonly misplaced?: string
  readonly diagnostics: readonly Diagnostic[]
}
