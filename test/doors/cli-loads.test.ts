import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { packText } from '../support/judge-pack.ts'
import { tempFolder } from '../support/temp-folder.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const cli = join(dist, 'cli.js')
const chunks = join(dist, 'chunks')

interface Loaded {
  /** Files of the package by the names of their chunks. */
  readonly names: readonly string[]
  readonly characters: number
  readonly stdout: string
  /** Modules of Node. */
  readonly builtins: string
}

/** Runs a command in a folder with some packs, and returns what it loaded. */
function loadedBy(args: readonly string[], { packs = 1, input = '' } = {}): Loaded {
  const names = Array.from({ length: packs }, (_, i) => `pack-${i}`)
  const root = tempFolder(Object.fromEntries(names.map((name) => [`packs/${name}/KNOWLEDGE.md`, packText({ name })])))
  const [coverage, home] = [tempFolder(), tempFolder()]
  const probe = `process.on('exit', () => process._rawDebug(process.moduleLoadList.join('\\n')))`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--trace-opt', '--import', `data:text/javascript,${encodeURIComponent(probe)}`, cli, ...args],
    { cwd: root, encoding: 'utf8', input, env: { PATH: process.env['PATH'], HOME: home, NODE_V8_COVERAGE: coverage } },
  )
  const scripts = readdirSync(coverage).flatMap(
    (name) => (JSON.parse(readFileSync(join(coverage, name), 'utf8')) as { result: readonly { url: string }[] }).result,
  )
  const files = scripts.flatMap(({ url }) => (url.startsWith('file:') ? [fileURLToPath(url)] : []))
  const ours = [...new Set(files)].filter((file) => !relative(dist, file).startsWith('..'))
  return {
    names: ours.map((file) => relative(dist, file).replace(/(?:^chunks\/|-[\w-]{8}(?=\.js$)|\.js$)/g, '')).sort(),
    characters: ours.reduce((sum, file) => sum + readFileSync(file, 'utf8').length, 0),
    stdout,
    builtins: stderr,
  }
}

const messages = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
]

describe('what a command loads', () => {
  it('the version loads one file', () => {
    expect(loadedBy(['--version'])).toMatchObject({
      names: ['cli'],
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
  })

  it('a list loads the scan and nothing that decides or opens content', () => {
    const { names, stdout } = loadedBy(['catalog', '--no-user'])
    expect(stdout).toContain('pack-0')
    expect(names).toEqual(['cli', 'list', 'main', 'rolldown-runtime'])
  })

  it('a list loads at most 362,000 characters of code', () => {
    expect(loadedBy(['catalog', '--no-user']).characters).toBeLessThan(362_000)
  })

  it('an MCP server answers first with less than 1,150,000 characters of code, and nothing of other commands', () => {
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
    const { names, characters, stdout } = loadedBy(['mcp'], { input })
    expect(stdout).toContain('knowledge_catalog')
    expect(names).toEqual(['cli', 'list', 'main', 'mcp', 'open', 'rolldown-runtime', 'search'])
    expect(characters).toBeLessThan(1_150_000)
  })

  it('a command that ends soon optimizes few functions, and loads no clock, socket or server that it does not need', () => {
    const { stdout, builtins } = loadedBy(['catalog', '--no-user'], { packs: 400 })
    expect(stdout).toContain('pack-399')
    expect((stdout.match(/completed optimizing/g) ?? []).length).toBeLessThan(6)
    expect(builtins).toContain('NativeModule fs')
    for (const builtin of ['perf_hooks', 'net', 'tls', 'http', 'https', 'zlib', 'child_process', 'worker_threads'])
      expect(builtins.split('\n')).not.toContain(`NativeModule ${builtin}`)
  })

  it('a search of the workspace loads nothing that reads formats or reaches out', () => {
    const { names } = loadedBy(['workspace', 'search', 'kiosk'])
    expect(names).toEqual(['cli', 'list', 'main', 'rolldown-runtime', 'search'])
  })

  it('the library of PostgreSQL is loaded where a store is used, and nowhere else', () => {
    const textOf = (file: string): string => readFileSync(join(chunks, file), 'utf8')
    const files = readdirSync(chunks).filter((file) => file.endsWith('js'))
    const library = files.filter((file) => textOf(file).includes('SCRAM-SHA-256'))
    const users = files.filter((file) => library.some((name) => textOf(file).includes(`from"./${name}"`)))
    expect(library).toHaveLength(1)
    expect(users.map((file) => file.replace(/(?:-[\w-]{8})?\.m?js$/, '')).sort()).toEqual(['postgres', 'query-worker'])
  })

  it('no file of the package only names another', () => {
    const small = readdirSync(chunks).filter((file) => statSync(join(chunks, file)).size < 200)
    expect(small).toEqual([])
  })
})
