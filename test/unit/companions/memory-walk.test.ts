import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { memoryToolsAt } from '../../../src/serve/cli/memory-for.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { homeWith } from '../../support/memory-world.ts'

/** Every folder and every byte below a folder. */
const everything = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (readdirSync(folder, { recursive: true }) as string[])
      .sort()
      .map((path) => [path, statSync(join(folder, path)).isFile() ? readFileSync(join(folder, path), 'latin1') : '/']),
  )

const clients = ['claude-code', 'codex', 'gemini', 'opencode']

test('a newcomer turns it on from its page, uses it and turns it off: the home is as it was', async () => {
  const { home, cwd } = homeWith(...clients)
  mkdirSync(join(home, '.local', 'state'), { recursive: true })
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config') }
  const page = readFileSync('docs/guide/memory.md', 'utf8')
  const before = everything(home)
  const type = async (words: string, ...more: readonly string[]): Promise<void> => {
    expect(page).toContain(words)
    const argv = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const terminal = fakeTerminal({ cwd, env })
    expect([words, await main([...argv.slice(1), ...more], terminal)]).toEqual([words, 0])
  }
  await type('lorefence memory scan', '--yes')
  await type('lorefence memory search "why did the deploy fail?"', '--all-projects')
  expect(everything(home)).not.toEqual(before)
  for (const { name, run } of memoryToolsAt({ values: { root: ['/work/harbor'] }, terminal: { cwd, env } }))
    expect([name, (await run({ query: 'pelican heron', session: 'ses_' })).counts]).toEqual([name, expect.anything()])
  await type('lorefence memory forget --before 2026-01-01', '--yes')
  await type('lorefence memory forget --pattern "*@example.com"', '--yes')
  await type('lorefence memory forget --all', '--yes')
  expect(everything(home)).toEqual(before)
  expect(readdirSync(cwd)).toEqual([])
})

test('whoever says no, or only looks, leaves nothing behind', async () => {
  const { home, cwd } = homeWith(...clients)
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), LOREFENCE_STATE: join(home, 'state') }
  const before = everything(home)
  for (const argv of [['scan'], ['search', 'pelican'], ['list'], ['stats'], ['show', 'ses_'], ['forget', '--all']])
    await main(['memory', ...argv], fakeTerminal({ cwd, env, interactive: true }))
  expect(everything(home)).toEqual(before)
})
