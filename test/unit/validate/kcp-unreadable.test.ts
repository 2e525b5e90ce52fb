import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseManifest } from '../../../src/app/index.ts'
import { findingsIn } from '../../support/findings.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { effective, unitRead } from '../../support/probe.ts'

const onUnit = (fields: Fields): readonly string[] | undefined => unitRead(fields)?.unreadable.map(({ field }) => field)
const atRoot = (root: Fields): readonly string[] | undefined =>
  parseManifest(manifestText(root)).manifest?.unreadable.map(({ field }) => field)

describe('a governance field that cannot be read is named', () => {
  test.each([
    ['access', 'top-secret'],
    ['access', 'private'],
    ['access', ['restricted']],
    ['auth_scope', ['ops', 'crew']],
    ['auth_scope', 7],
    ['sensitivity', 'secret'],
    ['sensitivity', { level: 'internal' }],
    ['visibility', 'confidential'],
    ['visibility', { default: 'secret' }],
    ['authority', 'denied'],
    ['authority', ['read']],
    ['authority', false],
    ['delegation', 'none'],
    ['delegation', { max_depth: '0' }],
    ['delegation', { max_depth: -1 }],
    ['delegation', { human_in_the_loop: true }],
    ['delegation', { human_in_the_loop: { required: 'yes' } }],
    ['delegation', { audit_chain: 1 }],
    ['compliance', 'GDPR'],
    ['compliance', ['no-external-llm']],
    ['compliance', { restrictions: { 'no-external-llm': true } }],
    ['compliance', { restrictions: ['no-logging', { 'no-external-llm': null }] }],
    ['compliance', { data_residency: [47] }],
    ['compliance', { sensitivity: 'secret' }],
    ['indexing', 'private'],
    ['indexing', false],
    ['indexing', ['read']],
    ['indexing', { deny: { train: true } }],
    ['license', 5],
    ['license', { spdx: 'CC-BY-4.0', attribution_required: 'yes' }],
    ['payment', 'metered'],
    ['payment', { default_tier: 'dear' }],
    ['rate_limits', 10],
    ['rate_limits', { default: { requests_per_minute: '10' } }],
    ['freshness_policy', 'block'],
    ['freshness_policy', { max_age_days: '30', on_stale: 'block' }],
    ['freshness_policy', { max_age_days: -1, on_stale: 'Block' }],
    ['deprecated', 'true'],
    ['deprecated', 'yes'],
    ['deprecated', 1],
    ['compliance', { restrictions: ['no-drones'] }],
    ['authority', { read: 'deny' }],
    ['authority', { Read: 5 }],
    ['kind', 5],
    ['auth', 'oauth2'],
    ['payment', { methods: [{ type: 'free' }, { type: 'x402', price_per_request: 0.1 }] }],
    ['payment', { methods: [{ type: 'x402', price_per_request: 'ten' }] }],
  ])('%s of %j', (name, value) => {
    expect(onUnit({ [name]: value })).toEqual([name])
  })

  test.each([
    ['a condition that is no mapping', ['local']],
    ['conditions that are no list', { when: { environment: 'production' }, then: { sensitivity: 'restricted' } }],
    ['a condition without when', [{ then: { sensitivity: 'restricted' } }]],
    ['a condition without then', [{ when: { environment: 'production' } }]],
    [
      'a when that asks for nothing known',
      [{ when: { enviroment: 'production' }, then: { sensitivity: 'restricted' } }],
    ],
    [
      'a when that loses one of its keys',
      [{ when: { environment: { name: 'local' }, agent_role: 'dpo' }, then: { sensitivity: 'public' } }],
    ],
    [
      'a when with an entry that is no text',
      [{ when: { environment: ['production', 5] }, then: { sensitivity: 'restricted' } }],
    ],
    ['an unknown sensitivity', [{ when: { environment: 'production' }, then: { sensitivity: 'secret' } }]],
    ['requires_auth as text', [{ when: { environment: 'production' }, then: { requires_auth: 'yes' } }]],
    ['authority as text', [{ when: { environment: 'production' }, then: { authority: 'denied' } }]],
  ])('visibility with %s', (_, conditions) => {
    expect(onUnit({ visibility: { default: 'public', conditions } })).toEqual(['visibility'])
  })

  test.each(['Read', 'READ', 'summarise', 'share-externally', 'Share Externally', 'exe\u200Bcute'])(
    "KCP-184, KL-116: the action %j is not one of the author's own, and counts by its known spelling",
    (action) => {
      expect(onUnit({ authority: { [action]: 'denied' } })).toEqual([])
      expect(Object.values(unitRead({ authority: { [action]: 'denied' } })?.authority ?? {})).toEqual(['denied'])
      expect(Object.keys(unitRead({ authority: { [action]: 'Denied' } })?.authority ?? {})[0]).toMatch(
        /^(?:read|summarize|share_externally|execute)$/,
      )
      expect(
        findingsIn(manifestText({ authority: { [action]: 'denied' } })).map(({ code, severity }) => [code, severity]),
      ).toEqual([['KCP611', 'warning']])
    },
  )

  test('several are named in one fixed order', () => {
    expect(onUnit({ deprecated: 'yes', payment: 'metered', visibility: 'internal', access: 'secret' })).toEqual([
      'access',
      'visibility',
      'payment',
      'deprecated',
    ])
  })
})

