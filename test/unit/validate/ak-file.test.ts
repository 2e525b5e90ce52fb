import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parsePack, validatePaths } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { checkPack, packText } from '../../support/judge-pack.ts'

const fixtures = 'test/fixtures/packs'
const fixture = (name: string): Uint8Array => readFileSync(`${fixtures}/${name}/KNOWLEDGE.md`)
const judgeFixture = (name: string) =>
  validatePaths(diskFiles, [`${fixtures}/${name}`], { cwd: process.cwd() }).documents[0]
const codesOf = (name: string) => judgeFixture(name)?.diagnostics.map(({ code, severity }) => `${severity} ${code}`)

describe('the shape of KNOWLEDGE.md', () => {
  test('AK-002: a file without frontmatter is no pack', () => {
    const judged = judgeFixture('nofm')
    expect([judged?.parsed, judged?.valid]).toEqual([false, false])
    expect(judged?.diagnostics.map(({ code, name, where }) => [code, name, where.range?.start])).toEqual([
      ['AK101', 'frontmatter-missing', { line: 1, column: 1 }],
    ])
  })

  test('AK-002: the body starts after the closing fence', () => {
    const text = packText({}, '# Body\n')
    const { pack } = parsePack(text)
    expect(text.slice(pack?.bodyStart)).toBe('\n# Body\n')
  })

  test('AK-002: frontmatter that never closes is refused', () => {
    expect(checkPack('---\nname: kiosk-brief\n\n# Body\n').told).toEqual(['error AK102'])
  })

  test.each([
    ['', 'error AK101'],
    ['---\n---\n', 'error AK110'],
    ['---\n- a\n---\n', 'error AK110'],
    ['---\njust text\n---\n', 'error AK110'],
  ])('AK-002: %j is refused', (text, expected) => {
    expect(checkPack(text, { 'wiki/index.md': '# Index\n' }).told).toEqual([expected])
  })

  test('AK-081: broken YAML is refused at the place of the fault', () => {
    const { parsed, diagnostics } = checkPack('---\nname: kiosk-brief\ndescription: [\n---\n')
    expect(parsed).toBe(false)
    expect(diagnostics.map(({ code, where }) => [code, where.range?.start.line])).toEqual([['AK103', 3]])
  })

  test('a key that stands twice is refused', () => {
    const { parsed, diagnostics } = checkPack(packText().replace('status: "ready"', 'status: draft\nstatus: ready'))
    expect([parsed, diagnostics.map(({ code, where }) => [code, where.range?.start])]).toEqual([
      false,
      [['AK104', { line: 7, column: 1 }]],
    ])
  })

  test('bytes that are not UTF-8 are refused at their place', () => {
    const bytes = Buffer.concat([Buffer.from('---\nname: caf'), Buffer.from([0xe9]), Buffer.from('\n---\n')])
    expect(checkPack(bytes).diagnostics.map(({ code, where }) => [code, where.range?.start])).toEqual([
      ['AK105', { line: 2, column: 10 }],
    ])
  })

  test('a file that cannot be read is refused', () => {
    expect(checkPack({ trouble: 'unreadable' }).told).toEqual(['error AK107'])
    expect(checkPack({ trouble: 'too-large' }).told).toEqual(['error AK106'])
  })
})

