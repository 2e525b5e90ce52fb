import { describe, expect, test } from 'vitest'
import {
  addEntries,
  addFrozen,
  findDistribution,
  listInstalled,
  openKnowledge,
  updateEntries,
} from '../../../src/app/index.ts'
import { memoryFiles, type MemoryContent } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import type { FakeNetwork } from '../../support/fake-network.ts'
import { federatedWorld } from '../../support/federated-world.ts'
import { memoryWorld, type MemoryWorldOptions } from '../../support/install-world.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'

type Tree = Readonly<Record<string, MemoryContent>>

const host = 'https://kcps.example.com'

const catalog = (entries: readonly object[]): string => JSON.stringify({ catalog_version: '0.1', entries })

/** A network with these documents. */
const serve = (
  documents: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): FakeNetwork => ({
  names: { 'kcps.example.com': [['93.184.215.14']] },
  responses: Object.fromEntries(
    Object.entries(documents).map(([path, body]) => [`${host}/${path}`, { body, headers }]),
  ),
})

function inCatalog(tree: Tree, options: MemoryWorldOptions = {}) {
  const made = memoryWorld(tree, options)
  const found = () => findDistribution(made.world.files, { project: '/ws', home: '/home/me' })
  const { world } = made
  return {
    ...made,
    add: () => addEntries(world, { sources: [], cwd: '/ws', catalog: found() }),
    frozen: () => addFrozen(world, { catalog: found() }),
    update: (...names: readonly string[]) => updateEntries(world, names, { catalog: found() }),
    list: () => listInstalled(world, found()),
    written: () =>
      Object.keys(made.tree)
        .filter((path) => !(path in tree))
        .sort(),
  }
}

const api = manifestText({ project: 'api', version: '0.4.1' })

