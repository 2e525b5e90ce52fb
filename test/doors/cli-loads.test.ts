import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { packText } from '../support/judge-pack.ts'
import { tempFolder } from '../support/temp-folder.ts'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const chunks = fileURLToPath(new URL('../../dist/chunks', import.meta.url))

/** A chunk and every one that it imports before it runs. */
function loadedWith(start: string): readonly string[] {
  const found = new Set([start])
  for (const file of found)
    for (const [, name] of readFileSync(join(chunks, file), 'utf8').matchAll(/from"\.\/([^"]+)"/g))
      if (name !== undefined) found.add(name)
  return [...found]
}

describe('what a command loads', () => {
  const catalog = readdirSync(chunks).find((file) => /^catalog-[\w-]{8}\.js$/.test(file)) ?? ''
  const loaded = loadedWith(catalog)

  it('a list loads the scan and nothing that decides or opens content', () => {
    expect(loaded.map((file) => file.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual(['catalog', 'main', 'scan'])
  })

  it('a list loads at most 358,000 characters of code', () => {
    const sizes = loaded.map((file) => readFileSync(join(chunks, file), 'utf8').length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(358_000)
  })

  it('an MCP server answers first with less than 1,150,000 characters of code, and nothing of other commands', () => {
    const starts = ['mcp', 'stdio'].map((name) => new RegExp(`^${name}-[\\w-]{8}\\.js$`))
    const first = readdirSync(chunks).filter((file) => starts.some((start) => start.test(file)))
    const files = [...new Set(first.flatMap(loadedWith))]
    expect(files.map((file) => file.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual([
      'base',
      'core',
      'main',
      'mcp',
      'mcp-door',
      'opening',
      'scan',
      'stdio',
    ])
    const sizes = files.map((file) => readFileSync(join(chunks, file), 'utf8').length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_150_000)
  })

  it('a command that ends soon optimizes few functions, and loads no clock that it does not need', () => {
    const packs = Array.from({ length: 400 }, (_, i) => `pack-${i}`)
    const root = tempFolder(Object.fromEntries(packs.map((name) => [`packs/${name}/KNOWLEDGE.md`, packText({ name })])))
    const probe = `process.on('exit', () => console.log(process.moduleLoadList.join('\\n')))`
    const { stdout } = spawnSync(
      process.execPath,
      ['--trace-opt', '--import', `data:text/javascript,${encodeURIComponent(probe)}`, cli, 'catalog', '--no-user'],
      { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: tempFolder() } },
    )
    expect(stdout).toContain('pack-399')
    expect((stdout.match(/completed optimizing/g) ?? []).length).toBeLessThan(6)
    expect(stdout).toContain('NativeModule fs')
    expect(stdout).not.toContain('NativeModule perf_hooks')
  })

  it('a search of the workspace loads nothing that reads formats or reaches out', () => {
    const workspace = readdirSync(chunks).find((file) => /^workspace-[\w-]{8}\.js$/.test(file)) ?? ''
    const names = loadedWith(workspace).map((file) => file.replace(/-[\w-]{8}\.js$/, ''))
    expect(names.sort()).toEqual(['base', 'main', 'scan', 'workspace'])
  })

  it('the library of PostgreSQL is loaded where a store is used, and nowhere else', () => {
    const textOf = (file: string): string => readFileSync(join(chunks, file), 'utf8')
    const files = readdirSync(chunks).filter((file) => file.endsWith('js'))
    const library = files.filter((file) => textOf(file).includes('SCRAM-SHA-256'))
    const users = files.filter((file) => library.some((name) => textOf(file).includes(`from"./${name}"`)))
    expect(library).toHaveLength(1)
    expect(users.map((file) => file.replace(/(?:-[\w-]{8})?\.m?js$/, '')).sort()).toEqual(['postgres', 'query-worker'])
  })
})
