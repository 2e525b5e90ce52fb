import { expect, test } from 'vitest'
import { openKnowledge } from '../../src/app/index.ts'
import type { Fields } from '../support/manifest-text.ts'
import { call, connectTo, textsOf } from '../support/mcp-client.ts'
import { unitWorld } from '../support/unit-world.ts'

const task = 'How is the crane moved?'
const scope = { tools: ['read_file'], spend: { max_spend: '5.00' }, deny: { paths: ['x/**'] } }

/** Fields that later versions define and a reply shows. */
const shown: Fields = {
  kind: 'skill',
  load_eligible: true,
  action_scope: scope,
  aliases: ['lift-1'],
  not_for: ['lift repairs'],
  temporal: { valid_from: '2020-01-01', valid_until: '2999-12-31', recorded_at: '2020-02-02' },
}
/** Fields that are kept and change nothing. */
const kept: Fields = {
  charter: { purpose: 'dock' },
  content_structure: { primary: 'prose', contains: ['table'], density: 'dense' },
  discovery: { verified_by: 'crew', evidence: [{ url: 'https://harbor.example' }] },
  authority_level: 'suggest',
  steps: [{ id: 'one', action: 'look' }],
}
const keptAtRoot: Fields = {
  serving: { manifest: ['https://harbor.example/knowledge.yaml'], mcp: [] },
  signing: { scheme: 'ed25519', signature: 'knowledge.yaml.sig' },
  grant_ceiling: { sources: [] },
  composition: { includes: [] },
}

async function overMcp(unit: Fields, root: Fields): Promise<readonly string[]> {
  const { ports } = unitWorld([{ id: 'crane', intent: task, triggers: ['crane', 'lift'], ...unit }], {
    root: { kcp_version: '0.32', ...root },
    files: { '/w/docs/crane.md': '# Crane\n\nThe crane is moved with the lever CRN-1.\n' },
  })
  const client = await connectTo({ knowledge: await openKnowledge({ roots: ['/w'], ports }) })
  const calls: readonly (readonly [string, object])[] = [
    ['query', { terms: ['lift-1'] }],
    ['query', { terms: ['lift'] }],
    ['read', { task }],
    ['catalog', { ref: 'manifest:harbor' }],
    ['explain', { ref: 'crane' }],
  ]
  const replies: string[] = []
  for (const [tool, args] of calls) replies.push(textsOf(await call(client, tool, { ...args })).join('\n'))
  return replies
}

test('KL-006: what a reply over MCP shows of a later field is what is written', async () => {
  const [byAlias = '', byWord = '', read = '', listed = ''] = await overMcp(shown, {})
  for (const words of ['by its alias lift-1', 'valid from 2020-01-01', 'valid until 2999-12-31'])
    expect(byAlias).toContain(words)
  expect(byWord).toContain('Its author says that it is not for "lift repairs".')
  for (const reply of [byAlias, read, listed]) expect(reply).toContain(JSON.stringify(scope))
  expect(read).toContain('CRN-1')
})

test('KL-006, KL-105: later fields without an effect of their own change no reply over MCP', async () => {
  expect(await overMcp({ ...shown, ...kept }, keptAtRoot)).toEqual(await overMcp(shown, {}))
})
