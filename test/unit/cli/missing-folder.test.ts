import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { packText } from '../../support/judge-pack.ts'
import { tempFolder } from '../../support/temp-folder.ts'

async function run(argv: readonly string[], cwd: string) {
  const terminal = fakeTerminal({ cwd, env: { HOME: tempFolder() } })
  return { code: await main([...argv, '--no-user'], terminal), err: terminal.stderr, out: terminal.stdout }
}

describe('a folder of --root or --packs that does not exist', () => {
  test.each([
    ['read', 'task', '--root'],
    ['query', 'task', '--root'],
    ['catalog', '--root'],
    ['catalog', '--packs'],
    ['explain', 'kiosk', '--packs'],
    ['eval', '--root'],
  ])('is trouble and not an empty result: %s %s %s', async (...argv) => {
    const cwd = tempFolder({ 'harbor/KNOWLEDGE.md': packText({ name: 'kiosk' }) })
    expect(await run([...argv, 'habor'], cwd)).toMatchObject({
      code: 2,
      err: `lorefence: the folder "${join(cwd, 'habor')}" does not exist. Did you mean "harbor"?\n`,
    })
  })

  test('has a code for scripts', async () => {
    const { out } = await run(['catalog', '--root', 'habor', '--json'], tempFolder())
    expect(JSON.parse(out)).toMatchObject({ ok: false, findings: [{ code: 'not-found' }] })
  })

  test('is a warning beside one that exists', async () => {
    const cwd = tempFolder({ 'harbor/KNOWLEDGE.md': packText({ name: 'kiosk' }) })
    const { code, err } = await run(['catalog', '--root', 'harbor', '--root', 'nope'], cwd)
    expect([code, err]).toEqual([
      0,
      expect.stringContaining(`warning: the folder "${join(cwd, 'nope')}" does not exist.\n`),
    ])
  })
})
