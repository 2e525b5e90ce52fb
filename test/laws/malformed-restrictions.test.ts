import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeApproval, proposeGrants, saveApprovals, saveGrants } from '../../src/app/index.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import { memoryPorts, type MemoryPorts } from '../../src/io/memory/memory-ports.ts'
import { toldIn } from '../support/findings.ts'
import { manifestText, unitWith, type Fields } from '../support/manifest-text.ts'

const secret = 'The harbor deposit is DEP-4711, unless the contract says otherwise.'
const task = 'What is the harbor deposit?'
const intent = 'What is the harbor deposit?'

interface World {
  readonly root?: Fields
  readonly unit?: Fields
}

/** One granted manifest whose only text is the secret, in memory. */
function worldOf({ root = {}, unit = {} }: World): MemoryPorts {
  const ports = memoryPorts(
    memoryFiles({
      '/w/knowledge.yaml': manifestText(root, unitWith({ id: 'deposit', path: 'deposit.md', intent, ...unit })),
      '/w/deposit.md': `# Deposit\n\n${secret}\n`,
    }),
  )
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  return ports
}

/** Everything that any path gives about the unit. */
async function outputs(ports: MemoryPorts): Promise<readonly string[]> {
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  const forModel = knowledge.forModel()
  return [
    JSON.stringify(await knowledge.read({ task })),
    JSON.stringify(await knowledge.read({ task, packs: ['unit:harbor/deposit'] })),
    JSON.stringify(await knowledge.unit('unit:harbor/deposit')),
    JSON.stringify(await knowledge.query({ terms: ['deposit'] })),
    JSON.stringify(await forModel.read({ task })),
    JSON.stringify(await forModel.unit('unit:harbor/deposit')),
    JSON.stringify(await forModel.query({ terms: ['deposit'] })),
  ]
}

const gives = (texts: readonly string[]): boolean => texts.some((text) => text.includes('DEP-4711'))

