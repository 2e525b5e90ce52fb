import { describe, expect, test } from 'vitest'
import { parsePack } from '../../../src/app/index.ts'
import { checkPack, packText, toldOfFields } from '../../support/judge-pack.ts'

const read = (fields: Readonly<Record<string, unknown>>) => parsePack(packText(fields)).pack

test('the pack that the cases below spoil has no finding', () => {
  expect(toldOfFields({})).toEqual([])
})

describe('name', () => {
  test.each([
    ['k'.repeat(64), []],
    ['k'.repeat(65), ['error AK301 /name']],
    ['Edge_BAD', ['error AK301 /name']],
    ['a b', ['error AK301 /name']],
    ['käse', ['error AK301 /name']],
  ])('AK-032: %s', (name, expected) => {
    expect(checkPack(packText({ name }), {}, name).told).toEqual(expected)
  })

  test('AK-032: a name that can be mended is shown mended, but not changed by a machine', () => {
    const [finding] = checkPack(packText({ name: 'Edge_BAD Values!!' }), {}, 'Edge_BAD Values!!').diagnostics
    expect(finding?.help).toBe('Use 1 to 64 lowercase letters, digits and hyphens, as in "edge-bad-values".')
    expect(finding?.fix).toBeUndefined()
  })

  test('AK-033, AK-083: a name that differs from the folder is one warning, and the pack still loads', () => {
    const judged = checkPack(packText({ name: 'y' }), {}, 'x')
    expect(judged.told).toEqual(['warning AK322 /name'])
    expect([judged.parsed, judged.valid]).toEqual([true, true])
    expect(judged.diagnostics[0]?.message).toBe('The name "y" differs from the folder "x".')
  })
})

describe('description', () => {
  test.each([
    [1024, []],
    [1025, ['error AK302 /description']],
  ])('AK-034: %i characters', (length, expected) => {
    expect(toldOfFields({ description: 'é'.repeat(length) })).toEqual(expected)
  })

  test('AK-034: characters are counted, not UTF-16 units', () => {
    expect(toldOfFields({ description: '🛟'.repeat(1024) })).toEqual([])
  })

  test.each([
    ['Kiosk facts for the support desk, short', ['info AK318 /description']],
    ['Kiosk facts for the support desk, longer.', []],
    ['港口自助终端的产品事实和保修范围', []],
  ])('AK-035: "%s"', (description, expected) => {
    expect(toldOfFields({ description })).toEqual(expected)
  })
})

describe('type', () => {
  const types = [
    'personal-profile',
    'brand-persona',
    'brand-product',
    'organization-knowhow',
    'content-operations',
    'private-domain-operations',
    'live-commerce-operations',
    'campaign-operations',
    'growth-strategy',
    'content-ontology',
    'domain-reference',
    'research-wiki',
    'custom:acme',
  ]

  test.each(types)('AK-036: %s is a known type', (type) => {
    const others = type === 'content-ontology' ? { 'ontology/concepts.json': '[]' } : {}
    const told = checkPack(packText({ type, runtime: { mode: 'data' } }), others).told.filter((finding) =>
      finding.includes('/type'),
    )
    expect(told).toEqual([])
    expect(read({ type })?.type).toBe(type)
  })

  test.each(['nonsense', 'custom:', 'Brand-Product'])('AK-037: %s is not, and the pack cannot be used', (type) => {
    expect(toldOfFields({ type })).toEqual(['error AK303 /type'])
    expect(read({ type })).toBeUndefined()
  })

  test('AK-037: a near miss is named', () => {
    expect(checkPack(packText({ type: 'brand-products' })).diagnostics[0]?.help).toBe('Did you mean "brand-product"?')
  })
})

describe('status', () => {
  test.each(['draft', 'ready', 'needs-review', 'stale', 'archived'])('AK-038: %s is a known status', (status) => {
    expect(toldOfFields({ status })).toEqual([])
    expect(read({ status })?.status).toBe(status)
  })

  test('AK-087: disputed passes with a note', () => {
    const judged = checkPack(packText({ status: 'disputed' }))
    expect([judged.valid, judged.told]).toEqual([true, ['info AK605 /status']])
  })

  test('AK-038: another word is an error that no machine corrects, and the pack cannot be used', () => {
    const judged = checkPack(packText({ status: 'redy' }))
    expect([judged.parsed, judged.told]).toEqual([false, ['error AK304 /status']])
    expect(judged.diagnostics[0]?.help).toBe('Did you mean "ready"?')
    expect(judged.diagnostics[0]?.fix).toBeUndefined()
  })
})

