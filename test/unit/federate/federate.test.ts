import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  openKnowledge,
  parseManifest,
  proposeGrants,
  query,
  saveGrants,
  type QueryRequest,
} from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import type { Files } from '../../../src/model/ports.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

type Tree = Readonly<Record<string, string>>

const declaring = (project: string, manifests: readonly Fields[], ...units: readonly Fields[]): string =>
  manifestText({ project, manifests }, ...(units.length > 0 ? units : [unitOf(project)]))
const unitOf = (project: string, fields: Fields = {}): Fields =>
  unitWith({ id: `${project}-facts`, path: `${project}.md`, triggers: ['kiosk'], ...fields })
const manifestOf = (project: string, fields: Fields = {}): string => manifestText({ project }, unitOf(project, fields))
const mirrored = (id: string, mirror: string, fields: Fields = {}): Fields => ({
  id,
  url: `https://${id}.example/knowledge.yaml`,
  local_mirror: mirror,
  ...fields,
})
const linked = (id: string, url: string): Fields => ({ id, url })

/** Everything below `/w` is granted, unless `grant` names other paths. */
async function opened(tree: Tree | Files, { grant = ['.'], root = '/w' } = {}) {
  const files = typeof tree['read'] === 'function' ? (tree as Files) : memoryFiles(tree as Tree)
  const ports = memoryPorts(files)
  for (const path of grant) saveGrants(ports, proposeGrants(ports, path, root), { follow: false, given: 'terminal' })
  return { ports, knowledge: await openKnowledge({ roots: [root], ports }) }
}

async function listed(tree: Tree | Files, root = '/w') {
  const { knowledge } = await opened(tree, { root, grant: [] })
  const { entries, diagnostics } = knowledge.catalog
  return {
    entries: entries.map(({ found: { path, via } }) => `${path} ${via}`),
    said: diagnostics.map(({ name, message }) => `${name}: ${message}`),
  }
}

async function asked(tree: Tree, request: QueryRequest = {}, options: { ungrant?: readonly string[] } = {}) {
  const { knowledge, ports } = await opened(tree)
  for (const folder of options.ungrant ?? []) ports.given.delete(folder)
  const answer = await knowledge.query({ terms: ['kiosk'], federation_scope: 'declared', limit: 50, ...request })
  return {
    ...answer,
    found: answer.results.map(({ unit_id: id, source_manifest: source }) => `${id} ${source}`),
    said: answer.diagnostics.map(({ message }) => message),
  }
}

