import type { EffectiveUnit, Validity } from '../../model/documents/effective.ts'
import type { GovernanceField, Malformed } from '../../model/documents/governance.ts'
import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import { accessLevels, permissions, sensitivities } from '../../model/tables/vocabulary.ts'
import { canonicalJson } from '../../text/bytes/canonical-json.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { permissionFor } from './authority.ts'
import { underRoot } from './inherit.ts'

/** Whether a unit still forbids after an override everything that it forbade before. */
type StillHolds = (before: EffectiveUnit, after: EffectiveUnit, root: Manifest) => boolean

/** By the field that an override replaces. What has no row restricts nothing. */
const stillHolds: Readonly<Record<string, { readonly field: GovernanceField; readonly holds: StillHolds }>> = {
  kind: {
    field: 'kind',
    holds: (before, after) => before.artifact.value === 'knowledge' || same(kindOf)(before, after),
  },
  load_eligible: {
    field: 'kind',
    holds: ({ unit: a }, { unit: b }) => a.loadEligible === true || b.loadEligible !== true,
  },
  action_scope: { field: 'kind', holds: same(({ unit }) => unit.actionScope) },
  access: { field: 'access', holds: (before, after) => rankOf(after, accessLevels) >= rankOf(before, accessLevels) },
  auth: {
    field: 'auth',
    holds: ({ unit: before }, { unit: after }, root) =>
      isAddedOrSame(before.auth ?? root.auth, after.auth ?? root.auth),
  },
  auth_scope: { field: 'auth_scope', holds: addedOrSame(({ unit }) => unit.authScope) },
  sensitivity: { field: 'sensitivity', holds: isAsSensitive },
  // A condition may open what other fields close.
  visibility: { field: 'visibility', holds: same(({ visibility }) => visibility?.value) },
  authority: { field: 'authority', holds: permitsNoMore },
  delegation: { field: 'delegation', holds: delegatesNoMore },
  compliance: {
    field: 'compliance',
    holds: (before, after) => isAsSensitive(before, after) && compliesAsMuch(before, after),
  },
  indexing: { field: 'indexing', holds: isIndexedNoMore },
  license: {
    field: 'license',
    holds: ({ license: before }, { license: after }) =>
      before?.value.attributionRequired !== true || after?.value.attributionRequired === true,
  },
  payment: {
    field: 'payment',
    holds: (before, after) =>
      (before.payment.value === 'free' && !before.paymentMethods) ||
      same(({ payment, paymentMethods }) => [payment.value, paymentMethods?.value])(before, after),
  },
  rate_limits: { field: 'rate_limits', holds: allowsNoMoreRequests },
  freshness_policy: {
    field: 'freshness_policy',
    holds: (before, after) =>
      before.freshnessPolicy?.value.onStale !== 'block' ||
      same(({ freshnessPolicy }) => freshnessPolicy?.value)(before, after),
  },
  validated: {
    field: 'freshness_policy',
    holds: (before, after) =>
      before.freshnessPolicy?.value.onStale !== 'block' || same(({ unit }) => unit.validated)(before, after),
  },
  temporal: { field: 'temporal', holds: ({ temporal: before }, { temporal: after }) => isWithin(before, after) },
  content_hash: { field: 'content_hash', holds: addedOrSame(({ contentHash }) => contentHash) },
  deprecated: { field: 'deprecated', holds: (before, after) => !before.deprecated.value || after.deprecated.value },
}

/**
 * Fields that an override would loosen (KCP §3.11); a gate asks about each, as about a value that cannot be read. The
 * unit is compared under the root of a manifest that composes it, whose defaults an override may replace too.
 */
export function loosenedBy(
  fields: Readonly<Record<string, unknown>>,
  units: { readonly before: Unit; readonly after: Unit },
  root: Manifest,
): readonly Malformed[] {
  const before = underRoot(root, units.before)
  const after = underRoot(root, units.after)
  return Object.keys(fields).flatMap((name): readonly Malformed[] => {
    const row = Object.hasOwn(stillHolds, name) ? stillHolds[name] : undefined
    if (!row || row.holds(before, after, root)) return []
    return [{ field: row.field, path: name, written: showValue(fields[name]), loosens: true }]
  })
}

