import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The law: what a folder may import, of ours and of others. */
const table: Readonly<Record<string, { readonly ours: readonly string[]; readonly theirs: readonly RegExp[] }>> = {
  model: { ours: [], theirs: [] },
  text: { ours: ['model'], theirs: [/^gpt-tokenizer\//, /^@orama\/stemmers\//, /^node:(?:buffer|crypto)$/] },
  formats: { ours: ['model', 'text'], theirs: [] },
  parse: { ours: ['model', 'text'], theirs: [/^js-yaml$/, /^jsonc-parser$/] },
  discover: { ours: ['model', 'text', 'parse'], theirs: [] },
  federate: { ours: ['model', 'parse'], theirs: [/^semver/] },
  validate: { ours: ['model', 'text', 'parse'], theirs: [] },
  catalog: { ours: ['model', 'text'], theirs: [] },
  govern: { ours: ['model'], theirs: [] },
  query: { ours: ['model', 'text', 'govern'], theirs: [] },
  activate: { ours: ['model', 'text', 'catalog', 'govern'], theirs: [] },
  resolve: { ours: ['model', 'text', 'parse'], theirs: [] },
  fence: { ours: ['model', 'text'], theirs: [] },
  record: { ours: ['model', 'text'], theirs: [] },
  author: { ours: ['model', 'text', 'parse', 'validate'], theirs: [/^js-yaml$/, /^jsonc-parser$/] },
  distribute: { ours: ['model', 'text', 'parse', 'validate', 'federate'], theirs: [] },
  io: { ours: ['model', 'text'], theirs: [/^node:/, /^undici$/, /^ipaddr\.js$/, /^@opentelemetry\/api$/] },
  knowledge: {
    ours: ['model', 'text', 'parse', 'discover', 'federate', 'validate', 'catalog', 'govern', 'query', 'activate', 'resolve', 'fence', 'record', 'author', 'distribute', 'io', 'version.ts'],
    theirs: [/^node:path$/],
  },
  'serve/cli': { ours: ['model', 'text', 'io', 'index.ts', 'version.ts', 'serve/mcp'], theirs: [/^node:/] },
  'serve/mcp': { ours: ['model', 'io', 'index.ts', 'version.ts'], theirs: [/^@modelcontextprotocol\/server(?:\/stdio)?$/, /^zod$/] },
  'index.ts': { ours: ['model', 'text', 'parse', 'validate', 'catalog', 'govern', 'query', 'fence', 'record', 'author', 'knowledge', 'version.ts'], theirs: [] },
  'mcp.ts': { ours: ['serve/mcp'], theirs: [] },
  'cli.ts': { ours: ['serve/cli', 'version.ts'], theirs: [] },
  'version.ts': { ours: [], theirs: [] },
}

/** Only these two files may make a branded value. */
const brands = { Allowed: 'activate/activate.ts', Fenced: 'fence/envelope.ts' }

interface Module {
  readonly path: string
  readonly text: string
}

const modules: readonly Module[] = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative('src', path), text: readFileSync(path, 'utf8') }))

const importPattern = /\bfrom '([^'\n]+)'|\bimport\('([^'\n]+)'\)|^import '([^'\n]+)'/gm

function importsOf({ text }: Module): readonly string[] {
  return [...text.matchAll(importPattern)].map(([, from, lazy, bare]) => from ?? lazy ?? bare ?? '')
}

function areaOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'serve' ? `serve/${second}` : first
}

describe('imports run one way', () => {
  test.each(modules.map((module) => [module.path, module] as const))('%s', (path, module) => {
    const area = areaOf(path)
    const law = table[area]
    expect(law, `no law for ${area}`).toBeDefined()
    const offences = importsOf(module).filter((specifier) => {
      if (!specifier.startsWith('.')) return !law?.theirs.some((pattern) => pattern.test(specifier))
      const target = areaOf(normalize(join(dirname(path), specifier)))
      return target !== area && !law?.ours.includes(target)
    })
    expect(offences).toEqual([])
  })
})

test('no file has more than 400 lines', () => {
  expect(modules.filter(({ text }) => text.split('\n').length > 401).map(({ path }) => path)).toEqual([])
})

test.each(Object.entries(brands))('only one file makes a value of type %s', (brand, owner) => {
  const makers = modules.filter(({ text }) => new RegExp(`\\bas ${brand}\\b`).test(text)).map(({ path }) => path)
  expect(makers).toEqual([owner])
})

test('only fence/ reaches the place where text becomes Fenced', () => {
  expect(modules.filter((module) => !module.path.startsWith('fence/') && importsOf(module).some((from) => from.endsWith('/envelope.ts'))).map(({ path }) => path)).toEqual([])
})

test('only serve/ prints, listens or exits', () => {
  const offenders = modules.filter(({ path, text }) => !path.startsWith('serve/') && path !== 'cli.ts' && /\bconsole\.|process\.(?:stdout|stderr|exit)/.test(text))
  expect(offenders.map(({ path }) => path)).toEqual([])
})

test('only io/ and the terminal reach the clock, the disk or chance', () => {
  const offenders = modules.filter(({ path, text }) => !path.startsWith('io/') && !path.startsWith('serve/') && /\bDate\.now\(|new Date\(\)|Math\.random\(|node:(?:fs|net|http|https|child_process)/.test(text))
  expect(offenders.map(({ path }) => path)).toEqual([])
})
