import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { parseManifest, validateText } from '../../src/app/index.ts'
import { findingsIn } from '../support/findings.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** The full example of the specification with the blocks it leaves out. */
const whole = JSON.stringify({
  ...(load(readFileSync('test/golden/kcp/appendix-b.yaml', 'utf8')) as object),
  delegation: { max_depth: 2, human_in_the_loop: { required: false, approval_mechanism: 'uma' } },
  compliance: { data_residency: ['EEA'], sensitivity: 'internal', restrictions: ['no-ai-training'] },
  rate_limits: { default: { requests_per_minute: 60 } },
  freshness_policy: { max_age_days: 400, on_stale: 'degrade' },
  visibility: { default: 'internal', conditions: [{ when: { environment: 'local' }, then: { requires_auth: false } }] },
  discovery: { source: 'manual', verification_status: 'verified', confidence: 0.9 },
  external_relationships: [
    { from_manifest: 'platform-core', from_unit: 'infra-config', to_unit: 'about', type: 'governs' },
  ],
})

/** Names that no version of the specification uses; those of `Object.prototype` are the dangerous ones. */
const strangeName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x-acme-note', 'content_integrity'),
  fc.string().map((text) => `new ${text}`),
)
const strangeFields = fc.array(fc.tuple(strangeName, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>), {
  minLength: 1,
  maxLength: 4,
})

/** Adds the fields to every mapping, however deep. */
function withFields(value: Json, added: readonly (readonly [string, Json])[]): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withFields(item, added))
  if (value === null || typeof value !== 'object') return value
  const result: Record<string, Json> = {}
  for (const [name, inner] of Object.entries(value)) result[name] = withFields(inner, added)
  for (const [name, inner] of added)
    Object.defineProperty(result, name, { value: inner, enumerable: true, configurable: true, writable: true })
  return result
}

function withoutExtensions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtensions)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'extensions')
      .map(([name, inner]) => [name, withoutExtensions(inner)]),
  )
}

describe('unknown fields', () => {
  test('KCP-025: at any depth they change nothing in the model and cause no warning', () => {
    const expected = parseManifest(whole).manifest
    expect(expected).toBeDefined()
    fc.assert(
      fc.property(strangeFields, (added) => {
        const text = JSON.stringify(withFields(JSON.parse(whole) as Json, added))
        expect(withoutExtensions(parseManifest(text).manifest)).toEqual(expected)
        expect(findingsIn(text).filter(({ severity }) => severity !== 'info')).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('KCP-032: names of the prototype pollute nothing', () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    const poison =
      '"__proto__": {"polluted": true, "access": "public"}, "constructor": {"prototype": {"polluted": true}}'
    const text = `{${poison}, "kcp_version": "0.14", "project": "harbor", "version": "1.0.0", "authority": {${poison}, "read": "denied"},
      "units": [{${poison}, "id": "setup", "path": "setup.md", "intent": "How?", "scope": "global", "audience": ["agent"], "hints": {${poison}}}]}`
    const { manifest } = parseManifest(text)
    validateText(text, { file: 'knowledge.yaml', lint: true })
    expect(manifest?.units[0]?.access).toBeUndefined()
    expect(manifest?.authority?.['read']).toBe('denied')
    expect(Object.getPrototypeOf(manifest)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  })
})

describe('any value', () => {
  test('KCP-031: whatever a document holds, reading and judging it does not throw', () => {
    const names = [
      'kcp_version',
      'project',
      'version',
      'units',
      'relationships',
      'auth',
      'manifests',
      'visibility',
      'compliance',
      'delegation',
      'discovery',
      'authority',
      'hints',
      'trust',
      'external_relationships',
    ]
    const document = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 4 })))
    fc.assert(
      fc.property(document, (value) => {
        const { diagnostics } = validateText(JSON.stringify(value), { file: 'knowledge.yaml', lint: true })
        expect(diagnostics.every(({ where }) => where.range !== undefined)).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test.each([
    ['auth', { methods: [null, { type: 'none' }] }, ['KCP301']],
    ['auth', { methods: {} }, ['KCP301']],
    ['relationships', [[]], ['KCP215']],
    ['relationships', 'tour', ['KCP301']],
    ['manifests', [7], ['KCP216']],
    ['visibility', { conditions: [null] }, ['KCP217']],
    ['compliance', [], ['KCP301']],
    ['discovery', true, ['KCP301']],
    ['authority', 'denied', ['KCP301']],
    ['hints', [1], ['KCP301']],
  ])('KCP-031: a wrong %s of %j is a finding', (name, value, codes) => {
    expect(findingsIn(manifestText({ [name]: value })).map(({ code }) => code)).toEqual(codes)
  })

  test('KCP-031: a dependency that is no list is a finding', () => {
    expect(findingsIn(manifestText({}, unitWith({ external_depends_on: 'tour' }))).map(({ code }) => code)).toEqual([
      'KCP301',
    ])
  })

  test('KCP-203: whatever the optional fields hold, the manifest is read; only what the specification forbids is an error', () => {
    const rootNames = [
      'kcp_version',
      'version',
      'updated',
      'language',
      'license',
      'indexing',
      'hints',
      'trust',
      'auth',
      'delegation',
      'compliance',
      'payment',
      'rate_limits',
      'manifests',
      'external_relationships',
      'freshness_policy',
      'visibility',
      'authority',
      'discovery',
      'relationships',
    ]
    const unitNames = [
      'kind',
      'format',
      'content_type',
      'language',
      'scope',
      'audience',
      'license',
      'validated',
      'update_frequency',
      'indexing',
      'depends_on',
      'supersedes',
      'triggers',
      'hints',
      'access',
      'auth_scope',
      'sensitivity',
      'deprecated',
      'payment',
      'rate_limits',
      'requires_capabilities',
      'freshness_policy',
      'delegation',
      'compliance',
      'external_depends_on',
      'visibility',
      'authority',
      'discovery',
    ]
    const forbidden = new Set(['KCP213', 'KCP214', 'KCP216', 'KCP303', 'KCP601', 'KCP701', 'KCP702', 'KCP703'])
    const value = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...rootNames), value),
        fc.dictionary(fc.constantFrom(...unitNames), value),
        (root, unit) => {
          const result = validateText(manifestText(root, unitWith(unit)), { file: 'knowledge.yaml' })
          expect(result).toMatchObject({ parsed: true, units: 1 })
          expect(
            result.diagnostics.filter(({ severity, code }) => severity === 'error' && !forbidden.has(code)),
          ).toEqual([])
        },
      ),
      { numRuns: 400 },
    )
  })
})
