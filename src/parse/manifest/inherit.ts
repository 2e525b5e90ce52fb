import { canonicalRestriction } from '../respelled.ts'
import type {
  Compliance,
  ContentHash,
  Delegation,
  DiscoverySource,
  EffectiveUnit,
  Exposure,
  FreshnessPolicy,
  HumanInTheLoop,
  RateLimits,
  Restriction,
  Validity,
  Verification,
  VisibilityCondition,
} from '../../model/documents/effective.ts'
import type { GovernanceField, Malformed } from '../../model/documents/governance.ts'
import type { Effective, Manifest, Unit } from '../../model/documents/manifest.ts'
import { discoverySources, regulations, restrictions } from '../../model/tables/vocabulary.ts'
import { mediaTypeOf } from '../../text/notations/media-type.ts'
import { timeSpan } from '../../text/notations/dates.ts'
import { isLanguageTag } from '../../text/notations/language-tag.ts'
import { authorityOf, safeAuthority } from './authority.ts'
import { formatOfMediaType, formatOfPath } from './content-format.ts'
import { exposureOf } from './exposure.ts'
import { unreadableFor } from './unreadable.ts'
import { indexingOf, licenseOf } from './usage-terms.ts'

/** The blocks that may be declared at the root and on a unit. */
type Defaults = Pick<
  Manifest & Unit,
  | 'visibility'
  | 'authority'
  | 'freshnessPolicy'
  | 'temporal'
  | 'license'
  | 'indexing'
  | 'payment'
  | 'rateLimits'
  | 'language'
  | 'verification'
  | 'delegation'
  | 'compliance'
> & { readonly unreadable?: readonly Malformed[] }

/**
 * How a unit inherits root defaults. Four ways: the unit's block replaces the root's whole (KCP §3.7, §3.8), fields
 * merge one by one (§3.9), the unit may only tighten (§3.4), named parts of the root stay (§3.5).
 */
const inheritance = {
  visibility: replacing((block) => block.visibility),
  authority: orDefault(
    replacing((block) => block.authority && authorityOf(block.authority)),
    safeAuthority,
  ),
  freshnessPolicy: replacing((block) => block.freshnessPolicy && freshnessOf(block.freshnessPolicy)),
  license: replacing((block) => licenseOf(block.license, isUnreadable(block, 'license'))),
  indexing: replacing((block) => indexingOf(block.indexing, isUnreadable(block, 'indexing'))),
  payment: orDefault(
    replacing((block) => block.payment && (block.payment.defaultTier ?? 'free')),
    'free',
  ),
  paymentMethods: replacing((block) => block.payment?.methods),
  rateLimits: replacing((block) => block.rateLimits && rateLimitsOf(block.rateLimits)),
  language: replacing((block) =>
    block.language !== undefined && isLanguageTag(block.language) ? block.language : undefined,
  ),
  verification: mergeFields,
  delegation: tighten,
  compliance: keepNamedParts,
  temporal: mergeWindows,
}

/**
 * Applies the root's defaults to a unit. Each value is computed on first access. An included unit has those of its own
 * manifest (KCP §3.11); of the others that compose it, only how its text may be stored is added here, and the gates ask
 * about each of them.
 */
export function effectiveUnit(manifest: Manifest, unit: Unit): EffectiveUnit {
  const [own = manifest, ...others] = unit.from?.roots ?? []
  return unit.from
    ? new InheritingUnit(own, unit, { file: unit.from.file, others: [...others, manifest] })
    : new InheritingUnit(manifest, unit)
}

/** The same under the root of one manifest alone. */
export const underRoot = (root: Manifest, unit: Unit): EffectiveUnit => new InheritingUnit(root, unit)

interface Composing {
  /** Where the root is that applies. */
  readonly file: string
  readonly others: readonly Manifest[]
}

/** A class only because its getters are made once; a literal with getters costs 15 µs for each of 10,000 units. */
class InheritingUnit implements EffectiveUnit {
  readonly unit: Unit
  readonly rootFile: string | undefined
  readonly #manifest: Manifest
  readonly #others: readonly Manifest[]

