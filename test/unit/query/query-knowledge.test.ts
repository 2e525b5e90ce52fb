import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants, type QueryRequest, type Requester } from '../../../src/app/index.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts, type MemoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { watchedFiles } from '../../support/watched-files.ts'

interface World {
  readonly root?: Fields
  readonly units?: readonly Fields[]
  readonly requester?: Requester
  readonly ungranted?: boolean
  readonly before?: (ports: MemoryPorts) => void
}

const plain = unitWith({ id: 'setup', path: 'docs/setup.md', triggers: ['kiosk'] })
const other = (fields: Fields): Fields =>
  unitWith({ id: 'other', path: 'docs/other.md', triggers: ['kiosk'], ...fields })

/** A granted manifest in a world whose reads of content are watched. */
async function world({ root = {}, units = [plain], requester = {}, ungranted, before }: World) {
  const tree = {
    '/w/knowledge.yaml': manifestText(root, ...units),
    '/w/docs/setup.md': '# Setup\n',
    '/w/docs/other.md': '# Other\n',
  }
  const files = watchedFiles(memoryFiles(tree))
  const ports = { ...memoryPorts(memoryFiles(tree)), files }
  if (!ungranted) saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  files.contents.length = 0
  before?.(ports)
  const knowledge = await openKnowledge({ roots: ['/w'], ports, requester })
  return {
    knowledge,
    ports,
    ask: (request: QueryRequest = { terms: ['kiosk'] }) => knowledge.query(request),
    contents: files.contents,
  }
}

const idsOf = ({ results }: { readonly results: readonly { readonly unit_id: string }[] }): readonly string[] =>
  results.map(({ unit_id: id }) => id)

test('a granted manifest answers, with refs that explain understands and the file that paths are relative to', async () => {
  const { ask, knowledge } = await world({})
  const {
    results: [result],
  } = await ask()
  expect(result).toMatchObject({
    unit_id: 'setup',
    ref: 'unit:harbor/setup',
    path: 'docs/setup.md',
    manifest: 'knowledge.yaml',
  })
  expect((await knowledge.explain(result?.ref ?? '')).verdict).toBe('allow')
})

describe('AK-111: what nobody granted', () => {
  test('does not appear, but for a number', async () => {
    const { ask } = await world({ ungranted: true })
    const response = await ask()
    expect(JSON.stringify(response)).not.toMatch(/setup/)
    expect([response.results, response.total, response.omitted, response.omitted_counts]).toEqual([
      [],
      0,
      [
        {
          ref: 'ungranted',
          unit_id: null,
          source_manifest: null,
          reason: 'ungranted',
          detail: '1 entry is not granted. A person can review and run "lorefence trust .".',
          count: 1,
        },
      ],
      { ungranted: 1 },
    ])
  })

  test('is decided anew for each query', async () => {
    const { ask, ports } = await world({})
    expect(idsOf(await ask())).toEqual(['setup'])
    ports.given.clear()
    expect(idsOf(await ask())).toEqual([])
  })
})

test('KCP-274: a result is no permission: the gates are asked again about what it names', async () => {
  const { ask, ports, knowledge } = await world({})
  const [result] = (await ask()).results
  ports.switches.set('unit:harbor/setup', false)
  expect((await knowledge.explain(result?.ref ?? '')).verdict).toBe('deny')
  expect(await knowledge.read({ task: 'How is the kiosk set up?', packs: [result?.ref ?? ''] })).toMatchObject({
    fenced: '',
    omitted: [{ ref: 'unit:harbor/setup', reason: 'disabled' }],
  })
  expect((await knowledge.unit(result?.ref ?? '')).outcome).toBe('refused')
})

const asks = new Set(['sensitivity-unreadable', 'authority-requires-approval', 'payment-metered'])

test.each<readonly [string, Fields]>([
  ['credential-unobtainable', { access: 'restricted', auth_scope: 'ops' }],
  ['clearance-unknown', { sensitivity: 'restricted' }],
  ['authority-requires-approval', { authority: { read: 'requires_approval' } }],
  ['region-unknown', { compliance: { data_residency: ['EEA'] } }],
  ['stale-blocked', { validated: '2020-01-01', freshness_policy: { max_age_days: 1, on_stale: 'block' } }],
  ['payment-metered', { payment: { default_tier: 'metered' } }],
  ['sensitivity-unreadable', { sensitivity: 'Hidden' }],
])('a unit that a gate refuses is omitted with the code %s, and no file is opened', async (code, fields) => {
  const { ask, contents } = await world({ units: [plain, other(fields)] })
  const response = await ask()
  expect(idsOf(response)).toEqual(['setup'])
  expect(response.omitted).toMatchObject([
    { ref: 'unit:harbor/other', reason: asks.has(code) ? 'ask' : 'refused', code },
  ])
  expect([response.total, contents]).toEqual([1, []])
})

test('where two units name one file, the strictest decision holds for both', async () => {
  const { ask } = await world({ units: [plain, other({ path: './docs/setup.md', sensitivity: 'restricted' })] })
  expect((await ask()).results).toEqual([])
})

test('a refused unit that does not match is not mentioned', async () => {
  const { ask } = await world({ units: [plain, other({ sensitivity: 'restricted', triggers: [], intent: 'Which?' })] })
  expect((await ask()).omitted).toEqual([])
})

