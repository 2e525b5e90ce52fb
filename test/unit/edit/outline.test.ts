import { describe, expect, test } from 'vitest'
import { readOutline, type OutlineNode } from '../../../src/author/edit/outline.ts'

const pathOf = (node: OutlineNode | undefined): readonly string[] =>
  node?.parent ? [...pathOf(node.parent), node.key ?? '-'] : []

/** The cursor is where the mark `‸` stands in the text. */
function cursorIn(marked: string): readonly [path: string, part: string, word: string] | undefined {
  const offset = marked.indexOf('‸')
  const text = marked.slice(0, offset) + marked.slice(offset + 1)
  const { cursor } = readOutline(text, offset)
  return cursor && [pathOf(cursor.node).join('/'), cursor.part, text.slice(cursor.word.start, cursor.word.end)]
}

describe('where the cursor is in a text that is being written', () => {
  test.each([
    ['a key at the root', 'proj‸ect: harbor\n', ['', 'key', 'project']],
    ['a word without a colon', 'project: harbor\nver‸', ['', 'open', 'ver']],
    ['a value', 'project: har‸bor\n', ['project', 'value', 'harbor']],
    ['an empty value', 'project: ‸\nversion: 1', ['project', 'value', '']],
    ['a value with quotes', 'project: "har‸bor" # note\n', ['project', 'value', 'harbor']],
    ['a key of a unit', 'units:\n  - id: a\n    sco‸pe: global\n', ['units/-', 'key', 'scope']],
    ['a key that follows the dash', 'units:\n  - i‸d: a\n', ['units/-', 'key', 'id']],
    ['a list at the column of its key', 'units:\n- id: a\n  pa‸\n', ['units/-', 'open', 'pa']],
    ['an empty line below a unit', 'units:\n  - id: a\n    ‸\n', ['units/-', 'open', '']],
    ['an empty line below all units', 'units:\n  - id: a\n‸\n', ['', 'open', '']],
    ['an item of a list', 'units:\n  - id: a\n    depends_on:\n      - se‸\n', ['units/-/depends_on/-', 'open', 'se']],
    ['an empty item', 'depends_on:\n  - ‸\n', ['depends_on/-', 'open', '']],
    ['an item in brackets', 'depends_on: [a, b‸]\n', ['depends_on/-', 'open', 'b']],
    ['an empty item in brackets', 'depends_on: [‸]\n', ['depends_on/-', 'open', '']],
    ['a key in braces', 'hints: {load_stra‸tegy: lazy}\n', ['hints', 'key', 'load_strategy']],
    ['a value in braces', 'hints: {load_strategy: la‸zy, priority: x}\n', ['hints/load_strategy', 'value', 'lazy']],
    ['a second key in braces', 'hints: {a: b, pri‸}\n', ['hints', 'open', 'pri']],
    ['a line after braces', 'hints: {a: [b, {c: d}]}\nproj‸', ['', 'open', 'proj']],
    ['JSON', '{"a": {"b": "c‸d"}}', ['a/b', 'value', 'cd']],
    ['JSON over lines', '{\n  "manifest": "‸",\n  "x": 1\n}', ['manifest', 'value', '']],
    ['a key of JSON', '{\n  "mani‸fest": "x"\n}', ['', 'key', 'manifest']],
    ['CRLF', 'a: b\r\nunits:\r\n  - id: x\r\n    sc‸\r\n', ['units/-', 'open', 'sc']],
    ['emoji and Chinese before it', 'project: 港口 🚢\nintent: "🚢‸"\n', ['intent', 'value', '🚢']],
    ['a block of text', 'description: |\n  a: b\n  c‸: d\nname: x', ['description', 'value', '  c: d']],
    ['after a block of text', 'description: |\n  a: b\nna‸', ['', 'open', 'na']],
    ['brackets that are open before other lines', 'depends_on: [se‸\nintent: b\n', ['depends_on/-', 'open', 'se']],
    ['brackets that are never closed', 'depends_on: [a, b‸', ['depends_on/-', 'open', 'b']],
  ])('%s', (_name, marked, expected) => {
    expect(cursorIn(marked)).toEqual(expected)
  })

  test('a comment has no cursor', () => {
    expect(cursorIn('# not‸e\na: b')).toBeUndefined()
    expect(cursorIn('a: b # not‸e')).toBeUndefined()
  })
})
