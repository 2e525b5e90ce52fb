import fc from 'fast-check'
import { posix, win32 } from 'node:path'
import { describe, expect, test } from 'vitest'
import { indexLines } from '../../src/text/positions/lines.ts'
import { isCalendarDate, isDatetime } from '../../src/text/notations/dates.ts'
import { isLanguageTag } from '../../src/text/notations/language-tag.ts'
import { isSemver } from '../../src/text/notations/semver.ts'
import { joinPath, normalizePath, pathProblem } from '../../src/text/paths/paths.ts'
import { suggest, suggester } from '../../src/text/messages/suggest.ts'
import { decodeUtf8 } from '../../src/text/bytes/utf8.ts'

describe('lines', () => {
  const texts = fc
    .array(fc.constantFrom('a', 'bc', '\n', '\r\n', '\r', '保', '😀', '\u2028', ' '), { maxLength: 40 })
    .map((parts) => parts.join(''))

  test('an offset becomes a position and the same offset again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const lines = indexLines(text)
        for (let offset = 0; offset <= text.length; offset++) expect(lines.offset(lines.position(offset))).toBe(offset)
      }),
    )
  })

  test('CR, LF and CRLF end lines, in whatever order the index is asked', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(60)), (text, asked) => {
        const expected = text.split(/\r\n|\n|\r/)
        const lines = indexLines(text)
        for (const offset of asked) {
          const before = text
            .slice(0, offset)
            .replace(/\r$/, text[offset] === '\n' ? 'x' : '\r')
            .split(/\r\n|\n|\r/)
          const clamped = Math.min(offset, text.length)
          expect(lines.position(offset)).toEqual({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1 })
          expect(text.slice(clamped, lines.lineEnd(offset))).toBe(text.slice(clamped).split(/[\r\n]/)[0])
        }
        expect(expected.map((_, index) => lines.line(index + 1))).toEqual(expected)
        expect(lines.count).toBe(expected.length)
      }),
    )
  })
})

describe('UTF-8', () => {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const accepts = (bytes: Uint8Array): boolean => {
    try {
      strict.decode(bytes)
      return true
    } catch {
      return false
    }
  }
  /** Pieces of characters: whole ones, halves, overlong forms, surrogates, bytes that never occur. */
  const piece = fc.constantFrom(
    [0x61],
    [0xc3, 0xa9],
    [0xe4, 0xbf, 0x9d],
    [0xf0, 0x9f, 0x98, 0x80],
    [0xc3],
    [0xe4, 0xbf],
    [0xf0, 0x9f],
    [0x80],
    [0xc0, 0x80],
    [0xe0, 0x80, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xff],
    [0xef, 0xbb, 0xbf],
  )
  const sources = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.array(piece, { maxLength: 12 }).map((parts) => Uint8Array.from(parts.flat())),
  )

  test('agrees with the decoder of the platform, and names the first byte that it refuses', () => {
    fc.assert(
      fc.property(sources, (bytes) => {
        const decoded = decodeUtf8(bytes)
        expect(decoded.ok).toBe(accepts(bytes))
        if (decoded.ok) {
          expect((decoded.bom ? '\uFEFF' : '') + decoded.text).toBe(strict.decode(bytes))
          return
        }
        expect(accepts(bytes.subarray(0, decoded.byteOffset))).toBe(true)
        for (let end = decoded.byteOffset + 1; end <= bytes.length; end++)
          expect(accepts(bytes.subarray(0, end))).toBe(false)
      }),
    )
  })
})