test('a summary that a gate refuses does not stand in', async () => {
  const long = unitWith({
    id: 'long',
    path: 'docs/setup.md',
    triggers: ['kiosk'],
    hints: { token_estimate: 900, summary_unit: 'other' },
  })
  const { ask } = await world({
    units: [long, other({ triggers: [], sensitivity: 'restricted', hints: { token_estimate: 9 } })],
  })
  expect(idsOf(await ask({ terms: ['kiosk'], max_token_budget: 100 }))).toEqual([])
})

test('what the request says of role, environment and date cannot loosen a gate', async () => {
  const visible = {
    visibility: {
      default: 'restricted',
      conditions: [{ when: { environment: 'test' }, then: { sensitivity: 'public' } }],
    },
  }
  const stale = { validated: '2020-01-01', freshness_policy: { max_age_days: 1, on_stale: 'block' } }
  for (const fields of [visible, stale]) {
    const { ask } = await world({ units: [other(fields)] })
    expect(idsOf(await ask({ terms: ['kiosk'], environment: 'test', as_of: '2020-01-01' }))).toEqual([])
  }
})

test('KCP-247, KCP-264: only the request leaves a unit out for a capability, whatever is known of the requester', async () => {
  const units = [other({ requires_capabilities: ['tool:crane'] })]
  expect(idsOf(await (await world({ units })).ask())).toEqual(['other'])
  expect(idsOf(await (await world({ units, requester: { capabilities: ['boat'] } })).ask())).toEqual(['other'])
  expect(idsOf(await (await world({ units })).ask({ has_capabilities: ['crane'] }))).toEqual(['other'])
  expect(idsOf(await (await world({ units })).ask({ has_capabilities: [] }))).toEqual([])
})

test('deprecated units come when the request asks for them', async () => {
  const { ask } = await world({ units: [plain, other({ deprecated: true })] })
  expect([idsOf(await ask()), idsOf(await ask({ exclude_deprecated: false }))]).toEqual([['setup'], ['setup', 'other']])
})

test('AK-104: what is switched off is out of sight', async () => {
  const { ask } = await world({
    units: [plain, other({})],
    before: (ports) => ports.switches.set('unit:harbor/other', false),
  })
  const response = await ask()
  expect([idsOf(response), response.omitted, response.total]).toEqual([['setup'], [], 1])
  expect((await ask({ scope: 'module' })).omitted.map(({ unit_id: id }) => id)).toEqual(['setup'])
  const off = await world({ before: (ports) => ports.switches.set('manifest:harbor', false) })
  expect(await off.ask()).toMatchObject({ results: [], omitted: [] })
})

describe('the record', () => {
  test('is kept before the response is given, and holds what was given', async () => {
    const { ask, ports } = await world({})
    const { receipt } = await ask()
    expect(ports.kept.map(({ id }) => id)).toEqual([receipt?.id])
    expect(receipt).toMatchObject({
      kind: 'query',
      task: '{"terms":["kiosk"]}',
      considered: { allow: 1, ask: 0, deny: 0 },
      spans: [{ ref: 'unit:harbor/setup', path: 'knowledge.yaml' }],
    })
  })

  test('that cannot be kept lets nothing out', async () => {
    const { knowledge } = await world({
      before: (ports) =>
        Object.assign(ports, {
          receipts: {
            ...ports.receipts,
            append: () => {
              throw new Error('full')
            },
          },
        }),
    })
    await expect(knowledge.query({})).rejects.toThrow('full')
  })

  test('has no words of a query that found a unit which must not be logged', async () => {
    const { ask } = await world({ units: [other({ compliance: { restrictions: ['no-logging'] } })] })
    const { receipt } = await ask()
    expect([receipt?.task, receipt?.spans.length, typeof receipt?.taskHash]).toEqual(['', 1, 'string'])
  })

  test('is not made of a request that cannot be read', async () => {
    const { ask, ports } = await world({})
    const response = await ask({ limit: -1 })
    expect([response.diagnostics.map(({ code }) => code), response.receipt, ports.kept]).toEqual([
      ['KCP803'],
      undefined,
      [],
    ])
  })
})

test('KCP-159: a query accesses no unit, so it does not count; what reads have used up is left out', async () => {
  const { ask, knowledge } = await world({ units: [other({ rate_limits: { default: { requests_per_day: 1 } } })] })
  expect([idsOf(await ask()), idsOf(await ask())]).toEqual([['other'], ['other']])
  expect((await knowledge.unit('unit:harbor/other')).outcome).toBe('given')
  expect((await ask()).omitted[0]).toMatchObject({ reason: 'refused', code: 'rate-day' })
})

test('where the words of tasks are hidden, those of queries are too', async () => {
  const { ports } = await world({})
  const hidden = await openKnowledge({ roots: ['/w'], ports, hideTasks: true })
  const { receipt } = await hidden.query({ terms: ['kiosk'] })
  expect([receipt?.task, receipt?.taskHash]).toEqual(['', expect.stringMatching(/^hmac-sha256:/)])
  expect(await hidden.replay(receipt?.id ?? '')).toMatchObject({ outcome: 'task-needed' })
  expect(await hidden.replay(receipt?.id ?? '', { task: '{"terms":["kiosk"]}' })).toMatchObject({
    outcome: 'same',
    drift: [],
    receipt: { replayOf: receipt?.id, task: '' },
  })
})
