import { describe, expect, test } from 'vitest'
import type { EffectiveUnit } from '../../../src/model/documents/effective.ts'
import { permissionFor } from '../../../src/parse/manifest/authority.ts'
import { effectiveUnit } from '../../../src/parse/manifest/inherit.ts'
import { parseManifest } from '../../../src/parse/manifest/manifest.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'

function effective(unit: Fields = {}, root: Fields = {}): EffectiveUnit {
  const { manifest } = parseManifest(manifestText(root, unitWith(unit)))
  const first = manifest?.units[0]
  if (!manifest || !first) throw new Error('The manifest of the test is not usable.')
  return effectiveUnit(manifest, first)
}

const of = <T>(value: T, origin: 'unit' | 'root' | 'default') => ({ value, origin })

describe('root defaults that a unit replaces whole', () => {
  test.each([
    ['language', 'en', 'nb', 'language', 'en', 'nb'],
    [
      'license',
      'MIT',
      'Apache-2.0',
      'license',
      { spdx: 'MIT', attributionRequired: false },
      { spdx: 'Apache-2.0', attributionRequired: false },
    ],
    ['payment', { default_tier: 'metered' }, { default_tier: 'subscription' }, 'payment', 'metered', 'subscription'],
    [
      'rate_limits',
      { default: { requests_per_minute: 10 } },
      { default: { requests_per_day: 100 } },
      'rateLimits',
      { requestsPerMinute: 10 },
      { requestsPerDay: 100 },
    ],
    [
      'freshness_policy',
      { max_age_days: 30 },
      { max_age_days: 90 },
      'freshnessPolicy',
      { maxAgeDays: 30, onStale: 'warn' },
      { maxAgeDays: 90, onStale: 'warn' },
    ],
    [
      'visibility',
      { default: 'internal' },
      { default: 'restricted' },
      'visibility',
      { default: 'internal' },
      { default: 'restricted' },
    ],
  ] as const)(
    'KCP-042: %s of the unit, else of the root, with its origin',
    (field, ofUnit, ofRoot, name, unitValue, rootValue) => {
      expect(effective({ [field]: ofUnit }, { [field]: ofRoot })[name]).toEqual(of(unitValue, 'unit'))
      expect(effective({}, { [field]: ofRoot })[name]).toEqual(of(rootValue, 'root'))
    },
  )

  test('KCP-042: what nobody declares is absent, or the default of the specification', () => {
    const unit = effective()
    expect([
      unit.language,
      unit.license,
      unit.indexing,
      unit.rateLimits,
      unit.freshnessPolicy,
      unit.visibility,
    ]).toEqual(Array(6).fill(undefined))
    expect(unit.payment).toEqual(of('free', 'default'))
    expect(unit.authority.origin).toBe('default')
  })

  test('KCP-169: a visibility block of the unit takes nothing from the root', () => {
    const conditions = [{ when: { environment: 'local' }, then: { sensitivity: 'public' } }]
    expect(
      effective({ visibility: { conditions } }, { visibility: { default: 'restricted' } }).visibility?.value.default,
    ).toBeUndefined()
  })

  test('KCP-128: a unit policy without on_stale warns, whatever the root says', () => {
    const root = { freshness_policy: { max_age_days: 10, on_stale: 'block', review_contact: 'docs@harbor.example' } }
    expect(effective({ freshness_policy: { max_age_days: 30 } }, root).freshnessPolicy).toEqual(
      of({ maxAgeDays: 30, onStale: 'warn' }, 'unit'),
    )
    expect(effective({}, root).freshnessPolicy).toEqual(
      of({ maxAgeDays: 10, onStale: 'block', reviewContact: 'docs@harbor.example' }, 'root'),
    )
  })

  test('KCP-127: an unknown on_stale reads as warn and a negative age as none', () => {
    expect(effective({ freshness_policy: { on_stale: 'panic', max_age_days: -1 } }).freshnessPolicy).toEqual(
      of({ onStale: 'warn' }, 'unit'),
    )
  })

  test('KCP-158: an unknown field of payment is ignored and the tier is free', () => {
    expect(effective({ payment: { model: 'metered' } }).payment).toEqual(of('free', 'unit'))
  })

  test('KCP-144: a malformed language tag counts as undeclared', () => {
    expect(effective({ language: 'no such tag' }, { language: 'en' }).language).toEqual(of('en', 'root'))
  })
})

