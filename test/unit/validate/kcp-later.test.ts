import { describe, expect, test } from 'vitest'
import {
  openKnowledge,
  parseManifest,
  proposeGrants,
  query,
  saveGrants,
  validatePaths,
} from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { findingsIn, fixedText, toldIn } from '../../support/findings.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { effective, unitRead, unitTold } from '../../support/probe.ts'
import { unitWorld } from '../../support/unit-world.ts'

const later = (root: Fields, ...units: readonly Fields[]): string =>
  manifestText({ kcp_version: '0.32', ...root }, ...units)

describe('fields after 0.14', () => {
  const unit: Fields = {
    kind: 'skill',
    load_eligible: true,
    action_scope: { tools: ['a'], spend: { max_spend: '5.00' }, deny: { paths: ['x/**'] } },
    charter: { purpose: 'dock' },
    not_for: ['pricing'],
    not_for_strict: false,
    content_structure: { primary: 'prose', contains: ['table', 'code'], density: 'dense' },
    auth: { methods: [{ type: 'spiffe', trust_domain: 'harbor.example' }] },
    payment: { methods: [{ type: 'x402', currency: 'USDC', price_per_request: '0.10' }], billing_contact: 'crew' },
    discovery: { verified_by: 'crew', evidence: [{ url: 'https://harbor.example' }] },
    size_tokens: 120,
    bytes: 480,
    authority_level: 'suggest',
    steps: [{ id: 'one', action: 'look' }],
  }
  const root: Fields = {
    not_for: ['payroll'],
    serving: { manifest: ['https://harbor.example/knowledge.yaml'], mcp: [] },
    signing: { scheme: 'ed25519', signature: 'knowledge.yaml.sig' },
    grant_ceiling: { sources: [] },
    composition: { includes: [] },
  }

  test('KL-006: every one survives parsing unchanged', () => {
    const { manifest } = parseManifest(later(root, unitWith(unit)))
    expect(JSON.parse(JSON.stringify(manifest?.units[0]))).toMatchObject({
      artifact: 'skill',
      loadEligible: true,
      actionScope: unit['action_scope'],
      charter: unit['charter'],
      notFor: ['pricing'],
      notForStrict: false,
      contentStructure: unit['content_structure'],
      auth: { methods: [{ type: 'spiffe', trustDomain: 'harbor.example' }] },
      payment: { methods: [{ type: 'x402', currency: 'USDC', pricePerRequest: '0.10' }], billingContact: 'crew' },
      verification: { verifiedBy: 'crew', evidence: [{ url: 'https://harbor.example' }] },
      sizeTokens: 120,
      bytes: 480,
      extensions: { authority_level: 'suggest', steps: [{ id: 'one', action: 'look' }] },
    })
    expect(JSON.parse(JSON.stringify(manifest))).toMatchObject({
      notFor: ['payroll'],
      serving: root['serving'],
      signing: root['signing'],
      composition: { includes: [] },
      extensions: { grant_ceiling: { sources: [] } },
    })
  })

  test('KL-005: a key within two edits of a field is suggested, one that opens is never repaired, others are silent', () => {
    const text = later({}, unitWith({ kind: 'skill', laod_eligible: true, 'x-foo': 1, stars: 3 }))
    expect(toldIn(later({}, unitWith({ 'x-access': 1, stars: 3 })))).toEqual([])
    expect(findingsIn(text).map(({ code, severity, help }) => [code, severity, help])).toEqual([
      ['KCP321', 'warning', 'Did you mean "load_eligible"?'],
    ])
    expect(fixedText(text)).toBe(text)
    expect(parseManifest(text).manifest?.units[0]?.loadEligible).toBeUndefined()
  })

  test('KL-022: not_for is exposed, one text is a list of one, and an empty list says nothing', () => {
    expect(unitRead({ not_for: 'pricing' })?.notFor).toEqual(['pricing'])
    expect(parseManifest(later({ not_for: 'payroll' })).manifest?.notFor).toEqual(['payroll'])
    expect(toldIn(later({ not_for: [] }, unitWith({ not_for: [] })))).toEqual([])
    expect(unitTold({ not_for_strict: true })).toEqual(['warning KCP342 /units/0/not_for_strict'])
    expect(unitTold({ not_for_strict: true, not_for: [] })).toEqual(['warning KCP342 /units/0/not_for_strict'])
    expect(unitTold({ not_for_strict: true, not_for: ['pricing'] })).toEqual([])
  })

  test('KL-027: an unknown word of content_structure warns and the unit is valid', () => {
    expect(unitTold({ content_structure: { primary: 'hologram', contains: ['table'], density: 'sparse' } })).toEqual([
      'warning KCP302 /units/0/content_structure/primary',
    ])
    expect(unitRead({ content_structure: { primary: 'hologram', density: 'dense' } })?.contentStructure).toEqual({
      density: 'dense',
    })
  })

  test.each([
    [0.6, null, []],
    [0.9, null, ['warning KCP340 /units/0/discovery/confidence']],
    [0.8, null, ['warning KCP340 /units/0/discovery/confidence']],
    [0.4, null, ['warning KCP340 /units/0/discovery/confidence']],
    [0.6, '2026-01-01T00:00:00Z', ['warning KCP319 /units/0/discovery/verified_at']],
  ])('KL-055: declared with a confidence of %s and verified_at %s', (confidence, at, told) => {
    const discovery = {
      verification_status: 'declared',
      source: 'manifest-self-description',
      confidence,
      verified_at: at,
    }
    expect(unitTold({ discovery })).toEqual(told)
    expect(effective({ discovery }).verification).toMatchObject({
      status: { value: 'declared' },
      source: { value: 'manifest-self-description' },
    })
  })

  test('KL-056: who verified it, and by what, is shown; nobody named warns', () => {
    const told = (discovery: Fields): readonly string[] => toldIn(later({}, unitWith({ discovery })))
    expect(told({ verification_status: 'verified' })).toEqual(['warning KCP341 /units/0/discovery/verification_status'])
    expect(told({ verification_status: 'verified', verified_by: 'crew' })).toEqual([])
    expect(told({})).toEqual([])
    expect(effective({ discovery: { verified_by: 'crew', evidence: 'log' } }).verification).toMatchObject({
      verifiedBy: { value: 'crew' },
      evidence: { value: 'log' },
    })
  })

  test('KL-069: serving is HTTPS or an error; absent and empty differ', () => {
    expect(toldIn(later({ serving: { manifest: ['http://harbor.example/k.yaml'] } }))).toEqual([
      'error KCP710 /serving/manifest/0',
    ])
    expect(toldIn(later({ serving: { mcp: 'http://harbor.example/mcp' } }))).toContain('error KCP710 /serving/mcp')
    expect(toldIn(later({ serving: { manifest: [], mcp: [] } }))).toEqual([])
    expect(parseManifest(later({ serving: { manifest: [] } })).manifest?.serving).toEqual({ manifest: [] })
    expect(parseManifest(later({})).manifest?.serving).toBeUndefined()
  })

  test.each([
    [{ type: 'bearer_token' }, []],
    [{ type: 'did' }, []],
    [{ type: 'http_signature' }, []],
    [{ type: 'spiffe', trust_domain: 'harbor.example' }, []],
    [{ type: 'spiffe' }, ['warning KCP211 /auth/methods/0']],
    [{ type: 'kerberos' }, ['warning KCP605 /auth/methods']],
  ])('KL-073: the authentication method %j', (method, told) => {
    expect(toldIn(later({ auth: { methods: [method] } }))).toEqual(told)
    const { type, trust_domain: trustDomain } = method as { type: string; trust_domain?: string }
    expect(parseManifest(later({ auth: { methods: [method] } })).manifest?.auth).toEqual({
      methods: [trustDomain === undefined ? { type } : { type, trustDomain }],
    })
  })

  test('KL-075: a protected unit that meets only the method none warns', () => {
    const auth = { methods: [{ type: 'none' }] }
    expect(toldIn(later({ auth }, unitWith({ access: 'authenticated' })))).toEqual(['warning KCP604 /units/0/access'])
    const own = unitWith({ access: 'authenticated', auth: { methods: [{ type: 'bearer_token' }] } })
    expect(toldIn(later({ auth }, own))).toEqual([])
  })

  test('KL-088: load_eligible on another kind, and a granted skill without a scope, are errors', () => {
    expect(unitTold({ load_eligible: true })).toEqual(['error KCP621 /units/0/load_eligible'])
    expect(unitTold({ kind: 'skill', load_eligible: true })).toEqual(['error KCP622 /units/0/load_eligible'])
    expect(unitTold({ kind: 'skill' })).toEqual([])
  })

  test('KL-115: ownership in authority is worth a remark', () => {
    expect(unitTold({ authority: { owner: 'team-a', read: 'maybe', export: 'denid' } })).toEqual(
      expect.arrayContaining([
        'info KCP620 /units/0/authority/owner',
        'warning KCP607 /units/0/authority/export',
        'warning KCP607 /units/0/authority/read',
      ]),
    )
  })
})