describe('finding what a manifest declares', () => {
  test('KCP-106: an existing mirror is read as an entry of its own, and the relative url is not', async () => {
    expect(
      await listed({
        '/w/knowledge.yaml': declaring('hub', [
          { ...linked('platform', 'other.yaml'), local_mirror: 'm/platform.yaml' },
        ]),
        '/w/m/platform.yaml': manifestOf('platform'),
        '/w/other.yaml': manifestOf('other'),
      }),
    ).toEqual({ entries: ['knowledge.yaml root', 'm/platform.yaml manifest'], said: [] })
  })

  test('KCP-106: a mirror that is not there leaves the url, which is not fetched and no finding', async () => {
    expect(await listed({ '/w/knowledge.yaml': declaring('hub', [mirrored('platform', 'm/platform.yaml')]) })).toEqual({
      entries: ['knowledge.yaml root'],
      said: [],
    })
  })

  test('KL-119: a relative url is a local manifest', async () => {
    expect(
      (
        await listed({
          '/w/docs/knowledge.yaml': declaring('hub', [linked('pay', '../services/pay.yaml')]),
          '/w/services/pay.yaml': manifestOf('pay'),
        })
      ).entries,
    ).toEqual(['docs/knowledge.yaml walk', 'services/pay.yaml manifest'])
  })

  test.each([
    '../../../etc',
    '../../../etc/kcp.yaml',
    '../out.yaml',
    '/out.yaml',
    'file:///out.yaml',
    '..\\out.yaml',
    '%2e%2e/out.yaml',
    'x/../../out.yaml',
    'c:/out.yaml',
    '//host/out.yaml',
  ])('KL-119: the url %s is refused', async (url) => {
    const { entries } = await listed({
      '/w/knowledge.yaml': declaring('hub', [linked('pay', url)]),
      '/out.yaml': manifestOf('stolen'),
      // A path that leaves the root must not be bent back into it either.
      '/w/out.yaml': manifestOf('other'),
      '/w/etc/kcp.yaml': manifestOf('other'),
      '/etc/kcp.yaml': manifestOf('stolen'),
    })
    expect(entries).toEqual(['knowledge.yaml root'])
  })

  test('KL-119: a relative url that leads nowhere is said', async () => {
    expect((await listed({ '/w/knowledge.yaml': declaring('hub', [linked('pay', './pay.yaml')]) })).said).toEqual([
      'declared-manifest-unusable: The declared manifest "pay" cannot be used. The file does not exist.',
    ])
  })

  test.each(['../m.yaml', '/w/m.yaml', 'm\\m.yaml', 'sub/../../m.yaml'])(
    'KCP-105: the mirror %s is confined like the path of a unit',
    async (mirror) => {
      const { entries, said } = await listed({
        '/w/docs/knowledge.yaml': declaring('hub', [mirrored('platform', mirror)]),
        '/w/m.yaml': manifestOf('platform'),
      })
      expect([entries, said.length]).toEqual([['docs/knowledge.yaml walk'], 1])
    },
  )

  test('KL-119: a link that leaves the root is refused, whatever declares it', async () => {
    const outside = tempFolder({ 'pay.yaml': manifestOf('stolen') })
    const root = tempFolder({
      'knowledge.yaml': declaring('hub', [linked('pay', 'services/pay.yaml'), mirrored('also', 'services/pay.yaml')]),
      '.well-known/kcp.json': '{"kcp_version": "0.14", "manifest": "/services/pay.yaml"}',
      '.kcp/catalog.yaml': 'catalog_version: "0.1"\nentries:\n  - name: pay\n    source: ../services/pay.yaml\n',
    })
    symlinkSync(outside, join(root, 'services'))
    const { entries, said } = await listed(diskFiles, root)
    expect([entries, said.length]).toEqual([['knowledge.yaml root'], 4])
  })

  test('KCP-110: a cycle ends, a diamond has one entry, and a manifest that declares itself is not doubled', async () => {
    const { entries, said } = await listed({
      '/w/knowledge.yaml': declaring('a', [
        linked('b', 'b.yaml'),
        linked('c', 'c.yaml'),
        linked('me', 'knowledge.yaml'),
      ]),
      '/w/b.yaml': declaring('b', [linked('d', 'd.yaml'), linked('a', './knowledge.yaml')]),
      '/w/c.yaml': declaring('c', [linked('d', 'd.yaml')]),
      '/w/d.yaml': declaring('d', [linked('b', 'b.yaml')]),
    })
    expect(entries).toEqual(['b.yaml manifest', 'c.yaml manifest', 'd.yaml manifest', 'knowledge.yaml root'])
    // Nothing was read twice, so no limit was reached.
    expect(said).toEqual([])
  })

  test('a cycle through links inside the root ends too', async () => {
    const root = tempFolder({ 'knowledge.yaml': declaring('a', [linked('again', 'm/knowledge.yaml')]) })
    symlinkSync('.', join(root, 'm'))
    expect(await listed(diskFiles, root)).toEqual({ entries: ['knowledge.yaml root'], said: [] })
  })

  test('KCP-113: fifty are read and the rest is said; ungranted manifests do not use up the places of granted ones', async () => {
    const tree: Record<string, string> = {
      '/w/a/knowledge.yaml': declaring(
        'flood',
        Array.from({ length: 60 }, (_, i) => linked(`x${i}`, `x${i}.yaml`)),
      ),
      '/w/z/knowledge.yaml': declaring('hub', [linked('pay', 'pay.yaml')]),
      '/w/z/pay.yaml': manifestOf('pay'),
    }
    for (let i = 0; i < 60; i++) tree[`/w/a/x${i}.yaml`] = manifestOf(`x${i}`)
    const { knowledge } = await opened(tree, { grant: ['z'] })
    const { entries, diagnostics } = knowledge.catalog
    expect(entries.length).toBe(2 + 50 + 1)
    expect(entries.find(({ ref }) => ref === 'manifest:pay')?.standing).toBe('granted')
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '10 declared manifests were not read: of manifests that only others declare, 50 are read.',
    ])
  })

  test('what the config ignores stays out, whatever declares it', async () => {
    const files = memoryFiles({
      '/w/knowledge.yaml': declaring('hub', [linked('pay', 'private/pay.yaml')]),
      '/w/.well-known/kcp.json': '{"kcp_version": "0.14", "manifest": "/private/pay.yaml"}',
      '/w/llms.txt': '# Harbor\n\n> knowledge: /private/pay.yaml\n',
      '/w/private/pay.yaml': manifestOf('pay'),
    })
    const { catalog } = await openKnowledge({
      roots: ['/w'],
      ports: memoryPorts(files),
      restraints: { ignore: ['private/'] },
    })
    expect(catalog.entries.map(({ found }) => found.path)).toEqual(['knowledge.yaml'])
  })
})

