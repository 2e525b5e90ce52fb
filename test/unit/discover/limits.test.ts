import { describe, expect, test } from 'vitest'
import { usableHead } from '../../../src/discover/usable-head.ts'
import { walkRoot } from '../../../src/discover/walk.ts'
import { catalogRecord, openKnowledge, proposeGrants, saveGrants, type Knowledge } from '../../../src/app/index.ts'
import type { Files } from '../../../src/model/ports.ts'
import { parseManifestHead } from '../../../src/parse/manifest/manifest-head.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText } from '../../support/manifest-text.ts'
import { memoryFiles, type MemoryContent } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts, type MemoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { tempFolder } from '../../support/temp-folder.ts'

type Tree = Readonly<Record<string, MemoryContent>>

const unit = (i: number): string => `  - id: unit-${i}\n    path: docs/${i}.md\n    intent: What is ${i}?\n`
const longManifest = (project = 'Flood', bytes = 1_200_000): string => {
  const units: string[] = []
  for (let i = 0, length = 0; length < bytes; length += unit(i++).length) units.push(unit(i))
  return `kcp_version: "0.14"\nproject: ${project}\nversion: "1.0.0"\nunits:\n${units.join('')}`
}
const flood = new TextEncoder().encode(longManifest())

const times = (count: number, path: (i: number) => string, content: MemoryContent): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [path(i), content]))
const mine: Tree = {
  '/w/z/mine/knowledge.yaml': manifestText({ project: 'Mine' }),
  '/w/z/mine/setup.md': '# Setup\n\nPlug the kiosk in and wait for the green light.\n',
  '/w/z/pack/KNOWLEDGE.md': packText(),
}

interface World {
  readonly knowledge: Knowledge
  readonly ports: MemoryPorts
  /** Bytes of entry files that were read, by path. */
  readonly bytes: ReadonlyMap<string, number>
}

/** `mine` is granted; then the flood comes. */
async function world(flooded: Tree): Promise<World> {
  const granting = memoryPorts(memoryFiles(mine))
  saveGrants(granting, proposeGrants(granting, '/w', '/'), { follow: false, given: 'terminal' })
  const files = memoryFiles({ ...flooded, ...mine })
  const bytes = new Map<string, number>()
  const counting: Files = {
    ...files,
    read(root, path, options) {
      const read = files.read(root, path, options)
      if (read.ok) bytes.set(`${root}/${path}`, (bytes.get(`${root}/${path}`) ?? 0) + read.bytes.length)
      return read
    },
  }
  const ports = { ...granting, files: counting }
  return { knowledge: await openKnowledge({ roots: ['/w'], ports }), ports, bytes }
}

const said = ({ catalog }: Knowledge): readonly string[] =>
  catalog.diagnostics.filter(({ code }) => code === 'AK115').map(({ where, message }) => `${where.file}: ${message}`)
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0)

const floods: readonly (readonly [string, Tree, string])[] = [
  [
    'long manifests',
    times(60, (i) => `/w/f${i}/knowledge.yaml`, flood),
    'f0/knowledge.yaml: 60 ungranted manifests are large; only the beginning was read.',
  ],
  [
    'manifests just short enough',
    times(30, (i) => `/w/f${i}/knowledge.yaml`, longManifest('Flood', 900_000)),
    'f12/knowledge.yaml: 26 ungranted manifests are large; only the beginning was read.',
  ],
  [
    'long heads of packs',
    times(60, (i) => `/w/f${i}/KNOWLEDGE.md`, packText({ x: 'a'.repeat(200_000) })),
    'ungranted packs and manifests were not read: the others exceed 4 MiB or 10000 entries.',
  ],
  [
    'heads that never close',
    times(60, (i) => `/w/f${i}/KNOWLEDGE.md`, `---\n${'a: 1\n'.repeat(80_000)}`),
    'ungranted packs and manifests were not read',
  ],
]