describe('what is readable is not named', () => {
  test.each<[string, Fields]>([
    ['nothing at all', {}],
    [
      'null',
      {
        access: null,
        visibility: null,
        authority: { read: null },
        compliance: { restrictions: null },
        discovery: { verification_status: null },
      },
    ],
    [
      'empty blocks',
      {
        visibility: {},
        authority: {},
        delegation: {},
        compliance: {},
        payment: {},
        rate_limits: {},
        freshness_policy: {},
        discovery: {},
        license: {},
        indexing: {},
      },
    ],
    [
      'KCP-082, KCP-084: words that are ignored',
      {
        compliance: {
          regulations: ['Port Act'],
          restrictions: ['NO_LOGGING', 'noExternalLlm'],
          data_residency: ['Mars'],
        },
        indexing: { allow: ['frame'], deny: ['engrave'] },
      },
    ],
    [
      'KCP-132: one value for a list',
      {
        requires_capabilities: 'tool:crane',
        compliance: { restrictions: 'no-external-llm', data_residency: 'EEA' },
        indexing: { deny: 'train' },
      },
    ],
    [
      'KCP-184: a custom action',
      { authority: { export_to_pdf: 'initiative', reader: 'denied', notify: 'initiative' } },
    ],
    ['KCP-185: a permission that is read strictly already', { authority: { modify: null, export: 5 } }],
    [
      'KCP-022: no, which changes nothing',
      {
        deprecated: 'no',
        delegation: { audit_chain: 'off', human_in_the_loop: { required: 'false' } },
        license: { attribution_required: 'N' },
      },
    ],
    [
      'KCP-178: any role and environment',
      { visibility: { conditions: [{ when: { environment: 'night-shift', agent_role: ['dpo'] }, then: {} }] } },
    ],
    [
      'KCP-127, KCP-129, KCP-189, KL-114: what only informs',
      {
        validated: 'last spring',
        requires_capabilities: { tool: 'kubectl' },
        license: { url: 5 },
        delegation: { human_in_the_loop: { docs_url: 5 } },
        compliance: { regulations: 5 },
        freshness_policy: { review_contact: 5, max_age_days: 'soon', on_stale: 'shrug' },
        discovery: { confidence: 'medium', verification_status: 'maybe', provenance: 'generated', staleness_days: 30 },
      },
    ],
    ['what governs nothing', { hints: 'none', audience: 5, triggers: {}, language: 5 }],
  ])('%s', (_, fields) => {
    expect(onUnit(fields)).toEqual([])
  })

  test('KCP-025: unknown fields in a block change nothing', () => {
    const strange = { 'x-acme': 5, restrction: 'all', tier: 'metered' }
    expect(
      onUnit({
        acess: 'restricted',
        payment: strange,
        compliance: strange,
        visibility: {
          ...strange,
          conditions: [{ when: { environment: 'local', tenant: 5 }, then: strange, ...strange }],
        },
      }),
    ).toEqual([])
  })

  test('the full example of the specification', () => {
    const { manifest } = parseManifest(readFileSync('test/golden/kcp/appendix-b.yaml'))
    expect([manifest?.unreadable, ...(manifest?.units ?? []).map(({ unreadable }) => unreadable)]).toEqual(
      Array.from({ length: 10 }, () => []),
    )
  })
})