describe('licence and indexing in one shape', () => {
  test('KCP-147: a structured licence keeps all three parts', () => {
    const license = {
      spdx: 'CC-BY-4.0',
      url: 'https://creativecommons.org/licenses/by/4.0/',
      attribution_required: true,
    }
    expect(effective({ license }).license?.value).toEqual({
      spdx: 'CC-BY-4.0',
      url: 'https://creativecommons.org/licenses/by/4.0/',
      attributionRequired: true,
    })
  })

  test('KCP-147: an identifier that SPDX does not list is kept', () => {
    expect(effective({ license: 'LicenseRef-Harbor' }).license?.value).toEqual({
      spdx: 'LicenseRef-Harbor',
      attributionRequired: false,
    })
  })

  const operations = [
    'read',
    'index',
    'reproduce-in-response',
    'train',
    'cache-permanently',
    'share-externally',
    'summarise',
  ] as const
  test.each([
    ['open', 'aaaaaaa'],
    ['read-only', 'adddddd'],
    ['no-train', 'aaadaaa'],
    ['none', 'ddddddd'],
  ])('KCP-149: indexing %s permits the seven operations as %s', (indexing, expected) => {
    const declared = effective({ indexing }).indexing?.value
    expect(
      operations
        .map((operation) =>
          declared?.deny.includes(operation) ? 'd' : declared?.allow.includes(operation) ? 'a' : 'u',
        )
        .join(''),
    ).toBe(expected)
  })

  test('KCP-149: in lists deny beats allow, unknown words are ignored, and the rest stays undeclared', () => {
    const indexing = { allow: ['train', 'read', 'teleport'], deny: ['train'], attribution_required: true }
    expect(effective({ indexing }).indexing?.value).toEqual({
      allow: ['read'],
      deny: ['train'],
      attributionRequired: true,
    })
  })
})

describe('what only a unit declares', () => {
  test('KCP-140, KL-086: kind defaults to knowledge; an unknown word stays, and no gate takes it for knowledge', () => {
    expect(effective().artifact).toEqual(of('knowledge', 'default'))
    expect(effective({ kind: 'spell' }).artifact).toEqual(of('spell', 'unit'))
    expect(effective({ kind: 'policy' }).artifact).toEqual(of('policy', 'unit'))
  })

  test('KCP-146, KL-118: audience defaults to nobody in particular and keeps unknown words', () => {
    expect(effective({ audience: undefined }).audience).toEqual(of([], 'default'))
    expect(effective({ audience: ['alien', 'devops'] }).audience).toEqual(of(['alien', 'devops'], 'unit'))
  })

  test('KCP-155: access defaults to public, also where the word is unknown', () => {
    expect(effective().access).toEqual(of('public', 'default'))
    expect(effective({ access: 'secret' }).access).toEqual(of('public', 'default'))
    expect(effective({ access: 'restricted' }).access).toEqual(of('restricted', 'unit'))
  })

  test('KCP-157: the text "no" does not make a unit deprecated', () => {
    expect(effective({ deprecated: 'no' }).deprecated).toEqual(of(false, 'default'))
    expect(effective({ deprecated: true }).deprecated).toEqual(of(true, 'unit'))
  })

  test('KCP-219: scope defaults to global', () => {
    expect(effective({ scope: undefined }).breadth).toEqual(of('global', 'default'))
    expect(effective({ scope: 'module' }).breadth).toEqual(of('module', 'unit'))
  })

  test.each([
    ['guide.md', 'markdown'],
    ['GUIDE.MD', 'markdown'],
    ['terms.pdf', 'pdf'],
    ['report.ipynb', 'jupyter'],
    ['page.htm', 'html'],
    ['book.adoc', 'asciidoc'],
    ['index.rst', 'rst'],
    ['talk.vtt', 'vtt'],
    ['stock.yml', 'yaml'],
    ['stock.json', 'json'],
    ['stock.csv', 'csv'],
    ['notes.txt', 'text'],
    ['notes.foo', undefined],
    ['LICENSE', undefined],
    ['v1.2/LICENSE', undefined],
  ])('KCP-142: the format of %s is inferred as %s', (path, format) => {
    expect(effective({ path }).format).toEqual(format === undefined ? undefined : of(format, 'default'))
  })

  test('KCP-142: a declared format wins over the extension, an unknown one does not', () => {
    expect(effective({ path: 'api.yaml', format: 'openapi' }).format).toEqual(of('openapi', 'unit'))
    expect(effective({ path: 'api.yaml', format: 'scroll' }).format).toEqual(of('yaml', 'default'))
  })

  test('KCP-143: content_type wins over format', () => {
    const unit = effective({ format: 'openapi', content_type: 'text/plain' })
    expect([unit.contentType, unit.format]).toEqual([of('text/plain', 'unit'), of('text', 'unit')])
  })

  test.each([
    ['application/vnd.oai.openapi+yaml;version=3.1', 'openapi'],
    ['Text/Markdown; charset=UTF-8', 'markdown'],
    ['application/geo+json', 'json'],
    ['text/x-log', 'text'],
  ])('KCP-143: the MIME type %s stands for %s', (contentType, format) => {
    expect(effective({ content_type: contentType }).format?.value).toBe(format)
  })

  test('KCP-143: a MIME type of no text format hides format and extension', () => {
    expect(effective({ format: 'markdown', content_type: 'image/png' }).format).toBeUndefined()
  })

  test('KCP-143: what is no MIME type is ignored', () => {
    const unit = effective({ format: 'markdown', content_type: 'nonsense' })
    expect([unit.contentType, unit.format]).toEqual([undefined, of('markdown', 'unit')])
  })
})

