import type { Malformed } from './governance.ts'
import type { Effective, Unit } from './manifest.ts'
import type {
  Access,
  Permission,
  Sensitivity,
  VerificationStatus,
  approvalMechanisms,
  contentFormats,
  discoverySources,
  hashAlgorithms,
  indexingPermissions,
  paymentTiers,
  regulations,
  restrictions,
  staleActions,
} from '../tables/vocabulary.ts'

export type ContentFormat = (typeof contentFormats)[number]
export type IndexingPermission = (typeof indexingPermissions)[number]
type PaymentTier = (typeof paymentTiers)[number]
export type Restriction = (typeof restrictions)[number]
export type DiscoverySource = (typeof discoverySources)[number]
type Visibility = NonNullable<Unit['visibility']>
export type VisibilityCondition = NonNullable<Visibility['conditions']>[number]

export interface License {
  readonly spdx?: string
  readonly url?: string
  readonly attributionRequired: boolean
}

/** An operation in neither list is undeclared and has a conservative default (KCP §4.6c). */
export interface Indexing {
  readonly allow: readonly IndexingPermission[]
  readonly deny: readonly IndexingPermission[]
  readonly attributionRequired: boolean
}

export interface RequestLimits {
  readonly requestsPerMinute?: number
  readonly requestsPerHour?: number
  readonly requestsPerDay?: number
  readonly unlimited?: boolean
}

/** Those of the default, and of the tiers that have their own. */
export interface RateLimits extends RequestLimits {
  readonly authenticated?: RequestLimits
  readonly premium?: RequestLimits
}

export interface FreshnessPolicy {
  readonly maxAgeDays?: number
  readonly onStale: (typeof staleActions)[number]
  readonly reviewContact?: string
}

/** Declared digest of the content (KCP §4.21). */
export interface ContentHash {
  readonly algorithm: (typeof hashAlgorithms)[number]
  /** Lower-case hexadecimal. */
  readonly value: string
}

/** When a unit is valid, field by field from unit and root (KCP §4.22). Dates and times as written. */
export interface Validity {
  readonly validFrom: Effective<string> | undefined
  readonly validUntil: Effective<string> | undefined
  readonly recordedAt: Effective<string> | undefined
  /** First and last millisecond since 1970; infinite where a bound is absent or cannot be read. */
  readonly start: number
  readonly end: number
  /** Declared by the unit alone: one unit cannot replace all. */
  readonly supersededBy: string | undefined
}

/** Each action of the specification and every declared custom one; any other action is denied. */
export type Authority = Readonly<Record<string, Permission>>

export interface Verification {
  readonly status: Effective<VerificationStatus>
  readonly source: Effective<DiscoverySource>
  readonly confidence: Effective<number>
  readonly observedAt: Effective<string> | undefined
  readonly verifiedAt: Effective<string> | undefined
  readonly contradictedBy: Effective<string> | undefined
  readonly verifiedBy: Effective<string> | undefined
  readonly evidence: Effective<unknown> | undefined
}

export interface HumanInTheLoop {
  readonly required: boolean
  readonly approvalMechanism?: (typeof approvalMechanisms)[number]
  readonly docsUrl?: string
}

export interface Delegation {
  /** Absent: no limit is declared. */
  readonly maxDepth: Effective<number> | undefined
  readonly requireCapabilityAttenuation: Effective<boolean>
  readonly requireDelegationProof: Effective<boolean>
  readonly auditChain: Effective<boolean>
  readonly humanInTheLoop: Effective<HumanInTheLoop>
}

/** Declared by the publisher; no proof and no legal basis (KCP §14.1). Sensitivity is part of `Exposure`. */
export interface Compliance {
  readonly dataResidency: Effective<readonly string[]> | undefined
  readonly regulations: Effective<readonly (typeof regulations)[number][]> | undefined
  readonly restrictions: Effective<readonly Restriction[]> | undefined
}

/** What applies to a requester after its visibility condition matched. */
export interface Exposure {
  /** Absent: nothing declares it, which is unknown and not public (KCP §4.12). */
  readonly sensitivity: Effective<Sensitivity> | undefined
  readonly requiresAuth: Effective<boolean>
  readonly authority: Effective<Authority>
}

/** A unit with the root's defaults applied. An absent value is not declared and has no default. */
export interface EffectiveUnit {
  readonly unit: Unit
  /** For an included unit, the file whose root applies; absent for a unit of the manifest itself. */
  readonly rootFile: string | undefined
  /** A known kind, or the author's own word. */
  readonly artifact: Effective<string>
  readonly breadth: Effective<string>
  readonly audience: Effective<readonly string[]>
  readonly access: Effective<Access>
  readonly deprecated: Effective<boolean>
  readonly contentType: Effective<string> | undefined
  /** By `content_type`, else as declared, else by the extension of the path. */
  readonly format: Effective<ContentFormat> | undefined
  readonly language: Effective<string> | undefined
  readonly license: Effective<License> | undefined
  readonly indexing: Effective<Indexing> | undefined
  readonly payment: Effective<PaymentTier>
  readonly paymentMethods: Effective<NonNullable<NonNullable<Unit['payment']>['methods']>> | undefined
  readonly rateLimits: Effective<RateLimits> | undefined
  readonly freshnessPolicy: Effective<FreshnessPolicy> | undefined
  readonly temporal: Validity
  /** Absent where no digest is declared, or one that cannot be read. */
  readonly contentHash: ContentHash | undefined
  readonly visibility: Effective<Visibility> | undefined
  readonly authority: Effective<Authority>
  readonly verification: Verification
  readonly delegation: Delegation
  readonly compliance: Compliance
  /** Governance fields, of the unit or inherited, whose written value could not be fully read. */
  readonly unreadable: readonly Malformed[]
  /** Under the condition that matched; without one, under `visibility.default` (KCP §4.16). */
  exposure(matched: VisibilityCondition | undefined): Exposure
}
