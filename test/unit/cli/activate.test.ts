import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const head = (status: string): string =>
  `---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal, for support.\ntype: brand-product\nstatus: ${status}\nprofile: wiki-first\n---\n\n# Kiosk\n\nStart with the facts.\n`

function workspace(status = 'ready') {
  const cwd = tempFolder({
    '.agents/knowledge/kiosk/KNOWLEDGE.md': head(status),
    '.agents/knowledge/kiosk/compiled/facts.md': '# Battery\n\nNine hours.\n',
  })
  const state = tempFolder()
  const env = { HOME: state, LOREFENCE_STATE: join(state, 'state'), XDG_CONFIG_HOME: join(state, 'config') }
  return async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
}

const atTerminal = { interactive: true, answers: [true] }

async function trusted(status = 'ready') {
  const run = workspace(status)
  expect((await run(['trust', '.'], atTerminal)).code).toBe(0)
  return run
}

describe('activate', () => {
  test('AK-143: an ungranted pack gives nothing, says what a person can run, and exits 1', async () => {
    const { code, out, err } = await workspace()(['activate', 'kiosk'])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('ask trust: It is not granted.')
    expect(err).toContain('lorefence trust')
    expect(err).not.toContain('Start with the facts')
  })

  test.each([['kiosk'], ['pack:kiosk'], ['.agents/knowledge/kiosk'], ['./.agents/knowledge/kiosk/KNOWLEDGE.md']])(
    'AK-132, AK-138: %s gives the fence on stdout and the receipt on stderr',
    async (written) => {
      const run = await trusted()
      const { code, out, err } = await run(['activate', written])
      expect(code).toBe(0)
      expect(out).toMatch(
        /^<knowledge_pack_guide name="kiosk"[\s\S]*Start with the facts\.[\s\S]*<file kind="runtime">compiled\/facts\.md<\/file>[\s\S]*<\/knowledge_pack_guide>\n$/,
      )
      expect(err).toMatch(/tokens \(o200k_base\) · receipt r-[0-9a-f]{16}\n$/)
    },
  )

  test('no absolute path is in what a model sees', async () => {
    const run = await trusted()
    expect((await run(['activate', 'kiosk'])).out).toContain('\nPack root: .agents/knowledge/kiosk\n')
  })

  test('--json prints one object of kind guide', async () => {
    const run = await trusted()
    const guide = JSON.parse((await run(['activate', 'kiosk', '--json'])).out) as Record<string, unknown>
    expect(guide).toMatchObject({
      schemaVersion: 1,
      kind: 'guide',
      ok: true,
      pack: 'kiosk',
      outcome: 'given',
      ref: 'pack:kiosk',
      repeated: false,
      resources: [{ kind: 'runtime', path: 'compiled/facts.md' }],
    })
  })

  test("--json of a refusal has every gate's reason and no text of the pack", async () => {
    const { code, out } = await workspace()(['activate', 'kiosk', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      kind: 'guide',
      ok: false,
      outcome: 'refused',
      verdict: 'ask',
      decision: { ref: 'pack:kiosk', verdict: 'ask' },
    })
    expect(out).not.toContain('Harbor Kiosk')
  })

  test('AK-143: a disputed pack is asked about although it was granted and named', async () => {
    const run = await trusted('disputed')
    const { code, out, err } = await run(['activate', 'kiosk'])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('ask status: It is disputed.')
  })

  test('AK-142: --session gives the text once; --again brings it back', async () => {
    const run = await trusted()
    const first = await run(['activate', 'kiosk', '--session', 'support-42'])
    const second = await run(['activate', 'kiosk', '--session', 'support-42'])
    const third = await run(['activate', 'kiosk', '--session', 'support-42', '--again'])
    expect([first, second, third].map(({ out }) => out.includes('Start with the facts'))).toEqual([true, false, true])
    expect(second.out).toBe(
      '<knowledge_pack_guide name="kiosk">Already returned in this session; again: true repeats it.</knowledge_pack_guide>\n',
    )
  })

  test.each([
    ['no pack', ['activate'], 'activate needs one pack'],
    ['two packs', ['activate', 'a', 'b'], 'activate needs one pack'],
    ['a name that is not there', ['activate', 'kisok'], 'Did you mean "kiosk"?'],
  ])('%s is wrong use', async (_name, argv, said) => {
    const { code, err } = await workspace()(argv)
    expect(code).toBe(2)
    expect(err).toContain(said)
  })
})