describe('documents that name manifests', () => {
  test('KCP-007: a local .well-known/kcp.json is followed, and no manifest at the root is needed', async () => {
    expect(
      await listed({
        '/w/.well-known/kcp.json': '{"kcp_version": "0.14", "manifest": "/site/map.yaml"}',
        '/w/site/map.yaml': manifestOf('site'),
      }),
    ).toEqual({ entries: ['site/map.yaml well-known'], said: [] })
  })

  test.each([
    ['{"kcp_version": "0.14"}', 1],
    ['{"manifest": "/site/map.yaml"}', 1],
    ['{"kcp_version": 1, "manifest": ["/site/map.yaml"]}', 2],
    ['{"kcp_version": "0.14", "manifest": "/../map.yaml"}', 1],
    ['{"kcp_version": "0.14", "manifest": "/none.yaml"}', 1],
    ['{"kcp_version": "0.14", "manifest": "https://site.example/map.yaml"}', 0],
    ['not JSON', 1],
  ])('KCP-007: after %s the next mechanism is tried', async (document, findings) => {
    const { entries, said } = await listed({
      '/w/.well-known/kcp.json': document,
      '/w/site/map.yaml': manifestOf('site'),
      '/map.yaml': manifestOf('stolen'),
      '/w/knowledge.yaml': manifestOf('harbor'),
    })
    expect([entries, said.length]).toEqual([['knowledge.yaml root'], findings])
  })

  test('KCP-007: the manifest at the root stays what it is when the document names it', async () => {
    expect(
      await listed({
        '/w/.well-known/kcp.json': '{"kcp_version": "0.14", "manifest": "/knowledge.yaml"}',
        '/w/knowledge.yaml': manifestOf('harbor'),
      }),
    ).toEqual({ entries: ['knowledge.yaml root'], said: [] })
  })

  const catalog = (...sources: readonly string[]): string =>
    `catalog_version: "0.1"\nentries:\n${sources.map((source, i) => `  - name: e${i}\n    source: ${source}\n`).join('')}`

  test('KCP-014: local sources of .kcp/catalog.yaml are found beside it, in the root, and by an absolute path', async () => {
    expect(
      await listed({
        '/w/.kcp/catalog.yaml': catalog(
          './auth/knowledge.yaml',
          '../pay.yaml',
          '/w/abs.yaml',
          'https://x.example/k.yaml',
        ),
        '/w/.kcp/auth/knowledge.yaml': manifestOf('auth'),
        '/w/pay.yaml': manifestOf('pay'),
        '/w/abs.yaml': manifestOf('abs'),
      }),
    ).toEqual({
      entries: ['abs.yaml catalog.yaml', 'pay.yaml catalog.yaml', '.kcp/auth/knowledge.yaml catalog.yaml'],
      said: [],
    })
  })

  test.each(['../../out.yaml', '/out.yaml', './none.yaml', './.env'])(
    'the source %s of a catalog is refused and said',
    async (source) => {
      const { entries, said } = await listed({
        '/w/.kcp/catalog.yaml': catalog(source),
        '/w/.kcp/.env': 'TOKEN=1',
        '/out.yaml': manifestOf('stolen'),
      })
      expect([entries, said.length]).toEqual([[], 1])
    },
  )
})

