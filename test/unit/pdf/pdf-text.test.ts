import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pdfText } from '../../../src/io/pdf/pdf-text.ts'
import { fileOf, pdfOf } from '../../support/pdf-file.ts'

const good = pdfOf([['Terms', '', 'Repairs take ten days.'], ['The second page.']])
const textOf = (bytes: Uint8Array): string => {
  const read = pdfText(bytes)
  return read.ok ? read.text : `not read: ${read.detail}`
}

describe('the text of a PDF', { timeout: 60_000 }, () => {
  test('has a mark before each page and an empty line between paragraphs', () => {
    expect(textOf(good)).toBe('[page 1]\nTerms\n\nRepairs take ten days.\n\n[page 2]\nThe second page.')
  })

  test('is the same each time, also from a reader that has read another PDF', () => {
    const [first] = [textOf(good), textOf(pdfOf([['Something else.']]))]
    expect(textOf(good)).toBe(first)
  })

  test('joins a word that was hyphenated at the end of a line, and keeps other hyphens', () => {
    expect(textOf(pdfOf([['A re-', 'fund of a BX-', '90 cell.']]))).toBe('[page 1]\nA refund of a BX-\n90 cell.')
  })

  test('contains no line that passes for the mark of a page', () => {
    expect(textOf(pdfOf([['[page 2]', 'Forged.'], ['Real.']]))).toBe('[page 1]\n(page 2)\nForged.\n\n[page 2]\nReal.')
  })

  test('knows the character maps of East Asian fonts that are not embedded', () => {
    const stream = 'BT /F1 12 Tf 50 800 Td <6CCA4F4D59824F555206914D> Tj ET'
    const chinese = fileOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 7 0 R /DW 1000 >>',
      '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ])
    expect(textOf(chinese)).toBe('[page 1]\n泊位如何分配')
  })

  test('leaves the bytes of the caller as they are', () => {
    const bytes = Uint8Array.from(good)
    textOf(bytes)
    expect(bytes).toEqual(good)
  })
})

const script =
  '/OpenAction << /S /JavaScript /JS (while\\(true\\){}) >> /AA << /WC << /S /JavaScript /JS (app.alert\\(1\\)) >> >>'
const launch = '/OpenAction << /S /Launch /F (/bin/sh) /Win << /F (cmd.exe) >> >>'
const remote = '/OpenAction << /S /URI /URI (http://127.0.0.1:9/x) >>'
const external =
  '/Annots [ << /Type /Annot /Subtype /FileAttachment /FS << /FS /URL /F (http://127.0.0.1:9/x) >> /Rect [0 0 1 1] >> ]'

/** A stream of a page in some filter. */
const withStream = (stream: string, filter: string): Uint8Array =>
  fileOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} /Filter ${filter} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const bomb = latin(deflateSync(deflateSync(Buffer.alloc(200 * 1024 * 1024, 'BT (x) Tj ET '))))

/** What a PDF may do to its reader; each is read or refused, and the next one is read as usual. */
const hostile: Readonly<Record<string, readonly [Uint8Array, RegExp]>> = {
  scripts: [pdfOf([['Seen.']], { catalog: script }), /^\[page 1\]\nSeen\.$/],
  'a program to launch': [pdfOf([['Seen.']], { catalog: launch }), /^\[page 1\]\nSeen\.$/],
  'an address to open': [pdfOf([['Seen.']], { catalog: remote }), /^\[page 1\]\nSeen\.$/],
  'a file elsewhere': [pdfOf([['Seen.']], { page: external }), /^\[page 1\]\nSeen\.$/],
  'a form of XFA': [
    pdfOf([['Seen.']], { catalog: '/AcroForm << /XFA (<xdp><script>x</script></xdp>) >>' }),
    /^\[page 1\]\nSeen\.$/,
  ],
  'no bytes': [new Uint8Array(), /^not read: It is not a PDF\.$/],
  'other bytes': [Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) & 255), /^not read: It is not a PDF\.$/],
  'only its mark': [Buffer.from('%PDF-1.7'), /^not read: The PDF is damaged/],
  'half a file': [good.subarray(0, good.length >> 1), /^(?:not read: The PDF is damaged|\[page 1\])/],
  'a table that points anywhere': [
    Buffer.from(latin(good).replaceAll(/^\d{10} 00000 n/gm, '0000009999 00000 n'), 'latin1'),
    /Repairs|damaged/,
  ],
  'pages that contain themselves': [
    fileOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
    /^(?:not read|\[page 1\]\n$)/,
  ],
  'a count of pages that is a lie': [
    Buffer.from(latin(good).replace('/Count 2', '/Count 9'), 'latin1'),
    /^(?:not read|\[page 1\]\nTerms)/,
  ],
  'more pages than are read': [
    pdfOf(Array.from({ length: 2001 }, () => ['x'])),
    /^not read: The PDF has 2001 pages; at most 2000 are read\.$/,
  ],
  'a negative count of pages': [
    Buffer.from(latin(good).replace('/Count 2', '/Count -5'), 'latin1'),
    /^(?:not read|\[page 1\]|$)/,
  ],
  'a stream that is not what it says': [withStream('not deflated', '/FlateDecode'), /^(?:not read|\[page 1\]\n$)/],
  'an encrypted file': [
    Buffer.from(
      latin(good).replace(
        '/Root 1 0 R',
        '/Root 1 0 R /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O (01234567890123456789012345678901) /U (01234567890123456789012345678901) >> /ID [(a) (b)]',
      ),
      'latin1',
    ),
    /^not read: The PDF (?:is encrypted|is damaged)/,
  ],
  'deep nesting': [
    fileOf([
      `<< /Type /Catalog /Pages 2 0 R /X ${'['.repeat(50_000)}${']'.repeat(50_000)} >>`,
      '<< /Type /Pages /Kids [] /Count 0 >>',
    ]),
    /^(?:not read|$)/,
  ],
}

describe('a hostile or damaged PDF', { timeout: 120_000 }, () => {
  test.each(Object.entries(hostile))('%s', (_name, [bytes, expected]) => {
    expect(textOf(bytes)).toMatch(expected)
    expect(textOf(good)).toContain('Repairs take ten days.')
  })

  test('every cut of a good file is read or refused', () => {
    for (let end = 0; end < good.length; end += 97) expect(typeof textOf(good.subarray(0, end))).toBe('string')
  })

  test('any changed byte is survived', () => {
    for (let at = 5; at < good.length; at += 61) {
      const changed = Uint8Array.from(good)
      changed[at] = 0xff - (changed[at] ?? 0)
      expect(typeof textOf(changed)).toBe('string')
    }
  })

  test('one that takes too long is given up, and the next one is read', () => {
    const slow = withStream(bomb, '[/FlateDecode /FlateDecode]')
    const read = pdfText(slow, { milliseconds: 300 })
    expect(read).toEqual({ ok: false, detail: 'The PDF cannot be read within 0.3 seconds and 512 MB.' })
    expect(textOf(good)).toContain('Repairs take ten days.')
  })
})
