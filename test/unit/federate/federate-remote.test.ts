import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validateText } from '../../../src/app/index.ts'
import { isServedAt, urlIdentity } from '../../../src/federate/manifest-address.ts'
import type { FederatedSource } from '../../../src/model/distribution/federation.ts'
import { fakeCache } from '../../support/fake-network.ts'
import { federatedWorld } from '../../support/federated-world.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'

const url = (name: string): string => `https://${name}.example/knowledge.yaml`
const entry = (id: string, fields: Fields = {}): Fields => ({ id, url: url(id), ...fields })
const unitOf = (project: string, fields: Fields = {}): Fields =>
  unitWith({ id: `${project}-facts`, path: `${project}.md`, triggers: ['kiosk'], ...fields })
const manifestOf = (project: string, manifests: readonly Fields[] = [], root: Fields = {}): string =>
  manifestText({ project, manifests, ...root }, unitOf(project))
const hub = (manifests: readonly Fields[], root: Fields = {}, ...units: readonly Fields[]) => ({
  '/w/knowledge.yaml': manifestText(
    { project: 'hub', manifests, ...root },
    ...(units.length > 0 ? units : [unitOf('hub')]),
  ),
  '/w/hub.md': '# Hub\n\nThe kiosk hub.\n',
})
const lines = (sources: readonly FederatedSource[]): readonly string[] =>
  sources.map(({ id, outcome, code }) => [id, outcome, code].filter(Boolean).join(' '))

describe('the graph', () => {
  test('KCP-109: the whole graph is resolved, and each manifest says who declared it', async () => {
    const { run, asked } = federatedWorld({
      tree: hub([entry('a')]),
      remote: {
        [url('a')]: manifestOf('a', [entry('b')]),
        [url('b')]: manifestOf('b', [entry('c')]),
        [url('c')]: manifestOf('c', [entry('d')]),
        [url('d')]: manifestOf('d'),
      },
    })
    const { sources } = await run()
    expect(lines(sources)).toEqual(['a fetched', 'b fetched', 'c fetched', 'd fetched'])
    expect(sources.map(({ declaredBy }) => declaredBy)).toEqual([
      ['knowledge.yaml'],
      ['knowledge.yaml', url('a')],
      ['knowledge.yaml', url('a'), url('b')],
      ['knowledge.yaml', url('a'), url('b'), url('c')],
    ])
    expect(asked()).toEqual(['a', 'b', 'c', 'd'].map(url))
  })

  test('KCP-110, KCP-237: a cycle, a diamond and a manifest that declares itself are fetched once each', async () => {
    const own = 'https://hub.example/knowledge.yaml'
    const { run, asked } = federatedWorld({
      tree: hub([entry('a'), entry('b')], { serving: { manifest: [own] } }),
      remote: {
        [url('a')]: manifestOf('a', [entry('d'), entry('a'), { id: 'home', url: own }]),
        [url('b')]: manifestOf('b', [entry('d'), entry('a')]),
        [url('d')]: manifestOf('d', [entry('b')]),
        [own]: manifestOf('hub'),
      },
    })
    const { sources, diagnostics } = await run()
    expect([lines(sources), diagnostics]).toEqual([['a fetched', 'b fetched', 'd fetched'], []])
    expect(asked()).toEqual(['a', 'b', 'd'].map(url))
  })

  test.each([
    ['https://A.Example/knowledge.yaml', 'https://a.example/knowledge.yaml'],
    ['https://a.example:443/knowledge.yaml', 'https://a.example/knowledge.yaml'],
    ['https://a.example./knowledge.yaml', 'https://a.example/knowledge.yaml'],
    ['https://a.example/knowledge.yaml#top', 'https://a.example/knowledge.yaml'],
    ['https://a.example/x/.././knowledge.yaml', 'https://a.example/knowledge.yaml'],
    ['https://a.example:8443/knowledge.yaml', 'https://a.example:8443/knowledge.yaml'],
    ['https://a.example/Knowledge.yaml', 'https://a.example/Knowledge.yaml'],
    ['https://a.example/knowledge.yaml?v=2', 'https://a.example/knowledge.yaml?v=2'],
    ['http://a.example/knowledge.yaml', undefined],
    ['knowledge.yaml', undefined],
  ])('KCP-111: %s is compared as %s', (written, identity) => {
    expect(urlIdentity(written)).toBe(identity)
  })

  test('KCP-111: two spellings of one URL are one manifest', async () => {
    const { run, asked } = federatedWorld({
      tree: hub([entry('a'), { id: 'again', url: 'https://A.example:443/./knowledge.yaml#x' }]),
      remote: { [url('a')]: manifestOf('a') },
    })
    expect([lines((await run()).sources), asked()]).toEqual([['a fetched'], [url('a')]])
  })

  test('KCP-113, KCP-238: fifty manifests are used, and each further one is named', async () => {
    const many = Array.from({ length: 60 }, (_, i) => `m${i}`)
    const { run, asked } = federatedWorld({
      tree: hub(many.map((id) => entry(id))),
      remote: Object.fromEntries(many.map((id) => [url(id), manifestOf(id)])),
    })
    const { sources, diagnostics } = await run()
    expect(asked().length).toBe(50)
    expect(lines(sources).filter((line) => line.endsWith('RUN710'))).toEqual(
      many.slice(50).map((id) => `${id} skipped RUN710`),
    )
    expect(diagnostics.filter(({ code }) => code === 'RUN710').map(({ message }) => message)[0]).toBe(
      'The manifest "m50" is not used. Of manifests that only others declare, 50 are used.',
    )
  })

  test('KCP-117, KCP-238: what is six hops away is not fetched', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const { run, asked } = federatedWorld({
      tree: hub([entry('a')]),
      remote: Object.fromEntries(
        names.map((name, i) => [url(name), manifestOf(name, names[i + 1] ? [entry(names[i + 1] ?? '')] : [])]),
      ),
    })
    const { sources } = await run()
    expect(asked()).toEqual(['a', 'b', 'c', 'd', 'e'].map(url))
    expect(lines(sources).at(-1)).toBe('f skipped RUN710')
  })

  test('KCP-115, KCP-238: a remote manifest with more than 10,000 units is refused, one with 10,000 is not', async () => {
    const units = (count: number): Fields[] => Array.from({ length: count }, (_, i) => ({ id: `u${i}`, path: 'a.md' }))
    const { run, tree } = federatedWorld({
      tree: hub([entry('big'), entry('most')]),
      remote: {
        [url('big')]: JSON.stringify({ kcp_version: '0.14', project: 'big', units: units(10_001) }),
        [url('most')]: JSON.stringify({ kcp_version: '0.14', project: 'most', units: units(10_000) }),
      },
    })
    const { sources, diagnostics } = await run()
    expect(lines(sources)).toEqual(['big refused RUN708', 'most fetched'])
    expect(diagnostics.find(({ code }) => code === 'RUN708')?.severity).toBe('warning')
    expect(Object.keys(tree).filter((path) => path.includes('/.lorefence/')).length).toBe(1)
  })

  test.each([
    ['an alias bomb', 'a: &a [x]\nb: [*a, *a]\nunits: []\n'],
    ['a tag that makes objects', 'units: !!js/function "x"\n'],
    ['duplicate keys', 'kcp_version: "0.14"\nkcp_version: "0.14"\nunits: []\n'],
    ['something else', '<html>Not found</html>'],
  ])('KCP-239: the YAML of what is fetched is read as safely as any: %s', async (_, text) => {
    const { run, tree } = federatedWorld({ tree: hub([entry('a')]), remote: { [url('a')]: text } })
    expect(lines((await run()).sources)).toEqual(['a refused RUN709'])
    expect(Object.keys(tree)).toEqual(Object.keys(hub([])))
  })
})

