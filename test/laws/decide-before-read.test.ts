import { describe, expect, test } from 'vitest'
import {
  catalogRecord,
  examineKnowledge,
  openKnowledge,
  proposeApproval,
  proposeGrants,
  saveGrants,
  type Knowledge,
} from '../../src/app/index.ts'
import { loadConfig } from '../../src/app/open/config.ts'
import type { Restraints } from '../../src/model/documents/config.ts'
import { packText, type Fields } from '../support/judge-pack.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import { memoryPorts, type MemoryPorts } from '../../src/io/memory/memory-ports.ts'
import { watchedFiles } from '../support/watched-files.ts'

const packs = '/w/.agents/knowledge'
const task = 'How long does the Harbor Kiosk battery last?'
const suite = JSON.stringify({ pack_name: 'kiosk', cases: [{ id: 'battery', prompt: task, expected: 'select' }] })
const answers = JSON.stringify({
  pack_name: 'kiosk',
  cases: [{ id: 'battery', prompt: task, required_context: ['compiled/facts.md'] }],
})

const packFiles = (name: string, fields: Fields = {}): Record<string, string> => ({
  [`${packs}/${name}/KNOWLEDGE.md`]: packText(
    { name, ...fields },
    '# Kiosk\n\nThe battery of the Harbor Kiosk lasts nine hours.\n',
  ),
  [`${packs}/${name}/compiled/facts.md`]: '# Battery\n\nThe battery of the Harbor Kiosk lasts nine hours.\n',
  [`${packs}/${name}/documents/brief.md`]: '# Brief\n\nThe battery is new.\n',
  [`${packs}/${name}/wiki/index.md`]: '# Index\n\nThe battery.\n',
  [`${packs}/${name}/evals/discovery.json`]: suite,
  [`${packs}/${name}/evals/answers.json`]: answers,
})

interface World {
  readonly knowledge: Knowledge
  readonly ports: MemoryPorts
  readonly restraints: Restraints
  readonly contents: string[]
}

interface Circumstance {
  readonly fields?: Fields
  readonly others?: Readonly<Record<string, string>>
  readonly restraints?: Restraints
  readonly ungranted?: boolean
  /** Between the grant and the use. */
  readonly before?: (ports: MemoryPorts) => void
  /** Stands on the disk instead of what was granted. */
  readonly swapped?: Readonly<Record<string, string>>
}

/** A pack `kiosk` in some circumstance beside an innocent one, `harbor`, that every gate lets through. */
async function world({
  fields = {},
  others = {},
  restraints = {},
  ungranted,
  before,
  swapped = {},
}: Circumstance): Promise<World> {
  const tree = { ...packFiles('kiosk', fields), ...packFiles('harbor'), ...others }
  const granting = memoryPorts(memoryFiles(tree))
  saveGrants(granting, proposeGrants(granting, '/w', '/'), { follow: false, given: 'terminal' })
  const watched = watchedFiles(memoryFiles({ ...tree, ...swapped }))
  const ports = { ...granting, files: watched }
  if (ungranted) ports.given.delete(`${packs}/kiosk`)
  before?.(ports)
  const knowledge = await openKnowledge({ roots: ['/w'], ports, restraints })
  return { knowledge, ports, restraints, contents: watched.contents }
}

/** Every call whose answer may reach a model. */
const calls: Readonly<Record<string, (world: World) => unknown>> = {
  'read by name': ({ knowledge }) => knowledge.read({ task, packs: ['kiosk'] }),
  'read by folder': ({ knowledge }) => knowledge.read({ task, packs: [`${packs}/kiosk`] }),
  'read, implicit': ({ knowledge }) => knowledge.read({ task, activation: 'implicit' }),
  'read, resolver-driven': ({ knowledge }) => knowledge.read({ task }),
  query: ({ knowledge }) => knowledge.query({ terms: ['kiosk'] }),
  'read with evidence': ({ knowledge }) => knowledge.read({ task, packs: ['kiosk'], evidence: true }),
  'the claims of a pack': ({ knowledge }) => knowledge.evidence('kiosk'),
  'evidence of a claim': ({ knowledge }) => knowledge.evidence('pack:kiosk#battery'),
  'evidence of a section': ({ knowledge }) => knowledge.evidence('kiosk', { section: 'compiled/facts.md#battery' }),
  guide: ({ knowledge }) => knowledge.guide('kiosk'),
  activate: ({ knowledge }) => knowledge.activate('kiosk'),
  'guide of a session': ({ knowledge }) => knowledge.guide('kiosk', { session: 's', again: true }),
  explain: ({ knowledge }) => knowledge.explain('kiosk'),
  'explain another action': ({ knowledge }) => knowledge.explain('kiosk', { action: 'share_externally' }),
  match: ({ knowledge }) => knowledge.match(task),
  evaluate: ({ knowledge }) => knowledge.evaluate(),
  'evaluate by name': ({ knowledge }) => knowledge.evaluate({ packs: ['kiosk'] }),
  'evaluate a given suite': ({ knowledge }) =>
    knowledge.evaluate({ packs: ['kiosk'], suite: { file: 'given.json', bytes: new TextEncoder().encode(suite) } }),
  'evaluate contexts': ({ knowledge }) => knowledge.evaluateContexts({ packs: ['kiosk'] }),
  'catalog as prompt': ({ knowledge }) => knowledge.list(),
  'catalog as XML': ({ knowledge }) => knowledge.list({ format: 'xml' }),
  'what a pack says of itself': ({ knowledge }) => knowledge.summary('pack:kiosk'),
  'catalog as record': ({ knowledge }) => catalogRecord(knowledge.catalog, { all: true, maxTokens: 100 }),
  'propose an approval': ({ knowledge, ports, restraints }) =>
    proposeApproval(knowledge.catalog, 'pack:kiosk', { ports, requester: {}, restraints }),
  refresh: ({ knowledge }) => knowledge.refresh(),
  doctor: ({ ports, restraints }) => {
    const config = {
      ...loadConfig(ports.files, { userFolder: '/home/.config/lorefence', home: '/home', workspaces: ['/w'], env: {} }),
      restraints,
    }
    return examineKnowledge({
      config,
      open: { roots: ['/w'], restraints },
      state: { folder: '/home/state', unusable: [], open: [], damaged: [] },
      ports,
      cwd: '/w',
    })
  },
}

