import { describe, expect, test } from 'vitest'
import { BrandLaw, type Brand } from '../../support/architecture/brand-law.ts'
import { globalOffences, printOffences } from '../../support/architecture/global-law.ts'
import { importOffences, type ImportTable } from '../../support/architecture/import-law.ts'
import { moduleOf } from '../../support/architecture/syntax.ts'

describe('imports', () => {
  const table: ImportTable = {
    model: { ours: [], theirs: [] },
    govern: { ours: ['model'], theirs: [/^semver$/] },
    'serve/mcp': { ours: ['model'], theirs: [] },
  }
  const offences = (text: string, path = 'govern/gates/trust.ts'): readonly string[] =>
    importOffences(moduleOf(path, text), table)

  test.each([
    ['double quotes', 'import { read } from "../../io/disk-files.ts"', '../../io/disk-files.ts'],
    ['single quotes', "import { read } from '../../io/disk-files.ts'", '../../io/disk-files.ts'],
    ['for its effect', 'import "../../io/disk-files.ts"', '../../io/disk-files.ts'],
    ['over several lines', "import {\n  read,\n}\n  from\n    '../../io/disk-files.ts'", '../../io/disk-files.ts'],
    ['with a comment inside', "import { read } from /* here */ '../../io/disk-files.ts'", '../../io/disk-files.ts'],
    ['escaped', String.raw`import { read } from '../../\u0069o/disk-files.ts'`, '../../io/disk-files.ts'],
    ['types only', "import type { Disk } from '../../io/disk-files.ts'", '../../io/disk-files.ts'],
    ['in a type', "export type Disk = import('../../io/disk-files.ts').Disk", '../../io/disk-files.ts'],
    ['of a type query', "export type Disk = typeof import('../../io/disk-files.ts')", '../../io/disk-files.ts'],
    ['lazily', 'export const disk = () => import("../../io/disk-files.ts")', '../../io/disk-files.ts'],
    ['lazily, in a template', 'export const disk = () => import(`../../io/disk-files.ts`)', '../../io/disk-files.ts'],
    ['put together', "export const disk = (name: string) => import('../../io/' + name)", '(computed)'],
    ['handed on', "export { read } from '../../io/disk-files.ts'", '../../io/disk-files.ts'],
    ['handed on whole', "export * from '../../io/disk-files.ts'", '../../io/disk-files.ts'],
    ['handed on under a name', "export * as disk from '../../io/disk-files.ts'", '../../io/disk-files.ts'],
    ['as a require', "const disk = require('../../io/disk-files.ts')", '../../io/disk-files.ts'],
    ['as an import of old', "import disk = require('../../io/disk-files.ts')", '../../io/disk-files.ts'],
    ['as a reference', '/// <reference path="../../io/disk-files.ts" />', '../../io/disk-files.ts'],
    ['by a detour', "import { read } from './../../govern/../io/disk-files.ts'", './../../govern/../io/disk-files.ts'],
    ['of a door', "import { door } from '../../serve/mcp/door.ts'", '../../serve/mcp/door.ts'],
    ['of the system', 'import fs from "node:fs"', 'node:fs'],
    ['of the system, without its prefix', "import fs from 'fs'", 'fs'],
    ['of others', "import * as z from 'zod'", 'zod'],
  ])('%s', (_how, text, expected) => {
    expect(offences(text)).toEqual([expected])
  })

  test.each([
    "import { a } from '../../model/a.ts'",
    "import { b } from '../b.ts'",
    "import { gt } from 'semver'",
    'export const text = "import x from \'../../io/x.ts\'"',
    "// import x from '../../io/x.ts'",
    'export const from = 1',
  ])('fine: %s', (text) => {
    expect(offences(text)).toEqual([])
  })

  test('a folder without a law', () => {
    expect(offences('', 'elsewhere/a.ts')).toEqual(['there is no law for elsewhere'])
  })
})

