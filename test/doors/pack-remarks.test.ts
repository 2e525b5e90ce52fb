import { describe, expect, test } from 'vitest'
import type { Knowledge } from '../../src/app/index.ts'
import { call, connectTo, textsOf } from '../support/mcp-client.ts'
import { packWorld, type TestPack } from '../support/read-packs.ts'
import { openScoped } from '../support/scoped-packs.ts'

const task = 'How long does the battery of the kiosk last?'
const facts = { 'compiled/facts.md': '# Battery\n\nThe battery of the kiosk lasts nine hours.\n' }
const open = async (pack: TestPack): Promise<Knowledge> =>
  (await packWorld({ kiosk: { ...pack, files: { ...facts, ...pack.files } } })).knowledge

/** What a caller and a model are told when a pack is read, activated, and both over MCP. */
async function toldBy(knowledge: Knowledge) {
  const read = await knowledge.read({ task, packs: ['kiosk'] })
  const guide = await knowledge.guide('kiosk')
  const client = await connectTo({ knowledge })
  const overMcp = async (tool: string, args: object): Promise<string> =>
    textsOf(await call(client, tool, { ...args })).join('\n')
  return {
    warnings: read.warnings,
    recorded: [read.receipt.warnings ?? [], guide.outcome === 'given' ? (guide.receipt.warnings ?? []) : []],
    guided: guide.outcome === 'given' ? guide.warnings : [],
    texts: [
      read.fenced,
      guide.outcome === 'given' ? guide.fenced : '',
      await overMcp('read', { task, packs: ['kiosk'], again: true }),
      await overMcp('activate', { name: 'kiosk', again: true }),
    ],
  }
}

const run = (status: string): string =>
  JSON.stringify({ run_id: 'c', trigger: 'manual', status, inputs: [], outputs: [] })
const runPath = 'runs/compile-2026-03-02T09-30-00Z.json'

describe('what whoever uses a pack is told, in read, activate and MCP', () => {
  test.each<[string, TestPack, string, string]>([
    [
      'AK-020: a newest compile run that needs review, by its name',
      { files: { [runPath]: run('needs-review') } },
      'AK807',
      `The newest compile run, compile-2026-03-02T09-30-00Z, ended as "needs-review".`,
    ],
    [
      'AK-225: a newest compile run that cannot be read, by its path',
      { files: { [runPath]: '{"run_id":' } },
      'AK807',
      `The newest compile run, compile-2026-03-02T09-30-00Z, cannot be read.`,
    ],
    [
      'AK-085: a persona without boundaries',
      { fields: { type: 'brand-persona', runtime: { mode: 'persona' } } },
      'AK604',
      'The boundaries of this persona are incomplete.',
    ],
  ])('%s', async (_, pack, code, message) => {
    const { warnings, recorded, guided, texts } = await toldBy(await open(pack))
    expect(warnings).toContainEqual(expect.objectContaining({ code, message }))
    for (const list of recorded)
      expect(list).toContainEqual(expect.objectContaining({ ref: 'pack:kiosk', code, message }))
    expect(guided).toContain(message)
    for (const text of texts) expect(text).toContain(message)
  })

  test.each<[string, TestPack]>([
    ['a run that passed', { files: { [runPath]: run('passed') } }],
    [
      'a persona with boundaries in a page',
      {
        fields: { type: 'brand-persona', runtime: { mode: 'persona' } },
        files: { 'compiled/voice.md': '# Voice\n\nWarm.\n\n## Boundaries\n\nNo prices.\n' },
      },
    ],
  ])('%s is not worth a word', async (_, pack) => {
    const { warnings, guided, texts } = await toldBy(await open(pack))
    expect([warnings, guided]).toEqual([[], []])
    for (const text of texts) expect(text).not.toContain('warnings:')
  })

  test.each([
    ['declared', { trust: 'unreviewed' }],
    ['not declared', { trust: undefined }],
  ])(
    'AK-357: a pack whose review is %s warns the caller and the record, and its wrapper says so',
    async (_, fields) => {
      const { warnings, recorded, guided, texts } = await toldBy(await open({ fields }))
      const message = 'pack:kiosk is unreviewed.'
      expect(warnings).toContainEqual(
        expect.objectContaining({ name: 'pack-unreviewed', severity: 'warning', message }),
      )
      for (const list of recorded) expect(list).toContainEqual(expect.objectContaining({ code: 'AK813', message }))
      expect(guided).toContain(message)
      for (const text of texts) expect(text).toContain('trust="unreviewed"')
    },
  )

  test.each(['user-confirmed', 'external'])('AK-357: a pack that is %s does not', async (trust) => {
    const { warnings, guided } = await toldBy(await open({ fields: { trust } }))
    expect([warnings, guided]).toEqual([[], []])
  })

  test('AK-116: a granted pack that calls itself official is user-confirmed wherever its trust is shown', async () => {
    const knowledge = await open({ fields: { trust: 'official' } })
    const { texts } = await toldBy(knowledge)
    const read = await knowledge.read({ task })
    const listed = await knowledge.list({ format: 'xml' })
    for (const text of [...texts, listed.fenced]) expect(text).not.toContain('official')
    expect(read.inputs.packs.map(({ trust }) => trust)).toEqual(['user-confirmed'])
  })

  test('AK-116: one in a folder that the config names as the organisation is official', async () => {
    const { knowledge } = await openScoped([{ in: 'organization', trust: 'official', granted: true }], {
      '/org/kiosk/compiled/facts.md': facts['compiled/facts.md'],
    })
    expect((await knowledge.read({ task })).fenced).toContain('trust="official"')
  })
})

