import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const pack = (status: string): string =>
  `---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal, for support.\ntype: brand-product\nstatus: ${status}\nprofile: wiki-first\n---\n\n# Kiosk\n`
const task = 'How long does the battery last?'

function workspace(status = 'ready') {
  const cwd = tempFolder({
    '.agents/knowledge/kiosk/KNOWLEDGE.md': pack(status),
    '.agents/knowledge/kiosk/compiled/facts.md': '# Battery\n\nThe battery lasts nine hours.\n',
  })
  const state = tempFolder()
  const env = { HOME: state, LOREFENCE_STATE: join(state, 'state'), XDG_CONFIG_HOME: join(state, 'config') }
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  return { run, env }
}

const atTerminal = { interactive: true, answers: [true] }

describe('read', () => {
  test('an ungranted pack gives nothing, says what a person can do, and exits 1', async () => {
    const { run } = workspace()
    const { code, out, err } = await run(['read', task])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('lorefence trust')
  })

  test.each([
    [[task], 'answered', 'nine hours'],
    [['How is the endurance of the accumulator and its battery measured?'], 'weak', 'nine hours'],
    [['endurance', '--also', '--battery', '--also', 'lasts'], 'weak', 'nine hours'],
    [['Who won the chess tournament?'], 'nothing', ''],
  ])('AK-162: the last line of %j says how sure the reply is: %s', async (argv, outcome, text) => {
    const { run } = workspace()
    await run(['trust', '.'], atTerminal)
    const { code, out, err } = await run(['read', ...argv])
    expect([code, out.includes(text), err.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      true,
      expect.stringMatching(new RegExp(`^${outcome} · \\d+ of 2000 tokens`)),
    ])
  })

  test('after a grant the fence goes to stdout and the receipt to stderr', async () => {
    const { run } = workspace()
    expect((await run(['trust', '.'], atTerminal)).code).toBe(0)
    const { code, out, err } = await run(['read', task])
    expect(code).toBe(0)
    expect(out).toMatch(
      /^<knowledge_pack name="kiosk"[\s\S]*The battery lasts nine hours\.[\s\S]*<\/knowledge_pack>\n$/,
    )
    expect(err).toMatch(/receipt r-[0-9a-f]{16}\n$/)
  })

  test('--json prints one object of kind context', async () => {
    const { run } = workspace()
    await run(['trust', '.'], atTerminal)
    const context = JSON.parse((await run(['read', task, '--json'])).out) as Record<string, unknown>
    expect(context).toMatchObject({ schemaVersion: 1, kind: 'context', ok: true, tokenizer: 'o200k_base' })
    expect(context['excerpts']).toMatchObject([
      { ref: 'pack:kiosk', path: 'compiled/facts.md', headings: ['Battery'], range: { start: 11, end: 40 } },
    ])
  })

  test.each([
    ['a budget too small', ['read', task, '--budget', '5'], 4],
    ['a pack that does not exist', ['read', task, '--pack', 'kisk'], 2],
    ['no task', ['read'], 2],
    ['a budget that is no number', ['read', task, '--budget', 'many'], 2],
    ['nothing relevant', ['read', 'Who won the chess game?'], 0],
  ])('%s', async (_name, argv, expected) => {
    const { run } = workspace()
    await run(['trust', '.'], atTerminal)
    expect((await run(argv)).code).toBe(expected)
  })

  test.each([
    ['an ask that nobody answered', [], 1, false],
    ['an unknown pack', ['--pack', 'kisk'], 2, false],
  ])('AK-333: --json says so when it exits with something else than 0: %s', async (_name, more, expected, ok) => {
    const { run } = workspace()
    const { code, out } = await run(['read', task, '--json', ...more])
    expect([code, JSON.parse(out)]).toEqual([
      expected,
      expect.objectContaining({ ok, status: 'failed', kind: 'context' }),
    ])
  })

  test.each(['./.agents/knowledge/kiosk', '.agents/knowledge/kiosk/KNOWLEDGE.md'])(
    'AK-132: --pack takes a path: %s',
    async (path) => {
      const { run } = workspace()
      await run(['trust', '.'], atTerminal)
      expect((await run(['read', task, '--pack', path])).out).toContain('nine hours')
    },
  )

  test('AK-132: --pack takes a path outside the workspace, and its grant counts alone', async () => {
    const { run } = workspace()
    const elsewhere = tempFolder({
      'tent/KNOWLEDGE.md': pack('ready').replace('kiosk', 'tent'),
      'tent/compiled/facts.md': '# Battery\n\nThe battery lasts two hours.\n',
    })
    await run(['trust', '.'], atTerminal)
    expect((await run(['read', task, '--pack', join(elsewhere, 'tent')])).code).toBe(1)
    await run(['trust', elsewhere], atTerminal)
    expect((await run(['read', task, '--pack', join(elsewhere, 'tent')])).out).toContain('two hours')
  })

  test('an archived pack that is named is asked about, not denied; unnamed it gives nothing', async () => {
    const { run } = workspace('archived')
    await run(['trust', '.'], atTerminal)
    expect((await run(['read', task, '--pack', 'kiosk'])).code).toBe(1)
    expect((await run(['read', task])).out).toBe('')
  })
})

describe('trust', () => {
  test('asks, and a no grants nothing', async () => {
    const { run } = workspace()
    expect((await run(['trust', '.'], { interactive: true, answers: [false] })).code).toBe(1)
    expect((await run(['read', task])).out).toBe('')
  })

  test('needs a person: without a terminal it refuses', async () => {
    const { run } = workspace()
    expect((await run(['trust', '.'])).code).toBe(2)
  })

  test("--yes works only where the user's own config allows it", async () => {
    const { run, env } = workspace()
    expect((await run(['trust', '.', '--yes'])).code).toBe(2)
    mkdirSync(join(env.XDG_CONFIG_HOME, 'lorefence'), { recursive: true })
    writeFileSync(join(env.XDG_CONFIG_HOME, 'lorefence', 'lorefence.yaml'), 'grants: unattended\n')
    expect((await run(['trust', '.', '--yes', '--json'])).code).toBe(0)
    expect((await run(['read', task])).code).toBe(0)
  })
})
