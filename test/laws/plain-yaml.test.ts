import fc from 'fast-check'
import { dump } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { parsePlainYaml } from '../../src/parse/yaml/plain-yaml.ts'
import { pointer, type Tree } from '../../src/parse/yaml/tree.ts'
import { parseYaml } from '../../src/parse/yaml/yaml.ts'

interface Leaf {
  readonly at: string
  readonly value: unknown
  /** How a number was written. */
  readonly written?: string
}

function leavesOf({ value, numbers }: Tree): readonly Leaf[] {
  const walk = (node: unknown, path: readonly (string | number)[], container: object): readonly Leaf[] => {
    if (typeof node === 'object' && node !== null) {
      const names = Object.entries(node).map(
        ([name, item]) => [Array.isArray(node) ? Number(name) : name, item] as const,
      )
      return [
        { at: pointer(...path), value: Array.isArray(node) ? '[]' : '{}' },
        ...names.flatMap(([name, item]) => walk(item, [...path, name], node)),
      ]
    }
    return [
      {
        at: pointer(...path),
        value: node,
        ...(typeof node === 'number' ? { written: numbers.text(container, path.at(-1) ?? '', node) } : {}),
      },
    ]
  }
  return walk(value, [], {})
}

/** Whether the fast way took it. Both ways must then agree on every value, every written number and every place. */
function agrees(text: string): boolean {
  const plain = parsePlainYaml(text)?.tree
  if (plain === undefined) return false
  const { tree, problems } = parseYaml(text)
  expect(problems, text).toEqual([])
  if (!tree) throw new Error('A document without problems has a tree.')
  const leaves = leavesOf(tree)
  expect(leavesOf(plain), text).toEqual(leaves)
  const pointers = new Set(leaves.map(({ at }) => at))
  expect(plain.locate(pointers)).toEqual(tree.locate(pointers))
  return true
}

const scraps = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'name',
      '保',
      '\u3000',
      'é',
      '😀',
      '\u00a0',
      '\u2028',
      '\u0085',
      '\t',
      '\r\n',
      '\n',
      '\n',
      '\n',
      '\n  ',
      '\n  ',
      '\n    ',
      ' ',
      '  ',
      ': ',
      ': ',
      ':',
      ':\n',
      '- ',
      '- ',
      '-',
      '--- ',
      '...',
      '[',
      ']',
      ', ',
      ',',
      '{',
      '}',
      '"',
      "'",
      '\\',
      '|',
      '>',
      '>-',
      '|-',
      '|+',
      '>2',
      '#',
      ' #',
      '? ',
      '&x ',
      '*x',
      '!t ',
      '%',
      '@',
      '`',
      '~',
      'null',
      'true',
      '1',
      '1.0',
      '0x1F',
      '-1',
      '.5',
      '1e3',
      '<<',
      '__proto__',
      'constructor',
      '=',
      '2026-01-02',
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))

/** Lines as authors write them, good and bad, in any order and indentation. */
const keys = fc.constantFrom('a', 'b', 'c', 'name', 'runtime', 'x-y', '_z', '__proto__', 'toString', '1', 'é', '"q"')
const values = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    ' word',
    ' two words',
    '  far',
    ' no',
    ' null',
    ' ~',
    ' true',
    ' 1.0',
    ' 010',
    ' 0o17',
    ' -3',
    ' +.5',
    ' .inf',
    ' 1e999',
    ' "in quotes: yes # no"',
    " 'it''s'",
    ' "say \\"no\\""',
    " 'one'",
    ' ""',
    ' "open',
    ' "a" b',
    ' a: b',
    ' a:',
    ' a:b',
    ' a #b',
    ' a#b',
    ' # c',
    ' https://harbor.example/x?y#z',
    ' >',
    ' >-',
    ' |',
    ' |-',
    ' |+',
    ' >1',
    ' > # c',
    ' []',
    ' [ ]',
    ' [a, b]',
    ' [a, "b, c"]',
    ' ["a", \'b\' , 3.10]',
    ' [a,]',
    ' [a, [b]]',
    ' [a: b]',
    ' [a',
    ' [a] b',
    ' [a b , c/d.e+f-g]',
    ' [-1]',
    ' {}',
    ' {a: b}',
    ' - a',
    ' ...',
    ' ---',
    ' &x y',
    ' *x',
    ' !t y',
    ' 保証　期間',
    ' %x',
    ' @x',
    ' <<',
    ' =',
    ' a  b ',
    'x',
  ),
  scraps.map((text) => ` ${text}`),
)
const indents = fc.constantFrom('', '', '', '  ', '  ', '    ', ' ', '   ')
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(indents, keys, values).map(([indent, key, value]) => `${indent}${key}:${value}`) },
  { weight: 3, arbitrary: fc.tuple(indents, values).map(([indent, value]) => `${indent}-${value}`) },
  { weight: 2, arbitrary: fc.tuple(indents, values).map(([indent, value]) => indent + value.trimStart()) },
  { weight: 1, arbitrary: fc.constantFrom('', '# note', '  # note', '---', '...', '%YAML 1.2', '  ') },
)
const lines = fc.array(line, { maxLength: 8 }).map((all) => all.join('\n'))

