import { openKnowledge, proposeGrants, validatePaths, validateText, verifyReceipts } from '../../src/app/index.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../src/io/memory/memory-ports.ts'
import type { Operation } from './measure.ts'
import { guide, manifest, opened, pack, replaying, task, unit, type Opened, type Tree } from './worlds.ts'

const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('')
const tree = (count: number, entry: (i: number) => readonly [string, string]): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => entry(i)))
const units = (
  count: number,
  more: (i: number) => string = () => '',
  path: (i: number) => string = (i) => `u${i}.md`,
): Tree => ({
  '/w/knowledge.yaml': manifest(many(count, (i) => unit(`u${i}`, path(i), more(i)))),
  ...tree(count, (i) => [`/w/${path(i)}`, `# U${i}\n\nThe battery of kiosk ${i} lasts nine hours.\n`]),
})
const pages = (count: number): Tree =>
  tree(count, (i) => [`/w/docs/p${i}.md`, `# P${i}\n\nThe battery of kiosk ${i} lasts nine hours.\n`])
const packs = (count: number, name: (i: number) => string = (i) => `kiosk-${i}`): Tree =>
  tree(count, (i) => [`/w/p${i}/KNOWLEDGE.md`, guide().replace('name: kiosk', `name: ${name(i)}`)])
const manifests = (count: number, project: (i: number) => string): Tree =>
  tree(count, (i) => [`/w/m${i}/knowledge.yaml`, manifest(unit('a', 'a.md')).replace('harbor', project(i))])
const facts = (count: number): string =>
  many(count, (i) => `- Fact ${i} of the battery: nine hours. [source: sources/a.md#L1]\n`)
const claims = (count: number): Tree => ({
  ...pack(facts(10)),
  '/w/kiosk/indexes/source-map.json': JSON.stringify({
    claims: Array.from({ length: count }, (_, i) => ({
      claim_id: `c${i}`,
      text: `Fact ${i} of the battery`,
      status: 'confirmed',
      source: { path: 'sources/a.md', anchor: 'L1' },
      compiled_into: ['compiled/facts.md'],
    })),
  }),
})

const onWorld =
  (world: (size: number) => Tree, work: (opened: Opened) => unknown): Operation =>
  async (size) => {
    const ready = await opened(world(size))
    return () => work(ready)
  }
const opening =
  (world: (size: number) => Tree, granted = false): Operation =>
  async (size) => {
    const ports = granted ? (await opened(world(size))).ports : memoryPorts(memoryFiles(world(size)))
    return async () => (await openKnowledge({ roots: ['/w'], ports })).list({ maxTokens: 600 })
  }

