import { describe, expect, test } from 'vitest'
import { openKnowledge } from '../../../../src/app/index.ts'
import { reasonOf, packOf, saidBy, unitOf } from '../../../support/gate-case.ts'
import { unitWorld } from '../../../support/unit-world.ts'

const oauth = 'auth: { methods: [{ type: oauth2, issuer: "https://login.harbor.example" }, { type: none }] }'
const proven = { authenticated: true }

describe('access', () => {
  test.each([
    ['', {}, 'allow access-open'],
    ['access: public', {}, 'allow access-open'],
    ['access: authenticated', {}, 'deny credential-missing'],
    ['access: authenticated', { authenticated: false }, 'deny credential-missing'],
    ['access: authenticated', { scopes: ['ops'] }, 'deny credential-missing'],
    ['access: authenticated', proven, 'allow credential-held'],
    ['access: restricted', {}, 'deny credential-missing'],
    ['access: restricted', proven, 'allow credential-held'],
    ['access: restricted\nauth_scope: ops', {}, 'deny credential-missing'],
    ['access: restricted\nauth_scope: ops', { scopes: ['ops'] }, 'deny credential-missing'],
    ['access: restricted\nauth_scope: ops', proven, 'deny scope-missing'],
    ['access: restricted\nauth_scope: ops', { ...proven, scopes: ['ops:read', 'OPS'] }, 'deny scope-missing'],
    ['access: restricted\nauth_scope: ops', { ...proven, scopes: ['sales', 'ops'] }, 'allow scope-held'],
    ['access: Restricted', {}, 'deny credential-missing'],
    ['access: private', proven, 'ask access-unreadable'],
    ['access: restricted\nauth_scope: [ops]', {}, 'deny credential-missing'],
    ['access: restricted\nauth_scope: [ops]', { ...proven, scopes: ['ops'] }, 'ask access-unreadable'],
    ['auth_scope: [ops]', {}, 'ask access-unreadable'],
  ] as const)('KCP-058, KCP-093: %j asked by %j', (fields, as, expected) => {
    expect(saidBy('access', unitOf(fields, oauth), { as })).toBe(expected)
  })

  test.each([
    ['no auth block', ''],
    ['an auth block that only knows none', 'auth: { methods: [{ type: none }] }'],
  ])('KCP-058, KCP-065: a protected unit with %s says that there is no way in', (_, root) => {
    expect(saidBy('access', unitOf('access: authenticated', root))).toBe('deny credential-unobtainable')
  })

  test('KCP-065: a refusal names what the publisher offers', () => {
    expect(reasonOf('access', unitOf('access: authenticated', oauth)).change).toBe(
      'Authenticate; its publisher offers oauth2.',
    )
  })

  test.each([
    [{ authenticated: true }, 'deny credential-other'],
    [{ authenticated: true, credentials: ['oauth2'] }, 'deny credential-other'],
    [{ authenticated: false, credentials: ['api_key'] }, 'deny credential-other'],
    [{ authenticated: true, credentials: ['api_key'] }, 'allow credential-held'],
  ] as const)('KL-074: the methods of a unit replace those of the root: %j', (as, expected) => {
    const unit = unitOf(
      'access: authenticated\nauth: { methods: [{ type: api_key, header: X-Key }, { type: none }] }',
      oauth,
    )
    const said = saidBy('access', { ...unit, auth: unit.unit.unit.auth ?? {} }, { as })
    expect(as.authenticated ? said : said.replace('missing', 'other')).toBe(expected)
  })

  test('KL-074: a refusal offers the methods of the unit and not those of the root', async () => {
    const { ports } = unitWorld(
      [{ id: 'a', access: 'authenticated', auth: { methods: [{ type: 'api_key', header: 'X-Key' }] } }],
      { root: { auth: { methods: [{ type: 'oauth2', issuer: 'https://id.harbor.example' }] } } },
    )
    const knowledge = await openKnowledge({ roots: ['/w'], ports })
    const { reasons } = await knowledge.explain('unit:harbor/a')
    expect(reasons.find(({ gate }) => gate === 'access')?.change).toBe('Authenticate; its publisher offers api_key.')
  })

  const condition = (then: string): string =>
    `visibility: { conditions: [{ when: { environment: demo }, then: ${then} }] }`
  test.each([
    [
      'a public unit that a condition closes',
      `access: public\n${condition('{ requires_auth: true }')}`,
      '',
      'deny credential-missing',
      '/units/0/visibility/conditions/0/then/requires_auth',
    ],
    [
      'a restricted unit that its own condition opens',
      `access: restricted\n${condition('{ requires_auth: false }')}`,
      '',
      'allow access-open',
      '/units/0/visibility/conditions/0/then/requires_auth',
    ],
    [
      'A-05: a restricted unit that an inherited condition would open',
      'access: restricted',
      condition('{ requires_auth: false }'),
      'deny credential-missing',
      '/units/0/access',
    ],
  ])('KCP-173: %s', (_, fields, root, expected, pointer) => {
    const reason = reasonOf('access', unitOf(fields, `${oauth}\n${root}`), { as: { environment: 'demo' } })
    expect([`${reason.verdict} ${reason.code}`, reason.pointer]).toEqual([expected, pointer])
  })

  test('a pack declares no access', () => {
    expect(saidBy('access', packOf())).toBe('allow not-declared')
  })

  const attested =
    'trust: { agent_requirements: { require_attestation: true, attestation_providers: [acme], accepted_credentials: [spiffe] } }'

  test.each([
    ['access: restricted', {}, 'deny attestation-missing'],
    ['access: restricted', { attestations: ['other'] }, 'deny attestation-missing'],
    ['access: restricted', { attestations: ['other', 'acme'] }, 'allow credential-held'],
    ['access: restricted', { credentials: ['oauth2'] }, 'deny attestation-missing'],
    ['access: restricted', { credentials: ['spiffe'] }, 'allow credential-held'],
    ['sensitivity: restricted', {}, 'deny attestation-missing'],
    ['access: public', {}, 'allow access-open'],
    ['access: authenticated', {}, 'allow credential-held'],
  ])('KL-076: with required attestation, %s for %j', (fields, as, expected) => {
    expect(saidBy('access', unitOf(fields, attested), { as: { authenticated: true, ...as } })).toBe(expected)
  })

  test('KL-076: a requirement that names nobody is met by nobody, and one that is not required by everybody', () => {
    const named = { as: { authenticated: true, attestations: ['acme'], credentials: ['spiffe'] } }
    const of = (requirements: string): string =>
      saidBy('access', unitOf('access: restricted', `trust: { agent_requirements: { ${requirements} } }`), named)
    expect(of('require_attestation: true')).toBe('deny attestation-missing')
    expect(of('require_attestation: false')).toBe('allow credential-held')
    expect(
      saidBy(
        'compliance',
        unitOf('access: restricted', 'trust: { agent_requirements: { require_attestation: yes } }'),
        named,
      ),
    ).toBe('ask compliance-unreadable')
  })
})
