import { describe, expect, test } from 'vitest'
import { indexLines } from '../../../src/text/positions/lines.ts'

describe('lines of a text', () => {
  const text = 'a\nb\r\n\rc😀d'

  test('offsets become positions', () => {
    expect(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
        .map((offset) => indexLines(text).position(offset))
        .map(({ line, column }) => `${line}:${column}`),
    ).toEqual(['1:1', '1:2', '2:1', '2:2', '2:3', '3:1', '4:1', '4:2', '4:3', '4:4', '4:5', '4:5'])
  })

  test('lines are given without their breaks', () => {
    const lines = indexLines(text)
    expect([lines.count, lines.line(1), lines.line(2), lines.line(3), lines.line(4)]).toEqual([4, 'a', 'b', '', 'c😀d'])
  })

  test('an empty text has one empty line', () => {
    const lines = indexLines('')
    expect([lines.count, lines.line(1), lines.position(0), lines.lineEnd(0)]).toEqual([
      1,
      '',
      { line: 1, column: 1 },
      0,
    ])
  })

  test('a break at the end opens one more line', () => {
    for (const ending of ['\n', '\r\n', '\r']) expect(indexLines(`a${ending}`).count).toBe(2)
  })

  test('what lies outside is brought inside', () => {
    const lines = indexLines('ab\nc')
    expect([lines.position(-3), lines.position(99)]).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 2 },
    ])
    expect([
      lines.offset({ line: 9, column: 9 }),
      lines.offset({ line: 0, column: 0 }),
      lines.line(0),
      lines.line(9),
    ]).toEqual([4, 0, '', ''])
  })
})
