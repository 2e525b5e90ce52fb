import { join } from 'node:path'
import { expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const guide = (name: string): string =>
  `---\nname: ${name}\ndescription: Facts on the Harbor Kiosk terminal.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Kiosk\n\nThe guide speaks of herons.\n`

/** A workspace with one granted pack and one that nobody granted. */
async function session() {
  const cwd = tempFolder({
    'kiosk/KNOWLEDGE.md': guide('kiosk'),
    'kiosk/compiled/facts.md': '# Battery\n\nThe battery lasts nine hours.\n',
    'other/KNOWLEDGE.md': guide('other'),
  })
  const home = tempFolder()
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env: { HOME: home }, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  await run(['trust', 'kiosk'], { interactive: true, answers: [true] })
  return { cwd, run }
}

test.each(['prompt', 'xml', 'json'])(
  'AK-310: a model sees the catalog first, and no body is in it: %s',
  async (format) => {
    const { run } = await session()
    const first = await run(['catalog', '--format', format])
    expect(first.out).toContain('Facts on the Harbor Kiosk terminal.')
    expect(first.out).not.toMatch(/herons|nine hours/)
    const second = await run(['activate', 'kiosk'])
    expect(second.out).toContain('herons')
    expect(second.out).not.toContain('nine hours')
    expect((await run(['read', 'How long does the battery last?'])).out).toContain('nine hours')
  },
)

test('AK-137: for a model that reads files by itself the list says where they are, and offers no tool', async () => {
  const { cwd, run } = await session()
  const { code, out } = await run(['catalog', '--format', 'prompt', '--locations'])
  expect(code).toBe(0)
  expect(out).toContain(`kiosk: Facts on the Harbor Kiosk terminal. [${join(cwd, 'kiosk/KNOWLEDGE.md')}]`)
  expect(out).toContain('\nother (needs approval)\n')
  expect(out).toContain('read the file at its location before you answer')
  expect(out).not.toMatch(/activation|tool/)
})

test('AK-137: the list for a client with a tool holds no location', async () => {
  const { cwd, run } = await session()
  expect((await run(['catalog', '--format', 'prompt'])).out).not.toContain(cwd)
})

test('--locations goes with the prompt form only', async () => {
  const { run } = await session()
  expect(await run(['catalog', '--locations'])).toMatchObject({ code: 2, out: '' })
})

test('AK-104: whoever asks for a pack that is switched off is told', async () => {
  const { run } = await session()
  await run(['disable', 'kiosk'])
  const { code, out, err } = await run(['read', 'How long does the battery last?', '--pack', 'kiosk'])
  expect([code === 0, out]).toEqual([false, ''])
  expect(err).toContain('lorefence enable pack:kiosk')
})
