import type { ReadOf } from '../tables/fields.ts'
import type { Malformed } from './governance.ts'
import type { federatedManifestFields, manifestFields, relationshipFields } from '../tables/manifest-fields.ts'
import type { unitFields } from '../tables/unit-fields.ts'

type UnitHead = ReadOf<typeof unitFields>

/** A unit as declared; `effectiveUnit` applies the root's defaults. */
export interface Unit extends Omit<UnitHead, 'id' | 'path' | 'intent'> {
  readonly id: string
  /** Forward slashes, inside the folder of the manifest, or an https:// address. */
  readonly path: string
  readonly intent: string
  /** Position in the manifest; order is significant (KCP §3.1). */
  readonly index: number
  /** Values in governance fields that cannot be read: they must not count as absent. */
  readonly unreadable: readonly Malformed[]
  /**
   * Its restrictions on reading, where its path is not plain: if the path leads to no file, a gate asks about the
   * manifest.
   */
  readonly ifUnplaced?: readonly Malformed[]
  /** Where it comes from, if an included manifest declares it (KCP §3.11). */
  readonly from?: UnitOrigin
}

/** The manifest that declares a unit of a composed one. */
export interface UnitOrigin {
  /** Its path, from the folder of the composing manifest. */
  readonly file: string
  /** Its URL, if it was fetched. */
  readonly url?: string
  /** Id and position of the unit there. */
  readonly id: string
  readonly index: number
  /** That manifest, and those through which it was included: what their roots declare applies to the unit too. */
  readonly roots: readonly Manifest[]
  readonly integrity: IncludeIntegrity
  /** The fields that overrides replaced, each with its JSON pointer, after `file#` if it is in an included manifest. */
  readonly overridden?: Readonly<Record<string, string>>
}

/** Whether an included manifest matches its `integrity` block. Unverified: there is none. */
export type IncludeIntegrity =
  | { readonly state: 'verified' | 'unverified' }
  | { readonly state: 'failed'; readonly field: string; readonly expected: string; readonly observed: string }

/** A manifest that another one includes, directly or through others. */
export interface IncludedManifest {
  /** From the folder of the composing manifest. */
  readonly path: string
  readonly url?: string
  readonly digest: string
  readonly integrity: IncludeIntegrity
}

export interface UnusableUnit {
  readonly index: number
  readonly id?: string
  /** `it has no path`. */
  readonly problem: string
}

export type Relationship = Required<Pick<ReadOf<typeof relationshipFields>, 'from' | 'to' | 'type'>>
export interface FederatedManifest extends ReadOf<typeof federatedManifestFields> {
  /** Values of its window that cannot be read. */
  readonly unreadable?: readonly Malformed[]
}

export type AgentRequirements = NonNullable<NonNullable<ReadOf<typeof manifestFields>['trust']>['agentRequirements']>

type ManifestHead = ReadOf<typeof manifestFields>

export interface Manifest extends Omit<ManifestHead, 'project' | 'units' | 'relationships' | 'manifests'> {
  readonly kind: 'manifest'
  /** As declared, else a substitute. */
  readonly project: string
  readonly manifests?: readonly FederatedManifest[]
  /** In declaration order, duplicates included; a look-up by id returns the first. */
  readonly units: readonly Unit[]
  /** Entries of `units` that are none: without id or path, or with a path that leaves the folder. */
  readonly unusable: readonly UnusableUnit[]
  /** The edges of the graph, as declared, without those of an unknown type or unit, which the count includes. */
  readonly relationships: readonly Relationship[]
  readonly relationshipCount: number
  /** As for a unit, of the blocks at the root. */
  readonly unreadable: readonly Malformed[]
  /** For a composed manifest: the other files that its units come from, each once, in order (KCP §3.11). */
  readonly includes?: readonly IncludedManifest[]
  /** Units of those that are excluded or replaced: only what they declare against reading a file still applies. */
  readonly displaced?: readonly Unit[]
  /** Only its beginning was read, because it is long and ungranted: there may be more units. */
  readonly headOnly?: true
}

/** Where an effective value came from. */
export type Origin = 'unit' | 'root' | 'default'

export interface Effective<T> {
  readonly value: T
  readonly origin: Origin
}

/** Conformance level (KCP §8) and what would reach the next one. */
export interface Conformance {
  readonly level: 1 | 2 | 3
  readonly missingForNext: readonly string[]
}