/** What is done to many things; the size is their number. */
export const worldOperations: Readonly<Record<string, Operation>> = {
  'open and list: packs that nobody granted': opening(packs),
  'open and list: granted packs': opening(packs, true),
  'open and list: packs of one name': opening((size) => packs(size, () => 'kiosk')),
  'open and list: manifests that nobody granted': opening((size) => manifests(size, (i) => `harbor ${i}`)),
  'open and list: manifests of one name': opening((size) => manifests(size, () => 'harbor')),
  'open and list: units': opening(units, true),
  'open and list: units of one file': opening(
    (size) =>
      units(
        size,
        () => '',
        () => 'u.md',
      ),
    true,
  ),
  'open and list: folders side by side': opening((size) => ({
    ...tree(size, (i) => [`/w/f${i}/a.md`, 'x']),
    ...packs(1),
  })),
  'open and list: deep folders': opening((size) => ({
    ...tree(size, (i) => [`/w/${'f/'.repeat(i % 40)}${i}.md`, 'x']),
    ...packs(1),
  })),
  'open and list: manifests that llms.txt names': opening((size) => ({
    '/w/llms.txt': `# A\n${many(size, (i) => `> knowledge: /m${i}.yaml\n`)}`,
    ...tree(size, (i) => [`/w/m${i}.yaml`, manifest(unit('a', 'a.md'))]),
  })),
  'propose grants: packs': (size) => {
    const ports = memoryPorts(memoryFiles(packs(size)))
    return () => proposeGrants(ports, '/w', '/')
  },
  'read: units': onWorld(units, ({ knowledge }) => knowledge.read({ task })),
  'read: units of one file': onWorld(
    (size) =>
      units(
        size,
        () => '',
        () => 'u.md',
      ),
    ({ knowledge }) => knowledge.read({ task }),
  ),
  'read: units of one folder': onWorld(
    (size) => ({
      '/w/knowledge.yaml': manifest(
        many(size, (i) => unit(`u${i}`, 'docs', i === 0 ? '' : '    compliance: {restrictions: [no-ai-training]}\n')),
      ),
      ...pages(size),
    }),
    ({ knowledge }) => knowledge.read({ task }),
  ),
  'read: units of patterns in one folder': onWorld(
    (size) => ({
      '/w/knowledge.yaml': manifest(
        many(size, (i) => unit(`u${i}`, i === 0 ? 'docs' : `docs/p${i}*`, i === 0 ? '' : '    access: restricted\n')),
      ),
      ...pages(size),
    }),
    ({ knowledge }) => knowledge.read({ task }),
  ),
  'read: a chain of units': onWorld(
    (size) => units(size, (i) => (i > 0 ? `    depends_on: [u${i - 1}]\n` : '')),
    ({ knowledge }) => knowledge.read({ task }),
  ),
  'read: packs': onWorld(packs, ({ knowledge }) => knowledge.read({ task })),
  'read: files of a pack': onWorld(
    (size) => ({
      ...pack('x'),
      ...tree(size, (i) => [`/w/kiosk/compiled/f${i}.md`, `# F${i}\n\nThe battery lasts ${i} hours.\n`]),
    }),
    ({ knowledge }) => knowledge.read({ task }),
  ),
  'read: facts, with a budget that grows': async (size) => {
    const { knowledge } = await opened(pack(facts(size)))
    return () => knowledge.read({ task, budget: size * 20, evidence: true })
  },
  'replay: facts, with a budget that grows': (size) =>
    replaying(pack(facts(size)), (knowledge) => knowledge.read({ task, budget: size * 20 })),
  'read: by names': async (size) => {
    const { knowledge } = await opened(units(size))
    return () => knowledge.read({ task, packs: Array.from({ length: size }, (_, i) => `unit:harbor/u${i}`) })
  },
  'query: units': onWorld(
    (size) => units(size, () => '    triggers: [battery, kiosk]\n'),
    ({ knowledge }) => knowledge.query({ terms: ['battery', 'hours'] }),
  ),
  'query: terms': async (size) => {
    const { knowledge } = await opened(units(20, () => '    triggers: [battery, kiosk]\n'))
    return () => knowledge.query({ terms: Array.from({ length: size }, (_, i) => `battery${i}`) })
  },
  'query: relationships': onWorld(
    (size) => ({
      '/w/knowledge.yaml': `${manifest(many(size, (i) => unit(`u${i}`, 'a.md')))}relationships:\n${many(size, (i) => `  - {from: u${i}, to: u0, type: supersedes}\n`)}`,
      '/w/a.md': 'x',
    }),
    ({ knowledge }) => knowledge.query({ terms: ['battery'] }),
  ),
  'units: a page of many': onWorld(units, ({ knowledge }) => knowledge.units('manifest:harbor')),
  'explain: a unit of many': onWorld(units, ({ knowledge }) => knowledge.explain('unit:harbor/u0')),
  'explain: a unit of one file with many': onWorld(
    (size) =>
      units(
        size,
        () => '',
        () => 'u.md',
      ),
    ({ knowledge }) => knowledge.explain('unit:harbor/u0'),
  ),
  'explain: a name that is near to many': onWorld(units, ({ knowledge }) => knowledge.explain('unit:harbor/v0')),
  'usable: units': onWorld(units, ({ knowledge }) => knowledge.usable()),
  'match: packs': onWorld(packs, ({ knowledge }) => knowledge.match(task)),
  'guide: files of a pack': onWorld(
    (size) => ({ ...pack('x'), ...tree(size, (i) => [`/w/kiosk/compiled/f${i}.md`, 'x']) }),
    ({ knowledge }) => knowledge.guide('kiosk'),
  ),
  'evidence: claims': onWorld(claims, ({ knowledge }) => knowledge.evidence('kiosk')),
  'evidence: one of many claims': onWorld(claims, ({ knowledge }) => knowledge.evidence('kiosk#c1')),
  'evidence: facts of a section': onWorld(
    (size) => pack(facts(size)),
    ({ knowledge }) => knowledge.evidence('kiosk#compiled/facts.md#facts'),
  ),
  'validate: files of a pack': (size) => {
    const files = memoryFiles({
      ...pack('x'),
      ...tree(size, (i) => [`/w/kiosk/wiki/f${i}.md`, `# F${i}\n\n[next](f${i + 1}.md)\n`]),
    })
    return () => validatePaths(files, ['/w/kiosk'], { cwd: '/w' })
  },
  'validate: claims': (size) => {
    const files = memoryFiles(claims(size))
    return () => validatePaths(files, ['/w/kiosk'], { cwd: '/w' })
  },
  'validate: units that depend on nothing that is there': (size) => {
    const text = manifest(many(size, (i) => unit(`u${i}`, 'a.md', `    depends_on: [x${i}, un${i}]\n`)))
    return () => validateText(text, { file: 'knowledge.yaml' })
  },
  'validate: ids that are nearly equal': (size) => {
    const text = `${manifest(many(size, (i) => unit(`unit-${i}`, 'a.md')))}relationships:\n${many(size, (i) => `  - {from: unit_${i}, to: unit-${i}x, type: enables}\n`)}`
    return () => validateText(text, { file: 'knowledge.yaml' })
  },
  'validate: triggers': (size) => {
    const text = manifest(unit('a', 'a.md', `    triggers: [${many(size, (i) => `t${i}, `)}x]\n`))
    return () => validateText(text, { file: 'knowledge.yaml' })
  },
  'verify receipts': async (size) => {
    const { knowledge, ports } = await opened(pack('The battery lasts nine hours.'))
    for (let i = 0; i < size; i++) await knowledge.list()
    return () => verifyReceipts(ports.receipts)
  },
}
