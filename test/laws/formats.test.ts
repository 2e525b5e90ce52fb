import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readStructure } from '../../src/formats/read-structure.ts'
import type { Structure, TextFormat } from '../../src/formats/structure.ts'
import { scanSections } from '../../src/text/markdown/sections.ts'

const formats: readonly TextFormat[] = [
  'markdown',
  'mdx',
  'rst',
  'asciidoc',
  'html',
  'text',
  'code',
  'json',
  'yaml',
  'openapi',
  'csv',
  'notebook',
  'vtt',
]

/** Pieces that mean something in one format or another. */
const pieces = [
  'word',
  'Two words.',
  'A sentence that is long enough to stand for itself. ',
  'z. B. ',
  '3. Oktober ',
  '中文句子。',
  '。',
  '13.',
  '...',
  ' ',
  '  ',
  '    ',
  '\t',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '\n\n\n',
  '# ',
  '## Title\n',
  '===\n',
  '---\n',
  '~~~~\n',
  '```\n',
  '- ',
  '* ',
  '1. ',
  '> ',
  '| a | b |\n',
  '|---|---|\n',
  '[a]: b\n',
  '![x](y)',
  '[![x](y)](z)',
  '[t](u)',
  '{#id}',
  ':::note\n',
  '<!-- ',
  '-->',
  'import x from "y"\n',
  'export const a = {\n',
  '<Tabs>\n',
  '</Tabs>',
  '<Tab a={b} ',
  '{/* c */}',
  '{',
  '}',
  '.. note:: ',
  '.. code-block:: js\n\n',
  '.. _x:\n',
  '::\n\n',
  ':field: ',
  '+---+---+\n',
  '=== ===\n',
  '>>> x\n',
  '= Doc\n',
  '== Part\n',
  '----\n',
  '....\n',
  '|===\n',
  '|a |b\n',
  ':attr: v\n',
  'term:: def\n',
  '[source]\n',
  '+\n',
  '////\n',
  '<h1>',
  '</h1>',
  '<p>',
  '</p>',
  '<li>',
  '<ul>',
  '</ul>',
  '<table>',
  '<tr>',
  '<td>',
  '<th>',
  '</tr>',
  '</table>',
  '<pre>',
  '</pre>',
  '<script>',
  '</script>',
  '<nav>',
  '</nav>',
  '<b>',
  '</b>',
  '<b ',
  '>',
  '<',
  '&amp;',
  'function f() {\n',
  'class A:\n',
  '  def m(self):\n',
  '/* ',
  '*/',
  '// c\n',
  '"key": ',
  '"text"',
  '"',
  '\\',
  '\\n',
  '[',
  ']',
  ',',
  ':',
  ': ',
  'key: value\n',
  '  nested: |\n',
  'paths:\n',
  '  /a:\n',
  '    get:\n',
  'openapi: 3\n',
  '{"openapi": "3", "info": {}, "paths": {"/a": {"get": {"operationId": "b"}}}}',
  'a,b,c\n',
  '1,"x\ny",3\n',
  '{"cells": [{"cell_type": "markdown", "source": ["# T\\n", "text"]}]}',
  'WEBVTT\n\n',
  '00:00:01.000 --> 00:00:02.000\n',
  'ALL CAPS LINE\n',
  '\ud83d',
  '\ude00',
  '😀',
  '\u0000',
  '\ufeff',
  '\u2028',
  '٣',
  'x'.repeat(700),
  'lorem ipsum '.repeat(60),
]
const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
)

function problemsOf(text: string, from: number, { sections, units }: Structure): readonly string[] {
  const problems: string[] = []
  let at = from
  for (const [index, { kind, start, end, head, group }] of units.entries()) {
    if (!(Number.isInteger(start) && Number.isInteger(end) && start >= at && end > start && end <= text.length))
      problems.push(`unit ${index} ${kind} ${start}–${end} after ${at}`)
    if (!/[\p{L}\p{Nd}]/u.test(text.slice(start, end)))
      problems.push(`unit ${index} has no word: ${JSON.stringify(text.slice(start, end))}`)
    if (!sections.some((section) => section.start <= start && end <= section.end))
      problems.push(`unit ${index} ${start}–${end} lies in no section`)
    if (head !== undefined && (kind !== 'row' || units[head]?.kind !== 'head' || head >= index))
      problems.push(`unit ${index} has no head`)
    if (group !== undefined && !Number.isInteger(group)) problems.push(`unit ${index} has the group ${group}`)
    if (end - start > 4_000) problems.push(`unit ${index} is ${end - start} long`)
    at = end
  }
  for (const [index, { start, end, bodyStart, level, title, headings }] of sections.entries()) {
    const previous = sections[index - 1]
    if (previous && previous.end !== start) problems.push(`section ${index} starts at ${start}, not at ${previous.end}`)
    if (start < from || bodyStart < start || bodyStart > end || end > text.length)
      problems.push(`section ${index} ${start}–${bodyStart}–${end}`)
    if (level < 0 || level > 6 || (level > 0 && headings.at(-1) !== title))
      problems.push(`section ${index} has the level ${level}`)
  }
  if (sections.length > 0 && sections.at(-1)?.end !== text.length) problems.push('the last section ends too early')
  return problems
}

describe.each(formats)('any text as %s', (format) => {
  test('gives units in order, in range, without overlap, with a word, in sections that tile the text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(3), (text, from) => {
        const start = Math.min(from, text.length)
        expect(problemsOf(text, start, readStructure(text, format, start))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

test('sections of Markdown are those of the Markdown scanner', () => {
  const places = (text: string, from: number) =>
    scanSections(text, from).map(({ level, start, end, bodyStart }) => ({ level, start, end, bodyStart }))
  fc.assert(
    fc.property(anyText, (body) => {
      // From an offset on, nothing is read as front matter.
      const text = `\n${body}`
      const { sections } = readStructure(text, 'markdown', 1)
      expect(sections.map(({ level, start, end, bodyStart }) => ({ level, start, end, bodyStart }))).toEqual(
        places(text, 1),
      )
    }),
  )
})

/** CPU time of this process, which other jobs on the machine do not add to. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

describe.each(formats)('hostile text as %s', (format) => {
  test('takes time in proportion, whatever is written again and again', () => {
    const slow = pieces.filter((piece) => {
      const text = piece.repeat(Math.ceil(60_000 / piece.length))
      // Some 20 ms where each character is seen a few times; several seconds where all are seen for each.
      return cpuOf(() => void readStructure(text, format)) > 2_000
    })
    expect(slow).toEqual([])
  })
})
