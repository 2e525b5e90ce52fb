import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { race } from './measure.mjs'
import { writeWorkspace } from './workspace.mjs'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const tokenizer = import.meta.resolve('gpt-tokenizer/encoding/o200k_base')

const fewSections = 5

/** `lorefence read` in a granted workspace, against a process that only imports the tokenizer. */
export function measureCliRead(folder, packs, tasks) {
  const config = join(folder, 'config/lorefence')
  mkdirSync(config, { recursive: true })
  writeFileSync(join(config, 'lorefence.yaml'), 'grants: unattended\n')
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    LOREFENCE_STATE: join(folder, 'state'),
  }
  const node = (...args) => {
    const { status, stderr } = spawnSync(process.execPath, args, { env })
    if (status !== 0) throw new Error(String(stderr))
  }
  const bare = () => node('--input-type=module', '-e', `await import(${JSON.stringify(tokenizer)})`)
  const readIn = (name, written) => {
    const root = writeWorkspace(join(folder, name), written)
    node(cli, 'trust', root, '--yes')
    let asked = 0
    return () => node(cli, 'read', tasks[asked++ % tasks.length], '--root', root)
  }
  const large = readIn('large', packs)
  const small = readIn(
    'small',
    packs.map((pack) => ({
      ...pack,
      document: pack.document
        .split('\n## ')
        .slice(0, fewSections + 1)
        .join('\n## '),
    })),
  )
  const afresh = () => {
    rmSync(join(folder, 'state/cache'), { recursive: true, force: true })
    large()
  }
  // The first round of each warms the cache up.
  return [
    {
      name: 'lorefence read, 100 packs of 50 sections, against the import of the tokenizer',
      ...race(bare, large, 31),
      limit: 1.5,
    },
    { name: 'lorefence read, 100 packs of 5 sections', ...race(bare, small, 31), limit: 1.5 },
    { name: '100 packs of 50 sections, without its cache', ...race(bare, afresh, 3) },
  ]
}
