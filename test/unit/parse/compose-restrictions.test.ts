import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeApproval, proposeGrants, saveApprovals, saveGrants } from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { withUnlisted } from '../../../src/catalog/refs.ts'
import type { Requester } from '../../../src/model/decisions/requester.ts'
import { digest } from '../../../src/text/bytes/digest.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'

interface Case {
  /** Of the hub. */
  readonly composition?: Fields
  readonly root?: Fields
  readonly own?: readonly Fields[]
  /** Of the included unit, and of the root of its manifest. */
  readonly unit?: Fields
  readonly source?: Fields
  readonly requester?: Requester
  readonly action?: string
  /** A manifest between the hub and the included one; the hub includes it instead. */
  readonly between?: Fields
}

const text = '# Kiosk\n\nThe kiosk of the harbor opens at nine.\n'

async function opened({
  composition = {},
  root = {},
  own = [],
  unit = {},
  source = {},
  requester = {},
  between,
}: Case) {
  const ports = memoryPorts(
    memoryFiles({
      '/w/knowledge.yaml': JSON.stringify({
        kcp_version: '0.32',
        project: 'hub',
        version: '1.0.0',
        composition: { includes: [{ source: between ? 'parts/between.yaml' : 'parts/team.yaml' }], ...composition },
        ...root,
        units: own,
      }),
      '/w/parts/team.yaml': manifestText({ project: 'team', ...source }, unitWith({ id: 'x', path: 'x.md', ...unit })),
      '/w/parts/x.md': text,
      '/w/parts/y.md': '# Ferry\n\nThe ferry leaves at ten.\n',
      '/w/parts/between.yaml': JSON.stringify({
        kcp_version: '0.32',
        project: 'between',
        version: '1.0.0',
        units: [],
        composition: { includes: [{ source: 'team.yaml' }] },
        ...between,
      }),
    }),
  )
  saveGrants(ports, proposeGrants(ports, '.', '/w'), { follow: false, given: 'terminal' })
  return { ports, knowledge: await openKnowledge({ roots: ['/w'], ports, requester }) }
}

const verdictOf = async (given: Case, ref = 'unit:hub/x'): Promise<string> => {
  const { knowledge } = await opened(given)
  const { action = 'read' } = given
  return (await knowledge.explain(ref, { action, ...(given.requester ? { requester: given.requester } : {}) })).verdict
}

/** Every way by which text could come out. */
async function released(given: Case, ref: string): Promise<readonly string[]> {
  const { knowledge } = await opened(given)
  const unit = await knowledge.unit(ref)
  const read = await knowledge.read({ task: 'When does the kiosk of the harbor open?' })
  const model = await knowledge.forModel().read({ task: 'When does the kiosk of the harbor open?' })
  return [
    ...(unit.outcome === 'given' ? ['unit'] : []),
    ...(read.excerpts.length > 0 ? ['read'] : []),
    ...(model.excerpts.length > 0 ? ['model'] : []),
  ]
}

const hashOf = (value: string): Fields => ({ algorithm: 'sha256', value: digest(value).slice('sha256:'.length) })