describe('authority', () => {
  const safe = {
    read: 'initiative',
    summarize: 'initiative',
    modify: 'denied',
    share_externally: 'denied',
    execute: 'denied',
  }

  test('KCP-181: without a block the safe defaults hold', () => {
    expect({ ...effective().authority.value }).toEqual(safe)
  })

  test('KCP-180: a block of the unit replaces the root, and what it leaves out is safe', () => {
    const { value, origin } = effective(
      { authority: { share_externally: 'initiative' } },
      { authority: { modify: 'requires_approval', read: 'denied' } },
    ).authority
    expect({ ...value }).toEqual({ ...safe, share_externally: 'initiative' })
    expect(origin).toBe('unit')
  })

  test('KCP-180: without a block of the unit the root holds', () => {
    const { value, origin } = effective({}, { authority: { modify: 'requires_approval' } }).authority
    expect({ ...value }).toEqual({ ...safe, modify: 'requires_approval' })
    expect(origin).toBe('root')
  })

  test('KCP-184: a custom action has its declared permission, an undeclared one is denied', () => {
    const { value } = effective({ authority: { export_to_pdf: 'requires_approval' } }).authority
    expect(permissionFor(value, 'export_to_pdf')).toBe('requires_approval')
    expect(permissionFor(value, 'submit_to_regulator')).toBe('denied')
    expect(permissionFor(value, 'constructor')).toBe('denied')
    expect(permissionFor(value, '__proto__')).toBe('denied')
  })

  test('KCP-185: A-12: a misspelled permission is ignored and listed, so that its own action asks', () => {
    const { authority, unreadable } = effective({
      authority: { modify: 'yes', Read: 'deny', summarize: 'maybe', export: 'sure' },
    })
    expect({ ...authority.value }).toEqual({
      read: 'initiative',
      summarize: 'initiative',
      modify: 'denied',
      share_externally: 'denied',
      execute: 'denied',
    })
    expect(unreadable.map(({ path, action }) => [path, action])).toEqual([
      ['authority/modify', 'modify'],
      ['authority/Read', 'read'],
      ['authority/summarize', 'summarize'],
    ])
  })
})

describe('verification', () => {
  test('KCP-186: fields merge one by one', () => {
    const root = {
      discovery: { source: 'openapi', verification_status: 'observed', observed_at: '2026-03-10T14:00:00Z' },
    }
    expect(effective({ discovery: { confidence: 0.7 } }, root).verification).toEqual({
      status: of('observed', 'root'),
      source: of('openapi', 'root'),
      confidence: of(0.7, 'unit'),
      observedAt: of('2026-03-10T14:00:00Z', 'root'),
      verifiedAt: undefined,
      contradictedBy: undefined,
    })
  })

  test('KCP-187 KCP-188 KCP-189: undeclared is verified, manual and certain', () => {
    expect(effective().verification).toMatchObject({
      status: of('verified', 'default'),
      source: of('manual', 'default'),
      confidence: of(1, 'default'),
    })
  })

  test('KCP-187: an unknown status counts as undeclared', () => {
    expect(effective({ discovery: { verification_status: 'certain' } }).verification.status).toEqual(
      of('verified', 'default'),
    )
  })

  test('KCP-188: an unknown source counts as undeclared', () => {
    expect(
      effective({ discovery: { source: 'dream' } }, { discovery: { source: 'openapi' } }).verification.source,
    ).toEqual(of('openapi', 'root'))
  })

  test('KCP-189: a confidence beyond 1 is read as 1', () => {
    expect(effective({ discovery: { confidence: 1.2 } }).verification.confidence).toEqual(of(1, 'unit'))
  })
})

