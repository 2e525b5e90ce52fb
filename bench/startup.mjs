import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { race } from './measure.mjs'

export const title = 'lorefence --version, against a bare start of node'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

function node(...args) {
  const { status, stderr } = spawnSync(process.execPath, args)
  if (status !== 0) throw new Error(String(stderr))
}

export function run({ rounds = 15 } = {}) {
  return [
    {
      name: '--version',
      ...race(
        () => node('-e', '0'),
        () => node(cli, '--version'),
        rounds,
      ),
      limit: 1.3,
    },
  ]
}
