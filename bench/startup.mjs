import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { race } from './measure.mjs'

export const title = 'Commands in the examples, against a bare start of node'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const examples = fileURLToPath(new URL('../examples', import.meta.url))

/** Each command loads different parts of the program; `mcp` is measured by the bench of the doors. */
const commands = [
  ['--version'],
  ['--help'],
  ['catalog'],
  ['validate', '.'],
  ['trust', '.', '--yes'],
  ['explain', 'pack:none'],
  ['read', 'How long does the battery run the kiosk when the mains power fails?'],
]

const limits = { '--version': 1.3 }

export function run({ rounds = 15 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  try {
    const work = join(folder, 'work')
    cpSync(examples, work, { recursive: true })
    const config = join(folder, 'config')
    mkdirSync(join(config, 'lorefence'), { recursive: true })
    writeFileSync(join(config, 'lorefence/lorefence.yaml'), 'grants: unattended\n')
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CONFIG_HOME: config,
      LOREFENCE_STATE: join(folder, 'state'),
    }
    const node = (...args) => {
      const { error, signal } = spawnSync(process.execPath, args, { cwd: work, env, stdio: 'ignore' })
      if (error || signal) throw error ?? new Error(signal)
    }
    node(cli, 'trust', '.', '--yes')
    return commands.map((command) => ({
      name: command.slice(0, 2).join(' ').slice(0, 20),
      ...race(
        () => node('-e', '0'),
        () => node(cli, ...command),
        rounds,
      ),
      limit: limits[command[0]],
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
