import type { Diagnostic } from '../codes/diagnostic.ts'
import type { Tier } from '../documents/signature.ts'

/**
 * `mirror`: read from this disk. `unchanged`: fetched, and equal to the copy. `skipped`: not valid in this environment
 * or at this time, or not requested. `refused`: by a rule or a limit of lorefence. `failed`: by the network or the
 * server.
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
  /** Path of the manifest on this disk, from the root; the former copy where it was not fetched. */
  readonly path?: string
  readonly project?: string
  readonly version?: string
  readonly units?: number
  readonly digest?: string
  /** Absent where nothing is signed and the config has no settings for signatures. */
  readonly tier?: Tier
  /** Files of its units that were fetched, and those that were not. */
  readonly files?: { readonly fetched: number; readonly left: number }
  /** Units that depend on it, where it is not available. */
  readonly dependents?: readonly { readonly unit: string; readonly onFailure: string }[]
}

export interface Federation {
  /** Shown paths of the manifests on this disk that declare others. */
  readonly starts: readonly string[]
  /** Ungranted manifests; nothing is fetched for them. */
  readonly ungranted: readonly string[]
  readonly sources: readonly FederatedSource[]
  readonly diagnostics: readonly Diagnostic[]
}
