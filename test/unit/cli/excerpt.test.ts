import { describe, expect, test } from 'vitest'
import { cellsOf, isPlain, visible, widthOf } from '../../../src/serve/cli/render/terminal/cells.ts'
import { excerptOf } from '../../../src/serve/cli/render/report/excerpt.ts'

test('what is measured by its length alone is one column for each character', () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter(isPlain)
  expect(all.length).toBeGreaterThan(500)
  const other = /[\p{M}\p{C}\p{Zl}\p{Zp}\p{Emoji_Presentation}\p{Default_Ignorable_Code_Point}]/u
  expect(all.filter((character) => other.test(character))).toEqual([])
  // Beside a character that is not plain, each is looked at by itself.
  for (const character of all)
    expect([widthOf(`${character}保`), visible(`${character}保`)]).toEqual([3, `${character}保`])
  expect(['\u00a0', '\u00ad', '\u200b', '\u0301', '保', '\u009b'].filter(isPlain)).toEqual([])
})

test('a plain line and one with other characters are underlined at the same place', () => {
  const range = { start: { line: 3, column: 5 }, end: { line: 3, column: 9 } }
  const { indent, length } = excerptOf('key: value — of a unit', range, 80)
  expect([indent, length]).toEqual([4, 4])
  const other = excerptOf('key: value — of a 保', range, 80)
  expect([other.indent, other.length]).toEqual([4, 4])
})

describe('text of a document on a terminal', () => {
  test.each([
    ['an ANSI sequence', '\u001b[31mred\u001b[0m', '<U+001B>[31mred<U+001B>[0m'],
    ['an 8-bit control sequence', '\u009b31mred', '<U+009B>31mred'],
    ['a bell and a backspace', 'a\u0007b\u0008c', 'a<U+0007>b<U+0008>c'],
    ['a line break and a carriage return', 'a\nb\rc', 'a<U+000A>b<U+000D>c'],
    ['a bidi override', 'exe.\u202egnp', 'exe.<U+202E>gnp'],
    ['bidi isolates and marks', '\u2066a\u2069\u200f\u061c', '<U+2066>a<U+2069><U+200F><U+061C>'],
    ['a zero width space', 'a\u200bb', 'a<U+200B>b'],
    ['a joiner between Latin letters', 'a\u200db', 'a<U+200D>b'],
    ['a no-break space, which breaks YAML', 'a:\u00a0b', 'a:<U+00A0>b'],
    ['a byte order mark', '\ufeffa', '<U+FEFF>a'],
    ['smuggled tag letters', 'a\u{e0041}', 'a<U+E0041>'],
    ['smuggled variation selectors', 'a\u{e0100}\ufe00', 'a<U+E0100><U+FE00>'],
    ['a line separator', 'a\u2028b', 'a<U+2028>b'],
    ['a Hangul filler', 'a\u3164b', 'a<U+3164>b'],
    ['half a surrogate pair', 'a\ud800b', 'a<U+D800>b'],
  ])('%s is shown as an escape', (_, text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  test.each([
    ['accents', 'Hafenbüro, café, naïve'],
    ['Chinese, Japanese and Korean', '保修 キオスク 한국어'],
    ['combining marks', 'e\u0301'],
    ['a Persian joiner', 'می\u200cخواهم'],
    ['a family of emoji', '👩\u200d👩\u200d👧'],
    ['an emoji with its selector', '❤\ufe0f'],
  ])('%s stay as they are', (_, text) => {
    expect(visible(text)).toBe(text)
  })

  test.each([
    ['abc', 3],
    ['保修', 4],
    ['ｆｕｌｌ', 8],
    ['한', 2],
    ['e\u0301', 1],
    ['👩\u200d👩\u200d👧', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['\u200b', 8],
  ])('%j takes %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })

  test('tabs reach to the next stop', () => {
    expect(
      cellsOf('a\tb\tc')
        .map((cell) => cell.shown)
        .join(''),
    ).toBe('a   b   c')
  })
})

const range = (line: number, column: number, endLine: number, endColumn: number) => ({
  start: { line, column },
  end: { line: endLine, column: endColumn },
})

const drawn = (line: string, place: ReturnType<typeof range>, width = 80): readonly string[] => {
  const { cells, indent, length } = excerptOf(line, place, width)
  return [cells.map((cell) => cell.shown).join(''), `${' '.repeat(indent)}${'^'.repeat(length)}`]
}

describe('the excerpt of a finding', () => {
  test('underlines the range', () => {
    expect(drawn('scope: globl', range(3, 8, 3, 13))).toEqual([
      'scope: globl', //
      '       ^^^^^',
    ])
  })

  test('counts wide characters as two columns, before and under the place', () => {
    expect(drawn('概要: 運用者 x', range(1, 5, 1, 8))).toEqual([
      '概要: 運用者 x', //
      '      ^^^^^^',
    ])
  })

  test('expands tabs before the place', () => {
    expect(drawn('\tscope: x', range(1, 9, 1, 10))).toEqual([
      '    scope: x', //
      '           ^',
    ])
  })

  test('underlines an escape as wide as it is shown', () => {
    expect(drawn('a\u202eb', range(1, 2, 1, 3))).toEqual([
      'a<U+202E>b', //
      ' ^^^^^^^^',
    ])
  })

  test('puts one caret at an empty range, also at the end of a line', () => {
    expect(drawn('abc', range(1, 4, 1, 4))).toEqual([
      'abc', //
      '   ^',
    ])
  })

  test('underlines the rest of the line when the range goes on, and says until where', () => {
    expect(drawn('intent: >', range(4, 9, 6, 3))).toEqual([
      'intent: >', //
      '        ^',
    ])
    expect(excerptOf('intent: >', range(4, 9, 6, 3), 80).until).toBe(6)
  })

  test('cuts a long line around the place', () => {
    const [line, underline] = drawn(`${'a'.repeat(300)}here${'b'.repeat(300)}`, range(1, 301, 1, 305), 40)
    expect(line).toBe(`…${'a'.repeat(18)}here${'b'.repeat(16)}…`)
    expect(underline).toBe(`${' '.repeat(19)}^^^^`)
  })

  test('keeps the start of a long line when the place is near it', () => {
    const [line, underline] = drawn(`key: here${'b'.repeat(300)}`, range(1, 6, 1, 10), 40)
    expect(line).toBe(`key: here${'b'.repeat(29)}…`)
    expect(underline).toBe('     ^^^^')
  })

  test('never splits a surrogate pair at the cut', () => {
    const [line] = drawn('😀'.repeat(2000), range(1, 2001, 1, 2003), 40)
    expect(line).toMatch(/^…(?:😀)+…$/u)
  })

  test('a line of a megabyte is drawn at once', () => {
    const [line] = drawn('x'.repeat(1_000_000), range(1, 500_000, 1, 999_999), 100)
    expect(line?.length).toBe(100)
  })
})
