import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { manifestSchema, validateText } from '../../../src/app/index.ts'
import { findingsIn, fixedText, toldIn } from '../../support/findings.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { unitTold } from '../../support/probe.ts'

const fixOf = (fields: Fields): readonly (string | undefined)[] =>
  findingsIn(manifestText({}, unitWith(fields))).map(({ fix }) => fix?.edits[0]?.text)

describe('fixes that a machine may make', () => {
  test.each<[Fields]>([
    [{ discovery: { verification_status: 'unverified' } }],
    [{ sensitivity: 'nonpublic' }],
    [{ access: 'unrestricted' }],
    [{ payment: { default_tier: 'fee' } }],
    [{ indexing: 'opened' }],
    [{ freshness_policy: { on_stale: 'unblock' } }],
    [{ visibility: { default: 'unrestricted' } }],
    [{ compliance: { sensitivity: 'unrestricted' } }],
    [{ indexing: { allow: ['reed'] } }],
    [{ delegation: { human_in_the_loop: { approval_mechanism: 'customs' } } }],
    [{ authority: { read: 'Denied' } }],
  ])('the governance word in %j was turned into its likeness, even its opposite', (fields) => {
    expect(fixOf(fields)).toEqual([undefined])
  })

  test.each<[Fields, string]>([
    [{ sensitivity: 'Restricted' }, '"restricted"'],
    [{ indexing: 'No_Train' }, '"no-train"'],
    [{ discovery: { verification_status: 'RUMORED' } }, '"rumored"'],
    [{ update_frequency: 'dayly' }, '"daily"'],
  ])('%j differs in its spelling alone, or governs nothing', (fields, text) => {
    expect(fixOf(fields)[0]).toBe(text)
  })
})

describe('methods of other kinds', () => {
  const auth = (...methods: readonly Fields[]): readonly string[] => toldIn(manifestText({ auth: { methods } }))

  test('KCP-057, KCP-067: the fields of an unknown method were judged as if they were those of OAuth', () => {
    expect(
      auth(
        { type: 'kerberos', issuer: 'spiffe://harbor.example', scopes: 'read', isuer: 'x' },
        { type: 'none', issuer: 'did:web:harbor.example' },
      ),
    ).toEqual([])
    expect(
      toldIn(
        manifestText({
          manifests: [
            {
              id: 'crew',
              url: 'https://crew.example/k.yaml',
              auth: { methods: [{ type: 'did', issuer: 'did:web:crew.example' }, { type: 'none' }] },
            },
          ],
        }),
      ),
    ).toEqual([])
  })

  test('KCP-060: those of a known one are judged', () => {
    expect(auth({ type: 'oauth2', issuer: 'http://login.harbor.example' })).toEqual([
      'warning KCP320 /auth/methods/0/issuer',
    ])
    expect(
      toldIn(
        manifestText({
          manifests: [
            {
              id: 'crew',
              url: 'https://crew.example/k.yaml',
              auth: { methods: [{ type: 'oauth2', issuer: 'http://crew.example' }] },
            },
          ],
        }),
      ),
    ).toEqual(['warning KCP320 /manifests/0/auth/methods/0/issuer'])
  })
})

