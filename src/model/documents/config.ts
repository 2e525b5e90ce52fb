import type { Diagnostic } from '../codes/diagnostic.ts'
import type { FetchSettings } from '../distribution/fetch.ts'
import type { ReadOf } from '../tables/fields.ts'
import type { InstallSettings } from '../distribution/installation.ts'
import type { Requester } from '../decisions/requester.ts'
import type { SignaturePolicy } from './signature.ts'
import type { configFields, trustedKeysFields } from '../tables/config-fields.ts'
import type { Sensitivity } from '../tables/vocabulary.ts'

/** One `lorefence.yaml` as written; a field of the wrong type is absent here. */
export type ConfigFile = ReadOf<typeof configFields>

/** The user's `~/.kcp/trusted-keys.yaml` as written. */
export type TrustedKeysFile = ReadOf<typeof trustedKeysFields>

/** Limits for every requester. Each makes answers smaller or fewer, never larger. */
export interface Restraints {
  /** Most tokens of one read. */
  readonly budget?: number
  /** Globs of paths that are not searched, relative to a root. */
  readonly ignore?: readonly string[]
  /** Refs that are disabled in addition to those of `Switches`. */
  readonly disabled?: readonly string[]
  /** Units without a declared hash of their content are refused (KCP §4.21). */
  readonly requireUnitHashes?: true
  /** The user's settings for signatures; absent: none is required. */
  readonly signatures?: SignaturePolicy
  /** Highest clearance. */
  readonly maxClearance?: Sensitivity
}

/** A token, by its digest, and who uses it. */
export interface HttpClient {
  readonly tokenSha256: string
  readonly requester: Requester
}

/** An authorization server whose tokens are accepted. */
export interface OAuthServer {
  readonly issuer: string
  readonly audience: string
  readonly jwksUri: string
  readonly requester: Requester
}

/** The merged config of user, workspaces and environment. */
export interface Config {
  /** Facts about the user of this machine, with `maxClearance` applied. */
  readonly requester: Requester
  /** Absolute. Workspaces that the user configured, in addition to those of a command. */
  readonly roots: readonly string[]
  /** Absolute. No other folder counts as one of the organisation (AK-115). */
  readonly organization: readonly string[]
  /** `trust`, `approve` and `enable` accept `--yes` without a terminal. */
  readonly unattendedGrants: boolean
  readonly records: 'files' | 'memory'
  /** Days after which receipts are removed; absent: never. */
  readonly recordsDays?: number
  /** Days after which messages of past sessions are removed; absent: never. */
  readonly memoryDays?: number
  /** URL of the database with the stores; absent: they are files. */
  readonly store?: string
  /** Spans of reads go to the exporter that the operator registered. */
  readonly telemetry?: 'opentelemetry'
  /** Who may use the server over HTTP; empty if only the one that it was started for. */
  readonly clients: readonly HttpClient[]
  /** Absent: no tokens of others are accepted. */
  readonly oauth?: OAuthServer
  readonly fetch: FetchSettings
  readonly install: InstallSettings
  readonly restraints: Restraints
  /** Tokens of a read that names no budget. */
  readonly defaultBudget?: number
  /** Types of packs that are used although they are not in the standard (AK-037). */
  readonly allowTypes: readonly string[]
  /** Error in the user's config or in the location of the state. It ignores all grants, or stops every read. */
  readonly trouble?: { readonly message: string; readonly stops: 'grants' | 'everything' }
  /** Why the state folder could be part of a repository. It is then the `trouble`, and the folder is ignored. */
  readonly misplaced?: string
  readonly diagnostics: readonly Diagnostic[]
}
