import type { Diagnostic } from './diagnostic.ts'
import type { Tier } from './signature.ts'

/**
 * `mirror`: read from this disk. `unchanged`: fetched, and the same as the copy. `skipped`: it does not count now and here,
 * or nobody asked for it. `refused`: by a rule or a limit of ours. `failed`: by the network or the server.
 */
type SourceOutcome = 'mirror' | 'fetched' | 'unchanged' | 'skipped' | 'refused' | 'failed'

/** One declared manifest, as `federate` found it. */
export interface FederatedSource {
  /** Its `manifests[].id`. */
  readonly id: string
  /** Without its query, which may be secret. */
  readonly url?: string
  /** The manifests that led to it: the first is on this disk, the last declares it. */
  readonly declaredBy: readonly string[]
  readonly outcome: SourceOutcome
  /** Why it was skipped, refused or failed. */
  readonly detail?: string
  readonly code?: string
  /** Of the manifest on this disk, from the root; where it was not fetched, of the copy from before. */
  readonly path?: string
  readonly project?: string
  readonly version?: string
  readonly units?: number
  readonly digest?: string
  /** Absent where nothing is signed and the config says nothing about signatures. */
  readonly tier?: Tier
  /** Files of its units that were fetched, and those that were not. */
  readonly files?: { readonly fetched: number; readonly left: number }
  /** Units that depend on it, where it is not available. */
  readonly dependents?: readonly { readonly unit: string; readonly onFailure: string }[]
}

export interface Federation {
  /** Shown paths of the manifests on this disk that declare others. */
  readonly starts: readonly string[]
  /** Those that nobody granted: they start nothing. */
  readonly ungranted: readonly string[]
  readonly sources: readonly FederatedSource[]
  readonly diagnostics: readonly Diagnostic[]
}
