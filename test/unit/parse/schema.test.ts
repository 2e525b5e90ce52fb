import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { configSchema, manifestSchema, packSchema, recordSchema } from '../../../src/author/schema/schemas.ts'
import { validateText, parseManifest } from '../../../src/app/index.ts'
import type { Field, FieldTable, Shape } from '../../../src/model/tables/fields.ts'
import { configFields } from '../../../src/model/tables/config-fields.ts'
import { manifestFields } from '../../../src/model/tables/manifest-fields.ts'
import { packFields } from '../../../src/model/tables/pack-fields.ts'
import { recordFields, recordKinds } from '../../../src/model/tables/run-fields.ts'
import { splitFrontmatter } from '../../../src/parse/pack/frontmatter.ts'
import { parseYaml } from '../../../src/parse/yaml/yaml.ts'
import { specificationManifests } from '../../support/specification-manifests.ts'
import { readPage } from '../../support/page-cases.ts'

type Schema = { readonly [keyword: string]: unknown }

const compile = (schema: Schema): ValidateFunction => {
  const Validator = String(schema['$schema']).includes('draft-07') ? Ajv : Ajv2020
  return new Validator({ allErrors: true, allowUnionTypes: true }).compile(schema)
}
const acceptsManifest = compile(manifestSchema())
const acceptsPack = compile(packSchema())
const acceptsConfig = compile(configSchema())

const schemas: readonly (readonly [name: string, schema: Schema, table: FieldTable])[] = [
  ['manifest', manifestSchema(), manifestFields],
  ['pack', packSchema(), packFields],
  ['config', configSchema(), configFields],
  ...recordKinds.map((kind) => [kind, recordSchema(kind), recordFields[kind]] as const),
]

const minimal = { project: 'harbor', units: [{ id: 'setup', path: 'setup.md', intent: 'How do I set up a kiosk?' }] }
const unit = (change: Readonly<Record<string, unknown>>): unknown => ({
  ...minimal,
  units: [{ ...minimal.units[0], ...change }],
})
const pack = { name: 'kiosk', description: 'Facts about kiosks.', type: 'brand-product', status: 'ready' }

describe('every schema', () => {
  test.each(schemas)('KCP-214: the %s schema is valid by its meta-schema', (_name, schema) => {
    const draft = String(schema['$schema']).includes('draft-07') ? new Ajv() : new Ajv2020()
    expect(draft.validateSchema(schema)).toBe(true)
  })

  test('KCP-214: the manifest schema is draft-07, the others are 2020-12', () => {
    expect(schemas.map(([name, schema]) => [name, schema['$schema']])).toEqual([
      ['manifest', 'http://json-schema.org/draft-07/schema#'],
      ...['pack', 'config', 'context-resolution', 'compile-run', 'source-map', 'selection-eval'].map((name) => [
        name,
        'https://json-schema.org/draft/2020-12/schema',
      ]),
    ])
  })

  test.each(schemas)('KCP-215: the %s schema has every field of its table, and its doc', (_name, schema, table) => {
    expect(fieldsOfSchema(schema, '')).toEqual(fieldsOfTable(table, ''))
  })
})

/** `path description-start` of every property below a schema. */
function fieldsOfSchema(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((part) => fieldsOfSchema(part, path))
  const { properties = {}, items, anyOf, additionalProperties } = schema as Record<string, unknown>
  const own = Object.entries(properties as Record<string, Schema>).flatMap(([name, property]) => [
    `${path}/${name} ${String(property['description'] ?? '').slice(0, 12)}`.trim(),
    ...fieldsOfSchema(property, `${path}/${name}`),
  ])
  return [
    ...new Set([
      ...own,
      ...fieldsOfSchema(items, path),
      ...fieldsOfSchema(anyOf, path),
      ...fieldsOfSchema(additionalProperties, path),
    ]),
  ].sort()
}

function fieldsOfTable(table: FieldTable, path: string): readonly string[] {
  return [
    ...new Set(
      Object.entries(table).flatMap(([name, field]) => [
        `${path}/${name} ${(field.doc ?? '').slice(0, 12)}`.trim(),
        ...fieldsOfShape(field, `${path}/${name}`),
      ]),
    ),
  ].sort()
}

