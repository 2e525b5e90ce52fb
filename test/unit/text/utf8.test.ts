import { describe, expect, test } from 'vitest'
import { parseManifest, parsePack } from '../../../src/app/index.ts'
import { decodeUtf8, lazyText } from '../../../src/text/bytes/utf8.ts'

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))))

describe('KCP-023: bytes that are not UTF-8', () => {
  test.each([
    ['a lone continuation byte', bytes('ab', 0x80), 2],
    ['a character cut short', bytes('a', 0xe4, 0xbf), 1],
    ['a character cut short by another', bytes(0xe4, 0xbf, 'a'), 0],
    ['an overlong slash of two bytes', bytes('é', 0xc0, 0xaf), 2],
    ['an overlong slash of three bytes', bytes('x', 0xe0, 0x80, 0xaf), 1],
    ['an overlong slash of four bytes', bytes(0xf0, 0x80, 0x80, 0xaf), 0],
    ['a high surrogate', bytes('😀', 0xed, 0xa0, 0x80), 4],
    ['a low surrogate', bytes(0xed, 0xb0, 0x80), 0],
    ['a value beyond U+10FFFF', bytes(0xf4, 0x90, 0x80, 0x80), 0],
    ['a form of five bytes', bytes('a', 0xf8, 0x88, 0x80, 0x80, 0x80), 1],
    ['FF', bytes(0xff), 0],
    ['Latin-1', Buffer.from('project: Köln', 'latin1'), 10],
    ['a bad byte after a byte order mark', bytes(0xef, 0xbb, 0xbf, 'a', 0xff), 4],
  ])('%s is refused at its offset', (_, source, byteOffset) => {
    expect(decodeUtf8(source)).toMatchObject({ ok: false, byteOffset })
  })

  test('the largest and the smallest of each length are read', () => {
    const text = '\u0000\u007F\u0080\u07FF\u0800\uD7FF\uE000\uFFFF\u{10000}\u{10FFFF}'
    expect(decodeUtf8(Buffer.from(text))).toEqual({ ok: true, text, bom: false })
  })

  test('one byte order mark is taken off, a second one is text', () => {
    expect(decodeUtf8(Buffer.from('\uFEFF\uFEFFa'))).toEqual({ ok: true, text: '\uFEFFa', bom: true })
  })

  test('the place counts lines of every kind, and columns as editors do', () => {
    const [finding] = parseManifest(bytes('a: 1\r\nb: 2\rc: 3\nd: 😀é', 0xff)).diagnostics
    expect([finding?.message, finding?.where.range]).toEqual([
      'The file is not UTF-8: the byte at offset 25 is invalid.',
      { start: { line: 4, column: 7 }, end: { line: 4, column: 8 } },
    ])
  })

  test.each([
    ['UTF-16 LE', Buffer.from('project: harbor', 'utf16le'), 1],
    ['UTF-16 BE', Buffer.from('project: harbor', 'utf16le').swap16(), 0],
    ['UTF-32 LE', bytes('p', 0, 0, 0, 'r', 0, 0, 0), 1],
    ['UTF-32 BE', bytes(0, 0, 0, 'p', 0, 0, 0, 'r'), 0],
  ])('%s is refused although its bytes could be UTF-8', (_, source, offset) => {
    expect(parseManifest(source).diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['KCP102', `The file is not UTF-8: the byte at offset ${offset} is invalid.`],
    ])
    expect(parsePack(source).diagnostics.map(({ code }) => code)).toEqual(['AK105'])
  })
})

describe('a text that is decoded when it is asked for', () => {
  test('its head is the whole lines among its first bytes', () => {
    const text = `# Köln\n${'港'.repeat(2_000)}\n${'x'.repeat(9_000)}\nend`
    expect(lazyText(Buffer.from(text))).toEqual({ head: `# Köln\n${'港'.repeat(2_000)}\n`, text })
  })

  test('a first line without an end has no head', () => {
    expect(lazyText(Buffer.from('x'.repeat(9_000)))?.head).toBe('')
  })

  test('a byte order mark is taken off both', () => {
    expect(lazyText(Buffer.from('\uFEFFa\nb'))).toEqual({ head: 'a\n', text: 'a\nb' })
  })

  test('bytes that are not UTF-8 have none, wherever they stand', () => {
    expect([lazyText(bytes(0xff, 'a\n')), lazyText(bytes('a\n'.repeat(9_000), 0xc3))]).toEqual([undefined, undefined])
  })
})