describe('paths', () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '',
    'a',
    'b.md',
    '...',
    '%2e%2e',
    '%2E.',
    '.%2e',
    '%2f',
    '..%5c',
    'C:',
    'c',
    '~',
    ' ',
    '\0',
    '保',
    'https:',
  )
  const paths = fc.oneof(
    fc.string(),
    fc.array(fc.tuple(part, fc.constantFrom('/', '\\')), { maxLength: 8 }).map((parts) => parts.flat().join('')),
  )

  test('a path without a problem stays below its root on every system', () => {
    fc.assert(
      fc.property(paths, (path) => {
        if (pathProblem(path) !== undefined) return
        for (const form of [path, normalizePath(path), path.replaceAll('\\', '/')]) {
          expect(win32.relative('C:\\root', win32.resolve('C:\\root', form))).not.toMatch(/^\.\.(?:\\|$)|^[A-Z]:/i)
          expect(posix.relative('/root', posix.resolve('/root', form))).not.toMatch(/^\.\.(?:\/|$)/)
          expect(
            posix.relative('/root', posix.resolve('/root', form.replaceAll(/%2e/gi, '.').replaceAll(/%2f|%5c/gi, '/'))),
          ).not.toMatch(/^\.\.(?:\/|$)/)
        }
      }),
    )
  })

  test('a normal path has no dots, no doubled slashes, and stays as it is', () => {
    fc.assert(
      fc.property(paths, paths, (path, other) => {
        for (const normal of [normalizePath(path), joinPath(path, other)]) {
          expect(normal.split('/').filter((name) => ['..', '.'].includes(name) || name.includes('\\'))).toEqual([])
          expect(normal).not.toMatch(/^\/|\/\/|\/$/)
          expect(normalizePath(normal)).toBe(normal)
        }
      }),
    )
  })
})

describe('suggestions', () => {
  const letters = fc
    .array(fc.constantFrom('a', 'b', 'c', 'A', '_', '-', ' '), { maxLength: 9 })
    .map((parts) => parts.join(''))
  const candidates = fc.array(letters, { maxLength: 8 })

  /** The textbook form: no limit, no shortcuts. */
  function distance(a: string, b: string): number {
    const rows = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
    )
    const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity
    for (let i = 1; i <= a.length; i++) {
      for (let j = 1; j <= b.length; j++) {
        let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1))
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          best = Math.min(best, at(i - 2, j - 2) + 1)
        rows[i]?.splice(j, 1, best)
      }
    }
    return at(a.length, b.length)
  }
  const folded = (text: string): string => text.toLowerCase().replaceAll(/[_ ]/g, '-')

  test('the nearest candidate is found when one is near enough', () => {
    fc.assert(
      fc.property(letters, candidates, (written, words) => {
        const distances = words.map((word) => distance(folded(written), folded(word)))
        const least = Math.min(Infinity, ...distances)
        const allowed = written.length <= 4 ? 1 : written.length <= 8 ? 2 : 3
        const found = suggest(written, words)
        if (written === '' || least > allowed) expect(found).toBeUndefined()
        else expect(distances[words.indexOf(found ?? '?')]).toBe(least)
      }),
    )
  })

  test('a suggester finds as near a candidate as a single search', () => {
    fc.assert(
      fc.property(letters, candidates, (written, words) => {
        const [one, other] = [suggest(written, words), suggester(words)(written)]
        expect(other === undefined ? undefined : distance(folded(written), folded(other))).toBe(
          one === undefined ? undefined : distance(folded(written), folded(one)),
        )
      }),
    )
  })

  test('any text may be asked about', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (written, words) => {
        expect([undefined, ...words]).toContain(suggest(written, words))
      }),
    )
  })
})

describe('notations', () => {
  test('a date is a calendar date exactly when the calendar gives it back', () => {
    const number = (width: number, max: number) => fc.nat(max).map((value) => String(value).padStart(width, '0'))
    fc.assert(
      fc.property(number(4, 9999), number(2, 14), number(2, 33), (year, month, day) => {
        const text = `${year}-${month}-${day}`
        const date = new Date(`${text}T00:00:00Z`)
        const exists = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
        expect(isCalendarDate(text)).toBe(exists)
        expect(isDatetime(`${text}T12:00:00Z`)).toBe(exists)
      }),
    )
  })

  test('long and strange texts are answered at once', () => {
    const long = fc
      .tuple(
        fc.constantFrom('1', '1.', '-', 'a-', '0.0.0-', '0.0.0-a.', '0.0.0+1', '2026-01-01T00:00:00.1', 'en-', ' '),
        fc.constantFrom('', '!', '.', '-'),
      )
      .map(([part, end]) => part.repeat(20_000) + end)
    fc.assert(
      fc.property(fc.oneof(fc.string(), long), (text) => {
        expect(
          [isSemver(text), isDatetime(text), isLanguageTag(text), isCalendarDate(text)].every(
            (answer) => typeof answer === 'boolean',
          ),
        ).toBe(true)
      }),
    )
  })
})
