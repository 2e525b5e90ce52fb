import type { ReadOf } from '../tables/fields.ts'
import type { distributionFields, wellKnownFields } from '../tables/manifest-fields.ts'

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

type WellKnownHead = ReadOf<typeof wellKnownFields>
type Network = NonNullable<WellKnownHead['network']>

/** `/.well-known/kcp.json` (KCP §1.4). */
export interface WellKnown extends Omit<WellKnownHead, 'kcpVersion' | 'manifest' | 'network'> {
  readonly kcpVersion: string
  /** An absolute URL or a root-relative path. */
  readonly manifest: string
  /** Without a known role it is `standalone` (KCP §3.7). */
  readonly network: Omit<Network, 'role'> & { readonly role: NonNullable<Network['role']> }
}
