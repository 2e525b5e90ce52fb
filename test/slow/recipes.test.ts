import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'

const recipes = resolve('examples/agents')

/** Some frameworks need a newer Node than this package. */
const newerNode = resolve('test/slow/conformance/node_modules/node/bin/node')

const names = ['langchain', 'library', 'mastra', 'mcp-client', 'openai-agents', 'vercel-ai-sdk']

/** The recipe with its own packages and the packed one, in a folder of its own. */
function copyOf(name: string): string {
  const folder = tempFolder({ 'agent.mjs': readFileSync(join(recipes, name, 'agent.mjs'), 'utf8') })
  const packages = join(recipes, name, 'node_modules')
  mkdirSync(join(folder, 'node_modules/lorefence'), { recursive: true })
  for (const entry of readdirSync(packages))
    if (entry !== 'lorefence') symlinkSync(join(packages, entry), join(folder, 'node_modules', entry))
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const packed = execFileSync('npm', pack, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  const into = join(folder, 'node_modules/lorefence')
  execFileSync('tar', ['xzf', join(folder, filename), '-C', into, '--strip-components', '1'])
  return folder
}

function nodeFor(name: string): string {
  const { engines } = JSON.parse(readFileSync(join(recipes, name, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  const needed = Number(/\d+/.exec(engines.node)?.[0])
  return Number.parseInt(process.versions.node, 10) >= needed ? process.execPath : newerNode
}

function environment(): Readonly<Record<string, string>> {
  const home = tempFolder({ 'config/lorefence/lorefence.yaml': 'grants: unattended\n' })
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    LOREFENCE_STATE: join(home, 'state'),
  }
}

test('every recipe has a row', () => {
  expect(readdirSync(recipes)).toEqual(names)
})

describe('the recipes for agent builders', () => {
  for (const name of names)
    // Installed by .ci/run, or with: npm ci --prefix examples/agents/<name>
    test.skipIf(!existsSync(join(recipes, name, 'node_modules')))(`${name}: the model receives fenced text`, () => {
      const env = environment()
      const examples = resolve('examples')
      const node = nodeFor(name)
      const cwd = copyOf(name)
      const program = join(cwd, 'node_modules/lorefence/dist/cli.js')
      // A server shows what a person granted; the others say themselves that they trust the examples.
      if (name === 'mcp-client') execFileSync(node, [program, 'trust', examples, '--yes'], { env, stdio: 'pipe' })
      const text = execFileSync(node, ['agent.mjs', examples], {
        cwd,
        env,
        encoding: 'utf8',
        stdio: 'pipe',
        timeout: 120_000,
      })
      expect(text).toMatch(/^<knowledge_pack name="harbor-kiosk" [^]*<\/knowledge_pack>/)
      expect(text).toContain('Without a network the HK-2 goes on selling tickets for 72 hours')
    })
})
