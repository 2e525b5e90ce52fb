import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { messageStates, messageWorld, type MessageState, type Subject } from '../../support/message-states.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const folder = '.agents/knowledge/kiosk'
const pack =
  '---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal, for support.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\nversion: 1.4.0\n---\n\n# Kiosk\n'
const facts = '# Battery\n\nThe battery lasts nine hours.\n'
const task = 'How long does the battery last?'

async function workspace() {
  const cwd = tempFolder({ [`${folder}/KNOWLEDGE.md`]: pack, [`${folder}/compiled/facts.md`]: facts })
  const state = tempFolder()
  const env = { HOME: state, LOREFENCE_STATE: join(state, 'state'), XDG_CONFIG_HOME: join(state, 'config') }
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  const json = async (argv: readonly string[]) => {
    const { code, out } = await run([...argv, '--json'])
    return { code, ...(JSON.parse(out) as Record<string, unknown>) }
  }
  await run(['trust', '.', '--follow'], { interactive: true, answers: [true] })
  const read = async (): Promise<string> =>
    / receipt (r-[0-9a-f]{16})\n$/.exec((await run(['read', task])).err)?.[1] ?? ''
  const segments = (): readonly string[] =>
    readdirSync(join(env.LOREFENCE_STATE, 'receipts'))
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(env.LOREFENCE_STATE, 'receipts', name))
  return { cwd, run, json, read, segments }
}

describe('receipts', () => {
  test('verify: ok and exit 0; after an edit exit 1, with segment and line', async () => {
    const { run, json, read, segments } = await workspace()
    await read()
    await read()
    expect(await json(['receipts', 'verify'])).toMatchObject({
      code: 0,
      schemaVersion: 1,
      kind: 'receipts',
      ok: true,
      records: 2,
      failures: [],
    })
    const [first = ''] = segments()
    writeFileSync(first, readFileSync(first, 'utf8').replace('battery', 'printer'))
    expect(await json(['receipts', 'verify'])).toMatchObject({
      code: 1,
      ok: false,
      status: 'failed',
      failures: [{ segment: first.split('/').at(-1), line: 2, problem: 'edited' }],
    })
    const { code, out } = await run(['receipts', 'verify'])
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/jsonl:2 edited: [\s\S]*FAILED: 2 receipts in 2 segments\.\n$/),
    ])
  })

  test('list is complete and in order; --limit gives the newest; show and export give them whole', async () => {
    const { run, json, read } = await workspace()
    const ids = [await read(), await read(), await read()]
    const idsIn = (listed: Record<string, unknown>): readonly string[] =>
      (listed['receipts'] as { id: string }[]).map(({ id }) => id)
    expect(idsIn(await json(['receipts', 'list']))).toEqual(ids)
    expect(idsIn(await json(['receipts', 'list', '--limit', '1']))).toEqual(ids.slice(2))
    expect((await run(['receipts', 'list'])).out.split('\n')[0]).toMatch(
      /^r-[0-9a-f]{16} {2}\d{4}-.*Z {2}"How long does the battery last\?" {2}pack:kiosk$/,
    )
    expect(await json(['receipts', 'show', ids[1] ?? ''])).toMatchObject({
      receipt: { id: ids[1], task, spans: [{ path: 'compiled/facts.md' }] },
    })
    const lines = (await run(['receipts', 'export'])).out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; link: string })
    expect(lines.map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    [['receipts']],
    [['receipts', 'burn']],
    [['receipts', 'show']],
    [['receipts', 'show', 'r-1']],
    [['receipts', 'list', 'more']],
  ])('wrong use: %j', async (argv) => {
    const { run } = await workspace()
    expect((await run(argv)).code).toBe(2)
  })

  test('without any receipt everything is fine', async () => {
    const { json } = await workspace()
    expect(await json(['receipts', 'verify'])).toMatchObject({ ok: true, records: 0 })
    expect(await json(['receipts', 'list'])).toMatchObject({ ok: true, receipts: [] })
  })
})

