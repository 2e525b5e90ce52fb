import { describe, expect, test } from 'vitest'
import { parseManifest, validateText } from '../../../src/app/index.ts'
import { fixedText, toldIn } from '../../support/findings.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { effective, unitRead, unitTold, yamlWith } from '../../support/probe.ts'

function apartFromPublisher(publisher: string) {
  const text = manifestText({ trust: { provenance: { publisher } } })
  return {
    ...parseManifest(text).manifest,
    trust: undefined,
    validation: validateText(text, { file: 'knowledge.yaml' }),
  }
}

const mechanismTold = (approval_mechanism: unknown): readonly string[] =>
  unitTold({ delegation: { human_in_the_loop: { approval_mechanism } } })

describe('optional blocks', () => {
  const blocks: Fields = {
    hints: { unit_count: 1 },
    trust: { provenance: { publisher: 'Harbor Authority' } },
    auth: { methods: [{ type: 'none' }] },
    delegation: { max_depth: 2 },
    compliance: { regulations: ['GDPR'] },
    manifests: [{ id: 'crew', url: 'https://crew.harbor.example/knowledge.yaml' }],
    external_relationships: [{ to_manifest: 'crew', from_unit: 'setup', to_unit: 'roster', type: 'context' }],
    relationships: [{ from: 'setup', to: 'setup', type: 'context' }],
  }
  test('KCP-043: each may be absent, empty or present', () => {
    expect(toldIn(manifestText({}))).toEqual([])
    const told = toldIn(manifestText(blocks)).filter((line) => !line.startsWith('info'))
    expect(told).toEqual([])
    for (const [name, block] of Object.entries(blocks))
      expect([
        name,
        toldIn(manifestText({ [name]: Array.isArray(block) ? [] : {} })).filter((line) => !/KCP605/.test(line)),
        toldIn(manifestText({ [name]: null })),
      ]).toEqual([name, [], []])
  })

  test('KCP-045, KCP-051: an empty trust block and unknown fields in it are fine', () => {
    for (const trust of [
      {},
      { provenance: {}, audit: {} },
      { content_integrity: { algorithm: 'sha256' }, provenance: { did: 'did:web:harbor.example' } },
    ])
      expect(toldIn(manifestText({ trust }))).toEqual([])
  })

  test('KCP-046, KCP-047: provenance is exposed, and a publisher_url without HTTPS warns', () => {
    const provenance = {
      publisher: 'Harbor Authority',
      publisher_url: 'http://harbor.example',
      contact: 'kiosks@harbor.example',
    }
    const text = manifestText({ trust: { provenance } })
    expect(parseManifest(text).manifest?.trust?.provenance).toEqual({
      publisher: 'Harbor Authority',
      publisherUrl: 'http://harbor.example',
      contact: 'kiosks@harbor.example',
    })
    expect(toldIn(text)).toEqual(['warning KCP320 /trust/provenance/publisher_url'])
    expect(
      toldIn(manifestText({ trust: { provenance: { ...provenance, publisher_url: 'https://harbor.example' } } })),
    ).toEqual([])
  })

  test('KCP-052: who claims to have published it changes nothing but the claim', () => {
    expect(apartFromPublisher('The Operator of This Machine')).toEqual(apartFromPublisher('nobody'))
  })

  test('KCP-068, KCP-078, KCP-079: delegation is optional everywhere, with a reserved field and unknown ones', () => {
    const delegation = {
      max_depth: 3,
      require_capability_attenuation: true,
      require_delegation_proof: true,
      audit_chain: true,
      chain_format: 'jwt',
    }
    for (const version of ['0.7', '0.14'])
      expect(
        toldIn(
          manifestText({ kcp_version: version, delegation }, unitWith({ delegation: {} }), unitWith({ id: 'tour' })),
        ),
      ).toEqual([])
  })

  test('KCP-075: an approval mechanism outside the three is an error', () => {
    for (const mechanism of ['oauth_consent', 'uma']) expect(mechanismTold(mechanism)).toEqual([])
    for (const mechanism of ['sometimes', '', true])
      expect(mechanismTold(mechanism)).toEqual([
        'error KCP303 /units/0/delegation/human_in_the_loop/approval_mechanism',
      ])
  })

  test('KCP-080, KCP-082, KCP-095: compliance is optional, and words it does not know are fine', () => {
    const compliance = {
      data_residency: ['EEA', 'Mars'],
      regulations: [
        'GDPR',
        'ePrivacy',
        'NIS2',
        'HIPAA',
        'HITECH',
        'CCPA',
        'MiFID2',
        'DORA',
        'AML5D',
        'FATF',
        'ITAR',
        'eIDAS',
        'Port Act',
      ],
      restrictions: ['no-logging'],
      retention: '30d',
    }
    for (const version of ['0.7', '0.14'])
      expect(
        toldIn(manifestText({ kcp_version: version, compliance }, unitWith({ compliance }), unitWith({ id: 'tour' }))),
      ).toEqual([])
    expect(effective({}, { compliance }).compliance.regulations?.value).toEqual([
      'GDPR',
      'ePrivacy',
      'NIS2',
      'HIPAA',
      'HITECH',
      'CCPA',
      'MiFID2',
      'DORA',
      'AML5D',
      'FATF',
      'ITAR',
      'eIDAS',
    ])
  })

  test('KCP-083: a compliance sensitivity outside the four is an error', () => {
    const text = manifestText(
      { compliance: { sensitivity: 'top-secret' } },
      unitWith({ compliance: { sensitivity: 'top-secret' } }),
    )
    expect(toldIn(text)).toEqual([
      'error KCP303 /compliance/sensitivity',
      'error KCP303 /units/0/compliance/sensitivity',
    ])
    expect(validateText(text, { file: 'knowledge.yaml' })).toMatchObject({ parsed: true, valid: false })
    for (const sensitivity of ['public', 'internal', 'confidential', 'restricted'])
      expect(toldIn(manifestText({ compliance: { sensitivity } }))).toEqual([])
  })

  test('KCP-084, KL-116: other spellings of a restriction bind and warn; an unknown one binds nothing and warns', () => {
    const text = manifestText({
      compliance: { restrictions: ['no_ai_training', 'no-training', 'no-logging', 'no-drones'] },
    })
    expect(toldIn(text)).toEqual([
      'warning KCP323 /compliance/restrictions/0',
      'warning KCP323 /compliance/restrictions/1',
      'warning KCP302 /compliance/restrictions/3',
    ])
    expect(fixedText(text)).toBe(
      manifestText({ compliance: { restrictions: ['no-ai-training', 'no-ai-training', 'no-logging', 'no-drones'] } }),
    )
    expect(
      effective({}, { compliance: { restrictions: ['no_ai_training', 'no-drones'] } }).compliance.restrictions?.value,
    ).toEqual(['no-ai-training'])
  })

  test('KCP-127: a freshness policy has an age in whole days and one of three actions', () => {
    expect(
      unitTold({
        validated: '2026-01-01',
        freshness_policy: { max_age_days: 30, on_stale: 'block', review_contact: 'kiosks@harbor.example' },
      }),
    ).toEqual([])
    for (const days of [-1, 1.5])
      expect(unitTold({ freshness_policy: { max_age_days: days } })).toEqual([
        'warning KCP316 /units/0/freshness_policy/max_age_days',
      ])
    expect(unitTold({ freshness_policy: { max_age_days: 'a month' } })).toEqual([
      'warning KCP301 /units/0/freshness_policy/max_age_days',
    ])
    expect(unitTold({ freshness_policy: { on_stale: 'panic' } })).toEqual([
      'warning KCP302 /units/0/freshness_policy/on_stale',
    ])
    expect(effective({ freshness_policy: { on_stale: 'panic' } }).freshnessPolicy?.value).toEqual({ onStale: 'warn' })
  })

  test('KCP-128: the policy of a unit replaces that of the root', () => {
    expect(
      effective(
        { freshness_policy: { max_age_days: 30 } },
        { freshness_policy: { max_age_days: 90, on_stale: 'block' } },
      ).freshnessPolicy,
    ).toEqual({ value: { maxAgeDays: 30, onStale: 'warn' }, origin: 'unit' })
  })

  test('KCP-042: a unit without a value of its own takes that of the root, and says so', () => {
    const root = { language: 'en', payment: { default_tier: 'metered' } }
    expect([
      effective({}, root).language,
      effective({ language: 'de' }, root).language,
      effective({}).language,
    ]).toEqual([{ value: 'en', origin: 'root' }, { value: 'de', origin: 'unit' }, undefined])
    expect([effective({}, root).payment, effective({}).payment]).toEqual([
      { value: 'metered', origin: 'root' },
      { value: 'free', origin: 'default' },
    ])
  })

  test('KCP-132: a single capability is read as a list of one, and any word is a capability', () => {
    const text = yamlWith('kcp_version: "0.14"\nversion: 1.0.0', '    requires_capabilities: tool:kubectl\n')
    expect(toldIn(text)).toEqual(['info KCP324 /units/0/requires_capabilities'])
    expect(fixedText(text)).toBe(text.replace('tool:kubectl', '["tool:kubectl"]'))
    expect(unitRead({ requires_capabilities: 'tool:kubectl' })?.requiresCapabilities).toEqual(['tool:kubectl'])
    expect(unitTold({ requires_capabilities: ['role:diver', 'semaphore'] })).toEqual([])
  })
})
