import type { ReadOf } from './fields.ts'
import type { distributionFields } from './tables/manifest-fields.ts'

type DistributionHead = ReadOf<typeof distributionFields>
type EntryHead = NonNullable<DistributionHead['entries']>[number]

/** How the manifest of an entry is fetched (KCP Catalog §5). */
export type SourceKind = 'relative' | 'absolute' | 'https' | 'git'

export interface DistributionEntry extends Omit<EntryHead, 'name' | 'source'> {
  readonly name: string
  readonly source: string
  /** Absent when the source is of an unknown kind; such an entry cannot be installed. */
  readonly sourceKind: SourceKind | undefined
  /** Position in the file. */
  readonly index: number
}

/** A file that distributes manifests, `.kcp/catalog.yaml`; the run-time list is the `Catalog`. */
export interface Distribution extends Omit<DistributionHead, 'catalogVersion' | 'entries'> {
  readonly catalogVersion: string
  /** In declaration order, without entries that lack name or source. */
  readonly entries: readonly DistributionEntry[]
}