describe('AK-108: a pack that hides a granted one of higher trust says so where it is used', () => {
  const text = { '/w/.agents/knowledge/kiosk/compiled/facts.md': facts['compiled/facts.md'] }
  const message = 'It hides a pack of the same name with the trust "official".'
  const near = { in: 'workspace', trust: 'user-confirmed', granted: true } as const

  test('in read, activate and MCP', async () => {
    const { knowledge } = await openScoped([near, { in: 'user', trust: 'official', granted: true }], text)
    const { warnings, recorded, guided, texts } = await toldBy(knowledge)
    expect(warnings).toContainEqual(expect.objectContaining({ name: 'trust-shadow', severity: 'warning', message }))
    for (const list of recorded) expect(list).toContainEqual(expect.objectContaining({ code: 'AK612', message }))
    expect(guided).toContain(message)
    for (const told of texts) expect(told).toContain(message)
  })

  test('what nobody granted changes nothing that a model sees', async () => {
    const { knowledge } = await openScoped([near, { in: 'user', trust: 'official' }], text)
    for (const told of (await toldBy(knowledge)).texts) expect(told).not.toContain('It hides')
  })
})

test('AK-125: a disputed pack that a person confirmed is used with an error', async () => {
  const { knowledge, ports } = await packWorld({ kiosk: { fields: { status: 'disputed' }, files: facts } })
  expect((await knowledge.read({ task, packs: ['kiosk'] })).fenced).toBe('')
  ports.approved.push({
    ref: 'pack:kiosk',
    path: '/w/.agents/knowledge/kiosk',
    code: 'status-disputed',
    given: 'terminal',
    at: '2026-05-06T00:00:00Z',
    until: '2026-05-07T00:00:00Z',
  })
  const { warnings, recorded, texts } = await toldBy(knowledge)
  expect(warnings).toContainEqual(expect.objectContaining({ name: 'pack-not-ready', severity: 'error' }))
  expect(recorded[0]).toContainEqual(expect.objectContaining({ code: 'AK812', severity: 'error' }))
  for (const text of texts) expect(text).toContain('status="disputed"')
})
