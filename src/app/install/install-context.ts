import type { Code } from '../../model/codes/codes.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { InstallSettings, LockedEntry } from '../../model/distribution/installation.ts'
import type { Fetcher, Files, Installer, Ports, Repositories } from '../../model/ports.ts'
import type { SignaturePolicy } from '../../model/documents/signature.ts'

/** What installing reads and writes. */
export interface InstallContext {
  /** Absolute; entries are installed below it, and sources in the lock are relative to it. */
  readonly root: string
  /** From the root. */
  readonly lockFile: string
  readonly files: Files
  readonly fetcher: Fetcher
  readonly repositories: Repositories
  readonly installer: Installer
  readonly grants: Ports['grants']
  readonly editions?: Ports['editions']
  readonly settings: InstallSettings
  readonly signatures?: SignaturePolicy | undefined
  readonly allowTypes?: readonly string[]
}

export const entryFileOf = ({ format }: Pick<LockedEntry, 'format'>): string =>
  format === 'pack' ? 'KNOWLEDGE.md' : 'knowledge.yaml'

/** Why something is not installed; then nothing is. */
export interface InstallRefusal {
  /** The source or the entry, as the person knows it. */
  readonly subject: string
  readonly code: Code
  readonly message: string
  /** Findings of an invalid document. */
  readonly diagnostics?: readonly Diagnostic[]
}

/** A pack or manifest that was read from its source and can be written. */
export interface PlannedEntry extends Omit<LockedEntry, 'files' | 'pending'> {
  /** The entry file is last. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Files of the source that are never installed. */
  readonly leftOut: readonly string[]
  /** Files that its units name and the source does not have. */
  readonly missing: readonly string[]
  /** Why it is stale according to its catalog. */
  readonly stale: readonly string[]
}

export interface InstallPlan {
  /** In the order in which they are written. */
  readonly planned: readonly PlannedEntry[]
  readonly refused: readonly InstallRefusal[]
}
