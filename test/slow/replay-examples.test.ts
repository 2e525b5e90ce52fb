import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  openKnowledge,
  type Knowledge,
  type ListOptions,
  type OpenOptions,
  type Requester,
} from '../../src/app/index.ts'
import { diskFiles } from '../../src/io/disk/disk-files.ts'
import type { Files } from '../../src/model/ports.ts'
import type { Receipt } from '../../src/model/records/receipt.ts'
import { canonicalJson } from '../../src/text/bytes/canonical-json.ts'
import { readableFields, requesters, rootFields } from '../support/governed-manifests.ts'
import { manifestText, unitWith, type Fields } from '../support/manifest-text.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../src/io/memory/memory-ports.ts'

const tasks = [
  'How long does the battery run the kiosk when the mains power fails?',
  'Which warranty applies to the screen?',
  'Who may see customer data, and how is a customer greeted?',
  'What is the chess world record?',
]
const queries = [
  { terms: ['warranty'] },
  { terms: ['payment', 'kiosk'], max_token_budget: 900 },
  { terms: ['kiosk'], exclude_deprecated: false },
  { limit: 50, include_summaries: false },
]

const lists: readonly ListOptions[] = [{}, { maxTokens: 200 }, { filter: 'kiosk' }, { format: 'xml', relative: true }]

/** Ask for everything that can be given, in every way; the words of each release by its receipt, since some receipts may not hold them. */
async function giveAll(knowledge: Knowledge): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>()
  const keep = (given: { readonly receipt?: Receipt }, task: string): void =>
    void (given.receipt && words.set(given.receipt.id, task))
  for (const task of tasks) {
    keep(await knowledge.read({ task }), task)
    keep(await knowledge.read({ task, budget: 300, evidence: true, session: 'desk' }), task)
    keep(await knowledge.read({ task, activation: 'implicit' }), task)
  }
  for (const list of lists) keep(await knowledge.list(list), canonicalJson({ format: 'prompt', filter: '', ...list }))
  for (const { document, ref } of knowledge.catalog.entries) {
    const close = document.kind === 'pack' ? await knowledge.summary(ref) : await knowledge.units(ref)
    if (close.outcome === 'given') keep(close, '')
    if (document.kind === 'pack') {
      for (const given of [
        await knowledge.guide(ref, { session: 'desk' }),
        await knowledge.guide(ref, { session: 'desk' }),
        await knowledge.evidence(ref),
      ])
        if (given.outcome === 'given') keep(given, '')
      keep(
        await knowledge.read({ task: `What does ${document.name} say?`, packs: [ref] }),
        `What does ${document.name} say?`,
      )
    } else {
      for (const { id } of document.units) {
        const given = await knowledge.unit(`${ref.replace(/^manifest:/, 'unit:')}/${id}`)
        if (given.outcome === 'given') keep(given, '')
      }
    }
  }
  for (const query of queries) keep(await knowledge.query(query), canonicalJson(query))
  return words
}

/** What did not come out the same. */
async function replayAll({
  roots,
  requester,
  files = diskFiles,
}: Pick<OpenOptions, 'roots'> & { readonly requester: Requester; readonly files?: Files }) {
  const { kept, ...ports } = memoryPorts(files)
  // A replay is another access; how often something was given is not what this is about.
  const usage = { count: () => ({ minute: 0, day: 0 }), note: () => undefined }
  const knowledge = await openKnowledge({ roots, requester, ports: { ...ports, usage }, trustAll: true })
  const words = await giveAll(knowledge)
  const receipts = [...kept]
  const kinds = receipts.map(({ kind }) => kind ?? 'answer')
  const unlike: unknown[] = receipts.length === words.size ? [] : ['a receipt that nobody got']
  for (const { id, kind = 'answer' } of receipts) {
    const task = words.get(id) ?? ''
    const replay = await knowledge.replay(id, { task })
    if (replay.outcome !== 'same' || replay.drift.length > 0) unlike.push({ kind, task, ...replay })
    const context = kind === 'answer' ? await knowledge.rehydrate(id, { task }) : undefined
    if (context && context.outcome !== 'same' && context.outcome !== 'rebuilt') unlike.push({ kind, task, ...context })
    kept.length = receipts.length
  }
  return { kinds, unlike }
}