describe('delegation', () => {
  test.each([
    [undefined, undefined, undefined],
    [undefined, 3, of(3, 'root')],
    [1, undefined, of(1, 'unit')],
    [1, 3, of(1, 'unit')],
    [5, 2, of(2, 'root')],
    [0, 0, of(0, 'unit')],
  ])('KCP-070: max_depth %s on the unit and %s at the root', (unit, root, expected) => {
    expect(
      effective({ delegation: { max_depth: unit } }, { delegation: { max_depth: root } }).delegation.maxDepth,
    ).toEqual(expected)
  })

  test('KCP-071: a unit cannot switch off what the root demands', () => {
    const relaxed = {
      require_capability_attenuation: false,
      audit_chain: false,
      human_in_the_loop: { required: false },
    }
    const demanded = { require_capability_attenuation: true, audit_chain: true, human_in_the_loop: { required: true } }
    const { requireCapabilityAttenuation, auditChain, humanInTheLoop } = effective(
      { delegation: relaxed },
      { delegation: demanded },
    ).delegation
    expect([requireCapabilityAttenuation, auditChain, humanInTheLoop]).toEqual([
      of(true, 'root'),
      of(true, 'root'),
      of({ required: true }, 'root'),
    ])
  })

  const consent = { approval_mechanism: 'oauth_consent' }
  const custom = { approval_mechanism: 'custom', docs_url: 'https://harbor.example/approval' }
  const customModel = { approvalMechanism: 'custom', docsUrl: 'https://harbor.example/approval' }
  test.each([
    ['nobody', {}, {}, of({ required: false }, 'default')],
    [
      'the unit',
      { required: true, ...consent },
      custom,
      of({ required: true, approvalMechanism: 'oauth_consent' }, 'unit'),
    ],
    [
      'the root',
      { required: false, ...consent },
      { required: true, ...custom },
      of({ required: true, ...customModel }, 'root'),
    ],
    [
      'both',
      { required: true, ...consent },
      { required: true, ...custom },
      of({ required: true, approvalMechanism: 'oauth_consent' }, 'unit'),
    ],
    [
      'the unit without a mechanism',
      { required: true },
      { required: true, ...custom },
      of({ required: true, ...customModel }, 'unit'),
    ],
  ])('KCP-077: approval demanded by %s', (_, unit, root, expected) => {
    const blocks = [{ delegation: { human_in_the_loop: unit } }, { delegation: { human_in_the_loop: root } }] as const
    expect(effective(...blocks).delegation.humanInTheLoop).toEqual(expected)
  })
})

describe('compliance', () => {
  const root = {
    compliance: {
      data_residency: ['EEA'],
      regulations: ['GDPR'],
      restrictions: ['no-logging'],
      sensitivity: 'confidential',
    },
  }

  test('KCP-092: a block of the unit replaces regulations, and keeps the root residency and restrictions it does not name', () => {
    expect(effective({ compliance: { sensitivity: 'public' } }, root).compliance).toEqual({
      dataResidency: of(['EEA'], 'root'),
      regulations: undefined,
      restrictions: of(['no-logging'], 'root'),
    })
  })

  test("KCP-092: a field that the unit names is the unit's alone", () => {
    expect(effective({ compliance: { data_residency: ['CH'], restrictions: [] } }, root).compliance).toMatchObject({
      dataResidency: of(['CH'], 'unit'),
      restrictions: of([], 'unit'),
    })
  })

  test('KCP-092: a unit may be less sensitive than the root', () => {
    expect(effective({ compliance: { sensitivity: 'public' } }, root).exposure(undefined).sensitivity).toEqual(
      of('public', 'unit'),
    )
  })

  test('KCP-082: the twelve regulations are kept, others ignored', () => {
    const named = [
      'GDPR',
      'ePrivacy',
      'NIS2',
      'HIPAA',
      'HITECH',
      'CCPA',
      'MiFID2',
      'DORA',
      'AML5D',
      'FATF',
      'ITAR',
      'eIDAS',
    ]
    expect(effective({ compliance: { regulations: ['LGPD', ...named] } }).compliance.regulations).toEqual(
      of(named, 'unit'),
    )
  })

  test('KCP-084: other spellings of a restriction count, other words do not', () => {
    const restrictions = ['no_ai_training', 'No-Logging', 'no-fun']
    expect(effective({ compliance: { restrictions } }).compliance.restrictions).toEqual(
      of(['no-logging', 'no-ai-training'], 'unit'),
    )
    expect(effective({ compliance: { restrictions: ['no-training'] } }).compliance.restrictions?.value).toEqual([
      'no-ai-training',
    ])
  })
})

