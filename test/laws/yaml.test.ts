import fc from 'fast-check'
import { CORE_SCHEMA, dump, load, type DumpOptions } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { pointer } from '../../src/parse/yaml/tree.ts'
import { parseYaml } from '../../src/parse/yaml/yaml.ts'

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    'yes',
    'null',
    '1.0',
    '- a',
    'a: b',
    '#',
    ' x ',
    'a\nb\n',
    'line\n\n  more\n',
    "it's",
    '"q"',
    '__proto__',
    '~1/0',
    '2026-01-02',
  ),
)
const scalar = fc.oneof(
  word,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const value = fc.letrec<{ node: unknown; list: unknown[]; map: Record<string, unknown> }>((tie) => ({
  node: fc.oneof({ maxDepth: 4 }, scalar, tie('list'), tie('map')),
  list: fc.array(tie('node'), { maxLength: 4 }),
  map: fc.dictionary(word, tie('node'), { maxKeys: 4 }),
})).node
const style = fc.record<DumpOptions>({
  indent: fc.integer({ min: 2, max: 6 }),
  flowLevel: fc.constantFrom(-1, 0, 1, 2),
  lineWidth: fc.constantFrom(-1, 20, 80),
  quoteStyle: fc.constantFrom('single', 'double'),
  forceQuotes: fc.boolean(),
  flowBracketPadding: fc.boolean(),
  flowSkipCommaSpace: fc.boolean(),
  seqNoIndent: fc.boolean(),
  seqInlineFirst: fc.boolean(),
})
const lineBreak = fc.constantFrom('\n', '\r\n', '\r')
const written = fc
  .tuple(value, style, lineBreak)
  .map(([data, options, ending]) => dump(data, options).replaceAll('\n', ending))

const treeOf = (text: string) => {
  const { tree, problems } = parseYaml(text)
  if (!tree) throw new Error(`${JSON.stringify(problems)} in ${JSON.stringify(text)}`)
  return tree
}

describe('reading YAML', () => {
  test('KCP-022: agrees with the library on whatever it writes', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(JSON.stringify(treeOf(text).value)).toBe(JSON.stringify(load(text, { schema: CORE_SCHEMA })))
      }),
    )
  })

  test('agrees with the library on scraps that it accepts', () => {
    const scraps = fc.array(
      fc.constantFrom(
        'a',
        'b: ',
        'c',
        '- ',
        ': ',
        '[',
        ']',
        '{',
        '}',
        ', ',
        '"',
        "'",
        '|\n',
        '\n',
        '  ',
        '# ',
        '1',
        'true',
        '? ',
        'x y',
        '%',
      ),
      { maxLength: 16 },
    )
    fc.assert(
      fc.property(scraps, (parts) => {
        const text = parts.join('')
        const { tree } = parseYaml(text)
        if (tree === undefined || tree.value === undefined) return
        const ours = JSON.stringify(tree.value)
        // A key that is null keeps its text here, and is the word "null" there.
        if (!/"":/.test(ours)) expect(ours).toBe(JSON.stringify(load(text, { schema: CORE_SCHEMA })))
      }),
    )
  })
})

interface Leaf {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

function leavesOf(node: unknown, path: readonly (string | number)[] = []): readonly Leaf[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => leavesOf(item, [...path, index]))
  if (typeof node === 'object' && node !== null)
    return Object.entries(node).flatMap(([name, item]) => leavesOf(item, [...path, name]))
  return [{ path, value: node }]
}

describe('places in YAML', () => {
  test('the text at the place of a scalar is that scalar', () => {
    fc.assert(
      fc.property(written, (text) => {
        const tree = treeOf(text)
        const leaves = leavesOf(tree.value)
        const places = tree.locate(new Set(leaves.map(({ path }) => pointer(...path))))
        for (const { path, value } of leaves) {
          const place = places.get(pointer(...path))
          const found = text.slice(place?.value.start, place?.value.end)
          if (place?.inline) expect(parseYaml(found).tree?.value).toEqual(value)
          // A block is more than its text: how it ends and how far it is indented are told by what is around it.
          else expect(found).toMatch(/^[|>]/)
          const key = path.at(-1)
          if (typeof key === 'string')
            expect(parseYaml(`? ${text.slice(place?.key?.start, place?.key?.end)}`).tree?.value).toEqual({
              [key]: null,
            })
        }
      }),
    )
  })

  test('every node of a document has a place inside the text', () => {
    fc.assert(
      fc.property(written, (text) => {
        const tree = treeOf(text)
        const pointers = new Set(
          leavesOf(tree.value).flatMap(({ path }) => path.map((_, depth) => pointer(...path.slice(0, depth + 1)))),
        )
        const places = tree.locate(pointers)
        expect(places.size).toBe(pointers.size)
        for (const { value } of places.values())
          expect(value.start >= 0 && value.start <= value.end && value.end <= text.length).toBe(true)
      }),
    )
  })
})
