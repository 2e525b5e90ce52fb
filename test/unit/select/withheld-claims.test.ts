import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openKnowledge } from '../../../src/app/index.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { call, connectTo, textsOf } from '../../support/mcp-client.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { packText } from '../../support/judge-pack.ts'
import { packTree, packWorld, type TestPack } from '../../support/read-packs.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const facts =
  '# Battery\n\n- The battery of the kiosk lasts nine hours.\n- The battery of the kiosk weighs two kilograms.\n- The battery of the kiosk is blue.\n'
const map = (status: string): string =>
  JSON.stringify({
    claims: [
      {
        claim_id: 'hours',
        text: 'The battery of the kiosk lasts nine hours.',
        status,
        source: { path: 'sources/sheet.md', anchor: 'L1' },
        compiled_into: ['compiled/facts.md'],
      },
    ],
  })
const pack = (status: string): TestPack => ({
  files: { 'compiled/facts.md': facts, 'indexes/source-map.json': map(status), 'sources/sheet.md': 'Nine hours.\n' },
})
const task = 'How long does the battery of the kiosk last, in hours?'
const whole = 'battery of the kiosk: hours, weight in kilograms, blue'
const confirmation = {
  ref: 'pack:kiosk',
  path: '/w/.agents/knowledge/kiosk',
  code: 'claims-blocked',
  given: 'terminal',
  at: '2026-05-06T00:00:00Z',
  until: '2026-05-07T00:00:00Z',
} as const

describe('AK-362: text of claims that are disputed or have no source is withheld unless a person confirmed it', () => {
  test.each(['disputed', 'missing', 'source-required'])(
    '%s: the rest arrives, and the claim is named',
    async (status) => {
      const { read } = await packWorld({ kiosk: pack(status) })
      const { fenced, omitted, warnings, receipt } = await read({ task: whole, budget: 2000 })
      expect(fenced).toContain('two kilograms')
      expect(fenced).not.toContain('nine hours')
      expect(omitted).toContainEqual(
        expect.objectContaining({
          reason: 'withheld',
          detail: expect.stringContaining('lorefence approve pack:kiosk --claims') as string,
        }),
      )
      expect(warnings).toContainEqual(
        expect.objectContaining({ code: 'AK806', message: expect.stringContaining('"hours"') as string }),
      )
      expect(receipt.warnings).toContainEqual(expect.objectContaining({ ref: 'pack:kiosk', code: 'AK806' }))
    },
  )

  test.each(['confirmed', 'inferred', 'stale'])('%s: it arrives', async (status) => {
    const { read } = await packWorld({ kiosk: pack(status) })
    expect((await read(task)).fenced).toContain('nine hours')
  })

  test('where nothing else answers, the outcome is withheld, and the model is told what a person can run', async () => {
    const only = {
      files: {
        ...pack('disputed').files,
        'compiled/facts.md': '# Battery\n\nThe battery of the kiosk lasts nine hours.\n',
      },
    }
    const { read, knowledge } = await packWorld({ kiosk: only })
    const result = await read(task)
    expect([result.outcome, result.fenced]).toEqual(['withheld', ''])
    expect(result.recommendation).toContain('lorefence approve pack:kiosk --claims')
    const client = await connectTo({ knowledge, commands: { cwd: '/w' } })
    const told = textsOf(await call(client, 'read', { task })).join('\n')
    expect(told).not.toContain('nine hours')
    expect(told).toContain('lorefence approve pack:kiosk --claims')
  })

  test('a persona part that is taken whole leaves it out as well', async () => {
    const { read } = await packWorld({
      kiosk: {
        fields: { type: 'brand-persona', runtime: { mode: 'persona' } },
        files: { ...pack('disputed').files, 'compiled/facts.md': facts.replace('# Battery', '# Voice') },
      },
    })
    const { fenced } = await read({ task: whole, packs: ['kiosk'], budget: 2000 })
    expect(fenced).toContain('two kilograms')
    expect(fenced).not.toContain('nine hours')
  })

  test('a claim that the file itself records as disputed is withheld', async () => {
    const record = 'claim: The battery of the kiosk lasts nine hours.\nstatus: disputed\nsource: sources/sheet.md#L1\n'
    const { read } = await packWorld({
      kiosk: { files: { 'compiled/facts.md': `# Battery\n\n${record}\nThe battery of the kiosk is blue.\n` } },
    })
    const { fenced } = await read({ task: whole, budget: 2000 })
    expect(fenced).toContain('is blue')
    expect(fenced).not.toContain('nine hours')
  })

  test('a text with another figure than the disputed one arrives, with a warning', async () => {
    const other = { ...pack('disputed').files, 'compiled/facts.md': facts.replace('nine', 'eleven') }
    const { read } = await packWorld({ kiosk: { files: other } })
    const { fenced, warnings } = await read(task)
    expect(fenced).toContain('eleven hours')
    expect(warnings.map(({ code }) => code)).toContain('AK806')
  })

  test('a confirmation opens it, with a warning, until it ends', async () => {
    const { read, ports } = await packWorld({ kiosk: pack('disputed') })
    ports.approved.push(confirmation)
    const { fenced, warnings } = await read(task)
    expect(fenced).toContain('nine hours')
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'AK806', message: expect.stringContaining('is disputed') as string }),
    )
    ports.approved.splice(0, 1, { ...confirmation, until: '2026-05-06T01:00:00Z' })
    expect((await read(task)).fenced).not.toContain('nine hours')
  })

  test('neither replay nor rehydrate returns a text whose claim became disputed', async () => {
    const { read, ports } = await packWorld({ kiosk: pack('confirmed') })
    const { receipt } = await read(task)
    const files = memoryFiles(packTree({ kiosk: pack('disputed') }))
    const later = await openKnowledge({ roots: ['/w'], ports: { ...ports, files }, trustAll: true })
    for (const again of [await later.replay(receipt.id), await later.rehydrate(receipt.id)])
      expect(JSON.stringify(again)).not.toContain('nine hours')
  })

  test('the command line: approve --claims, then read', async () => {
    const kiosk = '.agents/knowledge/kiosk'
    const cwd = tempFolder({
      [`${kiosk}/KNOWLEDGE.md`]: packText({ name: 'kiosk' }),
      [`${kiosk}/compiled/facts.md`]: facts,
      [`${kiosk}/indexes/source-map.json`]: map('disputed'),
      [`${kiosk}/sources/sheet.md`]: 'Nine hours.\n',
    })
    const home = tempFolder()
    const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
    const run = async (...argv: readonly string[]) => {
      const terminal = fakeTerminal({ cwd, env, interactive: true, answers: [true] })
      return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
    }
    await run('trust', '.')
    expect((await run('read', task)).out).not.toContain('nine hours')
    expect((await run('approve', 'pack:kiosk', '--claims')).code).toBe(0)
    expect((await run('read', task)).out).toContain('nine hours')
  })
})