describe('globals that reach out', () => {
  const offences = (text: string, path = 'govern/gates/trust.ts'): readonly string[] =>
    globalOffences(moduleOf(path, text))

  test.each([
    ["fetch('https://example.com')", 'fetch'],
    ['const get = fetch', 'fetch'],
    ['export const tools = { fetch }', 'fetch'],
    ["process.env['HOME']", 'process'],
    ['const { env } = process', 'process'],
    ['performance.now()', 'performance'],
    ["globalThis['fetch']('x')", 'globalThis'],
    ['Date.now()', 'Date'],
    ["Date['now']()", 'Date'],
    ['new Date()', 'Date'],
    ['new Date', 'Date'],
    ['new Date(...[])', 'Date'],
    ['String(Date())', 'Date'],
    ['const Clock = Date', 'Date'],
    ['const { now } = Date', 'Date'],
    ['Math.random()', 'Math.random'],
    ["Math['random']()", 'Math.random'],
    ["Math['ran' + 'dom']()", 'Math.random'],
    ['const { random } = Math', 'Math.random'],
    ['setTimeout(() => undefined, 5)', 'setTimeout'],
    ['setImmediate(() => undefined)', 'setImmediate'],
    ['setInterval(() => undefined, 5)', 'setInterval'],
    ['console.log(1)', 'console'],
    ["eval('1')", 'eval'],
    ["new Function('return 1')", 'Function'],
    ['import.meta.url', 'import.meta'],
    ['crypto.randomUUID()', 'randomUUID'],
    ["import { randomBytes } from 'node:crypto'", 'randomBytes'],
    ["import crypto from 'node:crypto'\ncrypto.randomBytes(4)", 'randomBytes'],
    ["import * as all from 'node:crypto'\nall['randomBytes'](4)", 'randomBytes'],
    ['type Fetch = typeof fetch', 'fetch'],
  ])('%s', (text, expected) => {
    expect(offences(text)).toContain(expected)
  })

  test.each([
    'const date = new Date(0); Date.UTC(2026, 1); Date.parse("2026-01-01"); date instanceof Date',
    'Math.max(1, 2) + Math.PI',
    "const record = { fetch: 1, process: 2 }; record.fetch + record.process; 'fetch process performance'",
    'interface Ports { fetch(url: string): void; readonly now: Date }',
    "import crypto from 'node:crypto'\ncrypto.hash('sha256', '')",
    '// fetch(process.env)',
  ])('fine: %s', (text) => {
    expect(offences(text)).toEqual([])
  })

  test.each(['io/system.ts', 'serve/cli/terminal.ts', 'cli.ts'])('%s may reach out', (path) => {
    expect(offences('fetch(process.env); Date.now(); Math.random()', path)).toEqual([])
  })
})

test.each([
  ["console.log('x')", 'console'],
  ["process.stdout.write('x')", 'process.stdout'],
  ["process['exit'](1)", 'process.exit'],
  ["process['ex' + 'it'](1)", 'process.'],
])('only a door prints: %s', (text, expected) => {
  expect([printOffences(moduleOf('io/system.ts', text)), printOffences(moduleOf('serve/cli/main.ts', text))]).toEqual([
    [expected],
    [],
  ])
})