describe('words with a safe fallback', () => {
  test('AK-039, AK-350: a missing profile is wiki-first, with a warning', () => {
    expect(toldOfFields({ profile: undefined })).toEqual(['warning AK321'])
    expect(read({ profile: undefined })).toMatchObject({ profile: 'wiki-first', profileSource: 'default' })
    expect(read({ profile: 'hybrid' })).toMatchObject({ profile: 'hybrid', profileSource: 'declared' })
  })

  test('AK-039: an unknown profile is an error and wiki-first', () => {
    expect(toldOfFields({ profile: 'docs' })).toEqual(['error AK307 /profile'])
    expect(read({ profile: 'docs' })?.profile).toBe('wiki-first')
  })

  test('AK-045: an unknown trust level is an error and unreviewed; no machine raises it', () => {
    const judged = checkPack(packText({ trust: 'offical' }))
    expect(judged.told).toEqual(['error AK305 /trust'])
    expect(judged.diagnostics[0]?.fix).toBeUndefined()
    expect(read({ trust: 'very' })?.trust).toBe('unreviewed')
    expect(read({})?.trust).toBe('unreviewed')
    expect(read({ trust: 'official' })?.trust).toBe('official')
  })

  test('AK-047: an unknown grounding is an error and recommended', () => {
    expect(toldOfFields({ grounding: 'maybe' })).toEqual(['error AK306 /grounding'])
    expect(read({ grounding: 'maybe' })?.grounding).toBe('recommended')
    expect(read({ grounding: 'none' })?.grounding).toBe('none')
    expect(read({})?.grounding).toBeUndefined()
  })

  test('AK-048, AK-351: the mode is data unless it is declared, whatever the type', () => {
    expect(read({ type: 'personal-profile' })?.mode).toBe('data')
    expect(toldOfFields({ runtime: { mode: 'system' } })).toEqual(['error AK308 /runtime/mode'])
    expect(read({ runtime: { mode: 'system' } })?.mode).toBe('data')
    expect(read({ runtime: { mode: 'persona' } })?.mode).toBe('persona')
  })

  test('C-29: a persona type without a mode is hinted at', () => {
    expect(toldOfFields({ type: 'brand-persona' })).toEqual(['info AK319 /type'])
    expect(toldOfFields({ type: 'brand-persona', runtime: { mode: 'data' } })).toEqual([])
  })

  test('a word of another type is treated like an unknown word', () => {
    expect(toldOfFields({ trust: 3, runtime: { mode: true } })).toEqual([
      'error AK305 /trust',
      'error AK308 /runtime/mode',
    ])
  })
})