  constructor(manifest: Manifest, unit: Unit, composing?: Composing) {
    this.unit = unit
    this.rootFile = composing?.file
    this.#manifest = manifest
    this.#others = composing?.others ?? none
  }

  get artifact() {
    return either(this.unit.artifact, 'knowledge')
  }
  get breadth() {
    return either(this.unit.breadth, 'global')
  }
  get audience() {
    return either(this.unit.audience, [])
  }
  get access() {
    return either(this.unit.access, 'public')
  }
  get deprecated() {
    return either(this.unit.deprecated, false)
  }
  get contentType() {
    return contentTypeOf(this.unit)
  }
  get format() {
    return formatOf(this.unit)
  }
  get language() {
    return inheritance.language(this.unit, this.#manifest)
  }
  get license() {
    return inheritance.license(this.unit, this.#manifest)
  }
  get indexing() {
    return this.#others.reduce(
      (known, root) => strictestIndexing(known, inheritance.indexing(noDefaults, root)),
      inheritance.indexing(this.unit, this.#manifest),
    )
  }
  get payment() {
    return inheritance.payment(this.unit, this.#manifest)
  }
  get paymentMethods() {
    // The block of the unit replaces the root's whole, its methods too (KCP §4.14).
    return inheritance.paymentMethods(this.unit, this.unit.payment ? noDefaults : this.#manifest)
  }
  get rateLimits() {
    return inheritance.rateLimits(this.unit, this.#manifest)
  }
  get freshnessPolicy() {
    return inheritance.freshnessPolicy(this.unit, this.#manifest)
  }
  get temporal() {
    return this.unit.temporal ? inheritance.temporal(this.unit, this.#manifest) : inheritedFrom(this.#manifest).temporal
  }
  get contentHash() {
    return contentHashOf(this.unit)
  }
  get visibility() {
    return inheritance.visibility(this.unit, this.#manifest)
  }
  get authority() {
    return inheritance.authority(this.unit, this.#manifest)
  }
  get verification() {
    return this.unit.verification
      ? inheritance.verification(this.unit, this.#manifest)
      : inheritedFrom(this.#manifest).verification
  }
  get delegation() {
    return this.unit.delegation
      ? inheritance.delegation(this.unit, this.#manifest)
      : inheritedFrom(this.#manifest).delegation
  }
  get compliance() {
    const own = this.unit.compliance
      ? inheritance.compliance(this.unit, this.#manifest)
      : inheritedFrom(this.#manifest).compliance
    return this.#others.reduce((known, root) => withRestrictions(known, inheritedFrom(root).compliance), own)
  }
  get unreadable() {
    return unreadableFor(this.#manifest, this.unit)
  }

  exposure(matched: VisibilityCondition | undefined): Exposure {
    return exposureOf(this.#manifest, this, matched)
  }
}

const noDefaults: Defaults = {}
const none: readonly Manifest[] = []

/** The operations that both permit. */
function strictestIndexing(a: EffectiveUnit['indexing'], b: EffectiveUnit['indexing']): EffectiveUnit['indexing'] {
  if (!a || !b) return a ?? b
  return {
    origin: a.origin,
    value: {
      allow: a.value.allow.filter((operation) => b.value.allow.includes(operation)),
      deny: [...new Set([...a.value.deny, ...b.value.deny])],
      attributionRequired: a.value.attributionRequired || b.value.attributionRequired,
    },
  }
}

function withRestrictions(compliance: Compliance, { restrictions: more }: Compliance): Compliance {
  if (!more) return compliance
  const { value = [], origin = more.origin } = compliance.restrictions ?? {}
  return { ...compliance, restrictions: { value: [...new Set([...value, ...more.value])], origin } }
}

const isUnreadable = ({ unreadable = [] }: Defaults, field: GovernanceField): boolean =>
  unreadable.some((fault) => fault.field === field)

type Inherited = Pick<EffectiveUnit, 'verification' | 'delegation' | 'compliance' | 'temporal'>

const inherited = new WeakMap<Manifest, Inherited>()

/** Shared by all units without such a block; computed once. */
function inheritedFrom(manifest: Manifest): Inherited {
  const known = inherited.get(manifest) ?? {
    verification: mergeFields({}, manifest),
    delegation: tighten({}, manifest),
    compliance: keepNamedParts({}, manifest),
    temporal: mergeWindows({}, manifest),
  }
  inherited.set(manifest, known)
  return known
}

function replacing<T>(
  read: (block: Defaults) => T | undefined,
): (unit: Defaults, root: Defaults) => Effective<T> | undefined {
  const inherited = new WeakMap<Defaults, Effective<T> | 'nothing'>()
  return (unit, root) => {
    const own = read(unit)
    if (own !== undefined) return { value: own, origin: 'unit' }
    let known = inherited.get(root)
    if (known === undefined) inherited.set(root, (known = firstOf(undefined, read(root)) ?? 'nothing'))
    return known === 'nothing' ? undefined : known
  }
}

function orDefault<T>(
  merge: (unit: Defaults, root: Defaults) => Effective<T> | undefined,
  value: T,
): (unit: Defaults, root: Defaults) => Effective<T> {
  return (unit, root) => merge(unit, root) ?? { value, origin: 'default' }
}

function firstOf<T>(unit: T | undefined, root: T | undefined): Effective<T> | undefined {
  if (unit !== undefined) return { value: unit, origin: 'unit' }
  return root === undefined ? undefined : { value: root, origin: 'root' }
}

function either<T>(unit: T | undefined, value: NoInfer<T>): Effective<T> {
  return unit === undefined ? { value, origin: 'default' } : { value: unit, origin: 'unit' }
}

function mergeFields({ verification: unit }: Defaults, { verification: root }: Defaults): Verification {
  return {
    status: firstOf(unit?.verificationStatus, root?.verificationStatus) ?? { value: 'verified', origin: 'default' },
    source: firstOf(knownSource(unit?.source), knownSource(root?.source)) ?? { value: 'manual', origin: 'default' },
    confidence: firstOf(unit?.confidence, root?.confidence) ?? { value: 1, origin: 'default' },
    observedAt: firstOf(unit?.observedAt, root?.observedAt),
    verifiedAt: firstOf(unit?.verifiedAt, root?.verifiedAt),
    contradictedBy: firstOf(unit?.contradictedBy, root?.contradictedBy),
    verifiedBy: firstOf(unit?.verifiedBy, root?.verifiedBy),
    evidence: firstOf(unit?.evidence, root?.evidence),
  }
}

function mergeWindows({ temporal: unit }: Defaults, { temporal: root }: Defaults): Validity {
  const validFrom = firstOf(unit?.validFrom, root?.validFrom)
  const validUntil = firstOf(unit?.validUntil, root?.validUntil)
  return {
    validFrom,
    validUntil,
    recordedAt: firstOf(unit?.recordedAt, root?.recordedAt),
    start: (validFrom && timeSpan(validFrom.value)?.start) ?? -Infinity,
    end: (validUntil && timeSpan(validUntil.value)?.end) ?? Infinity,
    supersededBy: unit?.supersededBy,
  }
}

function tighten({ delegation: unit }: Defaults, { delegation: root }: Defaults): Delegation {
  return {
    maxDepth: lower(unit?.maxDepth, root?.maxDepth),
    requireCapabilityAttenuation: eitherTrue(unit?.requireCapabilityAttenuation, root?.requireCapabilityAttenuation),
    requireDelegationProof: eitherTrue(unit?.requireDelegationProof, root?.requireDelegationProof),
    auditChain: eitherTrue(unit?.auditChain, root?.auditChain),
    humanInTheLoop: approvalOf(unit?.humanInTheLoop, root?.humanInTheLoop),
  }
}

function lower(unit: number | undefined, root: number | undefined): Effective<number> | undefined {
  return unit !== undefined && root !== undefined && root < unit ? { value: root, origin: 'root' } : firstOf(unit, root)
}

function eitherTrue(unit: boolean | undefined, root: boolean | undefined): Effective<boolean> {
  return firstOf(unit || undefined, root || undefined) ?? firstOf(unit, root) ?? { value: false, origin: 'default' }
}

/** The mechanism of the block that requires the approval; the unit's when both or neither do. */
function approvalOf(
  unit: Partial<HumanInTheLoop> | undefined,
  root: Partial<HumanInTheLoop> | undefined,
): Effective<HumanInTheLoop> {
  const { value: required, origin } = eitherTrue(unit?.required, root?.required)
  const byPreference = origin === 'root' ? [root, unit] : [unit, root]
  const { approvalMechanism, docsUrl } = byPreference.find((block) => block?.approvalMechanism !== undefined) ?? {}
  const value = {
    required,
    ...(approvalMechanism ? { approvalMechanism } : {}),
    ...(docsUrl === undefined ? {} : { docsUrl }),
  }
  return { value, origin }
}

function keepNamedParts(own: Defaults, defaults: Defaults): Compliance {
  const { compliance: unit } = own
  const { compliance: root } = defaults
  const rulesOf = (block: Defaults['compliance']) =>
    block?.regulations && regulations.filter((regulation) => block.regulations?.includes(regulation))
  return {
    dataResidency: firstOf(residencyOf(own), residencyOf(defaults)),
    regulations: firstOf(rulesOf(unit), unit ? undefined : rulesOf(root)),
    restrictions: firstOf(
      unit?.restrictions && restrictionsOf(unit.restrictions),
      root?.restrictions && restrictionsOf(root.restrictions),
    ),
  }
}

/** A list of which nothing can be read asks; it is not the empty list that permits no region. */
function residencyOf(block: Defaults): readonly string[] | undefined {
  const regions = block.compliance?.dataResidency
  return regions?.length === 0 && isUnreadable(block, 'compliance') ? undefined : regions
}

/** Unknown words are ignored (KCP §3.5). */
function restrictionsOf(declared: readonly string[]): readonly Restriction[] {
  const words = new Set(declared.map(canonicalRestriction))
  return restrictions.filter((restriction) => words.has(restriction))
}

const rateLimitsOf = ({
  default: limits,
  authenticated,
  premium,
}: NonNullable<Defaults['rateLimits']>): RateLimits => ({
  ...limits,
  ...(authenticated ? { authenticated } : {}),
  ...(premium ? { premium } : {}),
})

function freshnessOf({
  maxAgeDays,
  onStale,
  reviewContact,
}: NonNullable<Defaults['freshnessPolicy']>): FreshnessPolicy {
  return {
    ...(maxAgeDays === undefined ? {} : { maxAgeDays }),
    onStale: onStale ?? 'warn',
    ...(reviewContact === undefined ? {} : { reviewContact }),
  }
}

function knownSource(source: string | undefined): DiscoverySource | undefined {
  return discoverySources.find((known) => known === source)
}

/** KCP §4.21; an empty value declares nothing. */
function contentHashOf({ contentHash, unreadable }: Unit): ContentHash | undefined {
  const value = contentHash?.value?.toLowerCase()
  if (!contentHash || !value || unreadable.some(({ field }) => field === 'content_hash')) return undefined
  return { algorithm: contentHash.algorithm ?? 'sha256', value }
}

function contentTypeOf({ contentType }: Unit): Effective<string> | undefined {
  return contentType !== undefined && mediaTypeOf(contentType) !== undefined
    ? { value: contentType, origin: 'unit' }
    : undefined
}

/** KCP §4.4b: `content_type` identifies the format, also one that we do not support. */
function formatOf(unit: Unit): EffectiveUnit['format'] {
  const contentType = contentTypeOf(unit)
  const declared = contentType ? formatOfMediaType(contentType.value) : unit.format
  if (declared !== undefined) return { value: declared, origin: 'unit' }
  const inferred = contentType ? undefined : formatOfPath(unit.path)
  return inferred === undefined ? undefined : { value: inferred, origin: 'default' }
}
