import { describe, expect, test } from 'vitest'
import { parseManifest, parsePack, validateText } from '../../../src/app/index.ts'
import { manifestFields } from '../../../src/model/tables/manifest-fields.ts'
import { packFields } from '../../../src/model/tables/pack-fields.ts'
import { recordKinds } from '../../../src/model/tables/run-fields.ts'
import { diagnose } from '../../../src/parse/diagnose.ts'
import { readRecord } from '../../../src/parse/records/record.ts'
import { everyField, withOneNodeReplaced } from '../../support/every-field.ts'
import { findingsIn } from '../../support/findings.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { expectPlacesInside } from '../../support/ranges.ts'
import { fullRecords } from '../../support/sample-records.ts'

/** One of every type, none of which fits everywhere. */
const wrong = [null, 7, 'text', ['text'], { key: 'text' }, true]

describe('KCP-031: a value of the wrong type at every place', () => {
  const { license, indexing, project } = manifestFields
  const choices = everyField({ license, indexing }, 1)

  test.each([
    ['with every field', everyField(manifestFields)],
    ['with the other form of what has two', { ...everyField({ project }), ...choices, units: [unitWith(choices)] }],
  ])('of a manifest %s', (_, manifest) => {
    for (const document of withOneNodeReplaced(manifest, wrong)) {
      const text = JSON.stringify(document)
      const { diagnostics, parsed } = validateText(text, { file: 'knowledge.yaml', lint: true })
      expectPlacesInside(text, diagnostics)
      expect(parseManifest(text).manifest !== undefined).toBe(parsed)
    }
  })

  test('of a frontmatter with every field', () => {
    for (const document of withOneNodeReplaced(everyField(packFields), wrong)) {
      const text = `---\n${JSON.stringify(document)}\n---\n# Body\n`
      const { diagnostics, parsed } = validateText(text, { file: 'KNOWLEDGE.md', lint: true })
      expectPlacesInside(text, diagnostics)
      expect(parsePack(text).pack !== undefined).toBe(parsed)
    }
  })

  test.each(recordKinds)('of a %s record with every field', (kind) => {
    for (const document of withOneNodeReplaced(fullRecords[kind], wrong)) {
      const text = JSON.stringify(document)
      const { findings, source } = readRecord(text, 'runs/record.json', kind)
      expectPlacesInside(text, diagnose(findings, source))
    }
  })

  test.each([
    [{ units: {} }, ['KCP202']],
    [{ units: [null] }, ['KCP220']],
    [{ units: 'setup' }, ['KCP202']],
    [{ project: ['harbor'] }, ['KCP201']],
  ])('%j is refused', (fields, expected) => {
    const text = JSON.stringify({
      kcp_version: '0.14',
      project: 'harbor',
      version: '1.0.0',
      units: [unitWith()],
      ...fields,
    })
    expect(
      findingsIn(text)
        .filter(({ severity }) => severity === 'error')
        .map(({ code }) => code),
    ).toEqual(expected)
  })

  test.each([
    [manifestText({ auth: { methods: [null] } }), '/auth/methods/0'],
    [manifestText({}, unitWith({ external_depends_on: 'foo' })), '/units/0/external_depends_on'],
    [manifestText({ delegation: [] }), '/delegation'],
    [manifestText({ visibility: { conditions: [{ when: 3, then: 'x' }] } }), '/visibility/conditions/0/when'],
  ])('%s is said at its place', (text, pointer) => {
    expect(findingsIn(text).map(({ where }) => where.pointer)).toContain(pointer)
    expect(parseManifest(text).manifest).toBeDefined()
  })
})

describe('KCP-032: keys of the prototype', () => {
  test('an action named like one counts with its own permission only', () => {
    const { manifest } = parseManifest(
      manifestText({ authority: { constructor: 'mabye', toString: 'denied', read: 'deny' } }),
    )
    expect({ ...manifest?.authority }).toEqual({ toString: 'denied' })
  })

  test('they are kept as extensions, and change no object', () => {
    const { manifest } = parseManifest(
      manifestText({ constructor: 1, hasOwnProperty: 2 }).replace('{', '{"__proto__": {"polluted": true},'),
    )
    expect(JSON.stringify(manifest?.extensions)).toBe(
      '{"__proto__":{"polluted":true},"constructor":1,"hasOwnProperty":2}',
    )
    expect('polluted' in {}).toBe(false)
  })
})

describe('null', () => {
  test('an optional field that is null is absent and not mentioned', () => {
    const text = manifestText(
      { license: null, hints: null, 'x-note': null },
      unitWith({ validated: null, authority: { read: null }, temporal: null }),
    )
    expect(findingsIn(text)).toEqual([])
    const [unit] = parseManifest(text).manifest?.units ?? []
    expect([unit?.validated, unit?.authority?.['read'], unit?.temporal]).toEqual([undefined, undefined, undefined])
  })

  test('a required field that is null is missing', () => {
    expect(findingsIn(manifestText({ project: null })).map(({ code }) => code)).toEqual(['KCP201'])
  })
})