describe('queries', () => {
  const ask = (terms: readonly string[], ...units: readonly Fields[]) => {
    const { manifest } = parseManifest(later({}, ...units))
    if (!manifest) throw new Error('The manifest was rejected.')
    return query([{ manifest, source: null }], { terms }).results
  }

  test('KL-117, KCP-154, KCP-243: a numeric trigger matches as it is written, an empty one never', () => {
    const { manifest } = parseManifest(
      'kcp_version: "0.26"\nproject: a\nunits:\n  - {id: x, path: x.md, intent: How?, triggers: [2024, 1.50, "", "  "]}\n',
    )
    expect(manifest?.units[0]?.triggers).toEqual(['2024', '1.50'])
    expect(ask(['2024'], unitWith({ triggers: [2024] })).map(({ match_reason }) => match_reason)).toEqual([['trigger']])
    expect(toldIn(later({}, unitWith({ triggers: [2024] })))).toEqual([])
  })

  test('KL-118: a unit of an unknown scope and audience is kept and matches only its own words', () => {
    const { manifest } = parseManifest(
      later({}, unitWith({ scope: 'database', audience: ['researcher'], triggers: ['crane'] })),
    )
    if (!manifest) throw new Error('The manifest was rejected.')
    const found = (request: Fields): number =>
      query([{ manifest, source: null }], { terms: ['crane'], ...request }).total
    expect([
      found({}),
      found({ scope: 'global' }),
      found({ audience: 'agent' }),
      found({ audience: 'researcher' }),
    ]).toEqual([1, 0, 0, 1])
  })

  test('KL-120: size_tokens and bytes stand in for the hints, and the budget counts them', () => {
    expect(unitRead({ size_tokens: 900, bytes: 3600 })?.hints).toEqual({ tokenEstimate: 900, sizeBytes: 3600 })
    expect(unitRead({ size_tokens: 900, hints: { token_estimate: 7 } })?.hints).toEqual({ tokenEstimate: 7 })
    const { manifest } = parseManifest(later({}, unitWith({ size_tokens: 900, triggers: ['crane'] })))
    const asked = manifest && query([{ manifest, source: null }], { terms: ['crane'], max_token_budget: 100 })
    expect(asked?.omitted.map(({ reason }) => reason)).toEqual(['budget'])
  })

  test('KL-085, KL-086, KL-089: a query finds skills, and what is only listed says so, with its scope as written', () => {
    const scope = { tools: ['read_file'] }
    const results = ask(
      ['crane'],
      unitWith({ id: 'a', kind: 'skill', load_eligible: true, action_scope: scope, triggers: ['crane'] }),
      unitWith({ id: 'b', kind: 'playbook', triggers: ['crane'] }),
      unitWith({ id: 'c', kind: 'article', triggers: ['crane'] }),
    )
    expect(
      results.map(({ unit_id, kind, invocation, action_scope }) => [unit_id, kind, invocation, action_scope]),
    ).toEqual([
      ['a', undefined, undefined, scope],
      ['b', 'playbook', 'explicit', undefined],
      ['c', 'article', 'explicit', undefined],
    ])
    expect(results[1]).toMatchObject({ path: 'setup.md', intent: 'How do I set up a kiosk?' })
  })

  test.each(['skill', 'playbook'])(
    'KL-085: opened knowledge finds a %s, granted by its author or not',
    async (kind) => {
      const granted = { load_eligible: true, action_scope: { tools: ['read_file'] } }
      const units = [
        { id: 'a', kind, triggers: ['crane'], ...granted },
        { id: 'b', kind, triggers: ['crane'] },
      ]
      const knowledge = await openKnowledge({ roots: ['/w'], ports: unitWorld(units).ports })
      for (const view of [knowledge, knowledge.forModel()])
        expect((await view.query({ terms: ['crane'] })).results.map(({ unit_id: id }) => id)).toEqual(['a', 'b'])
    },
  )

  test('KL-086: opened knowledge lists such a unit and does not give its text', async () => {
    const { ports } = unitWorld([{ id: 'crane', kind: 'executable', triggers: ['crane'] }])
    const knowledge = await openKnowledge({ roots: ['/w'], ports })
    for (const view of [knowledge, knowledge.forModel()]) {
      expect((await view.query({ terms: ['crane'] })).results).toMatchObject([
        { unit_id: 'crane', invocation: 'explicit' },
      ])
      expect(await view.unit('unit:harbor/crane')).toMatchObject({ outcome: 'refused', verdict: 'ask' })
    }
  })
})

