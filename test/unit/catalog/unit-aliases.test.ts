import { describe, expect, test } from 'vitest'
import { openKnowledge, parseManifest, query, validateText } from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'

const unit = (id: string, fields: Fields = {}): Fields =>
  unitWith({ id, path: `${id}.md`, intent: `What does ${id} say?`, sensitivity: 'public', ...fields })

const reg = unit('reg-021', { aliases: ['reg-21-2a', 'reg-21-2b'] })

async function world(...units: readonly Fields[]) {
  const texts = units.map(({ id }) => [`/w/${id}.md`, `# Clause\n\nText of ${id} about parking.\n`])
  const ports = memoryPorts(
    memoryFiles({ ...Object.fromEntries(texts), '/w/knowledge.yaml': manifestText({}, ...units) }),
  )
  return openKnowledge({ roots: ['/w'], ports, trustAll: true, requester: { clearance: 'internal' } })
}

function asked(terms: readonly string[], ...units: readonly Fields[]) {
  const { manifest } = parseManifest(manifestText({}, ...units))
  if (!manifest) throw new Error('The manifest is not usable.')
  return query([{ manifest, source: null }], { terms }).results
}

const findings = (...units: readonly Fields[]) =>
  validateText(manifestText({}, ...units), { file: 'knowledge.yaml' }).diagnostics.map(({ code }) => code)

test.each([
  ['-x', false],
  ['X', false],
  ['a:b', false],
  ['a b', false],
  ['a/b', false],
  ['', false],
  ['a', true],
  ['0.1_b-c', true],
])('KL-028: the alias %j is usable: %s', (alias, isUsable) => {
  const { manifest } = parseManifest(manifestText({}, unit('reg-021', { aliases: [alias, 'good'] })))
  expect(manifest?.units[0]?.aliases).toEqual(isUsable ? [alias, 'good'] : ['good'])
  expect(findings(unit('reg-021', { aliases: [alias, 'good'] }))).toEqual(isUsable ? [] : ['KCP326'])
})

test('KL-028: more than 100 are a warning', () => {
  const aliases = Array.from({ length: 101 }, (_, i) => `a${i}`)
  expect([findings(unit('a', { aliases })), findings(unit('b', { aliases: aliases.slice(1) }))]).toEqual([
    ['KCP326'],
    [],
  ])
})

describe('KL-029: a unit is found by its alias', () => {
  test.each(['reg-21-2a', 'unit:reg-21-2a', 'unit:harbor/reg-21-2a'])('by "%s"', async (written) => {
    const knowledge = await world(reg, unit('other'))
    const given = await knowledge.unit(written)
    expect(given).toMatchObject({ outcome: 'given', ref: 'unit:harbor/reg-021', matchedAlias: 'reg-21-2a' })
    expect(await knowledge.activate(written)).toMatchObject({ kind: 'unit', matchedAlias: 'reg-21-2a' })
    expect((await knowledge.explain(written)).ref).toBe('unit:harbor/reg-021')
    expect((await knowledge.read({ task: 'parking', packs: [written] })).excerpts.map(({ ref }) => ref)).toEqual([
      'unit:harbor/reg-021',
    ])
  })

  test('by a term, which counts as one of its id', () => {
    expect(asked(['REG-21-2B'], reg, unit('other'))).toMatchObject([
      { unit_id: 'reg-021', score: 1, match_reason: ['id'], matched_alias: 'reg-21-2b' },
    ])
    expect(asked(['reg-021'], reg)[0]?.matched_alias).toBeUndefined()
  })

  test('by a task', async () => {
    const knowledge = await world(reg, unit('other'))
    expect((await knowledge.read({ task: 'What does reg-21-2a say?' })).excerpts[0]?.ref).toBe('unit:harbor/reg-021')
  })
})

describe('KL-030: a name means one unit', () => {
  test('an id wins over an alias, then the first declared, whatever the order of the others', async () => {
    const units = [unit('a', { aliases: ['b', 'shared'] }), unit('b'), unit('c', { aliases: ['shared'] })]
    expect(findings(...units)).toEqual(['KCP418', 'KCP418'])
    const knowledge = await world(...units)
    const refs = ['b', 'shared'].map(async (name) => {
      const given = await knowledge.unit(name)
      return given.ref
    })
    expect(await Promise.all(refs)).toEqual(['unit:harbor/b', 'unit:harbor/a'])
  })
})

test('KL-031: an alias is no target of a reference', async () => {
  const units = [
    unit('new', { aliases: ['next'] }),
    unit('old', { temporal: { superseded_by: 'next' }, depends_on: ['next'] }),
    unit('older', { supersedes: 'next' }),
  ]
  expect(findings(...units).sort()).toEqual(['KCP401', 'KCP415'])
  expect(asked([], ...units).map(({ unit_id: id, superseded_by: next }) => [id, next])).toEqual([
    ['new', undefined],
    ['old', undefined],
    ['older', undefined],
  ])
  const relationships = ['supersedes', 'contradicts', 'depends_on'].map((type) => ({ from: 'next', to: 'old', type }))
  const { manifest } = parseManifest(manifestText({ relationships }, ...units))
  expect(manifest?.relationships).toEqual([])
})

test('KL-032: an alias has the window, gates and name of its unit', async () => {
  const closed = await world(
    unit('over', { aliases: ['x'], temporal: { valid_until: '2020-01-01' } }),
    unit('secret', { aliases: ['y'], sensitivity: 'restricted' }),
  )
  expect([(await closed.unit('x')).outcome, (await closed.unit('y')).outcome]).toEqual(['refused', 'refused'])
  const given = await (await world(reg)).unit('reg-21-2a')
  expect('fenced' in given && [given.fenced.includes('[from reg-021: '), given.fenced.includes('2a')]).toEqual([
    true,
    false,
  ])
  expect('receipt' in given && given.receipt.spans.map(({ ref }) => ref)).toEqual(['unit:harbor/reg-021'])
  expect((await (await world(reg)).explain('reg-21-2a')).ref).toBe('unit:harbor/reg-021')
})
