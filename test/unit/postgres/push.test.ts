import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { describePostgres, freshDatabase } from '../../support/postgres.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const task = 'When is the tide table printed?'

interface Shell {
  readonly folder: string
  run(...argv: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }>
}

async function shell(): Promise<Shell> {
  const [home, cwd] = [tempFolder(), tempFolder()]
  const folder = tempFolder({
    'knowledge.yaml': manifestText(
      {},
      unitWith({ id: 'tides', path: 'docs/tides.md', sensitivity: 'public' }),
      unitWith({ id: 'berths', path: 'docs/berths.md', sensitivity: 'public' }),
    ),
    'docs/tides.md': '# Tides\n\nThe tide table is printed on Monday.\n',
    'docs/berths.md': '# Berths\n\nA berth costs 40 crowns.\n',
  })
  const config = join(home, 'config/lorefence')
  mkdirSync(config, { recursive: true })
  writeFileSync(join(config, 'lorefence.yaml'), `grants: unattended\nstore: ${await freshDatabase()}\n`)
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  return {
    folder,
    async run(...argv) {
      const terminal = fakeTerminal({ cwd, env })
      const code = await main(argv, terminal)
      return { code, out: terminal.stdout, err: terminal.stderr }
    },
  }
}

const stored = '/.lorefence-store/harbor'

/** Without the receipt, which is another for each read. */
const sentences = (text: string): string => text.replace(/receipt r-\w+/, '')

describePostgres('push', () => {
  it('lets a machine without the folder read what is granted, with the same gates and the same words', async () => {
    const { folder, run } = await shell()
    expect((await run('push', folder, '--workspace', 'harbor')).out).toMatch(
      /^harbor: revision 1 with 3 files, 3 changed, 3 contents sent \(\d+ bytes\)\n$/,
    )
    expect((await run('read', task, '--root', stored)).err).toContain('not granted')
    expect(await run('trust', stored, '--yes')).toMatchObject({ code: 0 })
    await run('trust', folder, '--yes')
    const [found, expected] = [await run('read', task, '--root', stored), await run('read', task, '--root', folder)]
    expect(found.out).toContain('printed on Monday')
    expect(found.out).toBe(expected.out)
    expect(sentences(found.err)).toBe(sentences(expected.err))

    writeFileSync(join(folder, 'docs/tides.md'), '# Tides\n\nThe tide table is printed on Tuesday.\n')
    const again = JSON.parse((await run('push', folder, '--workspace', 'harbor', '--json')).out) as object
    expect(again).toMatchObject({ kind: 'push', revision: 2, changed: 1, sent: 1, leftOut: [] })
    const changed = await run('read', task, '--root', stored)
    expect(changed.out).not.toContain('printed on')
    expect(changed.err).toContain('has changed since it was granted')
    await run('trust', stored, '--yes')
    expect((await run('read', task, '--root', stored)).out).toContain('printed on Tuesday')
  }, 240_000)

  it('takes the config of the workspace along, which restricts there too', async () => {
    const { folder, run } = await shell()
    writeFileSync(join(folder, 'lorefence.yaml'), 'disabled: [unit:harbor/tides]\n')
    await run('push', folder, '--workspace', 'harbor')
    await run('trust', stored, '--yes')
    expect((await run('read', task, '--root', stored)).out).not.toContain('Monday')
  }, 240_000)

  it('stores nothing of a folder without knowledge, so that a slip empties no workspace', async () => {
    const { folder, run } = await shell()
    await run('push', folder, '--workspace', 'harbor')
    const { code, err } = await run('push', tempFolder({ 'a.md': '# A\n' }), '--workspace', 'harbor')
    expect(code).toBe(1)
    expect(err).toContain('nothing was stored')
    expect((await run('catalog', '--root', stored)).out).toContain('manifest:harbor')
  }, 240_000)

  it.each([
    [['push'], 'push needs one folder'],
    [['push', '.', '--workspace', '../x'], 'is not a valid workspace name'],
    [['push', 'nowhere'], 'does not exist'],
    [['read', task, '--root', '/.lorefence-store/nothing'], 'has no workspace "nothing"'],
    [['serve', '--workspace', 'harbor', '--root', '.'], 'contradict each other'],
  ])('says what is wrong: %j', async (argv, message) => {
    const { run } = await shell()
    const { code, err } = await run(...argv)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