describe('a flood of what nobody granted', () => {
  test.each(floods)('%s: is cut short and said, and what is granted arrives', async (_, flooded, sentence) => {
    const { knowledge, bytes } = await world(flooded)
    expect(said(knowledge)).toEqual([expect.stringContaining(sentence)])
    expect(sum([...bytes].filter(([path]) => path.startsWith('/w/f')).map(([, count]) => count))).toBeLessThan(
      6 * 1024 * 1024,
    )
    expect(knowledge.catalog.entries.filter(({ standing }) => standing === 'granted').map(({ ref }) => ref)).toEqual([
      'manifest:mine',
      'pack:kiosk-brief',
    ])
    expect((await knowledge.read({ task: 'What do I wait for when I plug the kiosk in?' })).fenced).toContain(
      'green light',
    )
  })

  test('of ten thousand entries and more the first ten thousand are listed', async () => {
    const { knowledge } = await world(times(10_020, (i) => `/w/f${i}/knowledge.yaml`, 'project: F\nunits: []\n'))
    expect([knowledge.catalog.entries.length, knowledge.catalog.quarantined.length]).toEqual([2, 10_000])
    expect(said(knowledge)).toEqual([expect.stringContaining('20 ungranted packs and manifests were not read')])
  })

  test('a long manifest is listed by its name, with as many units as its beginning holds', async () => {
    const { knowledge } = await world({ '/w/f/knowledge.yaml': flood })
    const { entries } = await catalogRecord(knowledge.catalog)
    expect(entries.filter(({ ref }) => ref === 'manifest:flood')).toMatchObject([
      { standing: 'ungranted', version: '1.0.0', units: { count: 259, more: true } },
    ])
    expect((await knowledge.read({ task: 'What is 7?' })).omitted).toContainEqual(
      expect.objectContaining({ ref: 'ungranted', reason: 'ungranted', count: 1 }),
    )
  })

  test('a person who grants it grants all of it, and knowledge that is open already notices', async () => {
    const { knowledge, ports } = await world({
      '/w/f/knowledge.yaml': flood,
      '/w/f/docs/15000.md': '# Zephyr\n\nThe zephyr valve opens at nine bar.\n',
    })
    const proposals = proposeGrants(ports, '/w/f', '/')
    expect(Object.keys(proposals[0]?.files ?? {})).toContain('docs/15000.md')
    saveGrants(ports, proposals, { follow: false, given: 'terminal' })
    expect(said(knowledge)).toEqual([])
    expect(knowledge.catalog.entries.find(({ ref }) => ref === 'manifest:flood')).toMatchObject({ standing: 'granted' })
    expect((await knowledge.unit('unit:flood/unit-15000')).outcome).toBe('given')
  })

  test('what has changed since it was granted is what nobody granted', async () => {
    const { knowledge, bytes } = await world({})
    expect([said(knowledge), bytes.has('/w/z/mine/knowledge.yaml')]).toEqual([[], true])
    const ports = memoryPorts(memoryFiles({ '/w/knowledge.yaml': flood }))
    ports.given.set('/w', {
      path: '/w',
      given: 'terminal',
      at: '2026-05-01T00:00:00Z',
      version: '0',
      files: {},
      entries: { 'knowledge.yaml': 'sha256:other' },
    })
    expect(said(await openKnowledge({ roots: ['/w'], ports }))).toEqual([
      'knowledge.yaml: 1 ungranted manifest is large; only the beginning was read.',
    ])
  })
})

test('granted manifests together have a limit too, and which is beyond it is said', async () => {
  const long = new TextEncoder().encode(
    `project: Long\nunits:\n${unit(1)}${`# ${'comment '.repeat(1000)}\n`.repeat(1900)}`,
  )
  const ports = memoryPorts(memoryFiles(times(5, (i) => `/w/m${i}/knowledge.yaml`, long)))
  for (let i = 0; i < 5; i++)
    ports.given.set(`/w/m${i}`, {
      path: `/w/m${i}`,
      given: 'terminal',
      at: '2026-05-01T00:00:00Z',
      version: '0',
      follow: true,
    })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  expect([knowledge.catalog.entries.length, knowledge.catalog.quarantined.map(({ found }) => found.path)]).toEqual([
    4,
    ['m4/knowledge.yaml'],
  ])
  expect(said(knowledge)).toEqual([
    'm4/knowledge.yaml: 1 granted manifest was not read: together the granted manifests exceed 64 MiB or 200000 units.',
  ])
})

