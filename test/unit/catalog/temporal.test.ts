import { describe, expect, test } from 'vitest'
import { openKnowledge, parseManifest, query, validatePaths } from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'

const task = 'How long is the warranty of the kiosk?'
const past = { valid_until: '2020-01-01' }

const unit = (id: string, fields: Fields = {}): Fields =>
  unitWith({ id, path: `${id}.md`, intent: task, triggers: ['warranty'], sensitivity: 'public', ...fields })

async function world(...units: readonly Fields[]) {
  const texts = units.map(({ id }) => [`/w/${id}.md`, `# Warranty\n\nThe warranty of the kiosk is ${id} years.\n`])
  const ports = memoryPorts(
    memoryFiles({ ...Object.fromEntries(texts), '/w/knowledge.yaml': manifestText({}, ...units) }),
  )
  return openKnowledge({ roots: ['/w'], ports, trustAll: true, requester: { clearance: 'internal' } })
}

describe('KL-011: outside its window a unit is given on no path', () => {
  test.each([
    ['over', past, '2020-01-01'],
    ['not yet', { valid_from: '2999-01-01' }, '2999-01-01'],
  ])('%s', async (_, temporal, date) => {
    const knowledge = await world(unit('old', { temporal }), unit('good'))
    const read = await knowledge.read({ task })
    const named = await knowledge.read({ task, packs: ['old'] })
    const whole = await knowledge.unit('old')
    const activated = await knowledge.activate('old')
    const listed = await knowledge.units('harbor')
    const found = await knowledge.query({ terms: ['warranty'] })
    expect([read, named].map(({ excerpts }) => excerpts.map(({ ref }) => ref))).toEqual([['unit:harbor/good'], []])
    expect([whole.outcome, activated.outcome]).toEqual(['refused', 'refused'])
    expect(JSON.stringify(whole)).toContain(date)
    expect(JSON.stringify(read.omitted)).toContain(date)
    expect(listed.outcome === 'given' && listed.units.map(({ ref }) => ref)).toEqual(['unit:harbor/good'])
    expect(found.results.map(({ unit_id: id }) => id)).toEqual(['good'])
    expect(found.omitted).toMatchObject([{ unit_id: 'old', reason: 'temporal', detail: expect.stringContaining(date) }])
    expect(knowledge.usable().map(({ ref }) => ref)).toEqual(['unit:harbor/good'])
    const model = knowledge.forModel()
    const prompt = await model.list({ format: 'prompt' })
    expect([prompt.fenced, (await model.list({ format: 'xml' })).fenced].join()).not.toContain('unit:harbor/old')
    expect((await model.unit('old')).outcome).toBe('refused')
  })
})

const ids = (...args: Parameters<typeof query>) => query(...args).results.map(({ unit_id: id }) => id)
const manifestOf = (...units: readonly Fields[]) => {
  const { manifest } = parseManifest(manifestText({}, ...units))
  if (!manifest) throw new Error('The manifest is not usable.')
  return [{ manifest, source: null }]
}

describe('query', () => {
  test('KL-012: an expired top hit frees its place', () => {
    const units = manifestOf(unit('old', { temporal: past }), unit('one'), unit('two'))
    expect(ids(units, { terms: ['warranty'], limit: 2 })).toEqual(['one', 'two'])
  })

  test('KL-012: what a unit is not for is judged before its window', () => {
    const units = manifestOf(unit('old', { temporal: past, not_for: ['warranty'], not_for_strict: true }), unit('one'))
    expect(query(units, { terms: ['warranty'] }).omitted.map(({ reason }) => reason)).toEqual(['not-for'])
  })

  test('KL-013: as_of judges at that day; an unreadable one is an error', () => {
    const units = manifestOf(unit('old', { temporal: past }), unit('next', { temporal: { valid_from: '2999-01-01' } }))
    expect(ids(units, { as_of: '2020-01-01' })).toEqual(['old'])
    expect(ids(units, { as_of: '2020-01-02' })).toEqual([])
    expect(ids(units, { as_of: '2999-01-01' })).toEqual(['next'])
    expect(query(units, { as_of: 'soon' }).diagnostics.map(({ code }) => code)).toEqual(['KCP803'])
  })

  test('KL-007, KL-014: include_all_temporal lists all, marked; their content stays closed', async () => {
    const knowledge = await world(unit('old', { temporal: { ...past, recorded_at: '2019-01-01' } }), unit('good'))
    const { results } = await knowledge.query({ terms: ['warranty'], include_all_temporal: true })
    expect(results.map(({ unit_id: id, temporal, caution }) => ({ id, temporal, caution }))).toEqual([
      {
        id: 'old',
        temporal: { valid_until: '2020-01-01', recorded_at: '2019-01-01' },
        caution: 'It was valid until 2020-01-01.',
      },
      { id: 'good', temporal: undefined, caution: undefined },
    ])
    expect((await knowledge.unit('old')).outcome).toBe('refused')
  })

  test('KL-013: over opened knowledge as_of judges the window, and nothing else', async () => {
    const knowledge = await world(unit('old', { temporal: past }), unit('secret', { sensitivity: 'restricted' }))
    const { results } = await knowledge.query({ terms: ['warranty'], as_of: '2019-12-31' })
    expect(results.map(({ unit_id: id, caution }) => [id, caution])).toEqual([
      ['old', 'It was valid until 2020-01-01.'],
    ])
  })

  test('KL-015: both, unless as_of is today, are an error', async () => {
    const knowledge = await world(unit('good'))
    const today = new Date().toISOString().slice(0, 10)
    const codes = (as_of: string) =>
      query(manifestOf(unit('good')), { as_of, include_all_temporal: true }).diagnostics.map(({ code }) => code)
    expect([codes('2020-01-01'), codes(today)]).toEqual([['KCP806'], []])
    const answer = await knowledge.query({ as_of: '2020-01-01', include_all_temporal: true })
    expect([answer.results, answer.receipt]).toEqual([[], undefined])
  })
})