/** Every field that restricts, with values that no version of the specification defines. */
const cases: readonly (readonly [field: string, value: unknown, shown: string])[] = [
  ['access', 'private', 'access: "private"'],
  ['access', 'restrictd', 'access: "restrictd"'],
  ['access', true, 'access: true'],
  ['access', ['restricted'], 'access: a list'],
  ['auth_scope', ['ops'], 'auth_scope: a list'],
  ['auth_scope', 7, 'auth_scope: 7'],
  ['sensitivity', 'secret', 'sensitivity: "secret"'],
  ['sensitivity', { level: 'restricted' }, 'sensitivity: a mapping'],
  ['visibility', 'internal', 'visibility: "internal"'],
  ['visibility', { default: 'hidden' }, 'visibility.default: "hidden"'],
  [
    'visibility',
    { conditions: [{ when: { environment: 'x' }, then: { requires_auth: 'yes' } }] },
    'requires_auth: "yes"',
  ],
  ['authority', 'denied', 'authority: "denied"'],
  ['authority', { read: 'deny' }, 'authority.read: "deny"'],
  ['authority', { Read: false }, 'authority.Read: false'],
  ['delegation', 'none', 'delegation: "none"'],
  ['delegation', { max_depth: '0' }, 'delegation.max_depth: "0"'],
  ['delegation', { human_in_the_loop: { required: 'yes' } }, 'delegation.human_in_the_loop.required: "yes"'],
  ['delegation', { human_in_the_loop: { required: 1 } }, 'delegation.human_in_the_loop.required: 1'],
  ['delegation', { require_capability_attenuation: 'ture' }, 'require_capability_attenuation: "ture"'],
  ['compliance', 'GDPR', 'compliance: "GDPR"'],
  ['compliance', { sensitivity: 'secret' }, 'compliance.sensitivity: "secret"'],
  ['compliance', { restrictions: ['no-externl-llm'] }, 'compliance.restrictions.0: "no-externl-llm"'],
  ['compliance', { restrictions: { 'no-external-llm': true } }, 'compliance.restrictions: a mapping'],
  ['compliance', { data_residency: [47] }, 'compliance.data_residency.0: 47'],
  ['indexing', 'private', 'indexing: "private"'],
  ['indexing', false, 'indexing: false'],
  ['indexing', { deny: { read: true } }, 'indexing.deny: a mapping'],
  ['payment', 'metered', 'payment: "metered"'],
  ['payment', { default_tier: 'dear' }, 'payment.default_tier: "dear"'],
  ['payment', { methods: [{ type: 'free' }, { type: 'x402', price_per_request: 0.1 }] }, 'price_per_request: 0.1'],
  ['rate_limits', 5, 'rate_limits: 5'],
  ['freshness_policy', { on_stale: 'block', max_age_days: 'week' }, 'freshness_policy.max_age_days: "week"'],
  ['deprecated', 'yes', 'deprecated: "yes"'],
  ['kind', 5, 'kind: 5'],
  ['authority', { '*': 'denied' }, 'authority.*: "denied"'],
  ['authority', { denied: ['read'] }, 'authority.denied: "read"'],
  ['authority', { modify: 'no way', read: 'no way' }, 'authority.read: "no way"'],
  ['indexing', { deny: '*' }, 'indexing.deny: "*"'],
  ['indexing', { allow: ['all'] }, 'indexing.allow.0: "all"'],
  [
    'visibility',
    { conditions: [{ when: { environment: '*' }, then: { sensitivity: 'restricted' } }] },
    'visibility.conditions.0.when.environment: "*"',
  ],
  ['visibility', { Default: 'restricted' }, 'visibility.Default: "restricted"'],
  ['delegation', { 'max-depth': 0 }, 'delegation.max-depth: 0'],
  ['compliance', { Restrictions: ['no-external-llm'] }, 'compliance.Restrictions: a list'],
  // KCP-025 and KL-005 stand: a key that is misspelled by a letter is unknown and changes nothing. One that has the letters
  // of a restricting field is that field, written badly.
  ['Access', 'restricted', 'Access: "restricted"'],
  ['\u0430ccess', 'restricted', '\u0430ccess: "restricted"'],
  ['\u0455ensitivity', 'restricted', '\u0455ensitivity: "restricted"'],
  ['ſensitivity', 'restricted', 'ſensitivity: "restricted"'],
  ['auth-scope', 'ops', 'auth-scope: "ops"'],
  ['SENSITIVITY', 'confidential', 'SENSITIVITY: "confidential"'],
  ['Authority', { read: 'denied' }, 'Authority.read: "denied"'],
  ['rateLimits', { default: { requests_per_day: 0 } }, 'rateLimits: a mapping'],
  ['contentHash', { value: 'aa' }, 'contentHash: a mapping'],
  ['Temporal', { valid_until: '2020-01-01' }, 'Temporal: a mapping'],
]