/** A restriction of the included unit, overrides that loosen it, and those that do not. */
const rows: readonly {
  field: string
  declared: unknown
  looser: readonly unknown[]
  stricter: readonly unknown[]
  action?: string
}[] = [
  { field: 'access', declared: 'restricted', looser: ['public', null, 'nonsense'], stricter: ['restricted'] },
  { field: 'access', declared: 'authenticated', looser: ['public'], stricter: ['restricted'] },
  { field: 'auth_scope', declared: 'a', looser: ['b', null], stricter: ['a'] },
  { field: 'sensitivity', declared: 'confidential', looser: ['public', null, 'open'], stricter: ['restricted'] },
  {
    field: 'authority',
    declared: { read: 'denied' },
    looser: [{ read: 'initiative' }, { read: 'requires_approval' }, {}, null],
    stricter: [{ read: 'denied', summarize: 'denied' }],
  },
  {
    field: 'authority',
    declared: { read: 'requires_approval' },
    looser: [{ read: 'initiative' }, { read: 'deny' }],
    stricter: [{ read: 'denied' }],
  },
  {
    field: 'compliance',
    declared: { restrictions: ['no-external-llm'] },
    looser: [{ restrictions: [] }, { restrictions: ['audit-required'] }, null],
    stricter: [{ restrictions: ['no-external-llm', 'audit-required'] }],
  },
  { field: 'compliance', declared: { data_residency: ['NO'] }, looser: [null, {}], stricter: [{ data_residency: [] }] },
  {
    field: 'compliance',
    declared: { sensitivity: 'restricted' },
    looser: [{ sensitivity: 'public' }],
    stricter: [{ sensitivity: 'restricted' }],
  },
  {
    field: 'delegation',
    declared: { human_in_the_loop: { required: true } },
    looser: [{ human_in_the_loop: { required: false } }, null],
    stricter: [{ human_in_the_loop: { required: true }, max_depth: 1 }],
  },
  {
    field: 'delegation',
    declared: { max_depth: 0 },
    looser: [{ max_depth: 3 }, null],
    stricter: [{ max_depth: 0, audit_chain: true }],
  },
  {
    field: 'delegation',
    declared: { require_delegation_proof: true },
    looser: [{ require_delegation_proof: false }],
    stricter: [{ require_delegation_proof: true }],
  },
  {
    field: 'temporal',
    declared: { valid_until: '2020-01-01' },
    looser: [{ valid_until: '2999-01-01' }, {}, null],
    stricter: [{ valid_from: '2019-01-01', valid_until: '2019-12-31' }],
  },
  {
    field: 'temporal',
    declared: { valid_from: '2999-01-01' },
    looser: [{ valid_from: '2000-01-01' }, null],
    stricter: [{ valid_from: '2999-02-01' }],
  },
  {
    field: 'visibility',
    declared: { default: 'restricted' },
    looser: [{ default: 'public' }, null],
    stricter: [{ default: 'restricted' }],
  },
  { field: 'indexing', declared: 'none', looser: ['open', 'read-only', null], stricter: ['none'] },
  {
    field: 'payment',
    declared: { default_tier: 'subscription' },
    looser: [{ default_tier: 'free' }, null],
    stricter: [{ default_tier: 'subscription' }],
  },
  {
    field: 'rate_limits',
    declared: { default: { requests_per_day: 1 } },
    looser: [{ default: { requests_per_day: 9 } }, null],
    stricter: [{ default: { requests_per_day: 0 } }],
  },
  { field: 'content_hash', declared: hashOf('other'), looser: [hashOf(text), null], stricter: [hashOf('other')] },
  { field: 'deprecated', declared: true, looser: [false, null], stricter: [true] },
  { field: 'kind', declared: 'executable', looser: ['knowledge', 'policy', null], stricter: ['executable'] },
]