describe('KL-007, KL-016: a unit gives way to its successor where that can be selected', () => {
  const replaced = (fields: Fields = {}) => unit('old', { temporal: { superseded_by: 'new', ...fields } })

  test.each([
    ['it can', unit('new'), ['new']],
    ['it does not hold yet', unit('new', { temporal: { valid_from: '2999-01-01' } }), ['old']],
    ['it is denied', unit('new', { sensitivity: 'restricted' }), ['old']],
    ['it asks', unit('new', { authority: { read: 'requires_approval' } }), ['old']],
    ['it is deprecated', unit('new', { deprecated: true }), ['old']],
    ['it is not there', unit('other'), ['old', 'other']],
  ])('%s', async (_, successor, expected) => {
    const knowledge = await world(replaced(), successor)
    const { results, omitted } = await knowledge.query({ terms: ['warranty'] })
    expect(results.map(({ unit_id: id }) => id)).toEqual(expected)
    const read = await knowledge.read({ task })
    expect([...new Set(read.excerpts.map(({ ref }) => ref))].sort()).toEqual(expected.map((id) => `unit:harbor/${id}`))
    if (expected[0] === 'new')
      expect([omitted, read.omitted].map((list) => list.find(({ ref }) => ref === 'unit:harbor/old'))).toMatchObject([
        { reason: 'superseded', detail: '"new" replaces it.' },
        { reason: 'superseded', detail: '"new" replaces it.' },
      ])
    expect((await knowledge.unit('old')).outcome).toBe('given')
  })

  test('a successor that the request itself leaves out is none', () => {
    const units = manifestOf(replaced(), unit('new', { audience: ['human'] }))
    expect(ids(units, { terms: ['warranty'], audience: 'agent' })).toEqual(['old'])
  })
})

describe('KL-017: units that supersede each other', () => {
  const circle = [
    unit('a', { temporal: { superseded_by: 'b' } }),
    unit('b', { temporal: { superseded_by: 'a' } }),
    unit('c', { temporal: { superseded_by: 'a' } }),
  ]

  test('are an error, and both are found and read', async () => {
    expect(validated(...circle)).toEqual(['KCP416', 'KCP416'])
    const knowledge = await world(...circle)
    expect((await knowledge.query({ terms: ['warranty'] })).results.map(({ unit_id: id }) => id)).toEqual(['a', 'b'])
    expect((await knowledge.unit('a')).outcome).toBe('given')
    expect(new Set((await knowledge.read({ task })).excerpts.map(({ ref }) => ref))).toEqual(
      new Set(['unit:harbor/a', 'unit:harbor/b']),
    )
  })
})

function validated(...units: readonly Fields[]): readonly string[] {
  const texts = units.map(({ id }) => [`/w/${id}.md`, 'Text.'])
  const files = memoryFiles({ ...Object.fromEntries(texts), '/w/knowledge.yaml': manifestText({}, ...units) })
  const { documents } = validatePaths(files, ['/w'], { cwd: '/', now: new Date('2026-05-06T09:00:00Z') })
  return documents.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))
}

test.each([
  ['an unknown successor', { superseded_by: 'nobody' }, ['KCP415']],
  ['over without a successor', { valid_until: '2026-05-05' }, ['KCP417']],
  ['its last day', { valid_until: '2026-05-06' }, []],
  ['an end before its start', { valid_from: '2999-05-02', valid_until: '2999-05-01' }, ['KCP325']],
  ['recorded after its start', { valid_from: '2020-01-01', recorded_at: '2025-01-01' }, []],
  ['an unreadable date', { valid_until: 'Q3' }, ['KCP307']],
  ['an unreadable record date', { recorded_at: 'Q3' }, ['KCP307']],
])('KL-018, KL-019: %s', (_, temporal, expected) => {
  expect(validated(unit('good', { temporal }))).toEqual(expected)
})
