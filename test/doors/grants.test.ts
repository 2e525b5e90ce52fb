import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'

const program = resolve('dist/cli.js')
const names = ['kiosk', 'warranty', 'refunds', 'fleet', 'harbor']
const guide = (name: string): string =>
  `---\nname: ${name}\ndescription: Facts on the Harbor Kiosk terminal.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n`

test('five processes that grant at once lose nothing', async () => {
  const cwd = tempFolder(Object.fromEntries(names.map((name) => [`${name}/KNOWLEDGE.md`, guide(name)])))
  const home = tempFolder({ '.config/lorefence/lorefence.yaml': 'grants: unattended\n' })
  const run = promisify(execFile)
  await Promise.all(
    names.map((name) =>
      run(process.execPath, [program, 'trust', name, '--yes'], { cwd, env: { HOME: home }, timeout: 20_000 }),
    ),
  )
  expect(
    readdirSync(join(home, '.local/state/lorefence/grants')).filter((name) => name.endsWith('.json')),
  ).toHaveLength(5)
  const { stdout } = await run(process.execPath, [program, 'trust', '.', '--remove', '--json'], {
    cwd,
    env: { HOME: home },
    timeout: 20_000,
  })
  expect((JSON.parse(stdout) as { readonly removed: readonly string[] }).removed).toHaveLength(5)
})
