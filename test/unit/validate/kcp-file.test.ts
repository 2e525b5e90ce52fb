import { describe, expect, test } from 'vitest'
import { parseManifest, validateText } from '../../../src/app/index.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { findingsIn, toldIn } from '../../support/findings.ts'

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

const yaml = (fields: string): string => `kcp_version: "0.14"
project: harbor
version: 1.0.0
${fields}
units:
  - id: setup
    path: setup.md
    intent: "How do I set up a kiosk?"
    scope: global
    audience: [agent]
`

describe('YAML', () => {
  test('KCP-022: the words and numbers of YAML 1.2 mean what they mean there', () => {
    const { manifest } = parseManifest(
      yaml('x-words: [yes, no, on, off, y, n, true, False, 0o17, 017, 0x1F, 2026-02-25, ~]'),
    )
    expect(manifest?.extensions?.['x-words']).toEqual([
      'yes',
      'no',
      'on',
      'off',
      'y',
      'n',
      true,
      false,
      15,
      17,
      31,
      '2026-02-25',
      null,
    ])
  })

  test('KCP-022: deprecated: no is not a boolean, and says so', () => {
    const text = yaml('').replace('audience: [agent]', 'audience: [agent]\n    deprecated: no')
    expect(toldIn(text)).toEqual(['warning KCP301 /units/0/deprecated'])
    expect(findingsIn(text)[0]?.help).toBe('"no" is text in YAML 1.2; write true or false.')
    expect(parseManifest(text).manifest?.units[0]?.deprecated).toBeUndefined()
  })

  test('KCP-213: a file that is not YAML is rejected at the place of the fault', () => {
    const { parsed, valid, diagnostics } = validateText('project: harbor: kiosks\n', { file: 'knowledge.yaml' })
    expect({ parsed, valid }).toEqual({ parsed: false, valid: false })
    expect(diagnostics.map(({ code, where }) => [code, where.range?.start])).toEqual([
      ['KCP101', { line: 1, column: 10 }],
    ])
  })

  test('a document that holds no mapping is rejected', () => {
    for (const text of ['', '# nothing\n', '- a\n', 'harbor\n', 'null\n'])
      expect(toldIn(text)).toEqual(['error KCP108'])
  })

  test('a key that stands twice is rejected', () => {
    expect(findingsIn(yaml('project: pier')).map(({ code }) => code)).toEqual(['KCP104'])
  })
})

describe('encoding', () => {
  test.each([
    ['one invalid byte', Buffer.concat([Buffer.from('project: har'), Buffer.from([0xc3]), Buffer.from('bor\n')]), 12],
    ['Latin-1', Buffer.from('project: Köln\n', 'latin1'), 10],
    ['UTF-16 with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('project: harbor\n')]), 0],
    ['UTF-16 without one', utf16('project: harbor\n'), 1],
    ['big-endian UTF-16 without one', utf16('project: harbor\n').swap16(), 0],
  ])('KCP-023, KCP-213: %s is rejected with the offset of the byte', (_, bytes, offset) => {
    const [finding, ...others] = findingsIn(new Uint8Array(bytes))
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      code: 'KCP102',
      severity: 'error',
      message: `The file is not UTF-8: the byte at offset ${offset} is invalid.`,
    })
    expect(finding?.where.range?.start).toEqual({ line: 1, column: offset + 1 })
  })

  test('KCP-024: a byte order mark is taken off and mentioned', () => {
    const text = yaml('')
    for (const source of [`\uFEFF${text}`, new TextEncoder().encode(`\uFEFF${text}`)]) {
      expect(toldIn(source)).toEqual(['warning KCP103'])
      expect(parseManifest(source).manifest?.kcpVersion).toBe('0.14')
    }
  })
})