describe('files beside a good one', () => {
  const tree = {
    '/w/knowledge.yaml': manifestText({}, unitWith({ path: 'setup.md' })),
    '/w/setup.md': '# Setup\n\nThe kiosk code is KIO-1.\n',
    '/w/broken/knowledge.yaml': 'project: a\nunits:\n      stars: 3\n  - id: x\n',
    '/w/other/knowledge.yaml': 'sources:\n  - name: notes\nmodel: small\n',
  }

  test('KL-121: broken YAML is refused with its place, a foreign file is one remark, and the others work', async () => {
    const ports = memoryPorts(memoryFiles(tree))
    saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
    const { catalog, read } = await openKnowledge({ roots: ['/w'], ports })
    expect(catalog.entries.map(({ ref }) => ref)).toEqual(['manifest:harbor'])
    expect(
      catalog.quarantined.map(({ found, diagnostics }) => [found.path, diagnostics[0]?.where.range?.start.line]),
    ).toEqual([['broken/knowledge.yaml', 4]])
    expect(catalog.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['KCP111', 'info']])
    expect((await read({ task: 'What is the kiosk code?' })).fenced).toContain('KIO-1')
    const { documents } = validatePaths(memoryFiles(tree), ['/w/other'], { cwd: '/' })
    expect(documents.map(({ diagnostics }) => diagnostics.map(({ code }) => code))).toEqual([['KCP111']])
  })

  test('KL-107, KL-108, KL-109, KL-112: a manifest as generators write it gives the text of its usable unit', async () => {
    const text = JSON.stringify({
      kcp_version: '0.26',
      id: 'repo',
      units: [
        {
          id: 'deposit',
          name: 'Deposit',
          type: 'documentation',
          description: 'The deposit of the ferry',
          path: 'setup.md',
        },
        { id: 'none', name: 'No path' },
        { id: 'out', name: 'Out', path: '../secret.md' },
        { id: 'gone', name: 'Gone', path: 'gone.md' },
        'setup.md',
      ],
    })
    const ports = memoryPorts(
      memoryFiles({
        '/w/knowledge.yaml': text,
        '/w/setup.md': '# Deposit\n\nThe ferry deposit is DEP-1.\n',
        '/secret.md': 'S',
      }),
    )
    saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
    const knowledge = await openKnowledge({ roots: ['/w'], ports })
    const { fenced, outcome } = await knowledge.read({ task: 'What is the deposit of the ferry?' })
    expect([outcome, fenced.includes('DEP-1')]).toEqual(['answered', true])
  })
})