describe('optional fields', () => {
  test('AK-040: a version keeps its text, and a hint says that it is not semantic', () => {
    const text = packText().replace('status: "ready"', 'status: "ready"\nversion: 1.0')
    expect(parsePack(text).pack?.head.version).toBe('1.0')
    expect(checkPack(text).told).toEqual(['info AK309 /version'])
    expect(toldOfFields({ version: '1.0.0' })).toEqual([])
  })

  test.each([
    ['en', []],
    ['zh-CN', []],
    ['ja', []],
    ['zh_CN', ['warning AK310 /language']],
    ['', ['warning AK310 /language']],
    ['English, German', ['warning AK310 /language']],
  ])('AK-041: language "%s"', (language, expected) => {
    expect(toldOfFields({ language })).toEqual(expected)
    expect(read({ language })?.head.language).toBe(language)
  })

  test.each([
    'MIT',
    'Apache-2.0',
    'LGPL-2.1-or-later',
    'CC-BY-4.0',
    'Proprietary',
    'see our website',
    'see https://example.com/terms.html',
    'acme.com',
  ])('AK-042: licence "%s" names no file', (license) => {
    expect(toldOfFields({ license })).toEqual([])
  })

  test.each([
    'LICENSE.txt',
    'LICENSE',
    'COPYING',
    'see LICENSE',
    'See the file terms.md',
    'SEE LICENSE IN legal/terms.txt',
  ])('AK-026, AK-042: licence "%s" names a file that must be there', (license) => {
    expect(toldOfFields({ license })).toEqual(['warning AK410 /license'])
    const named = { 'LICENSE.txt': 'x', LICENSE: 'x', COPYING: 'x', 'terms.md': 'x', 'legal/terms.txt': 'x' }
    expect(checkPack(packText({ license }), named).told.filter((finding) => finding.includes('AK410'))).toEqual([])
  })

  test('AK-043: maintainers are a list of texts; a single one counts as a list', () => {
    expect(read({ maintainers: ['team-a', 'team-b'] })?.head.maintainers).toEqual(['team-a', 'team-b'])
    expect(read({ maintainers: 'team-a' })?.head.maintainers).toEqual(['team-a'])
    expect(toldOfFields({ maintainers: 'team-a' })).toEqual(['info AK317 /maintainers'])
    expect(toldOfFields({ maintainers: ['team-a', { name: 'b' }] })).toEqual(['warning AK317 /maintainers/1'])
  })

  test('AK-044: scope is an ownership label of any word', () => {
    expect(toldOfFields({ scope: 'customer' })).toEqual([])
    expect(read({ scope: 'customer' })?.head.ownership).toBe('customer')
  })

  test.each([
    ['2026-05-01', '2026-05-01', []],
    ['2026-05-01T10:00:00Z', '2026-05-01', []],
    ['yesterday', undefined, ['warning AK311 /updated']],
    ['2026-02-30', undefined, ['warning AK311 /updated']],
  ])('AK-046: updated "%s"', (updated, date, expected) => {
    expect(toldOfFields({ updated })).toEqual(expected)
    expect(read({ updated })?.head.updated).toBe(date)
    expect(
      parsePack(packText().replace('status: "ready"', `status: ready\nupdated: ${updated}`)).pack?.head.updated,
    ).toBe(date)
  })

  test.each(['skill', 'tool', 'manual', 'import', 'agent-skill'])('AK-052: produced by a %s', (kind) => {
    expect(toldOfFields({ metadata: { producedBy: { kind, name: 'kiosk-builder' } } })).toEqual([])
    expect(read({ metadata: { producedBy: { kind } } })?.head.metadata?.producedBy?.kind).toBe(kind)
  })

  test('AK-052: another kind of producer is a warning', () => {
    expect(toldOfFields({ metadata: { producedBy: { kind: 'robot' } } })).toEqual([
      'warning AK312 /metadata/producedBy/kind',
    ])
  })

  test('AK-053: a digest in another form is no more than a hint', () => {
    expect(toldOfFields({ metadata: { producedBy: { digest: 'sha256:abc' } } })).toEqual([
      'info AK313 /metadata/producedBy/digest',
    ])
    expect(
      toldOfFields({ metadata: { producedBy: { name: 'b', version: 2, digest: `sha256:${'0a'.repeat(32)}` } } }),
    ).toEqual([])
  })

  test('AK-054: private metadata keys are kept; those without a namespace are hinted at', () => {
    expect(toldOfFields({ metadata: { limeTemplate: 'x' } })).toEqual(['info AK314 /metadata/limeTemplate'])
    expect(read({ metadata: { limeTemplate: 'x' } })?.head.metadata?.extensions).toEqual({ limeTemplate: 'x' })
    expect(
      toldOfFields({ metadata: { 'acme.template': 1, 'acme:template': 1, 'acme/template': 1, 'x-template': 1 } }),
    ).toEqual([])
  })

  test('AK-054: a mapping under the name of a client is a namespace', () => {
    expect(toldOfFields({ metadata: { acme: { template: 'blue' } } })).toEqual([])
  })

  test.each([
    ['runtime.mode', 'Write "mode" inside the mapping "runtime".'],
    ['runtime_mode', 'Write "mode" inside the mapping "runtime".'],
    ['primaryDocument', 'Write "primaryDocument" inside the mapping "metadata".'],
  ])('AK-060: %s written flat is not passed over in silence', (field, help) => {
    const { diagnostics } = checkPack(packText({ [field]: 'persona' }))
    expect(diagnostics.map((finding) => [finding.code, finding.severity, finding.help])).toEqual([
      ['AK316', 'info', help],
    ])
  })

  test('AK-054: a misspelled key of the standard is named', () => {
    const [finding] = checkPack(packText({ metadata: { primaryDocumnet: 'documents/a.md' } })).diagnostics
    expect([finding?.code, finding?.help]).toEqual(['AK316', 'Did you mean "primaryDocument"?'])
  })

  test.each([
    [499, []],
    [500, ['warning AK315 /compatibility']],
  ])('AK-055: a compatibility note of %i characters', (length, expected) => {
    expect(toldOfFields({ compatibility: 'x'.repeat(length) })).toEqual(expected)
    expect(read({ compatibility: 'x'.repeat(length) })?.head.compatibility).toHaveLength(length)
  })

  test('AK-056, AK-352: unknown fields are kept and mentioned', () => {
    expect(toldOfFields({ tags: ['a'] })).toEqual(['info AK316 /tags'])
    expect(read({ tags: ['a'] })?.head.extensions).toEqual({ tags: ['a'] })
    expect(toldOfFields({ 'x-team': 'support' })).toEqual([])
  })

  test('AK-056: a misspelled field is offered its right name', () => {
    const [finding] = checkPack(packText({ langauge: 'en' })).diagnostics
    expect([finding?.code, finding?.help, finding?.fix?.edits[0]?.text]).toEqual([
      'AK316',
      'Did you mean "language"?',
      'language',
    ])
  })

  test.each([
    [{ name: 2026 }, 'The field "name" is 2026, not text.', 'Put it in quotes: name: "2026".'],
    [{ status: ['ready'] }, 'The field "status" is a list, not text.', undefined],
    [{ runtime: { mode: ['data'] } }, 'The field "mode" is a list, not one of data, persona.', undefined],
  ])('%j is named by what it is', (fields, message, help) => {
    const [finding] = checkPack(packText(fields)).diagnostics
    expect(finding?.message).toBe(message)
    if (help !== undefined) expect(finding?.help).toBe(help)
  })

  test('a field of another type is ignored with a warning', () => {
    expect(toldOfFields({ license: ['MIT'], compatibility: {}, metadata: 'x', runtime: 'persona' })).toEqual([
      'warning AK317 /license',
      'warning AK317 /compatibility',
      'warning AK317 /metadata',
      'warning AK317 /runtime',
    ])
  })
})