const people: readonly Requester[] = [
  { clearance: 'internal', model: 'external' },
  {},
  {
    clearance: 'restricted',
    model: 'local',
    authenticated: true,
    scopes: ['ops', 'finance:read'],
    region: 'NO',
    environment: 'production',
    role: 'operator',
  },
]

test.each(['examples', 'test/fixtures/packs', 'test/fixtures/eval/packs', 'test/fixtures/eval-blind/packs'])(
  'every receipt of reads, guides, units, evidence, queries and lists over %s replays to the same bytes, and so does its context',
  { timeout: 120_000 },
  async (path) => {
    const root = path === 'examples' ? path : { path, scope: 'workspace' as const, bare: true as const }
    const kinds = new Set<string>()
    for (const requester of people) {
      const { unlike, kinds: given } = await replayAll({ roots: [root], requester })
      expect(unlike).toEqual([])
      for (const kind of given) kinds.add(kind)
    }
    expect([...kinds].sort()).toEqual(
      path === 'examples'
        ? ['answer', 'catalog', 'evidence', 'guide', 'query', 'unit']
        : ['answer', 'catalog', 'evidence', 'guide', 'query'],
    )
  },
)

/** A few of the fields only: with all of them hardly anything is ever given. */
const some = (fields: fc.Arbitrary<Fields>, most: number): fc.Arbitrary<Fields> =>
  fc.tuple(fields, fc.array(fc.nat(), { maxLength: most })).map(([all, chosen]) => {
    const names = Object.keys(all).filter((name) => all[name] !== undefined)
    return Object.fromEntries(chosen.flatMap((at) => names[at % names.length] ?? []).map((name) => [name, all[name]]))
  })
const able: Requester = {
  clearance: 'restricted',
  model: 'local',
  authenticated: true,
  scopes: ['ops'],
  parentScopes: ['ops', 'sales'],
  capabilities: ['crane', 'role:pilot'],
  region: 'NO',
  depth: 1,
}
/** A governed manifest whose units name files of their own and a file of the pack beside it. */
const worlds = fc.record({
  root: some(rootFields, 1),
  units: fc.array(some(readableFields, 2), { minLength: 2, maxLength: 5 }),
  requester: fc.oneof(requesters, fc.constant(able)),
})

test(
  'so does every receipt of 25 generated worlds, whatever their units declare and whoever asks',
  { timeout: 120_000 },
  async () => {
    const kinds = new Map<string, number>()
    for (const { root, units, requester } of fc.sample(worlds, { seed: 20260506, numRuns: 25 })) {
      const placed = units.map((fields, i) =>
        unitWith({
          ...fields,
          id: `unit-${i}`,
          path: i % 2 === 0 ? `docs/${i}.md` : '.agents/knowledge/kiosk/compiled/facts.md',
          intent: tasks[i % tasks.length],
        }),
      )
      const files = memoryFiles({
        '/w/knowledge.yaml': manifestText(root, ...placed),
        ...Object.fromEntries(
          placed.map((_, i) => [
            `/w/docs/${i}.md`,
            `# Kiosk ${i}\n\nThe battery of kiosk ${i} runs for ${i + 3} hours when the power fails.\n\n## Warranty\n\nThe warranty covers screen ${i}.\n`,
          ]),
        ),
        '/w/.agents/knowledge/kiosk/KNOWLEDGE.md':
          '---\nname: kiosk\ndescription: Facts on the battery and the warranty of kiosks.\ntype: brand-product\nstatus: needs-review\nprofile: wiki-first\n---\n\n# Kiosk\n\nStart with the facts.\n',
        '/w/.agents/knowledge/kiosk/compiled/facts.md':
          '# Battery\n\nThe battery lasts nine hours. [source: documents/log.md#battery]\n\n# Payment\n\nA stuck payment is voided.\n',
        '/w/.agents/knowledge/kiosk/documents/log.md': '# Battery\n\nMeasured: nine hours.\n',
      })
      const { unlike, kinds: given } = await replayAll({ roots: ['/w'], requester, files })
      expect(unlike).toEqual([])
      for (const kind of given) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
    for (const kind of ['answer', 'guide', 'unit', 'evidence', 'query', 'catalog'])
      expect([kind, (kinds.get(kind) ?? 0) > 20]).toEqual([kind, true])
  },
)