function fieldsOfShape(shape: Shape, path: string): readonly string[] {
  if (shape.type === 'object') return fieldsOfTable(shape.fields, path)
  if (shape.type === 'list' || shape.type === 'record') return fieldsOfShape(shape.of, path)
  return shape.type === 'either' ? shape.of.flatMap((option) => fieldsOfShape(option, path)) : []
}

describe('the manifest schema', () => {
  test.each(specificationManifests)('KCP-214: accepts %s of the specification', (_name, text) => {
    acceptsManifest(parseYaml(text).tree?.value)
    expect(acceptsManifest.errors).toBeNull()
  })

  test('KCP-214: accepts every example that validation accepts', () => {
    const texts = [...exampleFiles('knowledge.yaml'), ...pageManifests()]
    const sound = texts.filter(
      (text) => structuralCodes(text).length === 0 && parseManifest(text).manifest?.unusable.length === 0,
    )
    expect(sound.length).toBeGreaterThan(0)
    for (const text of sound) {
      acceptsManifest(parseYaml(text).tree?.value)
      expect(acceptsManifest.errors, text).toBeNull()
    }
  })

  test.each([
    ['no project', { units: minimal.units }],
    ['a project of spaces', { ...minimal, project: ' ' }],
    ['no units', { project: 'harbor' }],
    ['empty units', { ...minimal, units: [] }],
    ['units that are no list', { ...minimal, units: { id: 'setup' } }],
    ['a unit that is text', { ...minimal, units: ['setup'] }],
    ['a unit without an id', unit({ id: undefined })],
    ['a unit without a path', unit({ path: undefined })],
    ['a unit with an empty intent', unit({ intent: '' })],
    ['an unknown scope', unit({ scope: 'planet' })],
    ['an empty scope', unit({ scope: '' })],
    [
      'an unknown approval mechanism',
      { ...minimal, delegation: { human_in_the_loop: { approval_mechanism: 'shout' } } },
    ],
    ['an unknown compliance sensitivity', { ...minimal, compliance: { sensitivity: 'secret' } }],
    ['a federated manifest without a url', { ...minimal, manifests: [{ id: 'core' }] }],
    [
      'a federated manifest with a bad id',
      { ...minimal, manifests: [{ id: 'Core!', url: 'https://core.example/knowledge.yaml' }] },
    ],
    ['an external dependency without a unit', unit({ external_depends_on: [{ manifest: 'core' }] })],
    [
      'an external relationship without a type',
      { ...minimal, external_relationships: [{ from_unit: 'a', to_unit: 'b' }] },
    ],
    ['a path that leaves the folder', unit({ path: '../payroll.md' })],
    ['an absolute path', unit({ path: '/etc/passwd' })],
    ['a path with a drive', unit({ path: 'C:/x.md' })],
    ['a path with another scheme', unit({ path: 'http://harbor.example/x.md' })],
    ['a percent-encoded path', unit({ path: '%2e%2e/x.md' })],
    ['a serving address without HTTPS', { ...minimal, serving: { manifest: ['http://harbor.example/k.yaml'] } }],
    ['load_eligible on knowledge', unit({ load_eligible: true, action_scope: {} })],
    ['a granted skill without a scope', unit({ kind: 'skill', load_eligible: true })],
    ['text where true or false is expected', unit({ deprecated: 'no' })],
    ['a list where a mapping is expected', unit({ hints: [] })],
  ])('KCP-214: rejects %s', (_name, value) => {
    expect(acceptsManifest(JSON.parse(JSON.stringify(value)))).toBe(false)
  })

  test.each([
    ['an unlisted audience', unit({ audience: ['pilot'] })],
    ['an unlisted kind', unit({ kind: 'poem' })],
    ['an id with other characters', unit({ id: 'Setup Guide' })],
    ['a chunk index of zero', unit({ hints: { chunk_index: 0 } })],
    ['too many and too long triggers', unit({ triggers: Array.from({ length: 21 }, () => 'x'.repeat(61)) })],
    ['a single value for a list', unit({ depends_on: 'overview' })],
    ['null for "not given"', unit({ discovery: { verified_at: null }, scope: null })],
    ['unquoted versions', { ...minimal, kcp_version: 0.14, version: 1.1 }],
    ['unknown fields', { ...minimal, 'x-team': 'platform' }],
    ['a relationship that is ignored', { ...minimal, relationships: [{ from: 'setup' }] }],
    ['a path that goes up and stays inside', unit({ path: 'docs/../a.md' })],
    ['a link', unit({ path: 'https://harbor.example/x.md' })],
    ['a granted skill', unit({ kind: 'skill', load_eligible: true, action_scope: { tools: ['a'] } })],
    ['numeric triggers', unit({ triggers: [2024, 'a'] })],
    ['an empty serving', { ...minimal, serving: { manifest: [], mcp: [] } }],
    ['a custom action', unit({ authority: { publish: 'denied' } })],
  ])('accepts %s, which is a warning at most', (_name, value) => {
    acceptsManifest(value)
    expect(acceptsManifest.errors).toBeNull()
  })

  test('an unlisted word is completed from the vocabulary', () => {
    const access = (((manifestSchema()['properties'] as Schema)['units'] as Schema)['items'] as Schema)[
      'properties'
    ] as Record<string, Schema>
    expect(access['access']).toEqual({
      description: 'Credential needed. (KCP §4.11)',
      anyOf: [{ enum: ['public', 'authenticated', 'restricted'] }, { type: 'string' }, { type: 'null' }],
      default: 'public',
    })
  })
})