describe('YAML', () => {
  test('AK-057: folded text, comments, lists and nested mappings are read', () => {
    const { pack } = parsePack(fixture('edge-folded'))
    expect(pack?.description).toBe('A folded description over two lines.\n')
    expect(pack?.status).toBe('ready')
    expect(pack?.head.extensions).toEqual({ tags: ['a', 'b'] })
  })

  test('AK-057: literal text, quotes and flow mappings are read', () => {
    const { pack } = parsePack(
      '---\nname: "a"\ndescription: |\n  One: two\n  three\ntype: \'domain-reference\'\nstatus: ready\nruntime: {mode: persona} # voice\n---\n',
    )
    expect([pack?.name, pack?.description, pack?.mode]).toEqual(['a', 'One: two\nthree\n', 'persona'])
  })

  test('AK-058: CRLF, a byte order mark, lone CR and spaces after the fences are accepted', () => {
    expect(parsePack(fixture('edge-crlf')).pack).toMatchObject({
      name: 'edge-crlf',
      description: 'CRLF pack.',
      type: 'domain-reference',
      status: 'ready',
    })
    const text = packText()
    const variants = [
      `\uFEFF${text}`,
      text.replaceAll('\n', '\r'),
      text.replaceAll('\n', '\r\n'),
      text.replace('---\n', '---  \t\n').replace('\n---\n', '\n--- \n'),
    ]
    for (const variant of variants) expect(parsePack(variant).pack?.status).toBe('ready')
    expect(parsePack(Buffer.from(`\uFEFF${text}`)).pack?.name).toBe('kiosk-brief')
  })

  test('AK-059: an alias bomb is refused and never expanded', () => {
    const levels = Array.from(
      { length: 10 },
      (_, i) => `a${i + 1}: &a${i + 1} [${Array.from({ length: 10 }, () => `*a${i}`).join(', ')}]`,
    )
    const { parsed, told } = checkPack(
      packText().replace('status: "ready"', ['status: ready', 'a0: &a0 x', ...levels].join('\n')),
    )
    expect(parsed).toBe(false)
    expect(new Set(told)).toEqual(new Set(['error AK109']))
  })

  test.each(['__proto__:\n  trust: official', 'metadata:\n  acme.x: [{__proto__: {a: 1}}]'])(
    'AK-059: a prototype key is refused and changes nothing: %s',
    (lines) => {
      const { parsed, diagnostics } = checkPack(packText().replace('status: "ready"', `status: ready\n${lines}`))
      expect([parsed, diagnostics.map(({ code }) => code)]).toEqual([false, ['AK109']])
      expect(({} as Record<string, unknown>)['trust']).toBeUndefined()
      expect(({} as Record<string, unknown>)['a']).toBeUndefined()
    },
  )

  test('AK-059: tags are refused', () => {
    expect(checkPack(packText().replace('"ready"', '!!python/object:os.system ready')).told).toEqual(['error AK109'])
  })

  test('AK-059: depth and size are limited', () => {
    expect(
      checkPack(packText().replace('status: "ready"', `status: ready\nx: ${'['.repeat(100)}${']'.repeat(100)}`)).told,
    ).toEqual(['error AK106'])
    expect(checkPack(packText().replace('status: "ready"', `status: ready\nx: ${'a'.repeat(300_000)}`)).told).toEqual([
      'error AK106',
    ])
  })
})

describe('required fields', () => {
  test.each([
    ['name', 'AK201'],
    ['description', 'AK202'],
    ['type', 'AK203'],
    ['status', 'AK204'],
  ])('AK-080, AK-082: without %s the pack cannot be used', (field, code) => {
    const judged = checkPack(packText({ [field]: undefined }))
    expect([judged.parsed, judged.valid, judged.told]).toEqual([false, false, [`error ${code}`]])
  })

  test.each([
    ['name', null],
    ['description', ''],
    ['type', 7],
    ['status', ['ready']],
  ])('AK-082: %s: %j counts as missing', (field, value) => {
    const judged = checkPack(packText({ [field]: value }))
    expect([judged.parsed, judged.told.length]).toEqual([false, 1])
  })

  test('AK-082: a broken pack leaves others alone', () => {
    const { documents } = validatePaths(diskFiles, [`${fixtures}/edge-badvalues`, `${fixtures}/minimal`], {
      cwd: process.cwd(),
    })
    expect(documents.map(({ path, valid }) => [path, valid])).toEqual([
      [`${fixtures}/edge-badvalues/KNOWLEDGE.md`, false],
      [`${fixtures}/minimal/KNOWLEDGE.md`, true],
    ])
  })
})

test('AK-032, AK-034, AK-037, AK-038, AK-045, AK-047, AK-048: every bad value of a pack is reported in one go', () => {
  expect(codesOf('edge-badvalues')).toEqual([
    'error AK301',
    'warning AK322',
    'error AK302',
    'error AK303',
    'error AK304',
    'error AK305',
    'error AK306',
    'error AK307',
    'error AK308',
  ])
})