const kindOf = ({ artifact }: EffectiveUnit): string => artifact.value

function same(read: (unit: EffectiveUnit) => unknown): (before: EffectiveUnit, after: EffectiveUnit) => boolean {
  return (before, after) => canonicalJson(read(before) ?? null) === canonicalJson(read(after) ?? null)
}

/** Nothing was declared before, or the same. */
function addedOrSame(read: (unit: EffectiveUnit) => unknown): StillHolds {
  return (before, after) => isAddedOrSame(read(before), read(after))
}

const isAddedOrSame = (before: unknown, after: unknown): boolean =>
  before === undefined || canonicalJson(before) === canonicalJson(after ?? null)

function allowsNoMoreRequests({ rateLimits: before }: EffectiveUnit, { rateLimits: after }: EffectiveUnit): boolean {
  return (['requestsPerMinute', 'requestsPerDay'] as const).every(
    (limit) => (after?.value[limit] ?? Infinity) <= (before?.value[limit] ?? Infinity),
  )
}

const rankOf = ({ access }: EffectiveUnit, levels: readonly string[]): number => levels.indexOf(access.value)

/** A unit that declares no sensitivity ranks between public and internal (KCP §4.12). */
function isAsSensitive(before: EffectiveUnit, after: EffectiveUnit): boolean {
  const rank = (unit: EffectiveUnit): number => {
    const level = unit.exposure(undefined).sensitivity?.value
    return level === undefined ? 0.5 : sensitivities.indexOf(level)
  }
  return rank(after) >= rank(before)
}

function permitsNoMore({ authority: before }: EffectiveUnit, { authority: after }: EffectiveUnit): boolean {
  const rank = (authority: typeof before, action: string): number =>
    permissions.indexOf(permissionFor(authority.value, action))
  return [...Object.keys(before.value), ...Object.keys(after.value)].every(
    (action) => rank(after, action) >= rank(before, action),
  )
}

function delegatesNoMore({ delegation: before }: EffectiveUnit, { delegation: after }: EffectiveUnit): boolean {
  const flags = ['requireCapabilityAttenuation', 'requireDelegationProof', 'auditChain'] as const
  return (
    (after.maxDepth?.value ?? Infinity) <= (before.maxDepth?.value ?? Infinity) &&
    flags.every((flag) => after[flag].value || !before[flag].value) &&
    (after.humanInTheLoop.value.required || !before.humanInTheLoop.value.required)
  )
}

function compliesAsMuch({ compliance: before }: EffectiveUnit, { compliance: after }: EffectiveUnit): boolean {
  const holdsAll = (all: readonly string[] = [], some: readonly string[] = []): boolean =>
    some.every((one) => all.includes(one))
  const regions = before.dataResidency?.value
  return (
    holdsAll(after.restrictions?.value, before.restrictions?.value) &&
    holdsAll(after.regulations?.value, before.regulations?.value) &&
    (!regions || (after.dataResidency !== undefined && holdsAll(regions, after.dataResidency.value)))
  )
}

function isIndexedNoMore({ indexing: before }: EffectiveUnit, { indexing: after }: EffectiveUnit): boolean {
  const allowed: readonly string[] = before?.value.allow ?? ['read']
  const denied: readonly string[] = after?.value.deny ?? []
  return (
    (after?.value.allow ?? []).every((operation) => allowed.includes(operation)) &&
    (before?.value.deny ?? []).every((operation) => denied.includes(operation)) &&
    (after?.value.attributionRequired === true || before?.value.attributionRequired !== true)
  )
}

const isWithin = (before: Validity, after: Validity): boolean =>
  after.start >= before.start &&
  after.end <= before.end &&
  (before.supersededBy === undefined || after.supersededBy === before.supersededBy)
