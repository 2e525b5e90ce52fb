import {
  checkHealth,
  compilePack,
  exportManifest,
  exportPack,
  importPack,
  inspectForReview,
  listClaims,
  manifestUpkeep,
  splitDocuments,
  type AuthorPorts,
} from '../../src/app/index.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import type { Operation } from './measure.ts'
import { guide, manifest, unit, type Tree } from './worlds.ts'

const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('')
const tree = (count: number, entry: (i: number) => readonly [string, string]): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => entry(i)))

const inPack = (files: Tree): Tree => ({
  '/w/kiosk/KNOWLEDGE.md': guide().replace('wiki-first', 'document-first'),
  '/w/kiosk/sources/a.md': '# A\n\nThe battery lasts nine hours.\n',
  ...files,
})
const documents = (count: number): Tree =>
  inPack(
    tree(count, (i) => [
      `/w/kiosk/documents/d${i}.md`,
      `# D${i}\n\n## Battery\n\nThe battery of kiosk ${i} lasts nine hours.\n\n## Door\n\nThe door of kiosk ${i} is blue.\n`,
    ]),
  )
const oneDocument = (text: string): Tree => inPack({ '/w/kiosk/documents/d.md': `# D\n\n${text}` })
const marked = (i: number): string => `Kiosk ${i} lasts nine hours. [source: sources/a.md#L3]`

/** Disks in memory, so that what is planned counts and not the disk. */
const ports = (files: Tree): AuthorPorts => {
  const disk: Record<string, string | Uint8Array> = { ...files }
  return {
    get files() {
      return memoryFiles(disk)
    },
    writer: {
      create(root, path, bytes) {
        disk[`${root}/${path}`] = bytes
        return { ok: true }
      },
    },
    clock: { now: () => new Date('2026-03-10T12:00:00Z') },
    replace: () => ({ ok: true }),
  }
}
const preview = { dryRun: true, force: false, changed: false }
const write = { ...preview, dryRun: false }

type Verb = (given: AuthorPorts) => unknown
const on =
  (world: (size: number) => Tree, verb: Verb): Operation =>
  (size) => {
    const given = ports(world(size))
    return () => verb(given)
  }
/** On a pack that has its splits and facts. */
const onMade =
  (world: (size: number) => Tree, verb: Verb): Operation =>
  (size) => {
    const given = ports(world(size))
    splitDocuments(given, '/w/kiosk', write)
    compilePack(given, '/w/kiosk', write)
    return () => verb(given)
  }

const split: Verb = (given) => splitDocuments(given, '/w/kiosk', preview)
const compile: Verb = (given) => compilePack(given, '/w/kiosk', preview)
const claims: Verb = ({ files }) => listClaims(files, '/w/kiosk')
const inspect: Verb = ({ files }) => inspectForReview(files, '/w/kiosk')
const health: Verb = (given) => checkHealth(given, '/w/kiosk', { shown: 'kiosk', receipts: [], writeRun: false })
const importing =
  (source: string): Verb =>
  (given) =>
    importPack(given, { source, root: '/w', name: 'made', dryRun: true, acceptLoss: true })
const facts = (size: number): Tree => oneDocument(many(size, (i) => `- ${marked(i)}\n`))
const units = (size: number): Tree => ({
  '/w/knowledge.yaml': manifest(many(size, (i) => unit(`u${i}`, `docs/p${i}.md`))),
  ...tree(size, (i) => [`/w/docs/p${i}.md`, `# P${i}\n\nThe battery of kiosk ${i} lasts nine hours.\n`]),
})