describe('an override never loosens what an included manifest declares', () => {
  for (const { field, declared, looser, stricter } of rows) {
    test.each(looser.map((value) => [JSON.stringify(value), value] as const))(
      `KL-064: ${field} ${JSON.stringify(declared)} overridden by %s releases nothing and asks, naming both`,
      async (_shown, value) => {
        const given = { unit: { [field]: declared }, composition: { overrides: [{ id: 'x', [field]: value }] } }
        expect(await released(given, 'unit:hub/x')).toEqual([])
        const { knowledge, ports } = await opened(given)
        const { reasons } = await knowledge.explain('unit:hub/x')
        const asks = reasons.filter(({ verdict }) => verdict !== 'allow')
        expect(asks.map(({ verdict }) => verdict)).toContain('ask')
        expect(asks.some(({ sentence }) => sentence.includes(`${field}: `))).toBe(true)
        // One approval, and what else refuses it is not the override.
        const proposal = proposeApproval(knowledge.catalog, 'unit:hub/x', { ports, requester: {}, restraints: {} })
        expect(proposal?.asks.some(({ code }) => /-(?:loosened|unreadable)/.test(code))).toBe(true)
        if (proposal) saveApprovals(ports, proposal, 'terminal')
        const after = await knowledge.explain('unit:hub/x')
        expect(after.reasons.filter(({ code, verdict }) => verdict === 'ask' && code.includes('loosened'))).toEqual([])
      },
    )
    test.each(stricter.map((value) => [JSON.stringify(value), value] as const))(
      `KL-064: ${field} ${JSON.stringify(declared)} overridden by %s asks nothing new`,
      async (_shown, value) => {
        const { knowledge } = await opened({
          unit: { [field]: declared },
          composition: { overrides: [{ id: 'x', [field]: value }] },
        })
        const { reasons } = await knowledge.explain('unit:hub/x')
        expect(reasons.filter(({ code }) => code.includes('loosened'))).toEqual([])
      },
    )
  }

  test.each([
    [{ access: 'restricted' }, { access: 'authenticated' }],
    [{ sensitivity: 'restricted' }, { sensitivity: 'confidential' }],
    [{ compliance: { data_residency: ['NO'] } }, { compliance: { data_residency: ['NO', 'US'] } }],
  ])('KL-064: %j overridden by %j is denied as before where the new value denies it too', async (unit, fields) => {
    expect(await verdictOf({ unit, composition: { overrides: [{ id: 'x', ...fields }] } })).toBe('deny')
  })

  test('KL-064: a default of the root of the included manifest is not loosened either', async () => {
    const source = { authority: { read: 'denied' } }
    expect(await verdictOf({ source })).toBe('deny')
    expect(
      await verdictOf({ source, composition: { overrides: [{ id: 'x', authority: { read: 'initiative' } }] } }),
    ).toBe('ask')
  })

  test.each([
    ['access', 'nonsense', 'public'],
    ['Access', 'restricted', null],
    ['authority', { read: 'nope' }, { read: 'initiative' }],
    ['visibility', 'hidden', null],
    ['temporal', { valid_until: 'soon' }, {}],
    ['delegation', 'none', {}],
    ['compliance', 'gdpr', {}],
    ['rate_limits', 'few', {}],
    ['content_hash', 'abc', null],
    ['deprecated', 'yes please', false],
  ])('KL-064: nor is %s lifted that cannot be read', async (field, written, value) => {
    const given = { unit: { [field]: written }, composition: { overrides: [{ id: 'x', [field]: value }] } }
    expect(await verdictOf(given)).toBe('ask')
    const { knowledge, ports } = await opened(given)
    const proposal = proposeApproval(knowledge.catalog, 'unit:hub/x', { ports, requester: {}, restraints: {} })
    if (proposal) saveApprovals(ports, proposal, 'terminal')
    expect((await knowledge.explain('unit:hub/x')).verdict).toBe('allow')
  })

  test('KL-064: nor is one of the root of a manifest between them', async () => {
    const between = { authority: { read: 'denied' } }
    expect(await verdictOf({ between })).toBe('deny')
    expect(
      await verdictOf({ between, composition: { overrides: [{ id: 'x', authority: { read: 'initiative' } }] } }),
    ).toBe('ask')
  })

  test('KL-064: a licence keeps its attribution', async () => {
    const { knowledge } = await opened({
      unit: { license: { spdx: 'CC-BY-4.0', attribution_required: true } },
      composition: { overrides: [{ id: 'x', license: 'MIT' }] },
    })
    const { reasons } = await knowledge.explain('unit:hub/x')
    expect(reasons.flatMap(({ obligations = [] }) => obligations)).toContain('attribution')
  })

  test('KL-057: what does not restrict is replaced without a question', async () => {
    const overrides = [
      { id: 'x', intent: 'other', triggers: ['t'], audience: ['human'], not_for: ['y'], language: 'no' },
    ]
    expect(await verdictOf({ composition: { overrides } })).toBe('allow')
  })
})

