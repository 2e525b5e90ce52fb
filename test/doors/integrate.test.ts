import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { clientCases } from '../support/client-settings.ts'
import { tempFolder } from '../support/temp-folder.ts'

const program = resolve('dist/cli.js')

test.each(clientCases)(
  'the built program sets up $id in an empty home folder, and its own server answers',
  ({ id, file }) => {
    const home = tempFolder()
    const run = (...args: readonly string[]): string =>
      execFileSync(process.execPath, [program, 'integrate', id, '--yes', ...args], {
        cwd: tempFolder(),
        env: { HOME: home, PATH: process.env['PATH'] },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    expect(JSON.parse(run('--json'))).toMatchObject({
      ok: true,
      clients: [{ client: id, path: join(home, file), action: 'added' }],
      server: { ok: true, name: 'lorefence' },
    })
    expect(readFileSync(join(home, file), 'utf8')).toContain(JSON.stringify(program))
    run('--remove')
    expect(existsSync(join(home, file))).toBe(false)
  },
  60_000,
)
