import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants, type ReleasedEvidence } from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { packTree, packWorld, pathsOf, type TestPack } from '../../support/read-packs.ts'

const sheet =
  '# Sheet\n\n- Battery of the kiosk: nine hours in the lab.\n\n## Weight\n\nThe kiosk was weighed twice. It has 74 kg.\n'
const call =
  'WEBVTT\n\n00:12:30.000 --> 00:12:40.000\nThe heater starts below three degrees.\n\n00:12:41.000 --> 00:12:50.000\nSomething else.\n'
const claim = (id: string, source: object, text = 'PELICAN claims this.'): object => ({
  claim_id: id,
  text,
  status: 'confirmed',
  source,
  compiled_into: ['compiled/facts.md'],
})
const kiosk: TestPack = {
  files: {
    'compiled/facts.md':
      '# Facts\n\n## Battery\n\n- The battery of the kiosk lasts nine hours. [source: sources/sheet.md#L3]\n\n## Heater\n\nThe heater of the kiosk starts early.\nsource: sources/call.vtt#t=00:12:33\n\n## Door\n\nThe door of the kiosk is steel.\n',
    'sources/sheet.md': sheet,
    'sources/call.vtt': call,
    'sources/brochure.pdf': new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff]),
    'indexes/source-map.json': JSON.stringify({
      claims: [
        claim('by-line', { path: 'sources/sheet.md', anchor: 'L3' }),
        claim('by-heading', { path: 'sources/sheet.md', anchor: '#weight' }),
        claim('by-time', { path: 'sources/call.vtt', anchor: 't=00:12:33' }),
        claim('by-page', { path: 'sources/brochure.pdf', anchor: 'page=4' }),
        claim('outside', { path: '../secret.md', anchor: 'L1' }),
        claim('gone', { path: 'sources/sheet.md', anchor: 'L99' }),
        claim('index', { path: 'indexes/source-map.json' }),
      ],
    }),
  },
}
const outside = { '/w/.agents/knowledge/secret.md': 'A secret.\n' }

async function evidence(ref: string, options = {}): Promise<ReleasedEvidence> {
  const { knowledge } = await packWorld({ kiosk }, outside)
  const given = await knowledge.evidence(ref, options)
  if (given.outcome !== 'given') throw new Error(`It was ${given.outcome}.`)
  return given
}

describe('the evidence behind a claim', () => {
  test.each([
    ['by-line', 'sources/sheet.md#L3', '- Battery of the kiosk: nine hours in the lab.'],
    ['by-heading', 'sources/sheet.md#weight', 'The kiosk was weighed twice. It has 74 kg.'],
    ['by-time', 'sources/call.vtt#t=00:12:33', '00:12:30.000 --> 00:12:40.000\nThe heater starts below three degrees.'],
  ])('AK-251, AK-258: %s is %s, fenced', async (id, anchor, text) => {
    const given = await evidence('kiosk', { claim: id })
    expect(given.anchors).toEqual([anchor])
    expect(given.excerpts.map((excerpt) => excerpt.text)).toEqual([text])
    expect(given.fenced).toMatch(/^<knowledge_evidence ref="pack:kiosk"[\s\S]*<\/knowledge_evidence>$/)
    expect(given.receipt).toMatchObject({
      kind: 'evidence',
      spans: [{ ref: 'pack:kiosk', path: anchor.split('#')[0] }],
    })
  })

  test.each([
    ['by-page', 'not-text'],
    ['outside', 'outside'],
    ['gone', 'anchor-absent'],
    ['index', 'no-evidence'],
  ])('AK-251, AK-313: %s is named and nothing of it is shown: %s', async (id, reason) => {
    const given = await evidence('kiosk', { claim: id })
    expect([given.fenced, given.excerpts, given.omitted.map(({ reason }) => reason)]).toEqual(['', [], [reason]])
  })

  test('pack:name#claim names both', async () => {
    expect((await evidence('pack:kiosk#by-line')).anchors).toEqual(['sources/sheet.md#L3'])
  })

  test('a claim that is not there is missing, with the nearest one', async () => {
    expect((await evidence('kiosk', { claim: 'by-lime' })).missing).toEqual([
      'pack:kiosk has no claim "by-lime". Did you mean "by-line"?',
    ])
  })

  test('AK-309: the words of the source map are shown nowhere', async () => {
    const given = await evidence('kiosk')
    expect(given.claims.map(({ id }) => id)).toEqual([
      'by-line',
      'by-heading',
      'by-time',
      'by-page',
      'outside',
      'gone',
      'index',
    ])
    expect(JSON.stringify(given)).not.toContain('PELICAN')
  })
})