describe('each manifest that composes a unit may restrict it, and none opens it', () => {
  const restrictions: readonly Fields[] = [
    { authority: { read: 'denied' } },
    { visibility: { default: 'restricted' } },
    { compliance: { sensitivity: 'restricted' } },
    { compliance: { restrictions: ['no-external-llm'] } },
    { compliance: { data_residency: ['NO'] } },
    { delegation: { human_in_the_loop: { required: true } } },
    { temporal: { valid_until: '2020-01-01' } },
    { indexing: 'none' },
    { payment: { default_tier: 'subscription' } },
    { authority: { read: 'deny' } },
  ]
  const opens: Fields = {
    authority: { read: 'initiative' },
    visibility: { default: 'public' },
    compliance: { sensitivity: 'public', restrictions: [] },
    delegation: { human_in_the_loop: { required: false } },
    temporal: { valid_until: '2999-01-01' },
    indexing: 'open',
    payment: { default_tier: 'free' },
  }

  test.each(restrictions.map((root) => [JSON.stringify(root), root] as const))(
    'KL-057: %s at the root of the hub or of the include closes the unit, whatever the other root says',
    async (_shown, root) => {
      expect(await released({ root, source: opens }, 'unit:hub/x')).toEqual([])
      expect(await released({ root: opens, source: root }, 'unit:hub/x')).toEqual([])
      expect(await released({ root, source: {} }, 'unit:hub/x')).toEqual([])
      expect(await released({ root: {}, source: root }, 'unit:hub/x')).toEqual([])
    },
  )

  test.each([
    [1, 100],
    [100, 1],
  ])('a store of many servers is passed the lowest limit of all roots (%i, %i)', async (source, root) => {
    const limit = (count: number): Fields => ({ rate_limits: { default: { requests_per_minute: count } } })
    const { ports } = await opened({ source: limit(source), root: limit(root) })
    let last: unknown
    const usage: typeof ports.usage = {
      ...ports.usage,
      count(ref, now, limits) {
        last = limits
        return ports.usage.count(ref, now, limits)
      },
    }
    const knowledge = await openKnowledge({ roots: ['/w'], ports: { ...ports, usage }, requester: {} })
    for (const _time of ['decided', 'kept']) {
      await knowledge.read({ task: 'When does the kiosk of the harbor open?' })
      expect(last).toMatchObject({ requestsPerMinute: 1 })
    }
  })

  test('the near miss: two open roots release the unit', async () => {
    expect(await released({ root: opens, source: opens }, 'unit:hub/x')).toEqual(['unit', 'read', 'model'])
  })

  test('KL-076: what the root of an include requires of agents is required', async () => {
    const trust = { agent_requirements: { require_attestation: true, attestation_providers: ['p'] } }
    const unit = { access: 'restricted' }
    const requester: Requester = { authenticated: true, scopes: [] }
    expect(await verdictOf({ unit, requester })).toBe('allow')
    expect(await verdictOf({ unit, requester, source: { trust } })).toBe('deny')
    expect(await verdictOf({ unit, requester, root: { trust } })).toBe('deny')
  })
})

test('KL-076: lists mark what only an attested agent may have, and name it to no other', async () => {
  const trust = { agent_requirements: { require_attestation: true, attestation_providers: ['p'] } }
  const unit = { access: 'restricted', triggers: ['kiosk'] }
  const own = [unitWith({ id: 'mine', path: 'parts/y.md', triggers: ['kiosk'] })]
  const attested: Requester = { authenticated: true, attestations: ['p'] }
  for (const given of [
    { root: { trust }, own, unit },
    { source: { trust }, own, unit },
  ]) {
    const { knowledge } = await opened({ ...given, requester: attested })
    const list = await knowledge.units('hub')
    expect(list.outcome === 'given' && list.units.map(({ ref, remark }) => [ref, remark])).toEqual([
      ['unit:hub/mine', undefined],
      ['unit:hub/x', 'for attested agents'],
    ])
    const { results } = await knowledge.query({ terms: ['kiosk'] })
    expect(results.map(({ unit_id: id, requires_attestation: marked }) => [id, marked])).toEqual([
      ['mine', undefined],
      ['x', true],
    ])
    const other = (await opened({ ...given, requester: { authenticated: true } })).knowledge
    const listed = await other.units('hub')
    expect(listed.outcome === 'given' && listed.units.map(({ ref }) => ref)).toEqual(['unit:hub/mine'])
    expect((await other.query({ terms: ['kiosk'] })).results.map(({ unit_id: id }) => id)).toEqual(['mine'])
  }
})