const hub: Tree = {
  '/w/knowledge.yaml': declaring('hub', [mirrored('platform', 'm/platform.yaml'), linked('pay', 'services/pay.yaml')]),
  '/w/hub.md': '# Hub\n\nThe kiosk of the hub is blue.\n',
  '/w/m/platform.yaml': declaring('platform', [linked('deep', 'deep/deep.yaml')]),
  '/w/m/platform.md': '# Platform\n\nThe kiosk of the platform is red.\n',
  '/w/m/deep/deep.yaml': manifestOf('deep'),
  '/w/services/pay.yaml': manifestOf('pay'),
  '/w/services/pay.md': '# Pay\n\nThe kiosk of payments is green.\n',
}

describe('querying what a manifest declares', () => {
  test('KCP-268: the default is local', async () => {
    expect((await asked(hub, { federation_scope: 'local' })).found).toEqual(['hub-facts null'])
    expect((await asked(hub, { federation_scope: undefined } as never)).found).toEqual(['hub-facts null'])
    const manifests = ['hub', 'pay'].flatMap((name) => {
      const { manifest } = parseManifest(manifestOf(name))
      return manifest ? [{ manifest, source: name === 'hub' ? null : name }] : []
    })
    const found = (request: QueryRequest) => query(manifests, request).results.map(({ unit_id: id }) => id)
    expect(found({})).toEqual(['hub-facts'])
    expect(found({ federation_scope: 'declared' })).toEqual(['hub-facts', 'pay-facts'])
  })

  test('KCP-268, KCP-271: declared is one hop, and a result names the id it was declared by', async () => {
    const { found, said } = await asked(hub)
    expect(found).toEqual(['hub-facts null', 'platform-facts platform', 'pay-facts pay'])
    expect(said).toEqual([])
  })

  test('KCP-268: what a declared manifest declares is no hop of the local one, also if the walk found the middle', async () => {
    const { found } = await asked({
      '/w/knowledge.yaml': declaring('hub', [linked('middle', 'middle/knowledge.yaml')]),
      '/w/middle/knowledge.yaml': declaring('middle', [linked('deep', 'deep.yaml')]),
      '/w/middle/deep.yaml': manifestOf('deep'),
    })
    expect(found).toEqual(['hub-facts null', 'middle-facts middle'])
  })

  test('a manifest that the walk found answers a local query too, as a local one', async () => {
    const tree = {
      '/w/knowledge.yaml': declaring('hub', [linked('pay', 'pay/knowledge.yaml')]),
      '/w/pay/knowledge.yaml': declaring('pay', [linked('hub', '../knowledge.yaml')]),
    }
    expect((await asked(tree, { federation_scope: 'local' })).found).toEqual(['hub-facts null', 'pay-facts null'])
    expect((await asked(tree)).found).toEqual(['hub-facts null', 'pay-facts pay'])
  })

  test('KCP-269: every entry that was not searched is named with the reason, and the rest is answered', async () => {
    const { found, said } = await asked(
      {
        ...hub,
        '/w/knowledge.yaml': declaring('hub', [
          mirrored('platform', 'm/platform.yaml'),
          mirrored('away', 'm/away.yaml'),
          linked('pay', 'services/pay.yaml'),
        ]),
      },
      {},
      { ungrant: ['/w/m'] },
    )
    expect(found).toEqual(['hub-facts null', 'pay-facts pay'])
    expect(said).toEqual([
      'The declared manifest "away" was not searched: there is no usable copy of it inside the root; "lorefence federate" fetches one.',
      'The declared manifest "platform" was not searched: it is not granted.',
    ])
  })

  test.each<readonly [string, Fields, QueryRequest]>([
    ['audience', { audience: ['human'] }, { audience: 'agent' }],
    ['scope', { scope: 'module' }, { scope: 'global' }],
    ['sensitivity', { sensitivity: 'internal' }, { sensitivity_max: 'public' }],
    ['stale', { validated: '2020-01-01', freshness_policy: { max_age_days: 1 } }, { exclude_stale: true }],
    ['capability', { requires_capabilities: ['tool:x'] }, { has_capabilities: ['tool:y'] }],
    ['deprecated', { deprecated: true }, {}],
    ['refused', { access: 'restricted', auth_scope: 'ops' }, {}],
    ['ask', { authority: { read: 'requires_approval' } }, {}],
  ])('KCP-270: the filter %s holds for a declared manifest as for a local one', async (reason, fields, request) => {
    const unit = unitOf('pay', fields)
    const local = await asked({ '/w/knowledge.yaml': declaring('hub', [], unit, unitOf('hub')) }, request)
    const declared = await asked(
      {
        '/w/knowledge.yaml': declaring('hub', [linked('pay', 'pay.yaml')]),
        '/w/pay.yaml': manifestText({ project: 'pay' }, unit),
      },
      request,
    )
    const outcome = ({ results, omitted }: typeof local) => [
      results.map(({ unit_id: id }) => id),
      omitted.map(({ unit_id: id, reason: why }) => `${id} ${why}`),
    ]
    expect(outcome(declared)).toEqual(outcome(local))
    expect(outcome(local)).toEqual([['hub-facts'], [`pay-facts ${reason}`]])
  })
})