describe('exposure', () => {
  const inLocal = {
    when: { environment: ['local'] },
    then: { sensitivity: 'internal', requiresAuth: false, authority: { execute: 'initiative' } },
  } as const
  const visibility = { default: 'confidential' }

  test('KCP-176: condition, default, unit, root, in this order', () => {
    const root = { compliance: { sensitivity: 'public' } }
    const unit = { sensitivity: 'restricted' }
    expect(effective({ ...unit, visibility }, root).exposure(inLocal).sensitivity).toEqual(of('internal', 'unit'))
    expect(effective({ ...unit, visibility }, root).exposure(undefined).sensitivity).toEqual(of('confidential', 'unit'))
    expect(effective({ ...unit, visibility: {} }, root).exposure(undefined).sensitivity).toEqual(
      of('restricted', 'unit'),
    )
    expect(effective({ visibility: {} }, root).exposure(undefined).sensitivity).toEqual(of('public', 'root'))
  })

  test('KCP-176: a condition without a sensitivity leaves the default', () => {
    expect(effective({ visibility }).exposure({ when: inLocal.when, then: {} }).sensitivity).toEqual(
      of('confidential', 'unit'),
    )
  })

  test.each([
    ['internal', 'restricted', of('restricted', 'unit')],
    ['restricted', 'internal', of('restricted', 'root')],
    ['internal', 'internal', of('internal', 'unit')],
  ])("KCP-176: an inherited default %s against the unit's own %s gives the stricter", (inherited, own, expected) => {
    expect(
      effective({ sensitivity: own }, { visibility: { default: inherited } }).exposure(undefined).sensitivity,
    ).toEqual(expected)
  })

  test('KCP-176: an inherited condition does not loosen what the unit declares', () => {
    const unit = effective(
      { sensitivity: 'restricted', access: 'restricted', authority: { execute: 'denied' } },
      { visibility },
    )
    const { sensitivity, requiresAuth, authority } = unit.exposure(inLocal)
    expect([sensitivity?.value, requiresAuth.value, permissionFor(authority.value, 'execute')]).toEqual([
      'restricted',
      true,
      'denied',
    ])
  })

  test('KCP-176: of two values on the unit the stricter holds', () => {
    expect(
      effective({ sensitivity: 'internal', compliance: { sensitivity: 'confidential' } }).exposure(undefined)
        .sensitivity,
    ).toEqual(of('confidential', 'unit'))
  })

  test('KCP-156: undeclared sensitivity is unknown, and an unknown word is undeclared', () => {
    expect(effective().exposure(undefined).sensitivity).toBeUndefined()
    expect(effective({ sensitivity: 'top-secret' }).exposure(undefined).sensitivity).toBeUndefined()
  })

  test('KCP-175: a condition sets sensitivity, requires_auth and authority', () => {
    const { sensitivity, requiresAuth, authority } = effective({ visibility, access: 'authenticated' }).exposure(
      inLocal,
    )
    expect([sensitivity, requiresAuth, authority.origin]).toEqual([of('internal', 'unit'), of(false, 'unit'), 'unit'])
    expect(permissionFor(authority.value, 'execute')).toBe('initiative')
  })

  test('KCP-175: what a condition leaves open follows access and the stricter of unit and safe permissions', () => {
    const unit = effective({
      visibility,
      access: 'restricted',
      authority: { read: 'denied', modify: 'initiative', export: 'initiative' },
    })
    const { requiresAuth, authority } = unit.exposure({
      when: inLocal.when,
      then: { authority: { execute: 'initiative' } },
    })
    expect(requiresAuth).toEqual(of(true, 'unit'))
    expect({ ...authority.value }).toEqual({
      read: 'denied',
      summarize: 'initiative',
      modify: 'denied',
      share_externally: 'denied',
      execute: 'initiative',
      export: 'denied',
    })
  })
})

test('KCP-154: the model holds 60 code points of a trigger and 20 triggers', () => {
  const [long, emoji] = effective({ triggers: ['k'.repeat(82), '🚢'.repeat(61)] }).unit.triggers ?? []
  expect([long?.length, [...(emoji ?? '')].length]).toEqual([60, 60])
  expect(effective({ triggers: Array.from({ length: 25 }, (_, i) => `t${i}`) }).unit.triggers?.length).toBe(20)
})