describe('the root', () => {
  test.each([
    ['visibility', 'internal'],
    ['authority', 'denied'],
    ['compliance', { restrictions: 5 }],
    ['delegation', { max_depth: '1' }],
    ['indexing', 'private'],
    ['license', []],
    ['payment', 'metered'],
    ['rate_limits', 5],
    ['freshness_policy', 'block'],
    ['trust', 'Harbor Authority'],
    ['trust', { audit: { agent_must_log: 'yes' } }],
    ['trust', { audit: true }],
  ])('%s of %j is named', (name, value) => {
    expect(atRoot({ [name]: value })).toEqual([name])
  })

  test('who published it governs nothing', () => {
    expect(atRoot({ trust: { provenance: 'Harbor Authority' } })).toEqual([])
  })

  test('a block that the unit replaces is not passed on, the others are', () => {
    const root = { visibility: 'internal', payment: 'metered', compliance: 'GDPR', delegation: 5, discovery: 'rumored' }
    const own = {
      visibility: { default: 'restricted' },
      payment: { default_tier: 'free' },
      compliance: { sensitivity: 'internal' },
      delegation: { max_depth: 1 },
      discovery: { confidence: 0.9 },
    }
    expect(effective(own, root).unreadable.map(({ field }) => field)).toEqual(['delegation', 'compliance'])
    expect(effective({}, root).unreadable.map(({ field }) => field)).toEqual([
      'visibility',
      'delegation',
      'compliance',
      'payment',
    ])
  })

  test('an unreadable block of the unit is named although the root has a readable one', () => {
    expect(effective({ visibility: 'restricted' }, { visibility: { default: 'public' } }).unreadable).toEqual([
      { field: 'visibility', path: 'visibility', written: '"restricted"' },
    ])
  })
})

describe('laws', () => {
  const names = [
    'access',
    'auth_scope',
    'sensitivity',
    'visibility',
    'authority',
    'delegation',
    'compliance',
    'indexing',
    'license',
    'payment',
    'rate_limits',
    'freshness_policy',
    'deprecated',
  ] as const
  const word = fc.constantFrom(
    'restricted',
    'public',
    'Read',
    'read',
    'denied',
    'no-logging',
    'train',
    'no',
    'yes',
    '',
    'metered',
    'block',
    'rumored',
  )
  const key = fc.constantFrom(
    'default',
    'conditions',
    'when',
    'then',
    'read',
    'Read',
    'restrictions',
    'max_depth',
    'human_in_the_loop',
    'required',
    'allow',
    'deny',
    'default_tier',
    'on_stale',
    'confidence',
    'environment',
    'sensitivity',
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.integer({ min: -1, max: 2 }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    ),
  }))

  test('what is named is also told: no gate closes without a finding that says why', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), value, (name, written) => {
        if (onUnit({ [name]: written })?.length === 0) return
        const told = findingsIn(manifestText({}, unitWith({ [name]: written }))).filter(
          ({ where, severity }) => severity !== 'info' && where.pointer.startsWith(`/units/0/${name}`),
        )
        expect(told.length).toBeGreaterThan(0)
      }),
      { numRuns: 1500 },
    )
  })

  test('a scalar is either in the model or named', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('access', 'auth_scope', 'sensitivity', 'deprecated'),
        fc.oneof(word, fc.integer(), fc.boolean()),
        (name, written) => {
          const unit = unitRead({ [name]: written })
          const read = {
            access: unit?.access,
            auth_scope: unit?.authScope,
            sensitivity: unit?.sensitivity,
            deprecated: unit?.deprecated,
          }[name]
          expect(
            read !== undefined ||
              unit?.unreadable.some(({ field }) => field === name) === true ||
              (name === 'deprecated' && written === 'no'),
          ).toBe(true)
        },
      ),
    )
  })
})

describe('a restricting name with letters that look the same', () => {
  test.each<[string, Fields, readonly string[]]>([
    ['of a field', { sensitivitу: 'restricted' }, ['sensitivity']],
    ['in full width', { ｓensitivity: 'restricted' }, ['sensitivity']],
    ['with a separator left out', { соntenthash: `sha256:${'0'.repeat(64)}` }, ['content_hash']],
    ['of an action', { authority: { reаd: 'denied' } }, ['authority']],
    ['inside a block', { visibility: { defаult: 'restricted' } }, ['visibility']],
    ['of a field in Greek letters', { τemporal: { valid_until: '2001-01-01' } }, ['temporal']],
    ['that opens nothing', { аccess: 'public' }, []],
    ['of another word', { дата: 'restricted', доступ: 'restricted', 感度: 'restricted' }, []],
    ['of a longer word', { аccesses: 'restricted' }, []],
  ])('%s', (_, fields, named) => {
    expect(onUnit(fields)).toEqual(named)
  })
})