describe('brands', () => {
  const brand: Brand = { home: 'model/brands.ts', types: /^Allowed/, maker: 'activate/activate.ts' }
  const world: Readonly<Record<string, string>> = {
    'model/brands.ts':
      'export type Allowed = AllowedPack | AllowedUnit\nexport interface AllowedPack extends AllowedEntry { readonly kind: "pack" }\nexport interface AllowedUnit extends AllowedEntry { readonly kind: "unit" }\ninterface AllowedEntry { readonly ref: string }\n',
    'model/read.ts':
      "import type { Allowed } from './brands.ts'\nexport interface Given { readonly used: readonly Allowed[] }\nexport interface Plain { readonly ref: string }\n",
    'activate/activate.ts':
      "import type { Allowed } from '../model/brands.ts'\nexport const activate = (ref: string): readonly Allowed[] => [{ ref } as Allowed]\n",
    'record/handed-on.ts': "export { type Given as Handed } from '../model/read.ts'\n",
  }
  const offences = (text: string, path = 'app/read/here.ts'): readonly string[] => {
    const modules = Object.entries({ ...world, [path]: text }).map(([name, content]) => moduleOf(name, content))
    return modules
      .filter((module) => module.path === path)
      .flatMap((module) => new BrandLaw(modules, brand).offences(module))
  }
  const named = "import type { Allowed, AllowedPack } from '../../model/brands.ts'\n"

  test.each([
    ['a cast', `${named}export const made = { kind: 'pack' } as AllowedPack`, 'a cast'],
    ['a cast of the union', `${named}export const made = { kind: 'pack' } as Allowed`, 'a cast'],
    ['a cast over unknown', `${named}export const made = {} as unknown as Allowed`, 'a cast'],
    ['a cast in front', `${named}export const made = <Allowed>{}`, 'a cast'],
    ['a cast of a list', `${named}export const made = [] as readonly AllowedPack[]`, 'a cast'],
    [
      'a cast of what holds one',
      `${named}export const made = {} as { readonly inner: Map<string, Allowed> }`,
      'a cast',
    ],
    [
      'a cast by another name',
      "import type { Allowed as Fine } from '../../model/brands.ts'\nexport const made = {} as Fine",
      'a cast',
    ],
    ['a cast by an alias', `${named}type Fine = Readonly<Allowed>\nexport const made = {} as Fine`, 'a cast'],
    [
      'a cast by an interface',
      `${named}interface Fine extends AllowedPack { readonly more: 1 }\nexport const made = {} as Fine`,
      'a cast',
    ],
    [
      'a cast by a type of another module',
      "import type { Given } from '../../model/read.ts'\nexport const made = {} as Given",
      'a cast',
    ],
    [
      'a cast by a type that was handed on',
      "import type { Handed } from '../../record/handed-on.ts'\nexport const made = {} as Handed",
      'a cast',
    ],
    [
      'a cast by a part of a type',
      "import type { Given } from '../../model/read.ts'\nexport const made = {} as Given['used'][number]",
      'a cast',
    ],
    [
      'a cast by what a function gives',
      "import { activate } from '../../activate/activate.ts'\nexport const made = [] as ReturnType<typeof activate>",
      'a cast',
    ],
    ['a cast by an import in place', "export const made = {} as import('../../model/brands.ts').Allowed", 'a cast'],
    ['a cast to any', 'export const made = {} as any', 'a cast to any or never'],
    ['a cast to never', 'export const made = {} as never', 'a cast to any or never'],
    [
      'a cast to a type parameter',
      'export const made = <T>(value: unknown): T => value as T',
      'a cast to a type parameter',
    ],
    [
      'a namespace',
      "import type * as brands from '../../model/brands.ts'\nexport const made = {} as brands.Allowed",
      'all names of the brands at once',
    ],
    ['a module that hands on everything', "export * from '../../model/brands.ts'", 'all names of the brands at once'],
    [
      'a type predicate',
      `${named}export const isFine = (value: unknown): value is Allowed => value !== 1`,
      'a type predicate',
    ],
    [
      'an assertion',
      `${named}export function check(value: unknown): asserts value is AllowedPack {}`,
      'a type predicate',
    ],
    ['a type argument', `${named}export const made = parseAs<Allowed>('{}')`, 'a type argument of a call'],
    ['a spread', `${named}export const made = (entry: AllowedPack): Allowed => ({ ...entry, ref: '' })`, 'a spread'],
    [
      'a spread of a type parameter',
      `${named}export function withDuties<Entry extends Allowed>(entry: Entry): Entry {\n  return { ...entry, ref: '' }\n}`,
      'a spread',
    ],
    [
      'a spread in a callback',
      `${named}export const made = (list: readonly Allowed[]) => list.map((entry: Allowed) => ({ ...entry, ref: '' }))`,
      'a spread',
    ],
    [
      'a copy',
      `${named}export const made = (entry: Allowed): Allowed => Object.assign({}, entry, { ref: '' })`,
      'a copy',
    ],
    ['a clone', `${named}export const made = (entry: Allowed): Allowed => structuredClone(entry)`, 'a copy'],
    ['a declaration', `${named}declare const made: Allowed`, 'a declaration without a value'],
    ['a promise of a value', `${named}let made!: Allowed`, 'a variable without a value'],
    [
      'an overload',
      `${named}export function make(value: unknown): Allowed\nexport function make(value: unknown): unknown {\n  return value\n}`,
      'a signature without a body',
    ],
    [
      'a compiler told to look away',
      `${named}// @ts-expect-error\nexport const made: Allowed = {}`,
      '@ts-expect-error',
    ],
  ])('%s', (_how, text, expected) => {
    expect(offences(text)).toContain(expected)
  })

  test.each([
    `${named}export const refs = (allowed: readonly Allowed[]): readonly string[] => allowed.map(({ ref }) => ref)`,
    `${named}export const packs = (allowed: readonly Allowed[]) => [...allowed].filter((entry) => entry.kind === 'pack')`,
    `${named}export const byRef = (allowed: readonly Allowed[]) => new Map<string, Allowed>(allowed.map((entry) => [entry.ref, entry]))`,
    "import type { Plain } from '../../model/read.ts'\nexport const made = {} as Plain",
    'export const words = [] as const',
    'interface Given { readonly text: string }\nexport const made = {} as Given',
  ])('fine: %s', (text) => {
    expect(offences(text)).toEqual([])
  })

  test('its maker may', () => {
    expect(offences(world['activate/activate.ts'] ?? '', 'activate/activate.ts')).toEqual([])
  })
})
