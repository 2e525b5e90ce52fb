import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EffectiveUnit } from '../../src/model/documents/effective.ts'
import { effectiveUnit } from '../../src/parse/manifest/inherit.ts'
import { parseManifest } from '../../src/parse/manifest/manifest.ts'
import { manifestText, unitWith, type Fields } from '../support/manifest-text.ts'

const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const depth = perhaps(fc.oneof(fc.integer({ min: -1, max: 5 }), fc.constant('two')))
const flag = perhaps(fc.oneof(fc.boolean(), fc.constant('no')))
const sensitivity = perhaps(fc.constantFrom('public', 'internal', 'confidential', 'restricted', 'secret'))
const permission = perhaps(fc.constantFrom('initiative', 'requires_approval', 'denied', 'maybe'))

const delegation = perhaps(
  fc.record({
    max_depth: depth,
    require_capability_attenuation: flag,
    audit_chain: flag,
    human_in_the_loop: perhaps(
      fc.record({ required: flag, approval_mechanism: perhaps(fc.constantFrom('uma', 'custom', 'hope')) }),
    ),
  }),
)
const blocks = fc.record({
  delegation,
  visibility: perhaps(fc.record({ default: sensitivity })),
  authority: perhaps(fc.record({ read: permission, execute: permission, export: permission })),
  compliance: perhaps(
    fc.record({ sensitivity, restrictions: perhaps(fc.subarray(['no-logging', 'no_ai_training', 'no-fun'])) }),
  ),
  discovery: perhaps(
    fc.record({
      confidence: perhaps(fc.double({ min: 0, max: 1, noNaN: true })),
      source: perhaps(fc.constantFrom('manual', 'dream')),
    }),
  ),
  indexing: perhaps(
    fc.oneof(
      fc.constantFrom('open', 'none', 'closed'),
      fc.record({ allow: fc.subarray(['read', 'train']), deny: fc.subarray(['read', 'train']) }),
    ),
  ),
  license: perhaps(
    fc.oneof(fc.constant('MIT'), fc.record({ spdx: perhaps(fc.constant('MIT')), attribution_required: flag })),
  ),
})

function effective(unit: Fields, root: Fields): EffectiveUnit {
  const { manifest } = parseManifest(manifestText(root, unitWith(unit)))
  const first = manifest?.units[0]
  if (!manifest || !first) throw new Error('The manifest of the law is not usable.')
  return effectiveUnit(manifest, first)
}

const asked = ['license', 'indexing', 'visibility', 'authority', 'verification', 'delegation', 'compliance'] as const

/** What was generated, as the unit answers it, without what is kept of unknown fields. */
function answers(unit: EffectiveUnit): unknown {
  const values = asked.map((name) => [name, unit[name]])
  return JSON.parse(
    JSON.stringify([values, unit.exposure(undefined)], (key, value: unknown) =>
      key === 'extensions' ? undefined : value,
    ),
  )
}

test('KCP-071: a unit block never makes delegation looser than the root', () => {
  fc.assert(
    fc.property(delegation, delegation, (unit, root) => {
      const own = effective({ delegation: unit }, { delegation: root }).delegation
      const inherited = effective({}, { delegation: root }).delegation
      expect(own.maxDepth?.value ?? Infinity).toBeLessThanOrEqual(inherited.maxDepth?.value ?? Infinity)
      for (const demand of ['requireCapabilityAttenuation', 'auditChain'] as const)
        expect(Number(own[demand].value)).toBeGreaterThanOrEqual(Number(inherited[demand].value))
      expect(Number(own.humanInTheLoop.value.required)).toBeGreaterThanOrEqual(
        Number(inherited.humanInTheLoop.value.required),
      )
    }),
  )
})

/** In an authority block every name is an action, so nothing there is unknown. */
const isOpenBlock = (name: string, value: unknown): value is Fields =>
  name !== 'authority' && typeof value === 'object' && value !== null

const withExtras = (fields: Fields, extras: Fields): Fields => ({
  ...extras,
  ...Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isOpenBlock(name, value) ? { ...extras, ...value } : value]),
  ),
})

test('KCP-025: unknown fields at the root, on the unit and in its blocks change no effective value', () => {
  const unknown = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 8 }).map((name) => `x-${name}`),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 3 },
  )
  fc.assert(
    fc.property(blocks, blocks, unknown, (unit, root, extras) => {
      expect(answers(effective(withExtras(unit, extras), withExtras(root, extras)))).toEqual(
        answers(effective(unit, root)),
      )
    }),
  )
})

test('every value names where it comes from, and root only where the root declares something', () => {
  fc.assert(
    fc.property(blocks, (unit) => {
      expect(JSON.stringify(answers(effective(unit, {})))).not.toContain('"origin":"root"')
    }),
  )
})