describe('KCP-014: the examples of the catalog document', () => {
  test('the minimal one names a manifest where it lies', async () => {
    const { add, list, written } = inCatalog({
      '/ws/.kcp/catalog.yaml':
        'catalog_version: "0.1"\n\nentries:\n  - name: my-service\n    source: ./knowledge.yaml\n',
      '/ws/.kcp/knowledge.yaml': api,
    })
    expect(await add()).toMatchObject({
      entries: [],
      inPlace: [{ name: 'my-service', path: '.kcp/knowledge.yaml' }],
      refused: [],
    })
    expect([list().entries.map(({ name, state }) => [name, state]), written()]).toEqual([
      [['my-service', 'in-place']],
      [],
    ])
  })

  test('of the root structure, dependencies come first, and documents come with the manifest', async () => {
    const { add, list, written, network } = inCatalog(
      {
        '/ws/.kcp/catalog.yaml': catalog([
          {
            name: 'myproject-internal-api',
            source: `${host}/api/knowledge.yaml`,
            version: '0.4.1',
            depends_on: ['nis2-compliance', 'myproject-auth'],
          },
          { name: 'myproject-auth', source: './cartridges/myproject-auth/knowledge.yaml' },
          { name: 'nis2-compliance', source: `${host}/nis2/knowledge.yaml`, version: '1.0.0' },
        ]),
        '/ws/.kcp/cartridges/myproject-auth/knowledge.yaml': manifestText({ project: 'auth' }),
      },
      {
        network: serve({
          'api/knowledge.yaml': api,
          'api/setup.md': '# Setup\n',
          'nis2/knowledge.yaml': manifestText({ project: 'nis2' }),
        }),
      },
    )
    const { entries, inPlace, refused } = await add()
    expect([refused, inPlace.map(({ name }) => name)]).toEqual([[], ['myproject-auth']])
    expect(entries.map(({ name, outcome, missing }) => [name, outcome, missing])).toEqual([
      ['nis2-compliance', 'installed', ['setup.md']],
      ['myproject-internal-api', 'installed', []],
    ])
    expect(written()).toEqual([
      '/ws/.agents/knowledge/myproject-internal-api/knowledge.yaml',
      '/ws/.agents/knowledge/myproject-internal-api/setup.md',
      '/ws/.agents/knowledge/nis2-compliance/knowledge.yaml',
      '/ws/lorefence.lock',
    ])
    expect(list().entries.map(({ name, state }) => [name, state])).toEqual([
      ['myproject-auth', 'in-place'],
      ['myproject-internal-api', 'installed'],
      ['nis2-compliance', 'installed'],
    ])
    const before = network.connections.length
    expect((await add()).entries.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
    expect(network.connections.length).toBe(before)
  })

  test('a git source that nobody allowed is refused, and nothing else is installed', async () => {
    const { add, written } = inCatalog(
      {
        '/ws/.kcp/catalog.yaml': catalog([
          { name: 'acme-auth', source: 'git+https://github.com/acme/kcps.git//auth/knowledge.yaml@v1.2.0' },
          { name: 'nis2', source: `${host}/nis2/knowledge.yaml` },
        ]),
      },
      { network: serve({ 'nis2/knowledge.yaml': api }) },
    )
    expect([(await add()).refused.map(({ subject }) => subject), written()]).toEqual([['acme-auth'], []])
  })
})

describe('before anything is fetched or written, a catalog is refused for', () => {
  const other = { name: 'nis2', source: `${host}/nis2/knowledge.yaml` }
  test.each([
    ['an unknown scheme', [other, { name: 'x', source: 'ftp://example.com/knowledge.yaml' }], 'KCP506'],
    ['a scheme of git that runs a program', [other, { name: 'x', source: 'git+ext::sh -c id//k.yaml' }], 'KCP506'],
    ['git over ssh', [other, { name: 'x', source: 'git+ssh://git@example.com/a.git//k.yaml' }], 'KCP506'],
    ['plain http', [other, { name: 'x', source: 'http://example.com/knowledge.yaml' }], 'KCP506'],
    ['an unknown dependency', [{ ...other, depends_on: ['missing'] }], 'KCP414'],
    [
      'a cycle',
      [
        { ...other, depends_on: ['b'] },
        { name: 'b', source: `${host}/b.yaml`, depends_on: ['nis2'] },
      ],
      'KCP414',
    ],
    ['an entry that depends on itself', [{ ...other, depends_on: ['nis2'] }], 'KCP414'],
    ['a name twice', [other, other], 'KCP303'],
    ['a name that is a path', [other, { name: '../x', source: './k.yaml' }], 'KCP303'],
  ])('KCP-014: %s', async (_title, entries, code) => {
    const { add, written, network } = inCatalog(
      { '/ws/.kcp/catalog.yaml': catalog(entries) },
      { network: serve({ 'nis2/knowledge.yaml': api }) },
    )
    const { refused } = await add()
    expect(refused.flatMap(({ diagnostics = [] }) => diagnostics.map((one) => one.code))).toContain(code)
    expect([written(), network.connections]).toEqual([[], []])
  })
})

test('KCP-015: an invalid manifest fails with its validation report, and nothing is written', async () => {
  const { add, written } = inCatalog(
    {
      '/ws/.kcp/catalog.yaml': catalog([
        { name: 'good', source: `${host}/good.yaml` },
        { name: 'bad', source: `${host}/bad.yaml` },
      ]),
    },
    { network: serve({ 'good.yaml': api, 'bad.yaml': 'project: bad\nunits: none\n' }) },
  )
  const { refused, entries } = await add()
  expect(refused.map(({ subject, code, diagnostics = [] }) => [subject, code, diagnostics.length > 0])).toEqual([
    ['bad', 'RUN732', true],
  ])
  expect([entries, written()]).toEqual([[], []])
})

describe('KCP-016: an installed entry that a manifest federates', () => {
  const hub = manifestText({
    project: 'hub',
    manifests: [{ id: 'api', url: 'https://KCPS.example.com:443/api/knowledge.yaml', relationship: 'child' }],
  })

  test('is the declared manifest, with no fetch', async () => {
    const { add, tree } = inCatalog(
      {
        '/ws/knowledge.yaml': hub,
        '/ws/.kcp/catalog.yaml': catalog([{ name: 'the-api', source: `${host}/api/knowledge.yaml` }]),
      },
      { network: serve({ 'api/knowledge.yaml': api }) },
    )
    await add()
    const { catalog: listed } = await openKnowledge({ roots: ['/ws'], ports: memoryPorts(memoryFiles(tree)) })
    expect(listed.entries.find(({ ref }) => ref === 'manifest:hub')?.declares).toEqual([
      { id: 'api', place: '/ws/.agents/knowledge/the-api/knowledge.yaml' },
    ])
  })

  test('is used by a federation over the network, with no request', async () => {
    const lock = {
      lockVersion: 1,
      entries: [{ name: 'the-api', format: 'manifest', source: `${host}/api/knowledge.yaml`, files: {} }],
    }
    const tree = { '/w/knowledge.yaml': hub, '/w/lorefence.lock': JSON.stringify(lock) }
    const remote = { [`${host}/api/knowledge.yaml`]: api }
    const installed = federatedWorld({ tree: { ...tree, '/w/.agents/knowledge/the-api/knowledge.yaml': api }, remote })
    expect((await installed.run()).sources.map(({ outcome }) => outcome)).toEqual(['mirror'])
    expect([installed.asked(), installed.lookups]).toEqual([[], []])
    const gone = federatedWorld({ tree, remote })
    expect((await gone.run()).sources.map(({ outcome }) => outcome)).toEqual(['fetched'])
  })

  test('is not one that came from another address', async () => {
    const { add, tree } = inCatalog(
      {
        '/ws/knowledge.yaml': hub,
        '/ws/.kcp/catalog.yaml': catalog([{ name: 'api', source: `${host}/api/v2/knowledge.yaml` }]),
      },
      { network: serve({ 'api/v2/knowledge.yaml': api }) },
    )
    await add()
    const { catalog: listed } = await openKnowledge({ roots: ['/ws'], ports: memoryPorts(memoryFiles(tree)) })
    expect(listed.entries.find(({ ref }) => ref === 'manifest:hub')?.declares).toBeUndefined()
  })
})

describe('KCP-014: sources of this machine', () => {
  const outside = { '/srv/kcps/knowledge.yaml': api, '/srv/kcps/setup.md': '# Setup\n' }

  test.each(['/srv/kcps/knowledge.yaml', '../../srv/kcps/knowledge.yaml', '/ws/../srv/kcps/knowledge.yaml'])(
    'a catalog may not name %s, which is outside',
    async (source) => {
      const { add, written } = inCatalog({ ...outside, '/ws/.kcp/catalog.yaml': catalog([{ name: 'api', source }]) })
      expect([(await add()).refused.map(({ code }) => code), written()]).toEqual([['RUN730'], []])
    },
  )

  test('unless the config of the user allows the folder, by whole names', async () => {
    const tree = { ...outside, '/ws/.kcp/catalog.yaml': catalog([{ name: 'api', source: '/srv/kcps/knowledge.yaml' }]) }
    const allowed = inCatalog(tree, { settings: { folders: ['/srv'] } })
    expect((await allowed.add()).refused).toEqual([])
    expect(allowed.written()).toContain('/ws/.agents/knowledge/api/setup.md')
    const near = inCatalog(tree, { settings: { folders: ['/sr', '/srv/kcp'] } })
    expect((await near.add()).refused.map(({ code }) => code)).toEqual(['RUN730'])
  })

  test('the catalog of the user is used where the project has none, and names what lies below it', async () => {
    const { add, written } = inCatalog({
      '/home/me/.kcp/catalog.yaml': catalog([{ name: 'api', source: './cartridges/knowledge.yaml' }]),
      '/home/me/.kcp/cartridges/knowledge.yaml': api,
      '/home/me/.kcp/cartridges/setup.md': '# Setup\n',
      '/ws/README.md': '',
    })
    expect((await add()).entries.map(({ name, outcome }) => [name, outcome])).toEqual([['api', 'installed']])
    expect(written()).toContain('/ws/.agents/knowledge/api/setup.md')
  })
})

describe('KCP-014: staleness is said and never a refusal', () => {
  const entry = { name: 'api', source: `${host}/api.yaml` }
  const report = async (more: object, headers = {}) => {
    const { add } = inCatalog(
      { '/ws/.kcp/catalog.yaml': catalog([{ ...entry, ...more }]) },
      { network: serve({ 'api.yaml': api }, headers) },
    )
    const { entries, refused } = await add()
    return { outcome: entries[0]?.outcome, stale: entries[0]?.stale, refused }
  }

  test('a lower version than the catalog states, by semantic versioning', async () => {
    expect(await report({ version: '0.4.10' })).toEqual({
      outcome: 'installed',
      stale: ['its version is 0.4.1, lower than 0.4.10 in the catalog'],
      refused: [],
    })
    expect(await report({ version: '0.4.1-rc.1' })).toMatchObject({ stale: [] })
  })

  test('a source that changed after it was generated', async () => {
    const headers = { 'last-modified': 'Sat, 21 Mar 2026 00:00:00 GMT' }
    expect(await report({ generated: '2026-03-20' }, headers)).toMatchObject({
      stale: ['its source changed on 2026-03-21, after 2026-03-20'],
    })
    expect(await report({ generated: '2026-03-21' }, headers)).toMatchObject({ stale: [] })
    expect(await report({ generated: '2026-03-20' })).toMatchObject({ stale: [] })
  })
})

describe('the lock of a catalog', () => {
  const tree = { '/ws/.kcp/catalog.yaml': catalog([{ name: 'api', source: `${host}/api.yaml` }]) }

  test('--frozen installs the same bytes elsewhere, or nothing', async () => {
    const first = inCatalog(tree, { network: serve({ 'api.yaml': api, 'setup.md': '# Setup\n' }) })
    await first.add()
    const lock = first.tree['/ws/lorefence.lock'] ?? ''
    const second = inCatalog(
      { ...tree, '/ws/lorefence.lock': lock },
      { network: serve({ 'api.yaml': api, 'setup.md': '# Setup\n' }) },
    )
    expect((await second.frozen()).entries.map(({ outcome }) => outcome)).toEqual(['installed'])
    expect(second.tree).toEqual(first.tree)
    const moved = inCatalog(
      { ...tree, '/ws/lorefence.lock': lock },
      { network: serve({ 'api.yaml': api, 'setup.md': '# Other\n' }) },
    )
    expect([(await moved.frozen()).refused.map(({ code }) => code), moved.written()]).toEqual([['RUN733'], []])
    const less = inCatalog({ ...tree, '/ws/lorefence.lock': lock }, { network: serve({ 'api.yaml': api }) })
    expect([(await less.frozen()).refused.map(({ code }) => code), less.written()]).toEqual([['RUN733'], []])
  })

  test('--frozen fails where the catalog names what the lock does not', async () => {
    const { frozen, network } = inCatalog(tree, { network: serve({ 'api.yaml': api }) })
    expect([(await frozen()).refused.map(({ code }) => code), network.connections]).toEqual([['RUN733'], []])
  })

  test('update takes the source that the catalog names now', async () => {
    const network = serve({ 'api.yaml': api, 'api2.yaml': manifestText({ project: 'api', version: '0.5.0' }) })
    const first = inCatalog(tree, { network })
    await first.add()
    const moved = inCatalog(
      { ...first.tree, '/ws/.kcp/catalog.yaml': catalog([{ name: 'api', source: `${host}/api2.yaml` }]) },
      { network },
    )
    expect((await moved.update()).entries.map(({ version, outcome }) => [version, outcome])).toEqual([
      ['0.5.0', 'updated'],
    ])
    expect((await moved.frozen()).refused).toEqual([])
  })
})

test('KCP-014: what the units of a fetched manifest name is fetched below its folder only', async () => {
  const manifest = manifestText(
    {},
    unitWith({ id: 'a', path: 'docs/a b.md' }),
    unitWith({ id: 'c', path: 'https://other.example.com/c.md' }),
  )
  const { add, network, written } = inCatalog(
    { '/ws/.kcp/catalog.yaml': catalog([{ name: 'api', source: `${host}/deep/api.yaml` }]) },
    { network: serve({ 'deep/api.yaml': manifest, 'deep/docs/a%20b.md': 'a' }) },
  )
  expect((await add()).refused).toEqual([])
  expect(new Set(network.lookups)).toEqual(new Set(['kcps.example.com']))
  expect(network.connections.map(({ url }) => url.pathname).sort()).toEqual([
    '/deep/api.yaml',
    '/deep/api.yaml.sig',
    '/deep/docs/a%20b.md',
  ])
  expect(written()).toContain('/ws/.agents/knowledge/api/docs/a b.md')
})
