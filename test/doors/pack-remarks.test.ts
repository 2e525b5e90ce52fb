import { describe, expect, test } from 'vitest'
import { openKnowledge, type Knowledge } from '../../src/app/index.ts'
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

describe('AK-010: an open question is a gap', () => {
  const question = {
    'wiki/open-questions/price.md': '# Price\n\nWhat will the price of the battery be after the PELICAN talks?\n',
  }

  test.each([
    ['beside an answer', 'What is the price of the battery of the kiosk?'],
    ['where nothing answers', 'Which PELICAN talks?'],
  ])('over MCP too, %s', async (_, asked) => {
    const client = await connectTo({ knowledge: await open({ files: question }) })
    const text = textsOf(await call(client, 'read', { task: asked, packs: ['kiosk'] })).join('\n')
    expect(text).toContain('wiki/open-questions/price.md')
    expect(text).not.toContain('will the price')
  })

  test('and in the guide', async () => {
    const { guided, texts } = await toldBy(await open({ files: question }))
    expect(guided).toContain('It lists open questions: wiki/open-questions/price.md.')
    expect(texts[3]).toContain('It lists open questions: wiki/open-questions/price.md.')
  })
})

describe('AK-258, AK-363: evidence gives anchors, excerpts, run findings and provenance', () => {
  const pack: TestPack = {
    fields: { metadata: { producedBy: { kind: 'skill', name: 'kiosk-builder', version: '2.1.0' } } },
    files: {
      'sources/sheet.md': '# Sheet\n\nNine hours in the lab.\n',
      'indexes/source-map.json': JSON.stringify({
        claims: [
          {
            claim_id: 'hours',
            text: 'The battery of the kiosk lasts nine hours.',
            status: 'confirmed',
            source: { path: 'sources/sheet.md', anchor: 'L3' },
            compiled_into: ['compiled/facts.md'],
          },
        ],
      }),
      [runPath]: JSON.stringify(
        {
          ...(JSON.parse(run('passed')) as object),
          builder_skill: { name: 'kiosk-compiler' },
          diagnostics: [
            { severity: 'warning', path: 'compiled/facts.md', message: 'The HERON figure is from one run.' },
            { severity: 'warning', path: 'wiki/other.md', message: 'STORK is about something else.' },
          ],
        },
        null,
        2,
      ),
    },
  }

  test('for a claim: findings on the files that state it, in the record and in the fence', async () => {
    const knowledge = await open(pack)
    const evidence = await knowledge.evidence('kiosk', { claim: 'hours' })
    expect(evidence).toMatchObject({
      outcome: 'given',
      anchors: ['sources/sheet.md#L3'],
      findings: [
        { run: runPath, severity: 'warning', path: 'compiled/facts.md', message: 'The HERON figure is from one run.' },
      ],
      provenance: { kind: 'skill', name: 'kiosk-builder', version: '2.1.0', compiledBy: 'kiosk-compiler' },
      receipt: { claims: [{ ref: 'pack:kiosk', path: 'compiled/facts.md', id: 'hours', status: 'confirmed' }] },
    })
    const fenced = evidence.outcome === 'given' ? evidence.fenced : ''
    const client = await connectTo({ knowledge })
    const overMcp = textsOf(await call(client, 'evidence', { name: 'kiosk', claim: 'hours' })).join('\n')
    for (const text of [fenced, overMcp]) {
      for (const word of ['Nine hours in the lab.', 'HERON', 'kiosk-builder']) expect(text).toContain(word)
      expect(text).not.toContain('STORK')
    }
    if (evidence.outcome === 'given')
      expect(await knowledge.replay(evidence.receipt.id)).toMatchObject({ outcome: 'same', fenced })
  })
})

test('AK-361: a persona, its type and a status other than ready stand in every form of a list', async () => {
  const { knowledge } = await packWorld({
    founder: { fields: { type: 'brand-persona', runtime: { mode: 'persona' }, status: 'needs-review' } },
    kiosk: {},
  })
  for (const maxTokens of [2000, 200, 150, 120]) {
    const { fenced } = await knowledge.list({ maxTokens })
    if (fenced.includes('founder')) expect(fenced).toMatch(/^founder.* \(persona, needs-review\)$/m)
    expect(fenced).not.toMatch(/^kiosk.*\(/m)
  }
  expect((await knowledge.list({ format: 'xml' })).fenced).toMatch(
    /<type>brand-persona<\/type>[\s\S]*<runtime_mode>persona/,
  )
  for (const maxTokens of [2000, 250, 200, 160, 130]) {
    const { fenced } = await knowledge.list({ format: 'xml', maxTokens })
    const founder = /<name>founder<\/name>[\s\S]*?<\/knowledge_pack>/.exec(fenced)?.[0]
    if (founder) for (const mark of ['needs-review', '<runtime_mode>persona']) expect(founder).toContain(mark)
  }
  const client = await connectTo({ knowledge })
  expect(textsOf(await call(client, 'catalog')).join()).toContain('(persona, needs-review)')
})

describe('AK-201: text that changed is read again', () => {
  test('a guide is rehydrated fresh, with a warning', async () => {
    const world = await packWorld({ kiosk: { body: '# Guide\n\nOLD\n', files: facts } })
    const guide = await world.knowledge.guide('kiosk')
    const later = await packWorld({ kiosk: { body: '# Guide\n\nNEW\n', files: facts } })
    const knowledge = await openKnowledge({
      roots: ['/w'],
      ports: { ...world.ports, files: later.ports.files },
      trustAll: true,
    })
    const context = await knowledge.rehydrate(guide.outcome === 'given' ? guide.receipt.id : '')
    expect(context).toMatchObject({
      outcome: 'fresh',
      changed: ['KNOWLEDGE.md'],
      warnings: ['These files changed, so this is new text: KNOWLEDGE.md.'],
    })
    expect('fenced' in context ? context.fenced : '').toContain('NEW')
  })
})