describe('grants of declared manifests', () => {
  test('the grant of the parent does not cover a manifest that was not listed in it', async () => {
    const before = { ...hub, '/w/knowledge.yaml': declaring('hub', []) }
    const { ports } = await opened(before)
    const after = { ...ports, files: memoryFiles(hub) }
    saveGrants(
      after,
      proposeGrants(after, '.', '/w').filter(({ ref }) => ref === 'manifest:hub'),
      { follow: false, given: 'terminal' },
    )
    const { catalog } = await openKnowledge({ roots: ['/w'], ports: after })
    expect(catalog.entries.map(({ found, standing }) => `${found.path} ${standing}`)).toEqual([
      'knowledge.yaml granted',
      'm/platform.yaml ungranted',
      'm/deep/deep.yaml ungranted',
      'services/pay.yaml ungranted',
    ])
  })

  test('a mirror in the folder of its parent is ungranted until a grant lists it', async () => {
    const tree = {
      '/w/knowledge.yaml': declaring('hub', [linked('pay', 'pay.yaml')]),
      '/w/pay.yaml': manifestOf('pay'),
    }
    const { ports } = await opened({ ...tree, '/w/pay.yaml': 'units: [' })
    const { catalog } = await openKnowledge({ roots: ['/w'], ports: { ...ports, files: memoryFiles(tree) } })
    expect(catalog.entries.map(({ ref, standing }) => `${ref} ${standing}`)).toEqual([
      'manifest:hub granted',
      'manifest:pay ungranted',
    ])
  })

  test('a followed folder covers a manifest in it, and none in a folder below', async () => {
    const tree = {
      ...hub,
      '/w/knowledge.yaml': declaring('hub', [linked('beside', 'beside.yaml'), linked('pay', 'services/pay.yaml')]),
      '/w/beside.yaml': manifestOf('beside'),
    }
    const { knowledge, ports } = await opened(tree, { grant: [] })
    const proposals = proposeGrants(ports, '.', '/w').filter(({ folder }) => folder === '/w')
    saveGrants(ports, proposals, { follow: true, given: 'terminal' })
    await knowledge.refresh()
    expect(knowledge.catalog.entries.map(({ ref, standing }) => `${ref} ${standing}`)).toEqual([
      'manifest:beside followed',
      'manifest:hub followed',
      'manifest:pay ungranted',
    ])
  })

  test('of an ungranted parent a model sees a short name, and its granted child keeps its own ref', async () => {
    const { knowledge, ports } = await opened(hub)
    const before = knowledge.catalog.entries.map(({ ref }) => ref)
    ports.given.delete('/w')
    await knowledge.refresh()
    expect(knowledge.catalog.entries.map(({ ref }) => ref)).toEqual(before)
    const parent = knowledge.forModel().catalog.entries.find(({ ref }) => ref === 'manifest:hub')
    expect([parent?.standing, parent?.declares]).toEqual(['ungranted', undefined])
    expect((await knowledge.read({ task: 'Which colour has the kiosk of payments?' })).fenced).toContain('green')
  })

  test('a read finds the text of a granted declared manifest, and nothing of an ungranted one', async () => {
    const task = { task: 'Which colour has the kiosk of payments?' }
    const { knowledge } = await opened(hub)
    expect((await knowledge.read(task)).fenced).toContain('green')
    const { knowledge: closed, ports } = await opened(hub)
    ports.given.delete('/w/services')
    expect((await closed.read(task)).fenced).not.toContain('green')
  })

  const secret = unitWith({ id: 'secret', path: 'secret.md', triggers: ['kiosk'], sensitivity: 'restricted' })
  const open = unitWith({ id: 'open', path: 'secret.md', triggers: ['kiosk'], sensitivity: 'public' })
  const shared: Tree = {
    '/w/knowledge.yaml': declaring('hub', [linked('pay', 'pay.yaml')], secret),
    '/w/pay.yaml': manifestText({ project: 'pay' }, open),
    '/w/secret.md': '# Safe\n\nThe code of the kiosk safe is plum.\n',
  }
  const task = { task: 'What is the code of the kiosk safe?' }

  test('a declared manifest loosens nothing of its parent', async () => {
    const { knowledge } = await opened(shared)
    expect((await knowledge.read(task)).fenced).not.toContain('plum')
    expect((await knowledge.unit('unit:pay/open')).outcome).toBe('refused')
    expect((await knowledge.query({ terms: ['kiosk'], federation_scope: 'declared' })).results).toEqual([])
  })

  test('nor after its parent changed: the files of the parent wait for a new grant', async () => {
    const { ports } = await opened(shared)
    const edited = memoryFiles({ ...shared, '/w/knowledge.yaml': `${shared['/w/knowledge.yaml']}\n` })
    const knowledge = await openKnowledge({ roots: ['/w'], ports: { ...ports, files: edited } })
    expect((await knowledge.read(task)).fenced).not.toContain('plum')
    expect((await knowledge.unit('unit:pay/open')).outcome).toBe('refused')
    expect((await knowledge.query({ terms: ['kiosk'], federation_scope: 'declared' })).results).toEqual([])
  })
})