/** What git ignores is looked up to find documents without a unit. */
const isContent = (path: string): boolean => !path.startsWith(packs) && path !== '/w/.git/info/exclude'

const ofKiosk = ({ contents }: World): readonly string[] =>
  contents.filter((path) => path.startsWith(`${packs}/kiosk/`)).map((path) => path.slice(`${packs}/kiosk/`.length))

async function openedBy(call: string, circumstance: Circumstance): Promise<readonly string[]> {
  const opened = await world(circumstance)
  await calls[call]?.(opened)
  return ofKiosk(opened)
}

const refusals: readonly (readonly [string, Circumstance])[] = [
  ['trust: nobody granted it', { ungranted: true }],
  [
    'trust: its entry file changed',
    { swapped: { [`${packs}/kiosk/KNOWLEDGE.md`]: packText({ name: 'kiosk', description: 'Something else.' }) } },
  ],
  [
    'trust: only a pack of the same name elsewhere was granted',
    {
      ungranted: true,
      before: (ports) =>
        ports.grants.save({ path: '/elsewhere/kiosk', given: 'terminal', at: '2026-05-01T08:00:00Z', follow: true }),
    },
  ],
  ['status: draft', { fields: { status: 'draft' } }],
  ['status: disputed', { fields: { status: 'disputed' } }],
  ['status: archived', { fields: { status: 'archived' } }],
  ['switched off', { before: (ports) => ports.switches.set('pack:kiosk', false) }],
  ['switched off by a config', { restraints: { disabled: ['pack:kiosk'] } }],
]

describe.each(refusals)('AK-111, AK-118: %s', (_, circumstance) => {
  test.each(Object.keys(calls))('%s opens none of its content', async (call) => {
    expect(await openedBy(call, circumstance)).toEqual([])
  })
})

describe('the spy sees what is opened', () => {
  test.each([
    ['read by name', ['KNOWLEDGE.md', 'compiled/facts.md', 'documents/brief.md', 'wiki/index.md']],
    ['read, implicit', ['KNOWLEDGE.md', 'compiled/facts.md', 'documents/brief.md', 'wiki/index.md']],
    ['evidence of a section', ['KNOWLEDGE.md', 'compiled/facts.md', 'documents/brief.md', 'wiki/index.md']],
    ['guide', ['KNOWLEDGE.md']],
    ['evaluate', ['KNOWLEDGE.md', 'compiled/facts.md', 'documents/brief.md', 'wiki/index.md']],
    // Hashed, never shown: its body may not be the granted one.
    ['explain', ['KNOWLEDGE.md']],
    ['catalog as prompt', []],
    ['propose an approval', []],
  ])('%s of a pack that every gate lets through', async (call, opened) => {
    expect([...new Set(await openedBy(call, {}))].sort()).toEqual(opened)
  })

  test('beside a refused pack the other one is read', async () => {
    const refused = await world({ ungranted: true })
    await refused.knowledge.read({ task })
    expect(refused.contents).toContain(`${packs}/harbor/compiled/facts.md`)
  })
})

interface RefusedUnit {
  readonly gate: string
  readonly fields: Fields
  readonly before?: (ports: MemoryPorts) => void
}

