import { describe, expect, test } from 'vitest'
import { readKnowledge } from '../../../src/app/read/read.ts'
import type { ReadRequest, ReadResult } from '../../../src/model/reading/read.ts'
import type { Fields } from '../../support/manifest-text.ts'
import { unitWorld, type UnitWorldOptions } from '../../support/unit-world.ts'

const text = {
  cleaning: '# Cleaning\n\nThe keyboard of the kiosk is wiped with isopropyl alcohol every Friday.\n',
  battery: '# Battery\n\nThe battery of the kiosk lasts nine hours in winter.\n',
}
const task = 'What is the keyboard of the kiosk wiped with?'
const filesOf = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([id, content]) => [`/w/docs/${id}.md`, content]))

async function read(
  units: readonly Fields[],
  request: Partial<ReadRequest> = {},
  options: UnitWorldOptions = {},
): Promise<ReadResult> {
  const { catalog, reader } = unitWorld(units, { files: filesOf(text), ...options })
  return readKnowledge(catalog, { task, ...request }, reader)
}

const shown = ({ excerpts }: ReadResult): readonly string[] => [
  ...new Set(excerpts.map(({ ref }) => ref.slice('unit:harbor/'.length))),
]

describe('reading units', () => {
  test('the unit that answers is quoted in the fence of its manifest, with its path', async () => {
    const result = await read([{ id: 'battery' }, { id: 'cleaning' }])
    expect([shown(result), result.excerpts[0]?.reason]).toEqual([['cleaning'], 'unit-match'])
    expect(result.fenced).toMatch(/^<knowledge_manifest name="harbor" version="1\.0\.0" boundary="\w{8}">/)
    expect(result.fenced).toContain(
      '[from cleaning: docs/cleaning.md › Cleaning]\nThe keyboard of the kiosk is wiped with isopropyl alcohol every Friday.',
    )
    expect(result.receipt.spans.map(({ ref, path }) => [ref, path])).toEqual([
      ['unit:harbor/cleaning', 'docs/cleaning.md'],
    ])
  })

  test('a unit, its id or its manifest can be named', async () => {
    const units = [{ id: 'battery' }, { id: 'cleaning' }]
    expect(shown(await read(units, { packs: ['cleaning'] }))).toEqual(['cleaning'])
    expect(shown(await read(units, { packs: ['unit:harbor/battery'] }))).not.toContain('cleaning')
    expect(shown(await read(units, { packs: ['harbor'] }))).toEqual(['cleaning'])
  })

  test('KCP-159: what was given counts, what was refused or left does not', async () => {
    const world = unitWorld([{ id: 'cleaning', rate_limits: { default: { requests_per_day: 1 } } }], {
      files: filesOf(text),
    })
    const now = world.ports.clock.now()
    const first = await readKnowledge(world.catalog, { task }, world.reader)
    const second = await readKnowledge(world.catalog, { task }, world.reader)
    expect([shown(first), shown(second).includes('cleaning'), second.omitted[0]?.code]).toEqual([
      ['cleaning'],
      false,
      'rate-day',
    ])
    expect(world.ports.usage.count('unit:harbor/cleaning', now).day).toBe(1)
  })

  test('obligations and notes stand in the head of the fence', async () => {
    const { fenced } = await read([
      {
        id: 'cleaning',
        license: { spdx: 'CC-BY-4.0', attribution_required: true },
        discovery: { verification_status: 'observed', confidence: 0.6 },
      },
    ])
    expect(fenced).toMatch(/^warnings: cleaning: .*observed/m)
    expect(fenced).toMatch(/^obligations: attribution$/m)
  })

  test('KCP-201: both sides of a contradiction are shown, and the head says so', async () => {
    const files = filesOf({
      one: '# One\n\nThe keyboard of the kiosk is wiped with alcohol.\n',
      two: '# Two\n\nThe keyboard of the kiosk is wiped with water only.\n',
    })
    const result = await read(
      [{ id: 'one' }, { id: 'two' }],
      {},
      { files, root: { relationships: [{ from: 'one', to: 'two', type: 'contradicts' }] } },
    )
    expect([...shown(result)].sort()).toEqual(['one', 'two'])
    expect(result.fenced).toContain('one and two contradict each other; neither takes precedence.')
  })

  test('KCP-152, KCP-199: what a unit depends on stands before it', async () => {
    const files = filesOf({
      wiping: '# Wiping\n\nThe keyboard of the kiosk is wiped with alcohol, wiped twice.\n',
      basics: '# Basics\n\nAlcohol for the keyboard of a kiosk is kept in the blue box.\n',
    })
    const result = await read(
      [{ id: 'wiping', depends_on: ['basics'] }, { id: 'basics' }],
      { task: 'Alcohol for the keyboard of the kiosk: wiped how, kept in which box?' },
      { files },
    )
    expect(shown(result)).toEqual(['basics', 'wiping'])
  })

  describe('KCP-152: what a unit depends on is loaded before it', () => {
    const files = filesOf({
      wiping: '# Wiping\n\nThe keyboard of the kiosk is wiped with the usual agent, twice a day.\n',
      agents: '# Agents\n\nThe usual agent is isopropyl.\n',
      store: `# Store\n\nIsopropyl is kept in the blue box.\n`,
    })
    const units = [{ id: 'wiping', depends_on: ['agents'] }, { id: 'agents', depends_on: ['store'] }, { id: 'store' }]

    test('also through another unit, in order', async () => {
      const result = await read(units, {}, { files })
      expect(shown(result)).toEqual(['store', 'agents', 'wiping'])
      expect(result.excerpts.find(({ ref }) => ref.endsWith('agents'))).toMatchObject({
        reason: 'depends-on',
        why: 'wiping depends on it.',
      })
      expect(result.fenced).not.toContain('not shown here')
    })

    test('as far as the budget allows; what is not loaded is named with the reason', async () => {
      const long = { ...files, '/w/docs/agents.md': `# Agents\n\n${'Isopropyl comes in bottles. '.repeat(60)}\n` }
      const silent = units.map((unit) => ({ ...unit, intent: 'Which bottles are there?' }))
      const result = await read(silent, { budget: 260 }, { files: long })
      expect(shown(result)).toContain('wiping')
      expect(shown(result)).not.toContain('agents')
      expect(result.fenced).toContain('wiping depends on agents, not shown here.')
      expect(result.omitted).toContainEqual(expect.objectContaining({ ref: 'unit:harbor/agents', reason: 'budget' }))
    })

    test('not what a gate refuses', async () => {
      const closed = units.map((unit) => (unit.id === 'agents' ? { ...unit, sensitivity: 'restricted' } : unit))
      const result = await read(closed, {}, { files })
      expect(shown(result)).toEqual(['wiping'])
      expect(result.omitted).toContainEqual(expect.objectContaining({ ref: 'unit:harbor/agents', reason: 'refused' }))
      expect(result.fenced).not.toContain('isopropyl')
    })
  })

  test('KCP-131: what is degraded is named with unit, date and reason', async () => {
    const { fenced } = await read([
      { id: 'cleaning', validated: '2020-01-01', freshness_policy: { max_age_days: 30, on_stale: 'degrade' } },
    ])
    expect(fenced).toMatch(/^warnings: .*cleaning: .*2020-01-01, more than 30 days ago/m)
    expect(fenced).toMatch(/^obligations: degrade$/m)
  })

  test('KCP-200: what is superseded is skipped for its successor, and told', async () => {
    const files = filesOf({
      old: '# Old\n\nThe keyboard of the kiosk is wiped with soap.\n',
      new: '# New\n\nThe keyboard of the kiosk is wiped with alcohol.\n',
    })
    const result = await read(
      [{ id: 'old' }, { id: 'new' }],
      {},
      { files, root: { relationships: [{ from: 'new', to: 'old', type: 'supersedes' }] } },
    )
    expect([
      shown(result),
      result.fenced.includes('soap'),
      result.omitted.map(({ ref, reason }) => [ref, reason]),
    ]).toEqual([['new'], false, [['unit:harbor/old', 'superseded']]])
  })

  test('KCP-202: on a question of compliance the governing unit is given too', async () => {
    const files = filesOf({
      cleaning: text.cleaning,
      hygiene: '# Hygiene rules\n\nOnly agents on the approved list may be used on surfaces that passengers touch.\n',
    })
    const units = [
      { id: 'cleaning', intent: 'What is the keyboard wiped with?' },
      { id: 'hygiene', intent: 'Which agents are approved?' },
    ]
    const root = { relationships: [{ from: 'hygiene', to: 'cleaning', type: 'governs' }] }
    const result = await read(
      units,
      { task: 'Is it allowed by our hygiene rules to wipe the keyboard of the kiosk with alcohol?' },
      { files, root },
    )
    expect([...shown(result)].sort()).toEqual(['cleaning', 'hygiene'])
    expect(result.fenced).toContain('hygiene governs cleaning: where they differ, hygiene takes precedence.')
  })

  test('KCP-167: a summary is not given beside what it sums up', async () => {
    const files = filesOf({
      long: text.cleaning,
      short: '# Short\n\nThe keyboard of the kiosk is wiped with alcohol.\n',
    })
    const units = [
      { id: 'long', hints: { summary_available: true, summary_unit: 'short' } },
      { id: 'short', hints: { summary_of: 'long' } },
    ]
    const result = await read(units, {}, { files })
    expect([
      shown(result),
      result.omitted.filter(({ ref }) => ref.endsWith('short')).map(({ reason }) => reason),
    ]).toEqual([['long'], ['summary']])
  })

  test('KCP-163: where there is no room, reference material gives way to what is critical', async () => {
    const line = (subject: string): string =>
      `# ${subject}\n\n${`The keyboard of the kiosk is wiped with alcohol by ${subject}, as the ${subject} list says in full.\n\n`}`
    const files = filesOf({
      best: '# Best\n\nThe keyboard of the kiosk is wiped with: isopropyl alcohol. What is wiped: the keyboard.\n',
      archive: line('archive'),
      duty: line('duty'),
    })
    const units = (priorityOfDuty: string): readonly Fields[] => [
      { id: 'best' },
      { id: 'archive', hints: { priority: 'reference' } },
      { id: 'duty', hints: { priority: priorityOfDuty } },
    ]
    const full = await read(units('critical'), {}, { files })
    expect([...shown(full)].sort()).toEqual(['archive', 'best', 'duty'])
    const tight = await read(units('critical'), { budget: full.tokens - 10 }, { files })
    expect([[...shown(tight)].sort(), tight.tokens <= full.tokens - 10]).toEqual([['best', 'duty'], true])
    const other = await read(
      [
        units('')[0] ?? {},
        { id: 'archive', hints: { priority: 'critical' } },
        { id: 'duty', hints: { priority: 'reference' } },
      ],
      { budget: full.tokens - 10 },
      { files },
    )
    expect([...shown(other)].sort()).toEqual(['archive', 'best'])
  })

  test('the budget holds for units too, wrapper included', async () => {
    const result = await read([{ id: 'cleaning' }, { id: 'battery' }], {
      task: 'What is the keyboard wiped with and how long does the battery last?',
      budget: 120,
    })
    expect(result.tokens).toBeLessThanOrEqual(120)
  })
})
