import { describe, expect, test } from 'vitest'
import { indexCopies } from '../../../src/text/detect/copies.ts'
import { findMentions } from '../../../src/text/markdown/links.ts'

/** Words that do not repeat, so that only a real copy matches. */
const prose = Array.from({ length: 120 }, (_, index) => `word${index}`).join(' ')

describe('AK-090: text copied from a source', () => {
  const index = indexCopies([{ path: 'sources/a.md', text: `# A\n\n${prose}\n` }])

  test('is found wherever it starts, and its span is the copy', () => {
    const text = `Introduction of ours. ${prose.slice(37, 537)} And more of ours.`
    const copy = index.find(text)
    expect(copy?.path).toBe('sources/a.md')
    expect(text.slice(copy?.span.start, copy?.span.end)).toBe(prose.slice(37, 437).trim())
  })

  test('is found with other line ends', () => {
    expect(index.find(prose.slice(0, 500).replaceAll(' ', '\n  '))).toBeDefined()
  })

  test('is none below 400 characters', () => {
    expect(index.find(`Ours: ${prose.slice(100, 498)}. ${'Ours again and again. '.repeat(20)}`)).toBeUndefined()
  })
})

test.each([
  ['a link', 'See [battery](concepts/battery.md#cold).', ['concepts/battery.md']],
  ['a bare path', '- concepts/battery.md', ['concepts/battery.md']],
  ['a quoted path', 'Use `wiki/decisions/` for reasons.', ['wiki/decisions/']],
  ['an encoded path', '[x](a%20b.md)', ['a b.md']],
  ['a path in Chinese text', '见 概念/电池.md，谢谢', ['概念/电池.md']],
  ['nothing', 'and/or 3.5 either/ or', ['either/']],
])('AK-090: the mention %s is found', (_, text, expected) => {
  expect([...new Set(findMentions(text).paths)]).toEqual(expected)
})

test('AK-090: names in double brackets are found', () => {
  expect(findMentions('[[Receipt printer|the printer]] and [[Kiosk#parts]]').names).toEqual([
    'Receipt printer',
    'Kiosk',
  ])
})