const accepts = (change: Readonly<Record<string, unknown>>): boolean =>
  acceptsPack(JSON.parse(JSON.stringify({ ...pack, ...change })))

describe('the pack schema', () => {
  test('accepts four fields and client-private metadata', () => {
    expect([
      accepts({}),
      accepts({ metadata: { 'acme.template': 1 }, maintainers: 'platform', version: 1, tags: ['a'] }),
    ]).toEqual([true, true])
  })

  test.each([
    { name: undefined },
    { description: ' ' },
    { description: 'x'.repeat(1025) },
    { name: 'Kiosk_1' },
    { type: 'nonsense' },
    { type: 'custom:' },
    { status: 'brilliant' },
    { trust: 'very' },
    { grounding: 'maybe' },
    { profile: 'x' },
    { runtime: { mode: 'system' } },
  ])('rejects %j', (change) => {
    expect(accepts(change)).toBe(false)
  })

  test('accepts a namespaced type and what is only a warning', () => {
    expect([
      accepts({ type: 'custom:acme' }),
      accepts({ compatibility: 'x'.repeat(600) }),
      accepts({ metadata: { producedBy: { kind: 'robot' } } }),
    ]).toEqual([true, true, true])
  })

  test('accepts every example that validation accepts', () => {
    for (const text of [...exampleFiles('KNOWLEDGE.md'), ...pagePacks()]) {
      const split = splitFrontmatter(text)
      const { valid, diagnostics } = validateText(text, { file: 'KNOWLEDGE.md' })
      if (!split.found || !valid || diagnostics.some(({ code }) => code === 'AK317')) continue
      acceptsPack(parseYaml(split.yaml).tree?.value)
      expect(acceptsPack.errors, text).toBeNull()
    }
  })
})

describe('the config schema', () => {
  test('accepts every setting', () => {
    const config = {
      requester: {
        environment: 'production',
        role: 'support',
        audience: 'agent',
        region: 'EU',
        model: 'local',
        authenticated: true,
        scopes: ['read'],
        capabilities: ['tool:kubectl'],
        depth: 1,
        clearance: 'internal',
      },
      roots: ['~/work'],
      organization: ['/srv/knowledge'],
      grants: 'unattended',
      records: 'memory',
      budget: 1200,
      ignore: ['drafts/**'],
      disabled: ['pack:old'],
    }
    acceptsConfig(config)
    expect(acceptsConfig.errors).toBeNull()
  })

  test.each([
    { grants: 'always' },
    { budget: 0 },
    { budget: '1200' },
    { requester: { clearence: 'internal' } },
    { rootz: [] },
    { records: 'cloud' },
  ])('rejects %j', (config) => {
    expect(acceptsConfig(config)).toBe(false)
  })
})

/** Errors, and values of the wrong type, which the schema rejects although validation only warns. */
function structuralCodes(text: string): readonly string[] {
  return validateText(text, { file: 'knowledge.yaml' })
    .diagnostics.filter(
      ({ severity, code }) => (severity === 'error' && !semantic.has(code)) || code === 'KCP301' || code === 'KCP111',
    )
    .map(({ code }) => code)
}

/** Errors that depend on more than one place, or on what a text means. */
const semantic = new Set(['KCP416', 'KCP501', 'KCP601', 'KCP702'])

