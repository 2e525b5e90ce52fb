import fc from 'fast-check'
import type { UnitSubject } from '../../src/govern/gate.ts'
import type { Requester } from '../../src/model/decisions/requester.ts'
import { effectiveUnit } from '../../src/parse/manifest/inherit.ts'
import { parseManifest } from '../../src/parse/manifest/manifest.ts'
import { followed } from './gate-case.ts'
import { manifestText, unitWith, type Fields } from './manifest-text.ts'

const perhaps = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 3 })
export const environments = ['local', 'production'] as const
export const roles = ['cook', 'pilot'] as const
export const actions = ['read', 'summarize', 'modify', 'share_externally', 'execute', 'export'] as const
export const levels = ['public', 'internal', 'confidential', 'restricted'] as const
export const restrictions = [
  'no-external-llm',
  'no-logging',
  'no-cross-border',
  'no-ai-training',
  'audit-required',
  'human-approval-required',
] as const
export const operations = ['read', 'index', 'train', 'summarise', 'share-externally'] as const

type Spoil = <T>(value: fc.Arbitrary<T>) => fc.Arbitrary<unknown>

const asIs: Spoil = (value) => value
/** Mostly a readable value, sometimes an unreadable one. */
const mostly: Spoil = (value) =>
  fc.oneof(
    { weight: 15, arbitrary: value as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.constantFrom<unknown>('Nonsense', 7) },
  )

const oneOrMore = (words: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(fc.constantFrom(...words), fc.subarray([...words]))
const authority = fc.dictionary(
  fc.constantFrom(...actions),
  fc.constantFrom('initiative', 'requires_approval', 'denied', 'maybe'),
  { maxKeys: 4 },
)

/** A block, or nothing; each of its fields may be absent. */
const block = (spoil: Spoil, fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
  perhaps(
    spoil(fc.record(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, perhaps(spoil(value))])))),
  )

const level = fc.constantFrom(...levels)
const when = fc
  .record({ environment: perhaps(oneOrMore(environments)), agent_role: perhaps(oneOrMore(roles)) })
  .filter(({ environment, agent_role: role }) => environment !== undefined || role !== undefined)
const conditionWith = (spoil: Spoil): fc.Arbitrary<Fields> =>
  fc.record({
    when,
    then: fc.record({
      sensitivity: perhaps(spoil(level)),
      requires_auth: perhaps(fc.boolean()),
      authority: perhaps(authority),
    }),
  })

/** Blocks that may be on a unit and at the root. */
function blocksWith(spoil: Spoil): fc.Arbitrary<Fields> {
  const lists = fc.record({
    allow: perhaps(fc.subarray([...operations])),
    deny: perhaps(fc.subarray([...operations])),
    attribution_required: perhaps(fc.boolean()),
  })
  return fc.record({
    visibility: block(spoil, { default: level, conditions: fc.array(conditionWith(spoil), { maxLength: 3 }) }),
    authority: perhaps(spoil(authority)),
    delegation: block(spoil, {
      max_depth: fc.integer({ min: 0, max: 3 }),
      require_capability_attenuation: fc.boolean(),
      audit_chain: fc.boolean(),
      human_in_the_loop: fc.record({ required: fc.boolean() }),
    }),
    compliance: block(spoil, {
      sensitivity: level,
      data_residency: fc.subarray(['EEA', 'US', 'CH']),
      restrictions: fc.subarray([...restrictions]),
    }),
    indexing: perhaps(spoil(fc.oneof(fc.constantFrom<unknown>('open', 'read-only', 'no-train', 'none'), lists))),
    license: block(spoil, { spdx: fc.constant('MIT'), attribution_required: fc.boolean() }),
    payment: block(spoil, { default_tier: fc.constantFrom('free', 'metered', 'subscription') }),
    rate_limits: block(asIs, {
      default: block(asIs, {
        requests_per_minute: spoil(fc.integer({ min: 0, max: 5 })),
        requests_per_day: fc.integer({ min: 0, max: 9 }),
      }),
    }),
    freshness_policy: block(spoil, {
      max_age_days: fc.integer({ min: 0, max: 400 }),
      on_stale: fc.constantFrom('warn', 'degrade', 'block'),
    }),
    discovery: block(spoil, {
      verification_status: fc.constantFrom('rumored', 'observed', 'verified', 'deprecated'),
      confidence: fc.constantFrom(0.2, 0.9),
      contradicted_by: fc.constant('tour'),
    }),
  })
}