/** One refusal by each gate that can refuse a unit. */
const refusedUnits: readonly RefusedUnit[] = [
  { gate: 'access', fields: { access: 'restricted', auth_scope: 'ops' } },
  { gate: 'visibility', fields: { visibility: { default: 'restricted' } } },
  { gate: 'sensitivity', fields: { sensitivity: 'restricted' } },
  { gate: 'authority', fields: { authority: { read: 'requires_approval' } } },
  { gate: 'delegation', fields: { delegation: { human_in_the_loop: { required: true } } } },
  { gate: 'compliance', fields: { compliance: { data_residency: ['EEA'] } } },
  { gate: 'freshness', fields: { validated: '2020-01-01', freshness_policy: { max_age_days: 1, on_stale: 'block' } } },
  { gate: 'temporal', fields: { temporal: { valid_until: '2020-01-01' } } },
  { gate: 'indexing', fields: { indexing: { deny: ['read'] } } },
  { gate: 'payment', fields: { payment: { default_tier: 'metered' } } },
  {
    gate: 'rate',
    fields: { rate_limits: { default: { requests_per_day: 1 } } },
    before: (ports) => ports.usage.note('unit:harbor/setup', ports.clock.now()),
  },
  { gate: 'status', fields: {}, before: (ports) => ports.switches.set('unit:harbor/setup', false) },
  { gate: 'trust', fields: {}, before: (ports) => void ports.given.delete('/w') },
]
/** These two refuse only what nobody named. */
const unnamedOnly: readonly RefusedUnit[] = [
  { gate: 'deprecated', fields: { deprecated: true } },
  { gate: 'verification', fields: { discovery: { verification_status: 'deprecated' } } },
]

const unitWorld = (fields: Fields, path: string, before?: (ports: MemoryPorts) => void): Promise<World> =>
  world({
    others: {
      '/w/knowledge.yaml': manifestText({}, unitWith({ ...fields, path })),
      '/w/docs/setup.md': '# Setup\n\nThe battery.\n',
    },
    ...(before ? { before } : {}),
  })

describe('KCP-085, KCP-229: a unit that a gate refuses', () => {
  test.each(refusedUnits)(
    '$gate: explain, approve, query, catalog, refresh and doctor open nothing of it',
    async ({ fields, before }) => {
      const opened = await unitWorld(fields, 'docs/setup.md', before)
      const { verdict } = await opened.knowledge.explain('unit:harbor/setup')
      proposeApproval(opened.knowledge.catalog, 'unit:harbor/setup', {
        ports: opened.ports,
        requester: {},
        restraints: {},
      })
      for (const call of ['query', 'catalog as prompt', 'catalog as XML', 'catalog as record', 'refresh', 'doctor'])
        await calls[call]?.(opened)
      expect([verdict === 'allow', opened.contents.filter(isContent)]).toEqual([false, []])
    },
  )

  test.each([...refusedUnits.filter(({ gate }) => gate !== 'trust'), ...unnamedOnly])(
    '$gate: a granted pack that holds its file does not open it either',
    async ({ fields, before }) => {
      const opened = await unitWorld(fields, '.agents/knowledge/kiosk/compiled/facts.md', before)
      const { fenced, omitted } = await opened.knowledge.read({ task, packs: ['kiosk'] })
      expect(ofKiosk(opened)).not.toContain('compiled/facts.md')
      expect(fenced).not.toContain('nine hours')
      expect(omitted).toContainEqual(
        expect.objectContaining({ ref: 'pack:kiosk', path: 'compiled/facts.md', reason: 'withheld' }),
      )
      for (const call of Object.keys(calls)) await calls[call]?.(opened)
      expect(ofKiosk(opened)).not.toContain('compiled/facts.md')
    },
  )

  test.each([...refusedUnits, ...unnamedOnly])('$gate: reading opens nothing of it', async ({ fields, before }) => {
    const opened = await unitWorld(fields, 'docs/setup.md', before)
    const results = [
      await opened.knowledge.read({ task }),
      await opened.knowledge.read({ task, packs: ['manifest:harbor'] }),
      await opened.knowledge.read({ task, activation: 'implicit' }),
    ]
    expect([
      opened.contents.filter((path) => path.endsWith('docs/setup.md')),
      results.flatMap(({ excerpts }) => excerpts).filter(({ ref }) => ref === 'unit:harbor/setup'),
    ]).toEqual([[], []])
  })

  test.each(refusedUnits)('$gate: reading it by its name opens nothing either', async ({ fields, before }) => {
    const opened = await unitWorld(fields, 'docs/setup.md', before)
    const { omitted } = await opened.knowledge.read({ task, packs: ['unit:harbor/setup'] })
    expect([opened.contents.filter((path) => path.endsWith('docs/setup.md')), omitted.map(({ ref }) => ref)]).toEqual([
      [],
      ['unit:harbor/setup'],
    ])
  })

  test('the spy sees a unit that every gate lets through', async () => {
    const opened = await unitWorld({}, 'docs/setup.md')
    await opened.knowledge.read({ task })
    expect(opened.contents).toContain('/w/docs/setup.md')
  })

  test('a unit that every gate allows withholds nothing', async () => {
    const opened = await unitWorld({}, '.agents/knowledge/kiosk/compiled/facts.md')
    expect((await opened.knowledge.read({ task, packs: ['kiosk'] })).fenced).toContain('nine hours')
  })
})
