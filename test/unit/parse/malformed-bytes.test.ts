import { describe, expect, test } from 'vitest'
import { validatePaths, validateText } from '../../../src/app/index.ts'
import { manifestFields } from '../../../src/model/tables/manifest-fields.ts'
import { diagnose } from '../../../src/parse/diagnose.ts'
import { readRecord } from '../../../src/parse/records/record.ts'
import { everyField } from '../../support/every-field.ts'
import { kioskGuide } from '../../support/kiosk-pack.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { expectPlacesInside } from '../../support/ranges.ts'
import { fullRecords } from '../../support/sample-records.ts'

const manifest = (text: string | Uint8Array) => validateText(text, { file: 'knowledge.yaml', lint: true })
const pack = (text: string | Uint8Array) => validateText(text, { file: 'KNOWLEDGE.md', lint: true })

describe('a good file that ends too early', () => {
  const yaml = `# Harbor kiosks 保😀\r\nkcp_version: "0.14"
project: 'harbor'
units:
  - id: setup
    path: "docs/set\\u0020up.md"
    intent: >-
      How do I set up
      a kiosk?
    audience: [agent, {x: "y"}]
    hints: {token_estimate: 0x1F}
    x-note: |2
       text
    ? x-key
    : value
...
`

  test('a manifest, cut after every byte', () => {
    const bytes = new TextEncoder().encode(yaml)
    for (let end = 0; end <= bytes.length; end++) {
      const { diagnostics } = manifest(bytes.subarray(0, end))
      const whole = Buffer.from(bytes.subarray(0, end)).toString('utf8')
      if (!whole.endsWith('\uFFFD')) expectPlacesInside(whole, diagnostics)
      else expect(diagnostics.map(({ code }) => code)).toEqual(['KCP102'])
    }
  })

  test('a manifest with every field, cut after every seventh byte', () => {
    const text = JSON.stringify(everyField(manifestFields))
    for (let end = 0; end < text.length; end += 7)
      expectPlacesInside(text.slice(0, end), manifest(text.slice(0, end)).diagnostics)
  })

  test('a pack, cut after every byte', () => {
    const text = kioskGuide(['metadata:', '  producedBy: {kind: "manual", name: \'保\'}'], '# Body\n')
    for (let end = 0; end <= text.length; end++)
      expectPlacesInside(text.slice(0, end), pack(text.slice(0, end)).diagnostics)
  })

  test('a record, cut after every byte', () => {
    const text = JSON.stringify(fullRecords['compile-run'], undefined, 1)
    for (let end = 0; end < text.length; end++) {
      const { findings, source } = readRecord(text.slice(0, end), 'runs/compile-1.json')
      expect(findings.map(({ code }) => code)).toEqual(['RUN101'])
      expectPlacesInside(text.slice(0, end), diagnose(findings, source))
    }
  })
})

describe('bytes that are no text', () => {
  test.each([
    ['an executable', Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256), 'KCP102', 'AK105'],
    ['zeros', new Uint8Array(5000), 'KCP102', 'AK105'],
    ['control characters', Uint8Array.from({ length: 30 }, (_, i) => i + 1), 'KCP101', 'AK101'],
    ['DEL', Buffer.from('a: \u007F\u007F'), 'KCP101', 'AK101'],
    ['nothing', new Uint8Array(), 'KCP108', 'AK101'],
    ['a byte order mark', Buffer.from('\uFEFF'), 'KCP108', 'AK101'],
    ['a gzip head', Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0]), 'KCP102', 'AK105'],
  ])('%s: one error', (_, bytes, ofManifest, ofPack) => {
    expect(
      manifest(bytes)
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map(({ code }) => code),
    ).toEqual([ofManifest])
    expect(pack(bytes).diagnostics.map(({ code }) => code)).toEqual([ofPack])
  })

  test('a NUL in the middle is refused at its place', () => {
    expect(manifest('project: har\0bor\n').diagnostics.map(({ code, where }) => [code, where.range?.start])).toEqual([
      ['KCP101', { line: 1, column: 13 }],
    ])
  })

  test('a lone surrogate in a text is refused at its place', () => {
    expect(manifest('project: \uD83D\nunits: []\n').diagnostics[0]).toMatchObject({
      code: 'KCP101',
      where: { range: { start: { line: 1 } } },
    })
  })
})

test.each(['unreadable', 'not-a-file', 'outside', 'too-large'] as const)(
  'a file that is %s is one error of its document',
  (trouble) => {
    const { documents } = validatePaths(memoryFiles({ '/w/knowledge.yaml': { trouble } }), ['/w/knowledge.yaml'], {
      cwd: '/w',
    })
    expect(
      documents.map(({ parsed, valid, diagnostics }) => [parsed, valid, diagnostics.map(({ code }) => code)]),
    ).toEqual([[false, false, [trouble === 'too-large' ? 'KCP106' : 'KCP107']]])
  },
)