test('KCP-215: random manifests are accepted exactly when validation finds no fault in their structure', () => {
  fc.assert(
    fc.property(mapping(manifestFields), (manifest) => {
      const text = JSON.stringify(manifest)
      expect({ accepted: acceptsManifest(JSON.parse(text)) }, text).toEqual({
        accepted: structuralCodes(text).length === 0,
      })
    }),
    { numRuns: 400 },
  )
})

const wrong = fc.constantFrom<unknown>(true, 7, [[]], { odd: 1 })

/** A mapping with most required fields and few others; about one value in thirty does not fit. */
function mapping(table: FieldTable): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(table).map(([name, field]) => {
    const often = field.required === true ? 40 : 1
    const absent = field.required === true ? 1 : 6
    return fc.oneof(
      { weight: often, arbitrary: fieldValue(field).map((value) => [[name, value]]) },
      { weight: absent, arbitrary: fc.constant([]) },
    )
  })
  return fc.tuple(...entries).map((pairs) => Object.fromEntries(pairs.flat() as [string, unknown][]))
}

function fieldValue(field: Field): fc.Arbitrary<unknown> {
  const value = shapeValue(field)
  if (
    field.required === 'advised' ||
    field.type === 'any' ||
    field.type === 'date' ||
    field.type === 'datetime' ||
    field.type === 'list'
  )
    return value
  const misfit =
    field.type === 'boolean'
      ? fc.constant<unknown>('yes')
      : field.type === 'text' && field.asWritten
        ? fc.constant<unknown>([])
        : field.required
          ? fc.constantFrom<unknown>('', null)
          : fittingWrong(field)
  return fc.oneof({ weight: 60, arbitrary: value }, { weight: 1, arbitrary: misfit })
}

const fittingWrong = (field: Field): fc.Arbitrary<unknown> =>
  field.type === 'integer' || field.type === 'number'
    ? fc.constant('many')
    : field.type === 'object' || field.type === 'record'
      ? fc.constant(3)
      : wrong

const fitting = (pattern: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    ...['core', 'core-2', 'core-3', 'https://core.example/knowledge.yaml'].filter((text) =>
      new RegExp(pattern).test(text),
    ),
  )

function shapeValue(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.type) {
    case 'text':
      return shape.pattern && !shape.misfit
        ? fitting(shape.pattern)
        : fc.constantFrom('overview', 'setup guide', 'docs/a.md', 'https://core.example/knowledge.yaml')
    case 'url':
      return fc.constantFrom('https://core.example', 'http://core.example')
    case 'date':
    case 'datetime':
      return fc.constantFrom('2026-02-01', 'yesterday')
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: -1, max: 5 })
    case 'number':
      return fc.constantFrom(0.5, 2)
    case 'any':
      return fc.jsonValue({ maxDepth: 1 })
    case 'choice':
      return fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(...shape.of) },
        { weight: 1, arbitrary: fc.constant('unheard-of') },
      )
    case 'list': {
      const list = fc.array(shapeValue(shape.of), { minLength: shape.min ?? 0, maxLength: 2 })
      return shape.orSingle
        ? fc.oneof({ weight: 9, arbitrary: list }, { weight: 1, arbitrary: shapeValue(shape.of) })
        : list
    }
    case 'record':
      return fc.dictionary(fc.constantFrom('read', 'publish'), shapeValue(shape.of))
    case 'object':
      return mapping(shape.fields)
    case 'either':
      return fc.oneof(shapeValue(shape.of[0]), shapeValue(shape.of[1]))
  }
}

function exampleFiles(name: string): readonly string[] {
  if (!existsSync('examples')) return []
  // Links are not followed: an installed recipe has one to this repository.
  return readdirSync('examples', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === name && !entry.parentPath.includes('node_modules'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

function pageFiles(name: string): readonly string[] {
  const pages = readdirSync('docs/diagnostics')
    .filter((file) => file.endsWith('.md'))
    .map((file) => readPage(readFileSync(join('docs/diagnostics', file), 'utf8')))
  const trees = pages.flatMap(({ triggers, nearMisses }) => [...triggers, ...nearMisses].map(({ tree }) => tree))
  return trees.flatMap((tree) =>
    Object.entries(tree).flatMap(([path, content]) =>
      path.endsWith(`/${name}`) && typeof content === 'string' ? [content] : [],
    ),
  )
}

const pageManifests = (): readonly string[] => pageFiles('knowledge.yaml')
const pagePacks = (): readonly string[] => pageFiles('KNOWLEDGE.md')
