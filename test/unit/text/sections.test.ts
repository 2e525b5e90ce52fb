import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanSections, subtreeEnd } from '../../../src/text/markdown/sections.ts'
import { oracleHeadings } from '../../support/markdown-oracle.ts'

const headingsOf = (text: string) =>
  scanSections(text)
    .filter(({ level }) => level > 0)
    .map(({ level, title }) => ({ level, title }))

const tricky: readonly (readonly [string, string])[] = [
  ['six levels and one too many', '# a\n## b\n### c\n#### d\n##### e\n###### f\n####### g\n'],
  ['a heading needs a space', '#a\n# b\n#\tc\n#\n'],
  ['a closing run is decoration', '# a #\n## b ####  \n# c#\n# d \\#\n### ###\n'],
  ['three spaces of indent are allowed, four are code', '   # a\n\n    # b\n'],
  ['a deeply indented line continues a paragraph', 'text\n    # b\n===\n'],
  ['a heading interrupts a paragraph', 'text\n# a\ntext'],
  ['underlined headings', 'A\n===\n\nB\n---\n\nC\n  =\n'],
  ['an underlined heading over two lines', 'one\n  two\n===\n'],
  ['a rule is no underline', 'a\n\n---\n\n***\n---\n'],
  ['an underline needs a paragraph', '# a\n---\n===\n'],
  ['an underline with text behind it is text', 'a\n=== b\n'],
  ['dashes with spaces are a rule', 'a\n- - -\n'],
  ['an underline after a list item is a rule', '- a\n---\n'],
  ['an underline after a lazy line is text', '- a\nb\n===\n'],
  ['an underline after a quote is a rule', '> a\n---\n'],
  ['an underline after a lazy quote is text', '> a\nb\n===\n'],
  ['an underline inside an item belongs to it', '- a\n  ===\n\nb\n===\n'],
  ['headings in quotes and items are not sections', '> # a\n\n- # b\n\n1. # c\n'],
  ['an item ends at a line with less indent', '- a\n\n  # inside\n\n# outside\n'],
  ['a long marker needs a long indent', '10. a\n\n   # outside\n'],
  ['a nested item', '- a\n  - b\n\n    # inside\n\n  # inside too\n# outside\n'],
  ['a tab after a marker', '-\ta\n\n\t# inside\n'],
  ['an empty item ends at a blank line', '-\n\n  # outside\n'],
  ['an item that starts with code', '-     code\n\n  # inside\n'],
  ['a number other than 1 does not interrupt a paragraph', 'a\n2. b\n===\n'],
  ['a fence hides headings', '```\n# a\n```\n# b\n'],
  ['a tilde fence with backticks inside', '~~~\n```\n# a\n~~~\n# b\n'],
  ['a longer fence needs a longer end', '````\n```\n# a\n````\n# b\n'],
  ['a fence end has no words', '```\n``` js\n# a\n```\n# b\n'],
  ['a fence that never ends', '```\n# a\n'],
  ['back quotes in the info string are no fence', '``` a`b\n# c\n'],
  ['a fence interrupts a paragraph', 'a\n```\n# b\n```\n---\n'],
  ['a fence in an item ends with the item', '- ```\n  # a\n# b\n'],
  ['a fence in a quote ends with the quote', '> ```\n> # a\n# b\n'],
  ['an indented fence', '   ```\n# a\n    ```\n   ```\n# b\n'],
  ['a comment hides headings', '<!--\n# a\n\n# b\n-->\n# c\n'],
  ['a comment on one line', '<!-- a -->\n# b\n'],
  ['a comment inside a paragraph is text', 'a <!--\n# b\n-->\n'],
  ['a block of HTML ends at a blank line', '<div>\n# a\n\n# b\n</div>\n# c\n'],
  ['a script ends where it closes', '<script>\n\n# a\n</script>\n# b\n'],
  [
    'a whole tag of any name opens a block, but not in a paragraph',
    '<custom-tag a="1">\n# a\n\ntext\n<custom-tag>\n# b\n',
  ],
  ['an inline tag with text is a paragraph', '<b>bold</b> text\n===\n'],
  [
    'processing instructions, declarations and character data',
    '<?x\n# a\n?>\n# b\n<!DOCTYPE x\n# c\n>\n# d\n<![CDATA[\n# e\n]]>\n# f\n',
  ],
  ['definitions are no heading', '[a]: b\n===\n\n[a]: b\ntext\n---\n'],
  ['CRLF and lone CR', '# a\r\n\r\nB\r\n===\r\n# c\r# d'],
  ['code after a heading', '# a\n    # b\n'],
  ['code then dashes', '    a\n---\n'],
  ['quotes without a space', '>a\n>===\n# b\n'],
  ['marks in titles are kept', '# `a` *b* [c](d)\n'],
  ['nothing', ''],
  ['only breaks', '\n\r\n\r'],
]