test('AK-252: the claims that a file records are listed with status, source and date, and their words are fenced', async () => {
  const { knowledge } = await packWorld({
    kiosk: {
      files: {
        'compiled/facts.md':
          '# Facts\n\nclaim: The battery lasts nine hours.\nstatus: inferred\nsource: sources/sheet.md#L3\nupdated: 2026-02-01\n',
      },
    },
  })
  expect(await knowledge.evidence('kiosk')).toMatchObject({
    claims: [{ id: 'compiled/facts.md:3', status: 'inferred', source: 'sources/sheet.md#L3', updated: '2026-02-01' }],
    fenced: expect.stringContaining('claim: The battery lasts nine hours.'),
  })
})

test('the evidence behind a section is what it cites', async () => {
  const given = await evidence('kiosk', { section: 'compiled/facts.md#heater' })
  expect(given.anchors).toEqual(['sources/call.vtt#t=00:12:33'])
  expect(given.fenced).toContain('below three degrees')
})

test('a section that is only a heading is told how places are written', async () => {
  const { omitted } = await evidence('kiosk', { section: 'heater' })
  expect(omitted).toContainEqual(
    expect.objectContaining({
      reason: 'anchor-absent',
      detail: 'It names no file. A place is written as path#heading.',
    }),
  )
})

describe('a read', () => {
  const task = 'battery hours of the kiosk'

  test('AK-306, AK-006: takes nothing from the raw sources unless evidence is asked for', async () => {
    const world = await packWorld({ kiosk }, outside)
    const result = await world.read(task)
    expect([...pathsOf(result), ...world.opened()].filter((path) => path.includes('sources/'))).toEqual([])
    expect(result.excerpts[0]?.citations).toEqual(['sources/sheet.md#L3'])
  })

  test('AK-312: with evidence, it stands in a wrapper of its own behind the data', async () => {
    const { read } = await packWorld({ kiosk }, outside)
    const { fenced, evidence: shown, receipt } = await read({ task, evidence: true })
    expect(fenced).toMatch(
      /^<knowledge_pack [\s\S]*<\/knowledge_pack>\n<knowledge_evidence [\s\S]*nine hours in the lab[\s\S]*<\/knowledge_evidence>$/,
    )
    expect(shown.map(({ path, reason }) => [path, reason])).toEqual([['sources/sheet.md', 'anchor']])
    expect(receipt.spans.map(({ path }) => path)).toEqual(['compiled/facts.md', 'sources/sheet.md'])
  })

  test('without a citation the raw sources are searched', async () => {
    const { read } = await packWorld({
      kiosk: {
        files: {
          'compiled/facts.md': '# Facts\n\nThe battery of the kiosk lasts nine hours.\n',
          'sources/sheet.md': sheet,
        },
      },
    })
    const { evidence: shown } = await read({ task, evidence: true })
    expect(shown.map(({ path, reason }) => [path, reason])).toEqual([['sources/sheet.md', 'source-match']])
  })

  test.each([150, 250, 400])('AK-169: %i tokens hold for data and evidence together', async (budget) => {
    const { read } = await packWorld({ kiosk }, outside)
    expect((await read({ task, evidence: true, budget })).tokens).toBeLessThanOrEqual(budget)
  })
})

describe('gates before evidence', () => {
  const granted = (files: Record<string, string | Uint8Array>, swapped = {}) => {
    const ports = memoryPorts(memoryFiles(files as Record<string, string>))
    saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
    const disk = memoryFiles({ ...files, ...swapped } as Record<string, string>)
    return { ports: { ...ports, files: disk }, disk }
  }
  const tree = packTree({ kiosk }) as Record<string, string | Uint8Array>

  test('a source that changed since the grant is never shown', async () => {
    const { ports } = granted(tree, {
      '/w/.agents/knowledge/kiosk/sources/sheet.md': '# Sheet\n\n- Battery of the kiosk: two hours.\n',
    })
    const knowledge = await openKnowledge({ roots: ['/w'], ports })
    expect(await knowledge.evidence('kiosk', { claim: 'by-line' })).toMatchObject({
      fenced: '',
      omitted: [{ path: 'sources/sheet.md', reason: 'changed' }],
    })
    const { fenced, omitted } = await knowledge.read({ task: 'battery hours of the kiosk', evidence: true })
    expect(fenced).not.toContain('two hours')
    expect(omitted).toContainEqual(expect.objectContaining({ path: 'sources/sheet.md', reason: 'changed' }))
  })

  test('what cannot be recorded is not handed out', async () => {
    const { ports } = granted(tree)
    const receipts = {
      ...ports.receipts,
      append: () => {
        throw new Error('the disk is full')
      },
    }
    const knowledge = await openKnowledge({ roots: ['/w'], ports: { ...ports, receipts } })
    await expect(knowledge.evidence('kiosk', { claim: 'by-line' })).rejects.toThrow('the disk is full')
  })

  test('an unknown pack is said to be unknown, with the nearest one', async () => {
    const { knowledge } = await packWorld({ kiosk })
    expect(await knowledge.evidence('kisok')).toEqual({ outcome: 'unknown', ref: 'kisok', near: ['kiosk'] })
  })
})