describe('what a YAML file may not do', () => {
  test.each([
    '!!javax.script.ScriptEngineManager [ !!java.net.URLClassLoader [] ]',
    '!!python/object/apply:os.system ["id"]',
    '!!js/function "function () { process.exit(7) }"',
    '!!set { a, b }',
    '!!omap [ a: 1 ]',
    '!!binary aGFyYm9y',
    '!kiosk 1',
    '!!int harbor',
    '!<tag:example.org,2026:kiosk> 1',
  ])('KCP-028, KCP-029: the tag of %s is rejected and nothing is built from it', (value) => {
    expect(validateText(yaml(`x-value: ${value}`), { file: 'knowledge.yaml' })).toMatchObject({ parsed: false })
    expect(findingsIn(yaml(`x-value: ${value}`)).map(({ code }) => code)).toContain('KCP105')
    expect(parseManifest(yaml(`x-value: ${value}`)).manifest).toBeUndefined()
  })

  test('KCP-028: tags of primitive types are allowed', () => {
    const { manifest } = parseManifest(yaml('x-values: [!!str 1, !!int 1, !!float 1.5, !!bool true, !!null null]'))
    expect(manifest?.extensions?.['x-values']).toEqual(['1', 1, 1.5, true, null])
  })

  test('KCP-030: a document of 24 doubled aliases is refused without being expanded', () => {
    const levels = Array.from({ length: 23 }, (_, i) => `x-${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)
    expect(
      findingsIn(yaml(['x-0: &a0 [kiosk, kiosk]', ...levels].join('\n'))).every(({ code }) => code === 'KCP105'),
    ).toBe(true)
  })

  test('KCP-030: nesting beyond the limit is refused', () => {
    expect(findingsIn(yaml(`x-grid: ${'['.repeat(200_000)}`)).map(({ code }) => code)).toEqual(['KCP106'])
  })
})

describe('KCP-224: limits on untrusted input', () => {
  test('KCP-224: sixteen MiB are the most that is read', () => {
    expect(toldIn(new Uint8Array(16 * 1024 * 1024 + 1))).toEqual(['error KCP106'])
  })

  test('KCP-224: one text has at most 262,144 characters', () => {
    expect(findingsIn(manifestText({ 'x-acme-note': 'a'.repeat(262_145) })).map(({ code }) => code)).toEqual(['KCP106'])
    expect(toldIn(manifestText({ 'x-acme-note': 'a'.repeat(262_144) }))).toEqual([])
  })

  test('KCP-224: a manifest has at most 100,000 units', () => {
    const text = `project: harbor\nunits: [${'{}, '.repeat(100_000)}{}]\n`
    expect(findingsIn(text).map(({ message }) => message)).toEqual([
      'The manifest declares 100001 units; at most 100000 are read.',
    ])
    expect(parseManifest(text).manifest).toBeUndefined()
  })
})

describe('later versions', () => {
  const future = manifestText(
    {
      kcp_version: '0.33',
      signing: { keys: [{ id: 'k1' }] },
      context: { tenant: 'quay' },
      trust: { content_integrity: { algorithm: 'sha256' } },
      payment: { default_tier: 'free', methods: [{ type: 'x402' }] },
    },
    unitWith({
      temporal: { valid_from: '2026-01-01' },
      not_for: ['billing'],
      aliases: ['installation'],
      content_hash: { algorithm: 'sha256', value: '00'.repeat(32) },
      size_tokens: 900,
      lineage: [{ from: 'tour' }],
    }),
    unitWith({ id: 'tour', hints: { token_estimate: 10, cost_class: 'low' } }),
  )

  test('KCP-026: a manifest of a later version is read whole, with one warning about the version', () => {
    expect(toldIn(future)).toEqual(['warning KCP304 /kcp_version'])
    expect(parseManifest(future).manifest?.units.map(({ id }) => id)).toEqual(['setup', 'tour'])
  })

  test('KCP-027: custom fields are kept; one without a prefix is mentioned only on request', () => {
    const text = manifestText({ 'x-org-foo': 1, crew: 'quay' })
    expect(parseManifest(text).manifest?.extensions).toEqual({ 'x-org-foo': 1, crew: 'quay' })
    expect(toldIn(text)).toEqual([])
    expect(toldIn(text, { lint: true })).toEqual(['info KCP322 /crew'])
  })
})