describe('relations across manifests', () => {
  const needing = (onFailure: string | undefined, fields: Fields = {}): Fields =>
    unitOf('hub', { external_depends_on: [{ manifest: 'security', unit: 'policy', on_failure: onFailure }], ...fields })
  const policy = (fields: Fields = {}): string =>
    manifestText(
      { project: 'security' },
      unitWith({ id: 'policy', path: 'policy.md', triggers: ['policy'], ...fields }),
    )
  const tree = (unit: Fields, root: Fields = {}, other: string | undefined = policy()): Tree => ({
    '/w/knowledge.yaml': manifestText(
      { project: 'hub', manifests: [linked('security', 'sec/security.yaml')], ...root },
      unit,
    ),
    '/w/hub.md': '# Hub\n\nThe kiosk of the hub is blue.\n',
    ...(other === '' ? {} : { '/w/sec/security.yaml': other, '/w/sec/policy.md': '# Policy\n\nKeep nothing.\n' }),
  })
  const task = { task: 'Which colour has the kiosk of the hub?' }

  /** What a query and a read say about the unit of the hub. */
  async function told(files: Tree, ungrant: readonly string[] = []) {
    const { knowledge, ports } = await opened(files)
    for (const folder of ungrant) ports.given.delete(folder)
    const { results, diagnostics } = await knowledge.query({ terms: ['hub'] })
    const read = await knowledge.read(task)
    const unit = await knowledge.unit('unit:hub/hub-facts')
    const notesIn = (text: string): readonly string[] =>
      text.split('\n').filter((line) => /security/.test(line) && !line.startsWith('<'))
    return {
      related: results[0]?.related,
      degraded: results[0]?.degraded,
      warned: [diagnostics, read.warnings].map((all) => all.filter(({ code }) => code === 'KCP709').length),
      notes: notesIn(read.fenced),
      unitNotes: 'fenced' in unit ? notesIn(unit.fenced) : [],
    }
  }

  test('KCP-120: a dependency that is there is named by its ref, and a reply says so', async () => {
    const { related, degraded, warned, notes, unitNotes } = await told(tree(needing('degrade')))
    expect([related, degraded, warned]).toEqual([
      [{ type: 'depends_on', from: 'unit:hub/hub-facts', to: 'unit:security/policy' }],
      undefined,
      [0, 0],
    ])
    expect([notes, unitNotes]).toEqual([
      [expect.stringContaining('hub-facts depends on policy of security.')],
      [expect.stringContaining('hub-facts depends on policy of security.')],
    ])
  })

  const absent: readonly (readonly [string, string | undefined, readonly string[]])[] = [
    ['no such file', '', []],
    ['no such unit', manifestOf('security'), []],
    ['not granted', undefined, ['/w/sec']],
    ['refused to this requester', policy({ access: 'restricted', auth_scope: 'ops' }), []],
  ]

  test.each(absent)(
    'KCP-108, KCP-120: %s: skip is silent, warn warns, degrade marks every reply',
    async (_, other, ungrant) => {
      const outcome = async (onFailure: string | undefined) => {
        const { related, degraded, warned, notes, unitNotes } = await told(tree(needing(onFailure), {}, other), ungrant)
        expect([related, notes]).toEqual([undefined, unitNotes])
        return [degraded, warned, notes.length]
      }
      expect(await outcome(undefined)).toEqual([undefined, [0, 0], 0])
      expect(await outcome('skip')).toEqual([undefined, [0, 0], 0])
      expect(await outcome('explode')).toEqual([undefined, [0, 0], 0])
      expect(await outcome('warn')).toEqual([undefined, [1, 1], 0])
      expect(await outcome('degrade')).toEqual([['security'], [1, 1], 1])
    },
  )

  test('a unit that the requester may not know of is not named by what depends on it', async () => {
    const unit = unitOf('hub', {
      external_depends_on: [{ manifest: 'security', unit: 'zebra', on_failure: 'degrade' }],
    })
    const { knowledge } = await opened(tree(unit, {}, policy({ id: 'zebra', access: 'restricted', auth_scope: 'ops' })))
    const model = knowledge.forModel()
    const replies = [
      await model.query({ terms: ['hub'] }),
      await model.read(task),
      await model.unit('unit:hub/hub-facts'),
    ]
    expect(JSON.stringify(replies)).toContain('incomplete')
    expect(JSON.stringify(replies)).not.toContain('zebra')
  })

  test('relationships that a manifest declares between its unit and one it declares are shown with both refs', async () => {
    const edge = (fields: Fields): Fields => ({ external_relationships: [fields] })
    const governed = await told(
      tree(
        unitOf('hub'),
        edge({ from_manifest: 'security', from_unit: 'policy', to_unit: 'hub-facts', type: 'governs' }),
      ),
    )
    expect(governed.related).toEqual([{ type: 'governs', from: 'unit:security/policy', to: 'unit:hub/hub-facts' }])
    expect(governed.notes).toEqual([expect.stringContaining('policy of security governs hub-facts')])
    const enabling = await told(
      tree(
        unitOf('hub'),
        edge({ from_unit: 'hub-facts', to_manifest: 'security', to_unit: 'policy', type: 'enables' }),
      ),
    )
    expect(enabling.related).toEqual([{ type: 'enables', from: 'unit:hub/hub-facts', to: 'unit:security/policy' }])
    expect(enabling.notes).toEqual([])
  })

  test('KCP-112: a declared manifest says nothing about the units of its parent, even if it declares it', async () => {
    const files = tree(
      unitOf('hub'),
      {},
      manifestText(
        {
          project: 'security',
          manifests: [linked('hub', '../knowledge.yaml')],
          external_relationships: [
            { from_unit: 'policy', to_manifest: 'hub', to_unit: 'hub-facts', type: 'supersedes' },
            { from_unit: 'policy', to_manifest: 'hub', to_unit: 'hub-facts', type: 'governs' },
          ],
        },
        unitWith({ id: 'policy', path: 'policy.md' }),
      ),
    )
    expect(await told(files)).toMatchObject({ related: undefined, degraded: undefined, notes: [], unitNotes: [] })
  })
})
