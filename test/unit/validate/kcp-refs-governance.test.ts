import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { codesIn, judge, pointersOf, withCode } from '../../support/validate-manifest.ts'

const judgeUnit = (fields: Fields, root: Fields = {}) => judge(manifestText(root, unitWith(fields)))

const demands = (value: boolean) => ({
  delegation: { require_capability_attenuation: value, audit_chain: value, human_in_the_loop: { required: value } },
})

describe('delegation', () => {
  test('KCP-070: a longer chain than the manifest allows is an error', () => {
    const validation = judgeUnit({ delegation: { max_depth: 5 } }, { delegation: { max_depth: 2 } })
    expect(validation.valid).toBe(false)
    expect(withCode(validation, 'KCP601')).toMatchObject([
      {
        severity: 'error',
        message: 'The unit "setup" declares "max_depth" 5, more than the 2 of the manifest.',
        where: { pointer: '/units/0/delegation/max_depth' },
        related: [{ where: { pointer: '/delegation/max_depth' } }],
      },
    ])
  })

  test.each([
    [2, 2],
    [0, 2],
    [7, undefined],
  ])('KCP-070: max_depth %s under %s is fine', (unit, root) => {
    expect(judgeUnit({ delegation: { max_depth: unit } }, { delegation: { max_depth: root } }).diagnostics).toEqual([])
  })

  test('KCP-071: each demand that a unit tries to relax warns', () => {
    const validation = judgeUnit(demands(false), demands(true))
    expect(validation.valid).toBe(true)
    expect(pointersOf(validation, 'KCP602')).toEqual([
      '/units/0/delegation/require_capability_attenuation',
      '/units/0/delegation/audit_chain',
      '/units/0/delegation/human_in_the_loop/required',
    ])
    expect(judgeUnit(demands(true), demands(false)).diagnostics).toEqual([])
  })

  test('KCP-078: require_delegation_proof is valid at the root and on a unit', () => {
    expect(
      judgeUnit({ delegation: { require_delegation_proof: true } }, { delegation: { require_delegation_proof: true } })
        .diagnostics,
    ).toEqual([])
  })
})

describe('access', () => {
  const auth = { auth: { methods: [{ type: 'oauth2', issuer: 'https://id.harbor.example' }] } }

  test('KCP-155 KCP-210: auth_scope without restricted access warns', () => {
    expect(withCode(judgeUnit({ auth_scope: 'ops' }, auth), 'KCP603').map(({ message }) => message)).toEqual([
      'The unit "setup" declares "auth_scope", but its access is "public".',
    ])
    expect(codesIn(judgeUnit({ auth_scope: 'ops', access: 'authenticated' }, auth))).toEqual(['KCP603'])
    expect(judgeUnit({ auth_scope: 'ops', access: 'restricted' }, auth).diagnostics).toEqual([])
  })

  test('KCP-155: a scope that no method lists is fine', () => {
    const listed = {
      auth: { methods: [{ type: 'oauth2', issuer: 'https://id.harbor.example', scopes: ['read:kiosks'] }] },
    }
    expect(judgeUnit({ auth_scope: 'something-else', access: 'restricted' }, listed).diagnostics).toEqual([])
  })

  test('KCP-155: an unknown access word warns and is ignored', () => {
    expect(codesIn(judgeUnit({ access: 'secret' }))).toEqual(['KCP302'])
  })

  test('KCP-053 KCP-155: protected units without auth warn once for the manifest', () => {
    const units = ['authenticated', 'restricted', 'public'].map((access, i) => unitWith({ id: `unit-${i}`, access }))
    const validation = judge(manifestText({}, ...units))
    expect(validation.valid).toBe(true)
    expect(withCode(validation, 'KCP604')).toMatchObject([
      {
        message:
          '2 units, "unit-0" first, declare that a credential is needed, but the manifest declares no authentication method.',
        where: { pointer: '/units/0/access' },
      },
    ])
    expect(judge(manifestText(auth, ...units)).diagnostics).toEqual([])
  })

  test('KCP-066 KCP-210: methods of unknown types alone warn', () => {
    const validation = judgeUnit({}, { auth: { methods: [{ type: 'kerberos' }] } })
    expect([validation.valid, pointersOf(validation, 'KCP605')]).toEqual([true, ['/auth/methods']])
    expect(judgeUnit({}, { auth: { methods: [{ type: 'kerberos' }, { type: 'none' }] } }).diagnostics).toEqual([])
  })

  test('KCP-066: the methods of a federated manifest are looked at too', () => {
    const manifests = [
      {
        id: 'legal',
        url: 'https://legal.example/knowledge.yaml',
        label: 'Legal',
        relationship: 'governs',
        auth: { methods: [{ type: 'kerberos' }] },
      },
    ]
    expect(pointersOf(judgeUnit({}, { manifests }), 'KCP605')).toEqual(['/manifests/0/auth/methods'])
  })
})