describe('a walk that stops', () => {
  const folders: Tree = {
    ...times(20, (i) => `/w/a${String(i).padStart(2, '0')}/note.md`, 'x'),
    '/w/z/deep/KNOWLEDGE.md': packText(),
    '/w/node_modules/p/KNOWLEDGE.md': packText(),
  }
  const walk = (granted: readonly string[]) =>
    walkRoot(memoryFiles(folders), { path: '/w', scope: 'workspace' }, usableHead, {
      folders: 5,
      granted: () => granted,
    })

  test('looks into what is granted before it ends, but nowhere else than it would have gone', () => {
    expect(walk([]).entries.map(({ path }) => path)).toEqual([])
    expect(walk(['/w/z/deep', '/w/node_modules/p', '/elsewhere']).entries.map(({ path }) => path)).toEqual([
      'z/deep/KNOWLEDGE.md',
    ])
  })

  test('says how many folders it did not see', () => {
    expect(walk([]).diagnostics.map(({ message }) => message)).toEqual([
      'The walk stopped after 5 folders; 17 or more were not visited.',
    ])
  })
})

test('a llms.txt of thousands of manifests is followed for a thousand', async () => {
  const names = Array.from({ length: 1005 }, (_, i) => `> knowledge: /m${i}.yaml`).join('\n')
  const knowledge = await openKnowledge({
    roots: ['/w'],
    ports: memoryPorts(memoryFiles({ '/w/llms.txt': `# Harbor\n\n${names}\n` })),
  })
  expect(said(knowledge)).toEqual(['llms.txt: It names 1005 manifests; only the first 1000 are read.'])
})

test.each([
  ['block style', longManifest('Harbor'), 'Harbor', 259],
  ['items without indentation', longManifest('Harbor').replaceAll('\n  ', '\n'), 'Harbor', 286],
  [
    'one line of JSON',
    JSON.stringify({
      kcp_version: '0.14',
      project: 'Harbor',
      units: Array.from({ length: 9000 }, (_, i) => ({ id: `u${i}`, path: 'a.md', intent: 'Why?' })),
    }),
    'Harbor',
    0,
  ],
  [
    'a first unit that never ends',
    `project: Harbor\nunits:\n  - id: a\n    intent: ${'a'.repeat(100_000)}`,
    'Harbor',
    0,
  ],
  ['no text', '\0'.repeat(20_000), '', 0],
  ['nothing before the units', `units:\n${unit(1).repeat(9000)}`, '', 282],
])('the head of a manifest in %s tells its name and its first units', (_, text, project, units) => {
  const head = parseManifestHead(new TextEncoder().encode(text).subarray(0, 16 * 1024))
  expect([head.project, head.units.length, head.headOnly]).toEqual([project, units, true])
})

describe('the limit is told by every verb that looks', () => {
  test.each([
    ['catalog'],
    ['catalog', '--json'],
    ['read', 'What is 7?'],
    ['query', 'seven'],
    ['hook', 'session-start'],
    ['doctor'],
    ['explain', 'manifest:flood'],
    ['activate', 'manifest:flood'],
    ['eval'],
  ])('%s', async (...argv) => {
    const terminal = fakeTerminal({ cwd: tempFolder({ 'knowledge.yaml': flood }), env: { HOME: tempFolder() } })
    await main(argv, terminal)
    expect(terminal.stdout + terminal.stderr).toMatch(/knowledge\.yaml.*\n?.*only the beginning was read/)
  })
})
