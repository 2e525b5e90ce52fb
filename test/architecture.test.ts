import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BrandLaw, type Brand } from './support/architecture/brand-law.ts'
import { globalOffences, printOffences } from './support/architecture/global-law.ts'
import { importOffences, importsOf, type ImportTable } from './support/architecture/import-law.ts'
import { areaOf, moduleOf, nameOf, nodeIn, targetOf, type Module } from './support/architecture/syntax.ts'

/** The law: what a folder may import, of ours and of others. */
const table: ImportTable = {
  model: { ours: [], theirs: [] },
  text: { ours: ['model'], theirs: [/^gpt-tokenizer\//, /^@orama\/stemmers\//, /^node:(?:buffer|crypto)$/] },
  formats: { ours: ['model', 'text'], theirs: [] },
  parse: { ours: ['model', 'text'], theirs: [/^js-yaml$/, /^jsonc-parser$/, /^unbash$/] },
  discover: { ours: ['model', 'text', 'parse'], theirs: [] },
  federate: { ours: ['model', 'text', 'parse'], theirs: [] },
  validate: { ours: ['model', 'text', 'parse'], theirs: [] },
  catalog: { ours: ['model', 'text'], theirs: [] },
  govern: { ours: ['model'], theirs: [] },
  query: { ours: ['model', 'text', 'govern'], theirs: [] },
  activate: { ours: ['model', 'text', 'catalog', 'govern'], theirs: [] },
  rank: { ours: ['model', 'text'], theirs: [] },
  select: { ours: ['model', 'text', 'parse', 'formats', 'rank'], theirs: [] },
  fence: { ours: ['model', 'text'], theirs: [] },
  record: { ours: ['model', 'text'], theirs: [] },
  author: { ours: ['model', 'text', 'parse', 'formats', 'validate'], theirs: [/^js-yaml$/, /^jsonc-parser$/] },
  distribute: { ours: ['model', 'text', 'parse', 'validate', 'federate'], theirs: [] },
  io: {
    ours: ['model', 'text'],
    theirs: [/^node:/, /^undici$/, /^ipaddr\.js$/, /^@opentelemetry\/api$/, /^@hono\/node-server$/, /^postgres$/],
  },
  app: {
    ours: [
      'model',
      'text',
      'parse',
      'discover',
      'federate',
      'validate',
      'catalog',
      'govern',
      'query',
      'activate',
      'formats',
      'rank',
      'select',
      'fence',
      'record',
      'author',
      'distribute',
      'io',
      'version.ts',
    ],
    theirs: [/^node:path$/],
  },
  'serve/cli': {
    ours: ['model', 'text', 'io', 'app', 'version.ts', 'serve/mcp', 'serve/http', 'serve/lsp', 'serve/hook'],
    theirs: [/^node:/],
  },
  'serve/mcp': {
    ours: ['model', 'io', 'app', 'version.ts'],
    theirs: [/^@modelcontextprotocol\/server(?:\/stdio)?$/, /^zod$/],
  },
  'serve/lsp': {
    ours: ['model', 'io', 'app', 'version.ts'],
    theirs: [/^vscode-jsonrpc\/node$/, /^vscode-languageserver-(?:textdocument|types)$/, /^node:url$/],
  },
  'serve/hook': { ours: ['io', 'app'], theirs: [/^node:fs$/] },
  'serve/http': { ours: ['model', 'io', 'app', 'version.ts', 'serve/mcp'], theirs: [/^hono(?:\/[\w-]+)?$/, /^jose$/] },
  web: { ours: ['model'], theirs: [/^preact(?:\/hooks)?$/, /^sigma(?:\/|$)/, /^graphology(?:-|$)/] },
  'index.ts': { ours: ['app'], theirs: [] },
  'mcp.ts': { ours: ['serve/mcp'], theirs: [] },
  'testing.ts': { ours: ['io'], theirs: [] },
  'cli.ts': { ours: ['serve/cli', 'version.ts'], theirs: [] },
  'hook.ts': { ours: ['serve/hook'], theirs: [] },
  'version.ts': { ours: [], theirs: [] },
}

/** Only these two files may make a branded value. */
const brands: Readonly<Record<string, Brand>> = {
  Allowed: { home: 'model/decisions/brands.ts', types: /^Allowed/, maker: 'activate/activate.ts' },
  Fenced: { home: 'model/decisions/brands.ts', types: /^Fenced$/, maker: 'fence/envelope.ts' },
}

const modules: readonly Module[] = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => moduleOf(relative('src', path), readFileSync(path, 'utf8')))

/** What a law finds, by module. */
const found = (law: (module: Module) => readonly string[]): readonly string[] =>
  modules.flatMap((module) => law(module).map((offence) => `${module.path}: ${offence}`))

describe('imports run one way', () => {
  test.each(modules.map((module) => [module.path, module] as const))('%s', (_path, module) => {
    expect(importOffences(module, table)).toEqual([])
  })
})

test('the page takes nothing but types from other folders', () => {
  const imported = modules
    .filter(({ path }) => path.startsWith('web/'))
    .flatMap(({ path, found }) =>
      found
        .filter(({ node }) => node.type === 'ImportDeclaration' && node['importKind'] !== 'type')
        .map(({ node }) => nameOf(nodeIn(node, 'source')))
        .filter((from) => from.startsWith('.') && areaOf(targetOf(path, from)) !== 'web')
        .map((from) => `${path}: ${from}`),
    )
  expect(imported).toEqual([])
})

test('no file has more than 400 lines', () => {
  expect(modules.filter(({ text }) => text.split('\n').length > 401).map(({ path }) => path)).toEqual([])
})

test('only io/ and serve/ reach the network, the process, the clock, timers or chance', () => {
  expect(found(globalOffences)).toEqual([])
})

test('only serve/ prints or exits', () => {
  expect(found(printOffences)).toEqual([])
})

test.each(Object.entries(brands))('only one file makes a value of type %s', (_name, brand) => {
  const law = new BrandLaw(modules, brand)
  expect(found((module) => law.offences(module))).toEqual([])
  // The maker is there and needs to be excepted.
  expect(
    modules
      .filter(({ path }) => path === brand.maker)
      .flatMap((module) => new BrandLaw(modules, { ...brand, maker: '' }).offences(module)),
  ).toContain('a cast')
})

test('only fence/ reaches the place where text becomes Fenced', () => {
  expect(
    modules
      .filter(
        (module) =>
          !module.path.startsWith('fence/') && importsOf(module).some((from) => from.endsWith('/envelope.ts')),
      )
      .map(({ path }) => path),
  ).toEqual([])
})
