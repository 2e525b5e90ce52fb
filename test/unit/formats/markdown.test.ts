import { describe, expect, test } from 'vitest'
import { plainTitle } from '../../../src/formats/units/titles.ts'
import { groupsOf, headingsOver, titlesOf, unitsOf } from '../../support/structure-of.ts'

describe('Markdown', () => {
  test('items with their mark, rows with their head, code with its fence', () => {
    expect(
      unitsOf(
        'Intro to the list.\n\n- one item\n- two items\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nrun\n```\n',
        'markdown',
      ),
    ).toEqual([
      'sentence: Intro to the list.',
      'item: - one item',
      'item: - two items',
      'head: | a | b |\n|---|---|',
      'row: | 1 | 2 |',
      'code: ```sh\nrun\n```',
    ])
  })

  test('what stands in the items of one list has one number; another mark opens another list', () => {
    expect(
      groupsOf(
        '1. one\n\n   more of one\n\n   ```\n   code\n   ```\n2. two\n   - nested\n\nText between.\n\n- a\n- b\n\n* c\n',
        'markdown',
      ),
    ).toEqual([0, 0, 0, 0, 0, undefined, 1, 1, 2])
  })

  test('long code is cut at blank lines into parts of one number', () => {
    const code = `\`\`\`js\n${Array.from({ length: 60 }, (_, i) => `function f${i}() {\n  return 'a value of some length, ${i}'\n}\n`).join('\n')}\`\`\`\n`
    const parts = unitsOf(code, 'markdown')
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.slice(1).every((part) => /^code: function f\d+\(\) \{/.test(part))).toBe(true)
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(1_510)
    expect(new Set(groupsOf(code, 'markdown'))).toEqual(new Set([0]))
  })

  test('two fences without a line between them are two', () => {
    expect(unitsOf('```\na\n```\n```\nb\n```\n', 'markdown')).toEqual(['code: ```\na\n```', 'code: ```\nb\n```'])
  })

  test('indented code keeps its blank lines', () => {
    expect(unitsOf('    a\n\n    b\n\ntext and more text', 'markdown')).toEqual([
      'code:     a\n\n    b',
      'sentence: text and more text',
    ])
  })

  test('lines of nothing but markup are left out and part a paragraph', () => {
    const text =
      '<div align="center">\n\n![logo](a.png)\n[![x](y)](z)\nThe text of a\n{{< tooltip text="page" >}}.\n{{< note >}}\nA remark on the page.\n{{< /note >}}\n</div>\n\n:::tip\nA tip for the reader.\n:::\n'
    expect(unitsOf(text, 'markdown')).toEqual([
      'sentence: The text of a\n{{< tooltip text="page" >}}.',
      'sentence: A remark on the page.',
      'sentence: A tip for the reader.',
    ])
  })

  test('comments are left out, also at the ends of a line', () => {
    expect(
      unitsOf(
        '<!-- hidden\nlines -->\nOne sentence that is seen.<!-- a -->\nAnother seen sentence.<!-- b -->\n',
        'markdown',
      ),
    ).toEqual(['sentence: One sentence that is seen.', 'sentence: Another seen sentence.'])
  })

  test('HTML is read as HTML', () => {
    expect(
      unitsOf(
        '<table>\n<tr><th>Plan</th><th>Price</th></tr>\n<tr><td>Basic</td><td>12 €</td></tr>\n</table>\n',
        'markdown',
      ),
    ).toEqual(['head: Plan</th><th>Price', 'row: Basic</td><td>12 €'])
  })

  test('a front matter gives its title and its sentences, no settings', () => {
    const text =
      '---\ntitle: "The harbor"\nweight: 10\ndescription: How the harbor works for small ships.\n---\n\n## Ships\n\nShips come at noon.\n'
    expect(titlesOf(text, 'markdown')).toEqual(['1 The harbor', '2 Ships'])
    expect(unitsOf(text, 'markdown')).toEqual([
      'sentence: How the harbor works for small ships.',
      'sentence: Ships come at noon.',
    ])
    expect(headingsOver(text, 'markdown', 'noon')).toEqual(['The harbor', 'Ships'])
  })

  test('a heading in a quote is text', () => {
    expect(unitsOf('> ## Heads up in a quote\n>\n> The quoted text.\n', 'markdown')).toEqual([
      'sentence: Heads up in a quote',
      'sentence: The quoted text.',
    ])
  })
})

test.each([
  ['Install {#install}', 'Install'],
  ['Install {: .x #install }', 'Install'],
  ['`npm` *install* and **run** it', 'npm install and run it'],
  ['[Link](https://a.b/c_(d)) to [ref][1]', 'Link to ref'],
  ['<a name="x"></a>Anchored', 'Anchored'],
  ['snake_case_name and __init__', 'snake_case_name and init'],
  ['`__init__` stays', '__init__ stays'],
  ['1\\. Escaped \\* star', '1. Escaped * star'],
  ['Tips &amp; tricks', 'Tips & tricks'],
  ['A * B * C', 'A * B * C'],
  ['![logo](a.png)', 'logo'],
  ['Title {/* #id */}', 'Title'],
  ['{{% heading "whatsnext" %}}', 'whatsnext'],
  ['Array\\<string\\>', 'Array<string>'],
])('the title %s reads %s', (written, read) => {
  expect(plainTitle(written)).toBe(read)
})

describe('MDX', () => {
  const text = `import Tabs from '@theme/Tabs'
export const items = [
  { name: 'a' },

  { name: 'b' },
]

# Guide

<Tabs groupId="os"
  defaultValue="a">
<TabItem value="a">

Text inside of a tab. {/* a comment */}

\`\`\`md
# not a heading
\`\`\`

</TabItem>
</Tabs>

    An indented line is text here.

Use \`<Tabs>\` in a sentence of its own.
`
  test('has no module lines, no tags and no headings in code', () => {
    expect(titlesOf(text, 'mdx').filter((title) => !title.startsWith('0'))).toEqual(['1 Guide'])
    expect(unitsOf(text, 'mdx')).toEqual([
      'sentence: Text inside of a tab.',
      'code: ```md\n# not a heading\n```',
      'sentence: An indented line is text here.',
      'sentence: Use `<Tabs>` in a sentence of its own.',
    ])
  })
})