function unitFieldsWith(spoil: Spoil): fc.Arbitrary<Fields> {
  const own = fc.record({
    access: perhaps(spoil(fc.constantFrom('public', 'authenticated', 'restricted'))),
    auth_scope: perhaps(spoil(fc.constant('ops'))),
    sensitivity: perhaps(spoil(fc.constantFrom(...levels))),
    deprecated: perhaps(spoil(fc.boolean())),
    validated: perhaps(spoil(fc.constantFrom('2026-05-01', '2025-01-01'))),
    requires_capabilities: perhaps(spoil(fc.subarray(['tool:crane', 'role:pilot']))),
    audience: perhaps(fc.subarray(['agent', 'operator', 'developer'])),
  })
  return fc.tuple(own, blocksWith(spoil)).map(([fields, rest]) => ({ ...fields, ...rest }))
}

export const unitFields = unitFieldsWith(mostly)
/** Readable values only. */
export const readableFields = unitFieldsWith(asIs)
/** A unit that looks different to every requester. */
export const conditionalFields: fc.Arbitrary<Fields> = fc.record({
  access: perhaps(fc.constantFrom('public', 'authenticated')),
  sensitivity: perhaps(level),
  authority: perhaps(authority),
  visibility: fc.record({
    default: perhaps(level),
    conditions: fc.array(conditionWith(asIs), { minLength: 2, maxLength: 3 }),
  }),
})
export const rootFields: fc.Arbitrary<Fields> = fc
  .record({
    auth: perhaps(fc.constant({ methods: [{ type: 'api_key', header: 'X-Key' }] })),
    trust: perhaps(mostly(fc.constant({ audit: { agent_must_log: true } }))),
    blocks: blocksWith(mostly),
  })
  .map(({ blocks, ...rest }) => ({ ...blocks, ...rest }))

export const requesters: fc.Arbitrary<Requester> = fc.record(
  {
    environment: fc.constantFrom(...environments, 'dock'),
    role: fc.constantFrom(...roles, 'guest'),
    audience: fc.constantFrom('agent', 'devops', 'human'),
    region: fc.constantFrom('NO', 'EEA', 'US', 'JP'),
    model: fc.constantFrom('local', 'external'),
    authenticated: fc.boolean(),
    scopes: fc.subarray(['ops', 'ops:read', 'sales']),
    parentScopes: fc.subarray(['ops', 'sales']),
    capabilities: fc.subarray(['crane', 'role:pilot']),
    depth: fc.integer({ min: 0, max: 3 }),
    clearance: fc.constantFrom(...levels),
  },
  { requiredKeys: [] },
)

/** The unit that these fields declare, granted unless the entry says otherwise. */
export function governedUnit(unit: Fields, root: Fields, entry: Partial<UnitSubject> = {}): UnitSubject {
  const { manifest } = parseManifest(manifestText(root, unitWith(unit)))
  const [first] = manifest?.units ?? []
  if (!manifest || !first) throw new Error('The manifest of the law is not usable.')
  const { auth, trust } = manifest
  return {
    kind: 'unit',
    ref: 'unit:harbor/setup',
    unit: effectiveUnit(manifest, first),
    grant: followed,
    usage: { minute: 2, day: 4 },
    ...(auth ? { auth } : {}),
    ...(trust?.audit ? { audit: trust.audit } : {}),
    ...entry,
  }
}