describe('replay, rehydrate, diff', () => {
  test('rehydrate says that a changed file is not in its new text while it is not granted again', async () => {
    const units = ['refunds', 'refund-forms'].map((id) => unitWith({ id, path: `${id}.md`, intent: 'Refunds' }))
    const { world, subject } = await messageWorld({
      tree: {
        'knowledge.yaml': manifestText({}, ...units),
        'refunds.md': '# Refunds\n\nA refund takes five working days.\n',
        'refund-forms.md': '# Refund forms\n\nA form of a refund takes long to fill.\n',
      },
      subject: { ...(messageStates['empty']?.subject as Subject), task: 'How long does a refund take?' },
      granted: 'pin',
      then: ({ cwd }) => appendFileSync(join(cwd, 'refunds.md'), 'Zebras take longer.\n'),
    })
    const { code, out, err } = await world.run(['rehydrate', subject.receipt ?? ''])
    expect([code, out.includes('A form of a refund'), out.includes('days'), out.includes('Zebras')]).toEqual([
      0,
      true,
      false,
      false,
    ])
    expect(err).toContain(
      'warning: These files changed since the grant, so this is text of others: refunds.md. Reasons: lorefence doctor\n',
    )
  })

  test('rehydrate of a receipt that released nothing says so', async () => {
    const { world, subject } = await messageWorld(messageStates['manifest-asks'] as MessageState)
    const { code, out, err } = await world.run(['rehydrate', subject.receipt ?? ''])
    expect([code, out]).toEqual([0, ''])
    expect(err).toContain('This receipt released no text.\n')
  })

  test('replay prints the same bytes; after an edit it names the span, prints nothing and exits 1', async () => {
    const { cwd, run, json, read } = await workspace()
    const id = await read()
    const shown = (await run(['read', task])).out
    expect(await run(['replay', id])).toMatchObject({ code: 0, out: shown })
    writeFileSync(join(cwd, folder, 'compiled/facts.md'), facts.replace('nine', 'nice'))
    const { code, out, err } = await run(['replay', id])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(
      'file-changed pack:kiosk compiled/facts.md\nspan-changed pack:kiosk compiled/facts.md › Battery',
    )
    expect(await json(['replay', id])).toMatchObject({ code: 1, kind: 'replay', ok: false, outcome: 'drifted' })
    expect((await run(['rehydrate', id])).err).toContain(
      'warning: These files changed, so this is new text: compiled/facts.md.',
    )
    expect(await json(['rehydrate', id])).toMatchObject({
      code: 0,
      kind: 'rehydrate',
      outcome: 'fresh',
      changed: ['compiled/facts.md'],
    })
  })

  test('a grant that was taken back refuses the replay', async () => {
    const { run, json, read } = await workspace()
    const id = await read()
    await run(['trust', '.', '--remove'], { interactive: true, answers: [true] })
    expect(await run(['replay', id])).toMatchObject({ code: 1, out: '' })
    expect(await json(['replay', id])).toMatchObject({ code: 1, outcome: 'refused' })
  })

  test('diff of two receipts and of two requesters', async () => {
    const { run, json, read } = await workspace()
    const [a, b] = [await read(), await read()]
    expect(await run(['diff', a, b])).toMatchObject({ code: 0, out: 'nothing differs\n' })
    expect(await json(['diff', a, '--for', 'role=support', '--for', 'role=auditor'])).toMatchObject({
      code: 1,
      kind: 'diff',
      same: false,
      requester: [{ name: 'role', before: 'support', after: 'auditor' }],
    })
    expect((await run(['diff', a, '--at', '2020-01-01', '--at', '2035-01-01'])).out).toBe('nothing differs\n')
    expect((await run(['diff', a, 'r-1'])).code).toBe(2)
    expect((await run(['diff', a, '--at', 'yesterday'])).code).toBe(2)
  })
})

describe('sessions', () => {
  test('AK-198: the second read of a session only names what it has; --again brings the text', async () => {
    const { run } = await workspace()
    const first = (await run(['read', task, '--session', 's'])).out
    expect((await run(['read', task, '--session', 's'])).out).toMatch(
      /Already returned in this session; again: true repeats it\. \(sha256:[0-9a-f]{12}\)/,
    )
    expect((await run(['read', task, '--session', 's', '--again'])).out).toBe(first)
  })
})