/** The verbs of an author; the size is the number of documents, sections, statements, claims or units. */
export const authorOperations: Readonly<Record<string, Operation>> = {
  'split: documents': on(documents, split),
  'split: documents, again': onMade(documents, split),
  'split: sections of one document': on((size) => oneDocument(many(size, (i) => `## S${i}\n\nIt is ${i}.\n\n`)), split),
  'split: sections of one title': on((size) => oneDocument(many(size, (i) => `## S\n\nIt is ${i}.\n\n`)), split),
  'split: headings in headings': on(
    (size) => oneDocument(many(size, (i) => `${'#'.repeat(1 + (i % 6))} S${i}\n\nIt is ${i}.\n\n`)),
    split,
  ),
  'split: reStructuredText': on(
    (size) => inPack({ '/w/kiosk/documents/d.rst': many(size, (i) => `S${i}\n=====\n\nIt is ${i}.\n\n`) }),
    split,
  ),
  'compile: pages': on(
    (size) => inPack(tree(size, (i) => [`/w/kiosk/documents/d${i}.md`, `# D${i}\n\n${marked(i)}\n`])),
    compile,
  ),
  'compile: statements of one list': on(facts, compile),
  'compile: statements of one paragraph': on((size) => oneDocument(many(size, (i) => `${marked(i)}\n`)), compile),
  'compile: statements without a source': on(
    (size) => oneDocument(many(size, (i) => `Kiosk ${i} lasts nine hours.\n`)),
    compile,
  ),
  'compile: statements that differ in a figure': on(
    (size) => oneDocument(many(size, (i) => `- The kiosk lasts ${i} hours. [source: sources/a.md#L3]\n`)),
    compile,
  ),
  'compile: lines of one long source': on(
    (size) => ({
      ...oneDocument(many(size, (i) => `- Kiosk ${i} is blue. [source: sources/b.md#L${i + 1}]\n`)),
      '/w/kiosk/sources/b.md': many(size, (i) => `Kiosk ${i} is blue.\n`),
    }),
    compile,
  ),
  'compile: statements of one long source': on(
    (size) => ({
      ...oneDocument(many(size, (i) => `- Kiosk ${i} is blue. [source: sources/b.md]\n`)),
      '/w/kiosk/sources/b.md': many(size, (i) => `Kiosk ${i} is blue.\n`),
    }),
    compile,
  ),
  'compile: statements of one long section': on(
    (size) => ({
      ...oneDocument(many(size, (i) => `- Kiosk ${i} is blue. [source: sources/b.md#b]\n`)),
      '/w/kiosk/sources/b.md': `# B\n\n${many(size, (i) => `Kiosk ${i} is blue.\n`)}`,
    }),
    compile,
  ),
  'compile: marks below a long section': on(
    (size) => oneDocument(`${many(size, (i) => `Kiosk ${i} is blue.\n\n`)}[source: sources/a.md#L3]\n`),
    compile,
  ),
  'compile: lines that are only a mark': on(
    (size) => oneDocument(many(size, (i) => `Kiosk ${i} is blue.\n\n[source: sources/a.md#L3]\n\n`)),
    compile,
  ),
  'compile: claims that a page records': on(
    (size) => oneDocument(many(size, (i) => `claim: Kiosk ${i} is blue.\nsource: sources/a.md#L3\n\n`)),
    compile,
  ),
  'split: marks of one document': on((size) => oneDocument(many(size, (i) => `## S${i}\n\n${marked(i)}\n\n`)), split),
  'compile: again': onMade(facts, compile),
  'claims: of a source map': onMade(facts, claims),
  'claims: facts that nothing covers': on(
    (size) =>
      inPack({ '/w/kiosk/compiled/facts.md': `# F\n\n${many(size, (i) => `- Kiosk ${i} is blue and tall.\n`)}` }),
    claims,
  ),
  'inspect: documents': onMade(documents, inspect),
  'inspect: claims': onMade(facts, inspect),
  'health: documents': onMade(documents, health),
  'health: claims': onMade(facts, health),
  'health: a long context map': on(
    (size) => ({
      ...documents(size),
      '/w/kiosk/KNOWLEDGE.md': guide(
        `# Kiosk\n\n## Context map\n\n${many(size, (i) => `- \`documents/e${i}.md\`: the kiosk\n`)}`,
      ),
    }),
    health,
  ),
  'import: a folder': on(units, importing('/w/docs')),
  'import: a manifest': on(units, importing('/w/knowledge.yaml')),
  'import: an llms.txt': on(
    (size) => ({ ...units(size), '/w/llms.txt': `# A\n\n${many(size, (i) => `- [P](docs/p${i}.md): it\n`)}` }),
    importing('/w/llms.txt'),
  ),
  'export: a pack': on(documents, (given) => exportPack(given, '/w/kiosk', { to: 'manifest', acceptLoss: true })),
  'export: a manifest of restricted units': on(
    (size) => ({
      '/w/knowledge.yaml': manifest(many(size, (i) => unit(`u${i}`, `docs/p${i}.md`, '    access: restricted\n'))),
    }),
    (given) => exportManifest(given, '/w', 'knowledge.yaml'),
  ),
  'export: a manifest': on(units, (given) => exportManifest(given, '/w', 'knowledge.yaml')),
  'hints: units': on(units, ({ files }) => manifestUpkeep(files, '/w', 'knowledge.yaml', { receipts: [] })),
}