describe('AK-259: high-risk domains ask for grounding', () => {
  test.each([
    [
      { description: 'Legal notes on warranty claims for the Harbor Kiosk.', grounding: 'none' },
      ['info AK320 /grounding'],
    ],
    [{ description: 'Dosage rules and contraindications for the clinic desk.' }, ['info AK320 /description']],
    [{ description: 'HR rules for hiring people at the harbor, by country.' }, ['info AK320 /description']],
    [{ type: 'custom:tax-advice' }, ['info AK320 /description']],
    [{ description: '港口诊所的用药剂量与医疗注意事项，供前台使用' }, ['info AK320 /description']],
    [{ description: 'Legal notes on warranty claims for the Harbor Kiosk.', grounding: 'required' }, []],
    [{ description: 'Runs nine hr on a charge; lawful neutral, healthy lawns.' }, []],
    [{ description: 'Health checks of the kiosks, and how the credit card reader is cleaned.' }, []],
  ])('%j', (fields, expected) => {
    expect(toldOfFields(fields)).toEqual(expected)
  })
})

test('AK-060, AK-088: the model keeps what a catalog needs, nested fields at hand', () => {
  const { pack } = parsePack(
    packText({
      trust: 'external',
      version: '1.2.3',
      language: 'en',
      runtime: { mode: 'persona' },
      metadata: { primaryDocument: 'documents/a.md', producedBy: { kind: 'tool', name: 'b' } },
    }),
  )
  expect(pack).toMatchObject({
    name: 'kiosk-brief',
    description: 'Product facts and support wording for the Harbor Kiosk terminal.',
    type: 'brand-product',
    status: 'ready',
    trust: 'external',
    profile: 'wiki-first',
    mode: 'persona',
    head: {
      version: '1.2.3',
      language: 'en',
      runtime: { mode: 'persona' },
      metadata: { primaryDocument: 'documents/a.md', producedBy: { kind: 'tool', name: 'b' } },
    },
  })
})
