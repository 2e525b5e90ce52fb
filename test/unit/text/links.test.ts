import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findLinks } from '../../../src/text/markdown/links.ts'
import { scanInline } from '../../../src/text/markdown/inline.ts'
import { oracleDestinations } from '../../support/markdown-oracle.ts'

const destinations = (text: string) => findLinks(text).map(({ destination }) => destination)

const tricky: readonly (readonly [string, string])[] = [
  ['plain links and images', 'See [a](a.md), ![b](b.png) and [c](c.md "Title").'],
  ['titles in three forms', '[a](a "t") [b](b \'t\') [c](c (t)) [d](d "t" x)'],
  ['angle brackets allow spaces', '[a](<a b.md>) [b](a b.md)'],
  ['parentheses pair up', '[a](a(1).md) [b](b(.md) [c](c\\).md)'],
  ['escapes', '\\[a](a.md) [b\\](b.md) [c](c\\*.md)'],
  ['code spans hide links', '`[a](a.md)` [b](b.md) ``[c](c.md) ` ``'],
  ['a code span over two lines', '`code\n[a](a.md)` [b](b.md)'],
  ['an unclosed back quote is text', '`` [a](a.md) `'],
  ['an escaped back quote opens nothing', '\\`[a](a.md)`'],
  ['an image in a link', '[![alt](a.png)](b.md)'],
  ['a link in a link', '[a [b](b.md) c](c.md)'],
  [
    'fences, indented code and comments hide links',
    '```\n[a](a.md)\n```\n\n    [b](b.md)\n\n<!-- [c](c.md) -->\n\nx <!-- [d](d.md) --> [e](e.md)\n',
  ],
  [
    'links in lists, quotes and headings',
    '- [a](a.md)\n  - [b](b.md)\n\n> [c](c.md)\n\n# [d](d.md)\n\n[e](e.md)\n===\n',
  ],
  ['definitions', '[a]: a.md\n[b]: <b c.md> "title"\n\ntext\n[c]: c.md\n'],
  ['an empty destination', '[a]() [b](<>)'],
  ['a destination on the next line', '[a](\n a.md\n) text'],
  ['an escaped mark makes no image', '[\\![p](q.png)](z)'],
  ['a link that never closes', '[a](a.md [b](b.md)'],
]

describe('destinations agree with a CommonMark parser', () => {
  test.each(tricky)('%s', (_, text) => {
    expect(destinations(text)).toEqual(oracleDestinations(text))
  })

  test('for every mix of inline marks', () => {
    const parts = [
      'a ',
      'b',
      ' ',
      '\n',
      '\n\n',
      '`',
      '``',
      '[x](y.md)',
      '![p](q.png)',
      '[',
      ']',
      '](',
      '(z)',
      '](z.md)',
      '\\',
      '\\`',
      '- ',
      '```\n',
      '# ',
      '> ',
      '*',
      '"t"',
      '<u v>',
    ]
    const anyText = fc.array(fc.constantFrom(...parts), { maxLength: 20 }).map((chosen) => chosen.join(''))
    fc.assert(
      fc.property(anyText, (text) => void expect(destinations(text)).toEqual(oracleDestinations(text))),
      { numRuns: 3000 },
    )
  })
})

test('a link knows where its destination stands', () => {
  const text = 'x\r\n\r\nsee [a]( <b c.md> )'
  const [link] = findLinks(text)
  expect(text.slice(link?.start, link?.end)).toBe('b c.md')
})

test('a footnote is no link definition, and a link in it counts', () => {
  expect(destinations('[^1]: Older versions do without it.\n\n[^2]: see [the notes](notes.md)\n')).toEqual(['notes.md'])
})

test('words behind the destination make a sentence of a definition', () => {
  expect(destinations('[note]: The quick brown fox\n\n[a]: a.md "Title"\n[b]: <b c.md>\nSee [d](d.md).\n')).toEqual([
    'a.md',
    'b c.md',
    'd.md',
  ])
})

test('a paragraph of very many links does not exhaust the stack', () => {
  expect(findLinks('[a](b.md) '.repeat(200_000))).toHaveLength(200_000)
})

test('a scan can start after the frontmatter', () => {
  const text = '---\nnote: "[a](a.md)"\n---\n[b](b.md)\n'
  expect(findLinks(text, text.indexOf('[b]')).map(({ destination }) => destination)).toEqual(['b.md'])
})

test('code spans are given without their back quotes', () => {
  const text = 'use `a/b.md` or ``c`d``'
  expect(scanInline(text, 0, text.length).codes.map(({ start, end }) => text.slice(start, end))).toEqual([
    'a/b.md',
    'c`d',
  ])
})