describe('leaving out an included unit lifts nothing', () => {
  const secret = { access: 'restricted', sensitivity: 'restricted' }
  const own = [unitWith({ id: 'mine', path: 'parts/x.md' })]

  test.each([
    ['excluded', { composition: { excludes: ['x'] }, own }, 'unit:hub/mine'],
    ['replaced by an own unit', { own: [unitWith({ id: 'x', path: 'parts/x.md' })] }, 'unit:hub/x'],
    ['named a second time', { own }, 'unit:hub/mine'],
    ['given another path', { composition: { overrides: [{ id: 'x', path: 'y.md' }] }, own }, 'unit:hub/mine'],
    [
      'reached by an override of another path',
      {
        own: [],
        composition: {
          includes: [{ source: 'parts/team.yaml' }, { source: 'parts/team.yaml', as: 'b' }],
          overrides: [{ id: 'b:x', access: 'public', sensitivity: 'public' }],
        },
      },
      'unit:hub/b:x',
    ],
  ])('its file stays closed when it is %s', async (_how, given, ref) => {
    expect(await released({ ...given, unit: secret }, ref)).toEqual([])
    expect(['ask', 'deny']).toContain(await verdictOf({ ...given, unit: secret }, ref))
  })

  test('the near miss: an open one may be left out and replaced', async () => {
    expect(await released({ own, composition: { excludes: ['x'] } }, 'unit:hub/mine')).toContain('unit')
  })

  test('an excluded unit that asks can be approved by its name', async () => {
    const given = { own, composition: { excludes: ['x'] }, unit: { authority: { read: 'requires_approval' } } }
    const { knowledge, ports } = await opened(given)
    expect((await knowledge.explain('unit:hub/mine')).verdict).toBe('ask')
    const [ref = ''] = (await knowledge.explain('unit:hub/mine')).alsoNamedBy ?? []
    const proposal = proposeApproval(withUnlisted(knowledge.catalog), ref, { ports, requester: {}, restraints: {} })
    if (proposal) saveApprovals(ports, proposal, 'terminal')
    expect((await knowledge.explain('unit:hub/mine')).verdict).toBe('allow')
  })

  test('lists of an included manifest that cannot be read ask about what came through it', async () => {
    const composed = (lists: Fields): Case => ({
      between: { composition: { includes: [{ source: 'team.yaml' }], ...lists } },
    })
    const given = composed({ overrides: { x: { access: 'restricted' } } })
    expect(await verdictOf(given)).toBe('ask')
    expect(await verdictOf(composed({ excludes: [{ id: 'x' }] }))).toBe('ask')
    expect(await verdictOf(composed({ overrides: [], excludes: [] }))).toBe('allow')
    const { knowledge, ports } = await opened(given)
    const { reasons } = await knowledge.explain('unit:hub/x')
    expect(reasons.flatMap(({ verdict, pointer }) => (verdict === 'ask' ? [pointer] : []))).toEqual([
      'parts/between.yaml#/composition/overrides',
    ])
    const proposal = proposeApproval(knowledge.catalog, 'unit:hub/x', { ports, requester: {}, restraints: {} })
    if (proposal) saveApprovals(ports, proposal, 'terminal')
    expect((await knowledge.explain('unit:hub/x')).verdict).toBe('allow')
  })

  test('lists that cannot be read ask about the whole manifest', async () => {
    expect(await verdictOf({ composition: { overrides: { x: { access: 'restricted' } } } })).toBe('ask')
    expect(await verdictOf({ composition: { excludes: [{ id: 'x' }] } })).toBe('ask')
    expect(await verdictOf({ composition: { overrides: [], excludes: [] } })).toBe('allow')
  })
})
