import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linearPattern, linearPatterns } from '../../../src/text/linear-pattern.ts'

const atom = fc.constantFrom(
  'a',
  'b',
  'ab',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\s',
  '\\w',
  '(a|b)',
  '(?:ab)',
  '\\.',
  '[a-c1]',
  '\\b',
)
const pattern = fc
  .array(fc.tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.map(([one, often]) => (one === '\\b' ? one : one + often)).join(''))
  .chain((body) => fc.constantFrom(body, `^${body}`, `${body}$`, `^${body}$`, `${body}|c`))
const line = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '.'), maxLength: 12 })

describe('a pattern that cannot backtrack', () => {
  test('matches the lines that the same regular expression matches', () => {
    fc.assert(
      fc.property(pattern, line, (source, text) => {
        expect(linearPattern(source)?.test(text)).toBe(new RegExp(source).test(text))
      }),
      { numRuns: 3000 },
    )
  })

  test('matches line after line as if each were the first, also when it forgets steps', () => {
    const lines = Array.from({ length: 400 }, (_, i) => `${String.fromCharCode(0x4e00 + i).repeat(40)} a${i}b`)
    for (const source of ['a\\d*7b$', '^[^a]+a1', '\\ba3', '\\d\\B\\d', '^x|a9'])
      for (const shown of [lines, [...lines, ...lines].reverse()])
        expect(shown.filter(linearPattern(source)?.test ?? Boolean)).toEqual(
          shown.filter((text) => new RegExp(source).test(text)),
        )
  })

  test.each(['(a+)+$', '(a|aa)*$', 'a*a*a*a*a*a*a*b', '(.*.*)*x', '(?:a?){100}a{100}'])(
    'takes no longer on a line made to make %s slow',
    (source) => {
      const steps = linearPattern(source)
      expect(steps?.test(`${'a'.repeat(5000)}!`)).toBeTypeOf('boolean')
    },
  )

  test.each(['(?=a)', '(?<n>a)', '\\1', '[a', '(a', 'a)', '*a', '\\', 'a{999}', '((a{100}){100}){100}'])(
    'is not made from %s',
    (source) => {
      expect(linearPattern(source)).toBeUndefined()
    },
  )

  test('a leading (?i) ignores case', () => {
    expect(linearPattern('(?i)^Downloading [a-z]+')?.test('DOWNLOADING X')).toBe(true)
    expect(linearPattern('^Downloading')?.test('DOWNLOADING')).toBe(false)
  })
})

test(
  'many large patterns come to an end on an output that fits none of their steps twice',
  { timeout: 120_000 },
  () => {
    const sources = Array.from({ length: 10 }, (_, i) => `(?:[ab]*a[ab]{190}){4}z${i}`)
    const letter = (i: number, j: number): string => ((i * 7919 + j * j * 31 + ((j * i) >> 3)) % 7 < 3 ? 'a' : 'b')
    const lines = Array.from({ length: 100 }, (_, i) =>
      Array.from({ length: 1900 }, (_one, j) => letter(i, j)).join(''),
    )
    const before = process.cpuUsage().user
    const patterns = linearPatterns(sources)
    expect(lines.some((line) => patterns?.test(line))).toBe(false)
    // Minutes where nothing bounds all lines together.
    expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(20)
  },
)
