import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseManifest, parsePack, validateText } from '../../src/app/index.ts'
import { parseJson } from '../../src/parse/yaml/json.ts'
import { readRecord } from '../../src/parse/records/record.ts'
import { parseYaml } from '../../src/parse/yaml/yaml.ts'
import { kioskGuide } from '../support/kiosk-pack.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { expectPlacesInside } from '../support/ranges.ts'

/** Pieces that make parsers stumble: structure, half structure, and characters of every width. */
const pieces = [
  'project: harbor\n',
  'units:\n',
  '  - id: a\n',
  '    path: a.md\n',
  '- ',
  ': ',
  ':',
  '? ',
  '[',
  ']',
  '{',
  '}',
  ', ',
  ',',
  '"',
  "'",
  '|\n',
  '>-\n',
  '&a ',
  '*a',
  '!!str ',
  '!!set ',
  '!x ',
  '<<: ',
  '\n',
  '\r\n',
  '\r',
  '  ',
  '\t',
  '# ',
  '---\n',
  '...\n',
  '%TAG ! x\n',
  '%YAML 1.2\n',
  '__proto__',
  'constructor',
  'null',
  '~',
  '1.0',
  '0x',
  'a',
  'é',
  '保',
  '😀',
  '\0',
  '\uFEFF',
  '\uD800',
  '\\u0000',
  '\\',
  '2026-02-30',
  '\u2028',
  '\u0085',
]
const scraps = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''))
const fenced = fc.tuple(scraps, scraps).map(([yaml, body]) => `---\n${yaml}\n---\n${body}`)

/** A good document in which a stretch is replaced by something else. */
const damaged = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length), fc.nat(12), scraps)
    .map(([at, length, scrap]) => text.slice(0, at) + scrap + text.slice(at + length))

const manifests = fc.oneof(
  scraps,
  damaged(manifestText({}, unitWith(), unitWith({ id: 'tour', hints: { token_estimate: 3 } }))),
)
const guides = fc.oneof(scraps, fenced, damaged(kioskGuide(['metadata: {primaryDocument: "documents/kiosk.md"}'])))
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  scraps.map((text) => new TextEncoder().encode(text)),
)

describe('any bytes in, a result out', () => {
  test('manifests', () => {
    fc.assert(
      fc.property(bytes, (source) => {
        expect(Array.isArray(parseManifest(source).diagnostics)).toBe(true)
        expect(validateText(source, { file: 'knowledge.yaml', lint: true }).format).toBe('manifest')
      }),
    )
  })

  test('packs', () => {
    fc.assert(
      fc.property(bytes, (source) => {
        expect(Array.isArray(parsePack(source).diagnostics)).toBe(true)
        expect(validateText(source, { file: 'KNOWLEDGE.md', lint: true }).format).toBe('pack')
      }),
    )
  })

  test('records and JSON', () => {
    fc.assert(
      fc.property(bytes, scraps, (source, text) => {
        expect(Array.isArray(readRecord(source, 'runs/context-1.json').findings)).toBe(true)
        const { tree, problems } = parseJson(text)
        expect(tree === undefined).toBe(problems.length > 0)
      }),
    )
  })

  test('what cannot be used says why', () => {
    fc.assert(
      fc.property(manifests, guides, (manifest, guide) => {
        const judgedManifest = validateText(manifest, { file: 'knowledge.yaml' })
        const judgedPack = validateText(guide, { file: 'KNOWLEDGE.md' })
        for (const judged of [judgedManifest, judgedPack])
          if (!judged.parsed)
            expect(judged.diagnostics.some(({ severity, code }) => severity === 'error' || code === 'KCP111')).toBe(
              true,
            )
      }),
    )
  })

  test('KCP-032: no key reaches the prototype of other objects', () => {
    fc.assert(
      fc.property(scraps, fc.constantFrom('__proto__', 'constructor', 'prototype'), (scrap, key) => {
        validateText(`${key}: {polluted: yes}\n${scrap}`, { file: 'knowledge.yaml', lint: true })
        validateText(`---\nmetadata:\n  ${key}: {polluted: yes}\n---\n`, { file: 'KNOWLEDGE.md', lint: true })
        expect(Object.keys(Object.prototype)).toEqual([])
        expect('polluted' in {}).toBe(false)
      }),
    )
  })
})

describe('findings stand inside the text', () => {
  test('of a manifest', () => {
    fc.assert(
      fc.property(manifests, (text) =>
        expectPlacesInside(text, validateText(text, { file: 'knowledge.yaml', lint: true }).diagnostics),
      ),
    )
  })

  test('of a pack', () => {
    fc.assert(
      fc.property(guides, (text) =>
        expectPlacesInside(text, validateText(text, { file: 'KNOWLEDGE.md', lint: true }).diagnostics),
      ),
    )
  })

  test('problems of YAML and JSON have a span', () => {
    fc.assert(
      fc.property(scraps, (text) => {
        for (const { span, related } of parseYaml(text).problems) {
          expect(span.start >= 0 && span.start <= span.end && span.start <= text.length).toBe(true)
          if (related) expect(text.slice(related.span.start, related.span.end)).not.toBe('')
        }
        for (const { span } of parseJson(text).problems)
          expect(span.start >= 0 && span.start <= span.end && span.start <= text.length).toBe(true)
      }),
    )
  })
})