describe('which are fetched', () => {
  test('KCP-106, KCP-107: an existing mirror is read and nothing is sent; a missing one leaves one request', async () => {
    const mirrored = entry('a', { local_mirror: 'mirrors/a.yaml' })
    const there = federatedWorld({
      tree: { ...hub([mirrored]), '/w/mirrors/a.yaml': manifestOf('a') },
      remote: { [url('a')]: manifestOf('other') },
    })
    expect([lines((await there.run()).sources), there.asked(), there.lookups]).toEqual([['a mirror'], [], []])
    const missing = federatedWorld({ tree: hub([mirrored]), remote: { [url('a')]: manifestOf('a') } })
    expect([lines((await missing.run()).sources), missing.asked()]).toEqual([['a fetched'], [url('a')]])
    expect(Object.keys(missing.tree)).not.toContain('/w/mirrors/a.yaml')
  })

  test('KCP-102: an archive is left unless it is asked for', async () => {
    const own = federatedWorld({
      tree: hub([entry('old', { relationship: 'archive' })]),
      remote: { [url('old')]: manifestOf('old') },
    })
    expect((await own.run()).sources).toMatchObject([
      { outcome: 'skipped', detail: 'It is an archive; --archive includes it.' },
    ])
    expect(own.asked()).toEqual([])
    expect(lines((await own.run({ archive: true })).sources)).toEqual(['old fetched'])
  })

  test('KCP-240, KCP-112: a manifest that nobody granted starts nothing, and what was fetched is not granted by its parent', async () => {
    const ungranted = federatedWorld({ tree: hub([entry('a')]), remote: { [url('a')]: manifestOf('a') }, grant: [] })
    expect(await ungranted.run()).toMatchObject({ starts: [], ungranted: ['knowledge.yaml'], sources: [] })
    expect(ungranted.asked()).toEqual([])
    const granted = federatedWorld({ tree: hub([entry('a')]), remote: { [url('a')]: manifestOf('a') } })
    await granted.run()
    const { catalog } = await granted.open()
    expect(catalog.entries.map(({ ref, standing }) => `${ref} ${standing}`)).toEqual([
      'manifest:hub granted',
      'manifest:a ungranted',
    ])
  })

  test('a plan sends nothing and writes nothing', async () => {
    const own = federatedWorld({ tree: hub([entry('a')]), remote: { [url('a')]: manifestOf('a') } })
    expect((await own.run({ plan: true })).sources).toMatchObject([
      { id: 'a', outcome: 'skipped', detail: 'It would be fetched without a credential.' },
    ])
    expect([own.asked(), own.lookups, Object.keys(own.tree)]).toEqual([[], [], Object.keys(hub([]))])
  })

  test('KCP-272: what a query declares is fetched by nobody, and the same hostile URLs are refused by federate before a packet', async () => {
    const hostile = {
      'http://a.example/knowledge.yaml': undefined,
      'file:///etc/knowledge.yaml': undefined,
      'https://127.0.0.1/knowledge.yaml': 'RUN703',
      'https://169.254.169.254/knowledge.yaml': 'RUN703',
      'https://[::ffff:10.0.0.1]/knowledge.yaml': 'RUN703',
      'https://0x7f.2/knowledge.yaml': 'RUN703',
      'https://inside.example/knowledge.yaml': 'RUN703',
      'https://user:pass@a.example/knowledge.yaml': 'RUN702',
    }
    const own = federatedWorld({
      tree: hub(Object.keys(hostile).map((address, i) => ({ id: `h${i}`, url: address }))),
      network: { names: { 'inside.example': [['10.1.2.3']], 'a.example': [['93.184.215.14']] } },
    })
    const answer = await (await own.open()).query({ terms: ['kiosk'], federation_scope: 'declared' })
    expect([answer.results.map(({ unit_id: id }) => id), own.lookups, own.asked()]).toEqual([['hub-facts'], [], []])
    expect((await own.run()).sources.map(({ outcome, code }) => [outcome, code])).toEqual(
      Object.values(hostile).map((code) => ['refused', code]),
    )
    expect(own.asked()).toEqual([])
  })
})