describe('references to nothing', () => {
  test('KCP-150, KCP-205: an empty id in depends_on was passed over', () => {
    expect(unitTold({ depends_on: ['', 'setup'] })).toEqual(['warning KCP401 /units/0/depends_on/0'])
  })

  test('KCP-165, KCP-166, KCP-193: empty ids in hints and discovery were passed over', () => {
    expect(unitTold({ hints: { summary_available: true, summary_unit: '' } })).toEqual([
      'warning KCP404 /units/0/hints/summary_available',
    ])
    expect(unitTold({ hints: { chunk_of: '' } })).toEqual(['warning KCP407 /units/0/hints/chunk_of'])
    expect(unitTold({ discovery: { contradicted_by: '' } })).toEqual([
      'warning KCP403 /units/0/discovery/contradicted_by',
    ])
  })

  test('KCP-123: an empty manifest id in an external relationship was passed over', () => {
    const relationship = { from_manifest: '', from_unit: 'roster', to_unit: 'setup', type: 'governs' }
    expect(toldIn(manifestText({ external_relationships: [relationship] }))).toEqual([
      'warning KCP410 /external_relationships/0/from_manifest',
    ])
  })

  test('KCP-121: an empty required text is told once', () => {
    const whole = { from_manifest: 'crew', from_unit: 'roster', to_unit: 'setup', type: 'governs' }
    const manifests = [{ id: 'crew', url: 'https://crew.example/k.yaml' }]
    expect(toldIn(manifestText({ manifests, external_relationships: [{ ...whole, type: '' }] }))).toEqual([
      'error KCP214 /external_relationships/0/type',
    ])
    expect(toldIn(manifestText({ relationships: [{ from: '', to: 'setup', type: 'context' }] }))).toEqual([
      'warning KCP215 /relationships/0/from',
    ])
    expect(
      toldIn(manifestText({ manifests }, unitWith({ external_depends_on: [{ manifest: '', unit: 'roster' }] }))),
    ).toEqual(['error KCP213 /units/0/external_depends_on/0/manifest'])
  })
})

describe('visibility conditions', () => {
  const told = (condition: unknown): readonly string[] =>
    unitTold({ visibility: { default: 'internal', conditions: [condition] } })

  test.each([[{ environment: null }], [{ tenant: 'pier' }], [{ environment: null, agent_role: null }]])(
    'KCP-177: a when of %j asks for nothing, and was taken for a whole one',
    (when) => {
      expect(told({ when, then: { sensitivity: 'public' } })).toEqual([
        'warning KCP217 /units/0/visibility/conditions/0/when',
      ])
    },
  )

  test('KCP-177: each part that is no mapping is told once', () => {
    expect(told({ when: 'local', then: 'public' })).toEqual([
      'warning KCP217 /units/0/visibility/conditions/0/when',
      'warning KCP217 /units/0/visibility/conditions/0/then',
    ])
    expect(told({})).toEqual([
      'warning KCP217 /units/0/visibility/conditions/0',
      'warning KCP217 /units/0/visibility/conditions/0',
    ])
  })
})

describe('the schema', () => {
  const accepts = new Ajv({ allowUnionTypes: true }).compile(manifestSchema())
  const whole = (root: Fields, unit: Fields = {}): unknown => JSON.parse(manifestText(root, unitWith(unit)))

  test.each(['http://crew.example/k.yaml', '/k.yaml', 'crew.example', 'https:///k.yaml'])(
    'KCP-098, KCP-214: it accepted the url %s of a federated manifest, which is an error',
    (url) => {
      expect(accepts(whole({ manifests: [{ id: 'crew', url }] }))).toBe(false)
      expect(accepts(whole({ manifests: [{ id: 'crew', url: 'HTTPS://crew.example/k.yaml' }] }))).toBe(true)
    },
  )

  test('KL-119, KCP-214: it accepts a relative path to a manifest, as validate does', () => {
    expect(accepts(whole({ manifests: [{ id: 'crew', url: '../crew/knowledge.yaml' }] }))).toBe(true)
  })

  test('KCP-214: it rejected null for an action, which counts as not given', () => {
    expect(accepts(whole({}, { authority: { read: null } }))).toBe(true)
  })
})

test('KCP-217: a payment tier at the root was not counted for level 2', () => {
  expect(validateText(manifestText({ payment: { default_tier: 'free' } }), { file: 'knowledge.yaml' }).level).toBe(2)
})

test('a list in the place of a word is told in a sentence', () => {
  expect(findingsIn(manifestText({}, unitWith({ access: ['restricted'] })))[0]?.message).toBe(
    'The field "access" is a list, not one of public, authenticated, restricted.',
  )
  expect(fixedText(manifestText({}, unitWith({ access: ['restricted'] })))).toBe(
    manifestText({}, unitWith({ access: ['restricted'] })),
  )
})