/** Lines that mostly fit together, so that most of these texts are read the fast way. */
const fitting = fc.oneof(
  fc
    .constantFrom(
      'word',
      'two words',
      '1.10',
      '0x1F',
      '.5',
      'null',
      '~',
      'True',
      '"a: b # c"',
      '\'say "x"\'',
      '[]',
      '[a, "b", 3.0]',
      'a:b',
      'x#y',
      '保証　期間',
    )
    .map((value) => [`: ${value}`]),
  fc
    .tuple(
      fc.constantFrom('>', '>-', '|', '|-'),
      fc.array(fc.constantFrom('one', '- two: 3', '# four', '保証'), { minLength: 1, maxLength: 3 }),
    )
    .map(([header, block]) => [`: ${header}`, ...block.map((text) => `   ${text}`)]),
  fc
    .tuple(fc.constantFrom('', '  '), fc.array(fc.constantFrom('a', '1.0', '"b: c"', 'd e', 'no'), { maxLength: 3 }))
    .map(([indent, items]) => [':', ...items.map((item) => `${indent}- ${item}`)]),
  fc
    .array(fc.constantFrom('x: 1', 'y: "2"', 'z:', 'w: [a]', '# note', ''), { maxLength: 3 })
    .map((inner) => [':', ...inner.map((text) => (text === '' ? '' : `  ${text}`))]),
)
const heads = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'name', 'x-y', '_z', 'toString'), fitting), {
    selector: ([key]) => key,
    minLength: 1,
    maxLength: 6,
  })
  .map((pairs) => pairs.flatMap(([key, [first = '', ...rest]]) => [key + first, ...rest]).join('\n'))

describe('the fast way to read frontmatter gives the answers of the full parser, or none', () => {
  test('on scraps', () => {
    fc.assert(
      fc.property(scraps, (text) => void agrees(text)),
      { numRuns: 2000 },
    )
  })

  test('on lines in any order', () => {
    fc.assert(
      fc.property(lines, (text) => void agrees(text)),
      { numRuns: 3000 },
    )
  })

  test('on heads of believable lines, most of which it reads', () => {
    let taken = 0
    fc.assert(
      fc.property(heads, (text) => void (taken += Number(agrees(text)))),
      { numRuns: 1000 },
    )
    expect(taken).toBeGreaterThan(500)
  })

  test('on a good head in which a stretch is replaced', () => {
    const good =
      'name: harbor-kiosk\ndescription: >-\n  Facts about the kiosk:\n  cabinet and power.\nversion: 1.10\ntags: [a, "b c"]\nmaintainers:\n  - Noor Haddad, desk\n  - \'x: y\'\nruntime:\n  mode: data\n  more:\n    deep: 0x10\n\n# end\nnote: |\n  one\n  two\nlast: "x"\n'
    expect(agrees(good)).toBe(true)
    const damaged = fc
      .tuple(fc.nat(good.length), fc.nat(8), fc.oneof(scraps, lines, fc.constant('')))
      .map(([at, length, scrap]) => good.slice(0, at) + scrap + good.slice(at + length))
    fc.assert(
      fc.property(damaged, (text) => void agrees(text)),
      { numRuns: 2000 },
    )
  })

  test('on what the library writes', () => {
    const word = fc.oneof(fc.stringMatching(/^[a-z][a-z _.-]{0,12}$/), fc.string({ unit: 'grapheme', maxLength: 12 }))
    const list = fc.array(fc.oneof(word, fc.double({ noNaN: true }), fc.boolean()), { maxLength: 3 })
    const head = fc.dictionary(
      fc.stringMatching(/^[a-z_]{1,8}$/),
      fc.oneof(
        word,
        fc.integer(),
        list,
        fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.oneof(word, list), { maxKeys: 3 }),
      ),
      { maxKeys: 6 },
    )
    fc.assert(
      fc.property(
        head,
        fc.constantFrom(-1, 1, 2),
        fc.constantFrom(20, 80),
        (value, flowLevel, lineWidth) => void agrees(dump(value, { flowLevel, lineWidth })),
      ),
      { numRuns: 1000 },
    )
  })
})