describe('how they are fetched', () => {
  const credential = (type: string): Fields => ({ auth: { methods: [{ type }] } })
  const fetchCredentials = [
    { origin: 'a.example:443', type: 'oauth2', value: 'for-a' },
    { origin: 'b.example:443', type: 'api_key', value: 'key-b' },
    { origin: 'b.example:443', type: 'oauth2', value: 'for-b' },
  ]

  test('KCP-103: the methods of the entry replace those of the root, and a credential goes to its own origin', async () => {
    const { run, connections } = federatedWorld({
      tree: hub(
        [
          entry('a'),
          entry('b', { auth: { methods: [{ type: 'api_key', header: 'X-Api-Key' }] } }),
          entry('c', credential('oauth2')),
          { id: 'none', url: 'https://a.example/other.yaml', ...credential('none') },
        ],
        credential('oauth2'),
      ),
      remote: Object.fromEntries(
        [url('a'), url('b'), url('c'), 'https://a.example/other.yaml'].map((at) => [at, manifestOf('x')]),
      ),
      world: { fetchCredentials },
    })
    await run()
    expect(connections.map(({ headers }) => [headers['authorization'], headers['X-Api-Key']])).toEqual([
      ['Bearer for-a', undefined],
      [undefined, 'key-b'],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  test('KCP-240: a credential is sent for what granted manifests declare, not for what an ungranted one names', async () => {
    const own = federatedWorld({
      tree: hub([entry('c')]),
      remote: { [url('c')]: manifestOf('c', [entry('a', credential('oauth2'))]), [url('a')]: manifestOf('a') },
      world: { fetchCredentials },
    })
    const sent = (): readonly unknown[] => own.connections.map(({ headers }) => headers['authorization'])
    await own.run()
    expect(sent()).toEqual([undefined, undefined])
    own.trust('.')
    await own.run()
    expect(sent()).toEqual([undefined, undefined, undefined, 'Bearer for-a'])
  })

  test.each(['Host', 'Cookie', 'Authorization-Forwarded', 'X-A\r\nHost'])(
    'a manifest cannot set the header %s by naming it for its key',
    async (header) => {
      const { run, connections } = federatedWorld({
        tree: hub([entry('b', { auth: { methods: [{ type: 'api_key', header }] } })]),
        remote: { [url('b')]: manifestOf('b') },
        world: { fetchCredentials },
      })
      await run()
      expect([connections[0]?.headers['authorization'], connections[0]?.headers[header]]).toEqual(['key-b', undefined])
    },
  )

  const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'a=1' }

  test.each([
    ['KCP-049', { trust: { audit: { require_trace_context: true } } }],
    ['KCP-073', { delegation: { audit_chain: true } }],
  ])('%s: the headers of the trace go with the manifest and with its content', async (_, asking) => {
    const { run, connections } = federatedWorld({
      tree: hub([entry('a')], asking),
      remote: { [url('a')]: manifestOf('a', [], asking), 'https://a.example/a.md': '# A\n' },
      world: { trace },
    })
    await run({ content: true })
    expect(
      connections.map(({ url: at, headers }) => [
        at.pathname,
        headers['traceparent']?.slice(0, 36),
        headers['tracestate'],
      ]),
    ).toEqual([
      ['/knowledge.yaml', trace.traceparent.slice(0, 36), 'a=1'],
      ['/a.md', trace.traceparent.slice(0, 36), 'a=1'],
    ])
  })

  test('KCP-049: nobody is told of a trace without being asked to', async () => {
    const { run, connections } = federatedWorld({
      tree: hub([entry('a')]),
      remote: { [url('a')]: manifestOf('a') },
      world: { trace },
    })
    await run()
    expect(connections[0]?.headers['traceparent']).toBeUndefined()
  })

  test('KCP-049: a manifest that nobody granted asks for no trace, neither for its content nor for what it declares', async () => {
    const asking = { trust: { audit: { require_trace_context: true } }, delegation: { audit_chain: true } }
    const own = federatedWorld({
      tree: hub([entry('a')]),
      remote: {
        [url('a')]: manifestOf('a', [entry('b')], asking),
        'https://a.example/a.md': '# A\n',
        [url('b')]: manifestOf('b'),
      },
      world: { trace },
    })
    const traced = (): readonly (readonly [string, boolean])[] =>
      own.connections.map(({ url: at, headers }) => [at.href, headers['traceparent'] !== undefined])
    await own.run({ content: true })
    expect(traced().slice(0, 3)).toEqual([
      [url('a'), false],
      ['https://a.example/a.md', false],
      [url('b'), false],
    ])
    // The near miss: the same manifest after a grant.
    own.trust('.')
    const before = own.connections.length
    await own.run({ content: true })
    expect(traced().slice(before, before + 3)).toEqual([
      [url('a'), false],
      ['https://a.example/a.md', true],
      [url('b'), true],
    ])
  })

  test('KCP-104: a manifest that never changes is fetched once, also by later runs', async () => {
    const cache = fakeCache()
    const own = federatedWorld({
      tree: hub([entry('a', { update_frequency: 'never' })]),
      remote: { [url('a')]: manifestOf('a') },
      network: { cache },
    })
    expect(lines((await own.run()).sources)).toEqual(['a fetched'])
    expect(lines((await own.run()).sources)).toEqual(['a unchanged'])
    expect(own.asked()).toEqual([url('a')])
  })

  test.each([
    [{ required: true, credential_hint: 'spiffe', docs_url: 'https://docs.example/id' }, [], 0],
    [{ required: true, credential_hint: 'spiffe' }, ['oauth2'], 0],
    [{ required: 'yes', credential_hint: 'spiffe' }, [], 0],
    [{ required: true }, ['oauth2'], 0],
    [{ required: true, credential_hint: 'spiffe' }, ['spiffe'], 1],
    [{ required: false, credential_hint: 'spiffe' }, [], 1],
  ])(
    'KL-067: agent_identity %j with the credentials %j allows %i requests',
    async (identity, credentials, requests) => {
      const own = federatedWorld({
        tree: hub([entry('a', { agent_identity: identity })]),
        remote: { [url('a')]: manifestOf('a') },
        world: { credentials },
      })
      const [source] = (await own.run()).sources
      expect([own.asked().length, own.lookups.includes('docs.example')]).toEqual([requests, false])
      if (requests === 0 && 'docs_url' in identity)
        expect(source?.detail).toBe(
          'It is for agents with the credential "spiffe", which "requester: {credentials: […]}" in your config does not list. How to get it: "https://docs.example/id".',
        )
    },
  )
})

describe('windows and environments of sources', () => {
  const window = (temporal: Fields): Fields => ({ temporal })
  const on = (day: string) => ({ clock: { now: () => new Date(`${day}T12:00:00Z`) } })

  test.each([
    [window({ valid_from: '2026-05-07' }), 0],
    [window({ valid_from: '2026-05-06' }), 1],
    [window({ valid_until: '2026-05-05' }), 0],
    [window({ valid_until: '2026-05-06' }), 1],
    [window({ valid_from: '2026-01-01', valid_until: '2026-12-31' }), 1],
  ])('KL-020: with %j there are %i requests on 2026-05-06', async (fields, requests) => {
    const own = federatedWorld({ tree: hub([entry('a', fields)]), remote: { [url('a')]: manifestOf('a') } })
    await own.run()
    expect([own.asked().length, own.lookups.length]).toEqual([requests, requests])
  })

  test('KL-021: a source with a successor is dropped once the successor counts', async () => {
    const tree = hub([
      entry('old', window({ superseded_by: 'new' })),
      entry('new', window({ valid_from: '2026-06-01' })),
    ])
    const remote = { [url('old')]: manifestOf('old'), [url('new')]: manifestOf('new') }
    const before = federatedWorld({ tree, remote })
    expect(lines((await before.run()).sources)).toEqual(['new skipped', 'old fetched'])
    const after = federatedWorld({ tree, remote, world: { ports: { ...before.ports, ...on('2026-06-01') } } })
    expect(lines((await after.run()).sources)).toEqual(['old skipped', 'new fetched'])
  })

  test('KL-021: sources that replace each other in a circle are both used', async () => {
    const own = federatedWorld({
      tree: hub([entry('a', window({ superseded_by: 'b' })), entry('b', window({ superseded_by: 'a' }))]),
      remote: { [url('a')]: manifestOf('a'), [url('b')]: manifestOf('b') },
    })
    expect(lines((await own.run()).sources)).toEqual(['a fetched', 'b fetched'])
  })

  const mirrored = (fields: Fields) => ({
    ...hub([
      entry('a', { local_mirror: 'm/a/knowledge.yaml', ...fields }),
      entry('b', { local_mirror: 'm/b/knowledge.yaml' }),
    ]),
    '/w/m/a/knowledge.yaml': manifestOf('a'),
    '/w/m/a/a.md': '# Battery\n\nThe kiosk battery lasts nine hours.\n',
    '/w/m/b/knowledge.yaml': manifestOf('b'),
  })
  const task = 'How long does the kiosk battery last?'
  const seen = async (own: ReturnType<typeof federatedWorld>, options: Parameters<typeof own.open>[0] = {}) => {
    const knowledge = await own.open(options)
    const { results } = await knowledge.query({ terms: ['kiosk'], federation_scope: 'declared', limit: 20 })
    return [
      results.map(({ unit_id: id }) => id),
      (await knowledge.read({ task })).fenced.includes('nine hours'),
      (await knowledge.unit('unit:a/a-facts')).outcome,
    ]
  }

  test.each([
    ['its window is over', window({ valid_until: '2026-05-05' })],
    ['it is not declared yet', window({ valid_from: '2026-05-07' })],
    ['another replaces it', window({ superseded_by: 'b' })],
  ])('KL-020, KL-021: nothing of a mirror is given on any path where %s', async (_, fields) => {
    expect(await seen(federatedWorld({ tree: mirrored({}) }))).toEqual([
      ['hub-facts', 'a-facts', 'b-facts'],
      true,
      'given',
    ])
    expect(await seen(federatedWorld({ tree: mirrored(fields) }))).toEqual([['hub-facts', 'b-facts'], false, 'refused'])
  })

  test('KL-020: a window of a manifest that nobody granted closes nothing', async () => {
    const ending = { id: 'a', url: '../m/a/knowledge.yaml', ...window({ valid_until: '2020-01-01' }) }
    const tree = {
      ...hub([entry('b', { local_mirror: 'm/b/knowledge.yaml' })]),
      '/w/m/a/knowledge.yaml': manifestOf('a'),
      '/w/m/a/a.md': '# Battery\n\nThe kiosk battery lasts nine hours.\n',
      '/w/m/b/knowledge.yaml': manifestOf('b'),
      '/w/x/knowledge.yaml': manifestOf('x', [ending]),
    }
    const own = federatedWorld({ tree })
    expect((await seen(own)).slice(1)).toEqual([false, 'refused'])
    own.ports.given.delete('/w/x')
    expect((await seen(own)).slice(1)).toEqual([true, 'given'])
  })

  test('a window that cannot be read asks, and names it', async () => {
    const own = federatedWorld({ tree: mirrored(window({ valid_until: 'Q3' })) })
    const { verdict, reasons } = await (await own.open()).explain('unit:a/a-facts')
    expect([verdict, reasons.find(({ gate }) => gate === 'source')?.sentence]).toEqual([
      'ask',
      'The manifest manifest:hub declares its manifest, "a", with a window that cannot be read: temporal.valid_until: "Q3".',
    ])
    expect((await seen(own))[1]).toBe(false)
  })

  test('KL-065, KL-066: a mirror for another environment is found by its name only', async () => {
    const own = federatedWorld({ tree: mirrored({ context: ['production'] }) })
    const as = (environment: string) => seen(own, { requester: { clearance: 'internal', environment } })
    expect(await as('production')).toEqual([['hub-facts', 'a-facts', 'b-facts'], true, 'given'])
    expect(await as('development')).toEqual([['hub-facts', 'b-facts'], false, 'given'])
    expect(await seen(own)).toEqual([['hub-facts', 'b-facts'], false, 'given'])
  })

  test('explain shows which manifest declares a unit, as what and at which URL', async () => {
    const own = federatedWorld({ tree: mirrored({}) })
    expect((await (await own.open()).explain('unit:a/a-facts')).declaredBy).toEqual([
      { ref: 'manifest:hub', id: 'a', url: url('a') },
    ])
    expect((await (await own.open()).explain('unit:hub/hub-facts')).declaredBy).toBeUndefined()
  })

  test.each([
    ['the folder of the manifest that declares it', { '/w/a.yaml': manifestOf('a') }, 'a.yaml', '/w/a.md', false],
    [
      'the folder of another mirror',
      { '/w/m/a.yaml': manifestOf('a'), '/w/m/b.yaml': manifestOf('b') },
      'm/a.yaml',
      '/w/m/a.md',
      false,
    ],
    [
      'a folder of its own',
      { '/w/m/a/a.yaml': manifestOf('a'), '/w/m/b.yaml': manifestOf('b') },
      'm/a/a.yaml',
      '/w/m/a/a.md',
      true,
    ],
  ])('of a mirror in %s, a path means a file there: %s', async (_, tree, mirror, file, isGiven) => {
    const own = federatedWorld({
      tree: {
        ...hub([entry('a', { local_mirror: mirror }), entry('b', { local_mirror: 'm/b.yaml' })]),
        ...(tree as Record<string, string>),
        [file]: '# Battery\n\nThe kiosk battery lasts nine hours.\n',
      },
    })
    const knowledge = await own.open()
    const { results } = await knowledge.query({ terms: ['kiosk'], federation_scope: 'declared', limit: 20 })
    expect(results.map(({ unit_id: id }) => id)).toContain('a-facts')
    const read = await knowledge.read({ task })
    expect([read.fenced.includes('nine hours'), (await knowledge.unit('unit:a/a-facts')).outcome === 'given']).toEqual([
      isGiven,
      isGiven,
    ])
    if (!isGiven)
      expect(read.omitted.map(({ detail }) => detail)).toContain(
        'It is not mirrored: another manifest has the folder of this mirror. Move the mirror to a folder of its own.',
      )
  })

  const byContext = hub([
    entry('prod', { context: ['production'] }),
    entry('dev', { context: 'development' }),
    entry('any', { context: [] }),
    entry('all'),
  ])
  const remote = Object.fromEntries(['prod', 'dev', 'any', 'all'].map((id) => [url(id), manifestOf(id)]))

  test('KL-065: a known environment takes the entries for it and those without', async () => {
    const own = federatedWorld({ tree: byContext, remote, world: { environment: 'production' } })
    await own.run()
    expect(own.asked()).toEqual([url('prod'), url('any'), url('all')])
  })

  test('KL-066: an unknown one takes none that name an environment, and says how to set it', async () => {
    const own = federatedWorld({ tree: byContext, remote })
    const { sources } = await own.run()
    expect(own.asked()).toEqual([url('any'), url('all')])
    expect(sources.find(({ id }) => id === 'prod')?.detail).toBe(
      'It is declared for the environment "production", and yours is not known; set KCP_ENVIRONMENT or "requester: {environment: …}" in your config.',
    )
  })
})

describe('what becomes of it', () => {
  const depending = [
    unitOf('skips', { external_depends_on: [{ manifest: 'a', unit: 'a-facts' }] }),
    unitOf('warns', { external_depends_on: [{ manifest: 'a', unit: 'a-facts', on_failure: 'warn' }] }),
    unitOf('degrades', { external_depends_on: [{ manifest: 'a', unit: 'a-facts', on_failure: 'degrade' }] }),
  ]

  test('KCP-108: after a failed fetch each unit behaves as it declares', async () => {
    const own = federatedWorld({ tree: hub([entry('a')], {}, ...depending), remote: { [url('a')]: { status: 503 } } })
    const { sources, diagnostics } = await own.run()
    expect(sources).toMatchObject([
      {
        id: 'a',
        outcome: 'failed',
        code: 'RUN722',
        dependents: [
          { unit: 'skips-facts', onFailure: 'skip' },
          { unit: 'warns-facts', onFailure: 'warn' },
          { unit: 'degrades-facts', onFailure: 'degrade' },
        ],
      },
    ])
    expect(diagnostics.filter(({ code }) => code === 'KCP709').map(({ message }) => message)).toEqual([
      'The unit "degrades-facts" depends on a unit of the manifest "a" that is not available.',
      'The unit "warns-facts" depends on a unit of the manifest "a" that is not available.',
    ])
    const { results } = await (await own.open()).query({ terms: ['kiosk'] })
    expect(results.map(({ unit_id: id, degraded }) => [id, degraded])).toEqual([
      ['skips-facts', undefined],
      ['warns-facts', undefined],
      ['degrades-facts', ['a']],
    ])
  })

  test('a copy from before stays when the next fetch fails, and what it declares is still followed', async () => {
    const failing = { status: 503 }
    const own = federatedWorld({
      tree: hub([entry('a')], {}, ...depending),
      remote: { [url('a')]: manifestOf('a', [entry('b')]), [url('b')]: manifestOf('b') },
    })
    await own.run()
    const later = federatedWorld({
      tree: own.tree as Record<string, string>,
      remote: { [url('a')]: failing, [url('b')]: manifestOf('b') },
    })
    const { sources, diagnostics } = await later.run()
    expect(lines(sources)).toEqual(['a failed RUN722', 'b unchanged'])
    expect(sources[0]?.path).toMatch(/^\.lorefence\/federated\/a\.example-[0-9a-f]{16}\/knowledge\.yaml$/)
    expect(diagnostics.map(({ code }) => code)).toEqual(['RUN722'])
  })

  test('KCP-270, KCP-271: once granted, its units are found, read, fenced and recorded like local ones', async () => {
    const own = federatedWorld({
      tree: hub([entry('a')]),
      remote: {
        [url('a')]: manifestOf('a'),
        'https://a.example/a.md': '# Battery\n\nThe kiosk battery lasts nine hours.\n',
      },
    })
    await own.run({ content: true })
    const before = await (await own.open()).query({ terms: ['kiosk'], federation_scope: 'declared' })
    expect(before.results.map(({ unit_id: id }) => id)).toEqual(['hub-facts'])
    expect((await (await own.open()).read({ task: 'How long does the kiosk battery last?' })).fenced).not.toContain(
      'nine hours',
    )
    own.trust('.')
    const knowledge = await own.open()
    const { results } = await knowledge.query({ terms: ['kiosk'], federation_scope: 'declared' })
    expect(results.map(({ ref, source_manifest: source }) => [ref, source])).toEqual([
      ['unit:hub/hub-facts', null],
      ['unit:a/a-facts', 'a'],
    ])
    const read = await knowledge.read({ task: 'How long does the kiosk battery last?' })
    expect([read.outcome, read.fenced.includes('nine hours'), read.excerpts.map(({ ref }) => ref)]).toEqual([
      'answered',
      true,
      ['unit:a/a-facts'],
    ])
    expect(own.ports.kept.at(-1)?.spans.map(({ ref }) => ref)).toEqual(['unit:a/a-facts'])
  })

  test('a changed manifest waits for a new grant', async () => {
    const own = federatedWorld({ tree: hub([entry('a')]), remote: { [url('a')]: manifestOf('a') } })
    await own.run()
    own.trust('.')
    const later = federatedWorld({
      tree: own.tree as Record<string, string>,
      remote: { [url('a')]: manifestOf('a', [], { version: '2.0.0' }) },
      grant: [],
    })
    for (const [path, grant] of own.ports.given) later.ports.given.set(path, grant)
    expect(lines((await later.run()).sources)).toEqual(['a fetched'])
    expect((await later.open()).catalog.entries.map(({ ref, standing }) => `${ref} ${standing}`)).toEqual([
      'manifest:hub granted',
      'manifest:a ungranted',
    ])
  })

  test('content is fetched from below the manifest only, for public units only, and never over the copy, into settings of programs or as instructions to agents', async () => {
    const paths = [
      'a.md',
      'docs/b.md',
      'knowledge.yaml',
      'KNOWLEDGE.YAML.sig',
      '.git/config',
      'docs/.envrc',
      'CLAUDE.md',
      'docs/agents.MD',
      'docs/ＡＧＥＮＴＳ.md',
      'node_modules/x/index.js',
      'https://else.example/x.md',
    ]
    const remote = manifestText(
      { project: 'a' },
      ...paths.map((path, i) => unitOf(`u${i}`, { path })),
      unitOf('secret', { path: 's.md', access: 'restricted' }),
    )
    const at = 'https://a.example/team/manifest.yaml'
    const own = federatedWorld({
      tree: hub([{ id: 'a', url: at }]),
      remote: Object.fromEntries([
        [at, remote],
        ...[...paths, 's.md'].map((path) => [`https://a.example/team/${path}`, 'text'] as const),
      ]),
    })
    const { sources } = await own.run({ content: true })
    expect(own.asked()).toEqual([at, 'https://a.example/team/a.md', 'https://a.example/team/docs/b.md'])
    expect(sources[0]?.files).toEqual({ fetched: 2, left: 10 })
  })

  test('what was fetched declares others by their URLs alone, and finds no file of the workspace', async () => {
    const own = federatedWorld({
      tree: { ...hub([entry('a')]), '/w/secret.yaml': manifestOf('secret') },
      remote: {
        [url('a')]: manifestOf('a', [
          { id: 's', url: '../../../secret.yaml' },
          { id: 't', url: url('t'), local_mirror: './knowledge.yaml' },
        ]),
      },
    })
    const { sources } = await own.run()
    expect(lines(sources)).toEqual(['a fetched', 's refused', 't failed RUN720'])
    expect((await own.open()).catalog.entries.map(({ ref }) => ref)).toEqual(['manifest:hub', 'manifest:a'])
  })

  test.each([
    ['2.3.0', '2.1.0', undefined, []],
    ['3.0.0', '2.1.0', undefined, ['KCP706']],
    ['3.0.0', '2.1.0', 'minimum', []],
    ['2.0.0', '2.1.0', 'minimum', ['KCP706']],
    ['2.1.0-rc.1', '2.1.0', 'minimum', ['KCP706']],
    ['2.1.0', '2.1.0', 'exact', []],
    ['2.1.1', '2.1.0', 'exact', ['KCP706']],
    ['2.3.0', '2.1.0', 'newest', []],
    [undefined, '2.1.0', undefined, ['KCP705']],
    ['latest', '2.1.0', undefined, ['KCP705']],
  ])(
    'KCP-125: the fetched version %s with the pin %s (%s) gives %j, and is used',
    async (version, pin, policy, codes) => {
      const own = federatedWorld({
        tree: hub([entry('a', { version_pin: pin, ...(policy === undefined ? {} : { version_policy: policy }) })]),
        remote: { [url('a')]: manifestText({ project: 'a', version }, unitOf('a')) },
      })
      const { sources, diagnostics } = await own.run()
      expect([lines(sources), diagnostics.map(({ code }) => code)]).toEqual([['a fetched'], codes])
    },
  )

  test.each([
    [['https://a.example/knowledge.yaml'], 'https://a.example/knowledge.yaml', true],
    [['https://A.example:443/knowledge.yaml?x#y'], 'https://a.example/knowledge.yaml', true],
    [['https://a.example/knowledge.yaml'], 'https://a.example/knowledge.yaml?token=1', true],
    [['https://a.example/Knowledge.yaml'], 'https://a.example/knowledge.yaml', false],
    [['https://a.example/knowledge.yaml/'], 'https://a.example/knowledge.yaml', false],
    [['https://a.example/*'], 'https://a.example/knowledge.yaml', false],
    [['https://*.example/knowledge.yaml'], 'https://a.example/knowledge.yaml', false],
    [['https://a.example:8443/knowledge.yaml'], 'https://a.example/knowledge.yaml', false],
    [['http://a.example/knowledge.yaml'], 'https://a.example/knowledge.yaml', false],
    [[], 'https://a.example/knowledge.yaml', false],
    [undefined, 'https://a.example/knowledge.yaml', true],
  ])('KL-071: %j lists %s: %s', (listed, at, expected) => {
    expect(isServedAt(listed, at)).toBe(expected)
  })

  test('KL-070: a manifest from an address that it does not list is used, with a warning that names both', async () => {
    const own = federatedWorld({
      tree: hub([entry('a')]),
      remote: { [url('a')]: manifestOf('a', [], { serving: { manifest: ['https://home.example/knowledge.yaml'] } }) },
    })
    const { sources, diagnostics } = await own.run()
    expect([lines(sources), diagnostics.map(({ message }) => message)]).toEqual([
      ['a fetched'],
      [
        'The manifest was fetched from "https://a.example/knowledge.yaml"; it says that it is served at "https://home.example/knowledge.yaml".',
      ],
    ])
  })
})

describe('attestation across manifests', () => {
  const requirements = {
    require_attestation: true,
    attestation_providers: ['acme'],
    attestation_url: 'https://attest.example/x',
    attestation_jwks: 'https://attest.example/jwks',
    propagate_to_governed: true,
  }
  const governing = (relationship: string, own: Fields = requirements) => ({
    ...hub(
      [entry('p', { relationship, local_mirror: 'p/knowledge.yaml' })],
      {},
      unitOf('hub', { access: 'restricted' }),
    ),
    '/w/p/knowledge.yaml': manifestOf('p', [], { trust: { agent_requirements: own } }),
  })
  const accessTo = async (own: ReturnType<typeof federatedWorld>, attestations: readonly string[] = []) => {
    const knowledge = await own.open({ requester: { authenticated: true, clearance: 'internal', attestations } })
    return (await knowledge.explain('unit:hub/hub-facts')).reasons.find(({ gate }) => gate === 'access')?.code
  }

  test('KL-078: what a governing manifest requires is a floor for the one that it governs, once it is granted', async () => {
    const own = federatedWorld({ tree: governing('governs') })
    expect([await accessTo(own), await accessTo(own, ['acme'])]).toEqual(['attestation-missing', 'credential-held'])
    own.ports.given.delete('/w/p')
    expect(await accessTo(own)).toBe('credential-held')
    expect(await accessTo(federatedWorld({ tree: governing('peer') }))).toBe('credential-held')
    expect(
      await accessTo(federatedWorld({ tree: governing('governs', { ...requirements, propagate_to_governed: false }) })),
    ).toBe('credential-held')
  })

  test('KL-078: federate says where the governed manifest itself requires less', async () => {
    const weaker = await federatedWorld({ tree: governing('governs') }).run()
    expect(weaker.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['KCP716', 'warning']])
    const equal = { ...governing('governs') }
    equal['/w/knowledge.yaml'] = manifestText(
      {
        project: 'hub',
        trust: { agent_requirements: requirements },
        manifests: [entry('p', { relationship: 'governs', local_mirror: 'p/knowledge.yaml' })],
      },
      unitOf('hub'),
    )
    expect((await federatedWorld({ tree: equal }).run()).diagnostics).toEqual([])
  })

  test('KL-077: the addresses of a provider are never called, and must be HTTPS', async () => {
    const own = federatedWorld({
      tree: hub([entry('p', { relationship: 'governs' })], { trust: { agent_requirements: requirements } }),
      remote: {
        [url('p')]: manifestOf('p', [], { trust: { agent_requirements: requirements } }),
        'https://attest.example/x': 'x',
        'https://attest.example/jwks': '{}',
      },
    })
    await own.run({ content: true })
    await accessTo(own)
    expect(own.lookups.filter((name) => name === 'attest.example')).toEqual([])
    const invalid = validateText(
      manifestOf('p', [], { trust: { agent_requirements: { attestation_url: 'http://attest.example/x' } } }),
    )
    expect(invalid.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['KCP320', 'warning']])
  })

  test('KL-080: what a publisher says of itself is kept as declared and raises no tier', async () => {
    const trust = {
      provenance: { publisher: 'Acme', publisher_did: 'did:web:acme.example' },
      audit: { provides_access_receipts: true, receipt_format: 'jws' },
    }
    const own = federatedWorld({
      tree: { '/w/knowledge.yaml': manifestOf('hub', [], { trust }), '/w/hub.md': '# Hub\n' },
    })
    const [hubEntry] = (await own.open()).catalog.entries
    expect(hubEntry?.document).toMatchObject({
      trust: {
        provenance: { publisherDid: 'did:web:acme.example' },
        audit: { providesAccessReceipts: true, receiptFormat: 'jws' },
      },
    })
    expect(hubEntry?.signature).toBeUndefined()
    expect(validateText(manifestOf('hub', [], { trust })).diagnostics).toEqual([])
  })
})

test('KCP-275: the guide says what a query that is passed on discloses', () => {
  const page = readFileSync('docs/guide/federate.md', 'utf8').replaceAll(/\s+/g, ' ')
  expect(page).toContain('with `has_capabilities` that is what your agent can do (KCP §15.9)')
})