describe('headings agree with a CommonMark parser', () => {
  test.each(tricky)('%s', (_, text) => {
    expect(headingsOf(text)).toEqual(oracleHeadings(text))
  })

  const lines = [
    '',
    '',
    'text',
    'more text',
    '# A',
    '## B ##',
    '   ### C',
    ' # one',
    '===',
    '---',
    '  ===',
    '***',
    '- - -',
    '- item',
    '  - nested',
    '* star',
    '1. one',
    '  inside',
    '> quote',
    '>',
    '>> twice',
    '> # q',
    '> ```',
    '> - a',
    '- # l',
    '- ```',
    '  ```',
    '```',
    '````',
    '~~~',
    '``` js',
    '<!-- a',
    '-->',
    '<!-- b -->',
    '<div>',
    '</div>',
    '<b>c</b> d',
    '<pre>',
    'end </pre>',
    '-\ttab',
    '>\ttab',
    '[a]: b',
  ]
  // The parser misreads these markers after indented code, so the two never meet in one text.
  const markers = ['-', '2) two', '10. ten']
  const indented = ['    # code', '\t# tab', '    deep', '    ```', '-     code']
  const anyBreak = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r')

  test.each([
    ['markers that may not interrupt', markers],
    ['indented code', indented],
  ])('for every mix of block starts with %s', (_, more) => {
    const anyText = fc
      .array(fc.tuple(fc.constantFrom(...lines, ...more), anyBreak), { maxLength: 14 })
      .map((parts) => parts.map((part) => part.join('')).join(''))
    fc.assert(
      fc.property(anyText, (text) => void expect(headingsOf(text)).toEqual(oracleHeadings(text))),
      { numRuns: 3000 },
    )
  })
})

describe('sections', () => {
  const text = 'Preface.\n\n# One\n\nbody\n\n## Two\nx\n### Three\n\n## Four\n# Five\n'

  test('carry the path of headings and tile the text', () => {
    const sections = scanSections(text)
    expect(sections.map(({ headings }) => headings)).toEqual([
      [],
      ['One'],
      ['One', 'Two'],
      ['One', 'Two', 'Three'],
      ['One', 'Four'],
      ['Five'],
    ])
    expect(sections.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
  })

  test('know where their body starts', () => {
    const [, one] = scanSections(text)
    expect(text.slice(one?.bodyStart, one?.end)).toBe('\nbody\n\n')
  })

  test('start at the underlined line, not at the underline', () => {
    const [first, second] = scanSections('a\n\nTitle\nof two lines\n---\nbody')
    expect([first?.end, second?.start, second?.title, second?.bodyStart]).toEqual([3, 3, 'Title of two lines', 26])
  })

  test('can be scanned from the end of the frontmatter', () => {
    const pack = '---\nname: a\n---\n# Body\n'
    expect(scanSections(pack, 16)).toEqual([
      { level: 1, title: 'Body', headings: ['Body'], start: 16, end: 23, bodyStart: 23 },
    ])
  })

  test('leave out white space before the first heading', () => {
    expect(scanSections('\n \n# A\n').map(({ level }) => level)).toEqual([1])
  })

  test('end with their subsections when asked', () => {
    const sections = scanSections(text)
    expect(text.slice(sections[1]?.start, subtreeEnd(sections, 1))).toBe(
      '# One\n\nbody\n\n## Two\nx\n### Three\n\n## Four\n',
    )
    expect(subtreeEnd(sections, 5)).toBe(text.length)
  })
})
