import { expect, test } from 'vitest'
import { openKnowledge, validatePaths } from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

const manifest = (project: string): string =>
  `kcp_version: "0.14"\nproject: ${project}\nversion: 1.0.0\nunits:\n  - id: overview\n    path: overview.md\n    intent: "What is this?"\n    scope: global\n    audience: [agent]\n`
const pack =
  '---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal, for support.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Kiosk\n'

test('KCP-001: the manifest at the root of a workspace is found', () => {
  const { documents } = validatePaths(
    memoryFiles({ '/w/knowledge.yaml': manifest('harbor'), '/w/overview.md': '# Overview\n' }),
    ['/w'],
    { cwd: '/w' },
  )
  expect(documents.map(({ path, valid, units }) => [path, valid, units])).toEqual([['knowledge.yaml', true, 1]])
})

test('KCP-006: two manifests with the same unit id are two documents without a word about it', () => {
  const files = memoryFiles({
    '/w/knowledge.yaml': manifest('harbor'),
    '/w/overview.md': '# Overview\n',
    '/w/docs/knowledge.yaml': manifest('docs'),
    '/w/docs/overview.md': '# Overview\n',
  })
  const { documents } = validatePaths(files, ['/w'], { cwd: '/w' })
  expect(documents.map(({ path, diagnostics }) => [path, diagnostics.length])).toEqual([
    ['knowledge.yaml', 0],
    ['docs/knowledge.yaml', 0],
  ])
})

test('a manifest beside a pack is not lost', () => {
  const files = memoryFiles({
    '/w/p/KNOWLEDGE.md': pack,
    '/w/p/knowledge.yaml': manifest('harbor'),
    '/w/p/overview.md': '# Overview\n',
  })
  const { documents } = validatePaths(files, ['/w'], { cwd: '/w' })
  expect(documents.map(({ format }) => format)).toEqual(['pack', 'manifest'])
})

test("AK-356: a pack in another client's layout is listed and read", async () => {
  const root = '/w/.lime/knowledge/packs'
  const files = memoryFiles({
    [`${root}/kiosk/KNOWLEDGE.md`]: pack.replace(
      'profile: wiki-first\n',
      'profile: document-first\nmetadata:\n  primaryDocument: documents/kiosk.md\n',
    ),
    [`${root}/kiosk/documents/kiosk.md`]: '# Kiosk\n\nThe kiosk weighs 31 kg.\n',
    [`${root}/kiosk/compiled/brief.md`]: '# Brief\n\nThe battery lasts nine hours.\n',
    [`${root}/kiosk/compiled/index.json`]: '{"primaryDocument": "documents/kiosk.md", "splitPaths": []}',
  })
  const knowledge = await openKnowledge({ roots: [root], ports: memoryPorts(files), trustAll: true })
  expect(knowledge.catalog.entries.map(({ ref }) => ref)).toEqual(['pack:kiosk'])
  expect((await knowledge.read({ task: 'How long does the battery last?' })).excerpts.map(({ path }) => path)).toEqual([
    'compiled/brief.md',
  ])
  expect((await knowledge.read({ task: 'What does the kiosk weigh?' })).excerpts.map(({ path }) => path)).toEqual([
    'documents/kiosk.md',
  ])
})