describe('sensitivity', () => {
  test('KCP-156: an unknown word warns', () => {
    expect(codesIn(judgeUnit({ sensitivity: 'top-secret' }))).toEqual(['KCP302'])
  })

  test('KCP-176: two values on the unit that differ warn', () => {
    expect(
      withCode(judgeUnit({ sensitivity: 'internal', compliance: { sensitivity: 'restricted' } }), 'KCP606'),
    ).toMatchObject([
      {
        message: 'The unit "setup" declares the sensitivity "internal" and, in its compliance block, "restricted".',
        where: { pointer: '/units/0/sensitivity' },
        related: [{ where: { pointer: '/units/0/compliance/sensitivity' } }],
      },
    ])
  })

  test('KCP-176: an inherited default that differs from the unit warns', () => {
    expect(
      pointersOf(
        judgeUnit({ compliance: { sensitivity: 'public' } }, { visibility: { default: 'internal' } }),
        'KCP606',
      ),
    ).toEqual(['/units/0/compliance/sensitivity'])
  })

  test.each([
    ['equal values', { sensitivity: 'internal', compliance: { sensitivity: 'internal' } }, {}],
    [
      'a default of the unit itself',
      { sensitivity: 'public', visibility: { default: 'internal' } },
      { visibility: { default: 'restricted' } },
    ],
    [
      'a visibility of the unit without a default',
      { sensitivity: 'public', visibility: {} },
      { visibility: { default: 'restricted' } },
    ],
    ['a looser unit under a compliance root', { sensitivity: 'public' }, { compliance: { sensitivity: 'restricted' } }],
  ])('KCP-176: the order is plain with %s', (_, unit, root) => {
    expect(judgeUnit(unit, root).diagnostics).toEqual([])
  })
})

describe('authority', () => {
  test('KCP-185 KCP-212: an unknown permission warns at the root, on the unit and in a condition', () => {
    const visibility = {
      default: 'internal',
      conditions: [{ when: { environment: 'local' }, then: { authority: { execute: 'sure' } } }],
    }
    const validation = judgeUnit({ authority: { read: 'maybe' }, visibility }, { authority: { modify: true } })
    expect(validation.valid).toBe(true)
    expect(pointersOf(validation, 'KCP607').toSorted()).toEqual([
      '/authority/modify',
      '/units/0/authority/read',
      '/units/0/visibility/conditions/0/then/authority/execute',
    ])
  })

  test('KCP-184: a custom action is no finding', () => {
    expect(judgeUnit({ authority: { export_to_pdf: 'requires_approval' } }).diagnostics).toEqual([])
  })
})

describe('freshness', () => {
  const root = { freshness_policy: { max_age_days: 90, on_stale: 'block', review_contact: 'docs@harbor.example' } }

  test('KCP-128: a unit policy that drops fields of the root is mentioned once', () => {
    expect(withCode(judgeUnit({ freshness_policy: { max_age_days: 30 } }, root), 'KCP608')).toMatchObject([
      {
        severity: 'info',
        message: 'The freshness policy of the unit "setup" drops "on_stale" and "review_contact" of the manifest.',
        where: { pointer: '/units/0/freshness_policy' },
      },
    ])
  })

  test('KCP-128: a full policy, or a root that only warns, is fine', () => {
    expect(
      judgeUnit(
        { freshness_policy: { max_age_days: 30, on_stale: 'warn', review_contact: 'ops@harbor.example' } },
        root,
      ).diagnostics,
    ).toEqual([])
    expect(
      judgeUnit(
        { freshness_policy: { max_age_days: 30 } },
        { freshness_policy: { max_age_days: 90, on_stale: 'warn' } },
      ).diagnostics,
    ).toEqual([])
  })

  test.each([
    [{ max_age_days: -1 }, 'KCP316'],
    [{ max_age_days: 1.5 }, 'KCP316'],
    [{ max_age_days: 'a month' }, 'KCP301'],
    [{ on_stale: 'panic' }, 'KCP302'],
  ])('KCP-127: %j is %s', (policy, code) => {
    expect(codesIn(judgeUnit({ freshness_policy: policy }))).toEqual([code])
  })
})

describe('metadata is what a publisher declares', () => {
  test('KCP-226: a finding about access says what is declared, not what is enforced', () => {
    const messages = [judgeUnit({ access: 'restricted' }), judgeUnit({ auth_scope: 'ops' })].flatMap(
      ({ diagnostics }) => diagnostics.map(({ message }) => message),
    )
    expect(messages).toHaveLength(2)
    for (const message of messages) expect(message).toMatch(/declare/)
  })

  test('KCP-226, KCP-227, KCP-228: the README says that metadata is no proof, no access control and no legal basis', () => {
    const readme = readFileSync('README.md', 'utf8').replaceAll(/\s+/g, ' ')
    for (const words of ['a claim of the publisher, not proof', 'no legal basis', 'no access control'])
      expect(readme).toContain(words)
  })

  test('KCP-227: a validated date draws no praise', () => {
    expect(judgeUnit({ validated: '2026-01-01' }).diagnostics).toEqual([])
  })

  test('KCP-228: a compliance block draws no statement about compliance', () => {
    expect(
      judgeUnit({ compliance: { regulations: ['GDPR'], data_residency: ['EEA'], restrictions: ['no-logging'] } })
        .diagnostics,
    ).toEqual([])
  })
})

test('KCP-082: regulations that are not listed are silent', () => {
  expect(judgeUnit({ compliance: { regulations: ['LGPD'] } }).diagnostics).toEqual([])
})

test('KCP-101: an unknown relationship of a federated manifest warns and is left out of the model', () => {
  const manifests = [
    { id: 'legal', url: 'https://legal.example/knowledge.yaml', label: 'Legal', relationship: 'cousin' },
  ]
  expect(codesIn(judge(manifestText({ manifests })))).toEqual(['KCP302'])
})