describe('a restriction that cannot be read', () => {
  test.each(cases)(
    'KL-003, KL-004, KL-116: %s of %j gives nothing, asks with field and value, and one approval opens it',
    async (field, value, shown) => {
      const ports = worldOf({ unit: { [field]: value } })
      const before = await outputs(ports)
      expect(gives(before)).toBe(false)
      const knowledge = await openKnowledge({ roots: ['/w'], ports })
      const { verdict, reasons } = await knowledge.explain('unit:harbor/deposit')
      const asking = reasons.filter((reason) => reason.verdict === 'ask')
      expect([verdict, asking.length]).toEqual(['ask', 1])
      expect(asking[0]?.sentence).toContain(shown)
      const command = /"lorefence approve (\S+)"\.$/.exec(asking[0]?.change ?? '')?.[1] ?? ''
      const proposal = proposeApproval(knowledge.catalog, command, { ports, requester: {}, restraints: {} })
      if (!proposal) throw new Error(`Nothing to approve at ${command}.`)
      expect(proposal.asks).toHaveLength(1)
      saveApprovals(ports, proposal, 'terminal')
      expect(gives(await outputs(ports))).toBe(true)
    },
  )

  const atRoot = cases.filter(([field]) =>
    ['visibility', 'authority', 'delegation', 'compliance', 'indexing', 'payment', 'rate_limits'].includes(field),
  )
  test.each(atRoot)('KL-113: at the root, %s of %j asks once for the whole manifest', async (field, value) => {
    const ports = worldOf({ root: { [field]: value } })
    expect(gives(await outputs(ports))).toBe(false)
    const knowledge = await openKnowledge({ roots: ['/w'], ports })
    const { reasons } = await knowledge.explain('unit:harbor/deposit')
    expect(reasons.filter(({ verdict }) => verdict === 'ask').map(({ change }) => change)).toEqual([
      'A person can run "lorefence approve manifest:harbor".',
    ])
    const proposal = proposeApproval(knowledge.catalog, 'manifest:harbor', { ports, requester: {}, restraints: {} })
    if (proposal) saveApprovals(ports, proposal, 'terminal')
    expect(gives(await outputs(ports))).toBe(true)
  })

  test.each<[string, Fields]>([
    ['access', { access: 'Restricted' }],
    ['access', { access: 'AUTHENTICATED' }],
    ['sensitivity', { sensitivity: 'Restricted' }],
    ['authority', { authority: { READ: 'Denied' } }],
    ['compliance', { compliance: { restrictions: ['No_External_LLM'] } }],
    ['indexing', { indexing: 'None' }],
  ])('KL-116: another spelling of %s binds like the known one', async (_, unit) => {
    const ports = worldOf({ unit })
    expect(gives(await outputs(ports))).toBe(false)
    const knowledge = await openKnowledge({ roots: ['/w'], ports })
    expect((await knowledge.explain('unit:harbor/deposit')).verdict).toBe('deny')
  })

  test.each(['Executable', 'SERVICE', 'Skill'])(
    'KL-116: the kind %s is read as the known one, with a warning',
    async (kind) => {
      const ports = worldOf({ unit: { kind } })
      expect(gives(await outputs(ports))).toBe(false)
      const knowledge = await openKnowledge({ roots: ['/w'], ports })
      const { results } = await knowledge.query({ terms: ['deposit'] })
      expect(results.map((result) => result.kind)).toEqual([kind.toLowerCase()])
      expect(toldIn(manifestText({}, unitWith({ kind })))).toEqual(['warning KCP302 /units/0/kind'])
    },
  )

  const informing: readonly (readonly [string, Fields, Fields])[] = [
    ['confidence: medium', { discovery: { confidence: 'medium', provenance: 'generated' } }, {}],
    ['an unknown status', { discovery: { verification_status: 'maybe' } }, {}],
    ['ownership as authority', { authority: { owner: 'team-a', repo: 'x', license: 'MIT' } }, {}],
    [
      'a date of no calendar',
      { validated: 'last spring', freshness_policy: { max_age_days: 30, on_stale: 'block' } },
      {},
    ],
    ['a freshness policy that only warns', { freshness_policy: { max_age_days: 'soon', on_stale: 'shrug' } }, {}],
    ['capabilities of no list', { requires_capabilities: { tool: 'kubectl' } }, {}],
    ['an unknown audience and scope', { audience: ['researcher'], scope: 'database' }, {}],
    ['hints of no mapping', { hints: 'none', license: 5 }, {}],
    [
      'later fields',
      { content_structure: { primary: 'hologram' }, charter: 5, evidence: [] },
      { signing: 5, serving: {} },
    ],
    // YAML null is "not set", as the texts themselves write it (KCP §4.18); an empty hash is absent (KL-033).
    [
      'what is not set',
      {
        access: null,
        sensitivity: null,
        authority: { read: null },
        content_hash: null,
        temporal: null,
        visibility: {},
      },
      { indexing: null, compliance: { restrictions: null } },
    ],
    ['a name misspelled by a letter', { acess: 'restricted', sensitivty: 'restricted' }, {}],
    [
      'another spelling of a name with a value that restricts nothing',
      { Access: 'public', Deprecated: false, Authority: { read: 'initiative', modify: 'denied', owner: 'team-a' } },
      { Trust: { provenance: { publisher: 'Harbor' } }, Compliance: { regulations: ['GDPR'] } },
    ],
    ['permissions for other actions', { authority: { denied: ['modify', 'execute'], '*': 'initiative' } }, {}],
  ]
  test.each(informing)(
    'KCP-127, KCP-129, KCP-189, KL-114, KL-115, KL-118: %s closes nothing',
    async (_, unit, root) => {
      expect(gives(await outputs(worldOf({ unit, root })))).toBe(true)
    },
  )
})

