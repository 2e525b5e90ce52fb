import { expect, test } from 'vitest'
import { openKnowledge } from '../../../src/index.ts'
import { memoryFiles, memoryPorts } from '../../../src/testing.ts'

const head = 'kcp_version: "0.32"\nproject: harbor\nversion: 1.0.0\nunits:\n'
const open = '  - { id: a, path: a.md, intent: Where is the zebra? }\n'

async function reply(units: string): Promise<string> {
  const tree = { '/w/knowledge.yaml': head + units, '/w/a.md': '# Zebra\n\nThe zebra token is TOK.\n' }
  const knowledge = await openKnowledge({ roots: ['/w'], ports: memoryPorts(memoryFiles(tree)), trustAll: true })
  const { fenced } = await knowledge.read({ task: 'What is the zebra token?' })
  const named = await knowledge.activate('unit:harbor/a')
  return fenced + (named.outcome === 'given' ? named.fenced : '')
}

test.each([
  '  - { path: a.md, intent: z, access: restricted }\n',
  '  - { id: [b], path: a.md, intent: z, sensitivity: restricted }\n',
  '  - { id: b, path: /w/a.md, intent: z, access: restricted }\n',
  '  - [{ id: b, path: a.md, intent: z, access: restricted }]\n',
])('KL-109, KL-112: a restriction on a unit that cannot be used still asks: %s', async (unit) => {
  expect(await reply(open + unit)).toBe('')
})

test.each([
  'access: authenticated',
  'auth_scope: crew',
  'sensitivity: confidential',
  'visibility: { default: restricted }',
  'authority: { read: denied }',
  'delegation: { max_depth: 0 }',
  'compliance: { restrictions: [no-external-llm] }',
  'temporal: { valid_until: 2020-01-01 }',
  'payment: { default_tier: metered }',
])('KL-109, KL-112: so does every other field that restricts reading: %s', async (field) => {
  expect(await reply(`${open}  - { path: a.md, intent: z, ${field} }\n`)).toBe('')
})

test.each([
  '  - { path: a.md, intent: z }\n',
  '  - { path: a.md, intent: z, license: { spdx: MIT }, kind: skill, deprecated: true }\n',
  '  - { id: b, intent: z, access: public, authority: { owner: crew } }\n',
])('KL-109: a unit that cannot be used and restricts nothing costs no other: %s', async (unit) => {
  expect(await reply(open + unit)).toContain('TOK')
})

test.each([
  ['temporal', '{ valid_from: "2999-01-01T00:00:00+99:00" }'],
  ['temporal', '{ valid_until: "2016-12-31T23:59:60Z" }'],
  ['freshness_policy', '{ max_age_days: 1, on_stale: [block] }, validated: 2020-01-01'],
  ['freshness_policy', '{ max_age_days: 1, on_stale: blocked }, validated: 2020-01-01'],
])('KL-019, KL-004: %s: %s does not open a unit', async (field, value) => {
  const unit = `  - { id: a, path: a.md, intent: Where is the zebra?, ${field}: ${value} }\n`
  const knowledge = await reply(unit)
  expect(knowledge).toBe('')
})
