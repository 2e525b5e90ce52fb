import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve as absolute } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'

const cli = absolute('dist/cli.js')
const pack =
  '---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal, for support.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Kiosk\n'

test(
  '20 rounds of kill -9 among four reading processes: nothing acknowledged is lost, every chain verifies, no reader sees a broken line',
  { timeout: 240_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/soak.mjs', '20', '1'])
    const { rounds, lost, broken, failures, acknowledged } = JSON.parse(stdout) as Record<string, number>
    expect({ rounds, lost, broken, failures }).toEqual({ rounds: 20, lost: 0, broken: 0, failures: 0 })
    expect(acknowledged).toBeGreaterThan(20)
  },
)

test('AK-227: a run record is never found half-written, however its writer ends', { timeout: 120_000 }, async () => {
  const cwd = tempFolder({
    'kiosk/KNOWLEDGE.md': pack,
    'kiosk/compiled/facts.md': '# Battery\n\nThe battery lasts nine hours.\n',
  })
  const own = tempFolder({ 'config/lorefence/lorefence.yaml': 'grants: unattended\n' })
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: own,
    XDG_CONFIG_HOME: join(own, 'config'),
    LOREFENCE_STATE: join(own, 'state'),
  }
  spawnSync(process.execPath, [cli, 'trust', '.', '--yes'], { cwd, env })
  const runs = join(cwd, 'kiosk', 'runs')
  for (let round = 0; round < 8; round++) {
    const child = spawn(process.execPath, [cli, 'read', 'How long does the battery last?', '--write-run'], {
      cwd,
      env,
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const seen = existsSync(runs) ? readdirSync(runs).length : 0
    // As soon as anything of the record appears, or a little later.
    const watch = setInterval(() => {
      if (existsSync(runs) && readdirSync(runs).length > seen) child.kill('SIGKILL')
    }, round % 3)
    await ended
    clearInterval(watch)
  }
  const records = readdirSync(runs).filter((name) => name.endsWith('.json'))
  for (const name of records) expect(() => JSON.parse(readFileSync(join(runs, name), 'utf8')) as unknown).not.toThrow()
})