test('KL-115: beside ownership in authority the defaults hold', async () => {
  const ports = worldOf({ unit: { authority: { owner: 'team-a', repo: 'x', license: 'MIT' } } })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  const verdicts = await Promise.all(
    ['read', 'summarize', 'modify', 'share_externally', 'execute'].map(async (action) => {
      const { reasons } = await knowledge.explain('unit:harbor/deposit', { action })
      return reasons.find(({ gate }) => gate === 'authority')?.verdict
    }),
  )
  expect(verdicts).toEqual(['allow', 'allow', 'deny', 'deny', 'deny'])
})

test('KL-113: `indexing: private` on each unit is one question about the manifest too', async () => {
  const ports = worldOf({ unit: { indexing: 'private' } })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  const { reasons } = await knowledge.explain('unit:harbor/deposit')
  expect(reasons.find(({ gate }) => gate === 'indexing')).toMatchObject({
    verdict: 'ask',
    asksAbout: 'manifest:harbor',
    change: 'A person can run "lorefence approve manifest:harbor".',
  })
})

test('KL-113: an approval of the manifest answers no question that a unit asks for itself', async () => {
  const ports = worldOf({
    root: { trust: { audit: true } },
    unit: { compliance: { restrictions: ['human-approval-required'] } },
  })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  const { reasons } = await knowledge.explain('unit:harbor/deposit')
  expect(reasons.filter(({ verdict }) => verdict === 'ask').map(({ change }) => change)).toEqual([
    'A person can run "lorefence approve unit:harbor/deposit".',
  ])
  const proposal = proposeApproval(knowledge.catalog, 'manifest:harbor', { ports, requester: {}, restraints: {} })
  expect(proposal?.asks).toEqual([])
})

test.each([
  ['a gate of the root', { authority: { read: 'requires_approval', Read: 'x' } }, {}],
  ['a gate of the root, the other way round', { authority: { Read: 'requires_approval', read: 'x' } }, {}],
  [
    'a gate in a condition',
    {
      authority: { Read: 'x' },
      visibility: {
        conditions: [{ when: { environment: 'local' }, then: { authority: { read: 'requires_approval' } } }],
      },
    },
    {},
  ],
])('KCP-183: an approval of a malformed field does not open %s', async (_, root, unit) => {
  const ports = worldOf({ root, unit })
  const knowledge = await openKnowledge({ roots: ['/w'], ports, requester: { environment: 'local' } })
  const approve = (ref: string): void => {
    const asker = { ports, requester: { environment: 'local' }, restraints: {} }
    const proposal = proposeApproval(knowledge.catalog, ref, asker)
    if (proposal) saveApprovals(ports, proposal, 'terminal')
  }
  approve('manifest:harbor')
  expect((await knowledge.read({ task })).fenced).not.toContain('DEP-4711')
  approve('unit:harbor/deposit')
  expect((await knowledge.read({ task })).fenced).toContain('DEP-4711')
})

test('KL-113: an approval of `indexing: private` opens reading and nothing else', async () => {
  const ports = worldOf({ root: { indexing: 'private' } })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  const proposal = proposeApproval(knowledge.catalog, 'manifest:harbor', { ports, requester: {}, restraints: {} })
  expect(proposal?.asks.map(({ code, sentence }) => [code, sentence])).toEqual([
    ['indexing-unreadable', 'It declares a value that cannot be read: indexing: "private".'],
  ])
  if (proposal) saveApprovals(ports, proposal, 'terminal')
  const verdicts = await Promise.all(
    ['read', 'summarize', 'share_externally'].map(async (action) => {
      const { reasons } = await knowledge.explain('unit:harbor/deposit', { action })
      return reasons.find(({ gate }) => gate === 'indexing')?.verdict
    }),
  )
  expect(verdicts).toEqual(['allow', 'deny', 'deny'])
  const read = await knowledge.read({ task })
  expect(read.fenced).toContain('no-ai-training')
})
