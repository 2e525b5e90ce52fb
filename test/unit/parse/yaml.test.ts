import { describe, expect, test } from 'vitest'
import { validateText } from '../../../src/app/index.ts'
import { parseYaml } from '../../../src/parse/yaml/yaml.ts'

const valueOf = (text: string): unknown => parseYaml(text).tree?.value
const problemsOf = (text: string) =>
  parseYaml(text).problems.map(({ kind, span }) => [kind, text.slice(span.start, span.end)])
const placeOf = (text: string, pointer: string): string => {
  const place = parseYaml(text)
    .tree?.locate(new Set([pointer]))
    .get(pointer)
  return place ? text.slice(place.value.start, place.value.end) : 'nowhere'
}

describe('scalars', () => {
  test.each<[string, unknown]>([
    ['yes', 'yes'],
    ['no', 'no'],
    ['on', 'on'],
    ['off', 'off'],
    ['y', 'y'],
    ['Yes', 'Yes'],
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['tRUE', 'tRUE'],
    ['false', false],
    ['False', false],
    ['FALSE', false],
    ['null', null],
    ['Null', null],
    ['NULL', null],
    ['~', null],
    ['nUll', 'nUll'],
    ['0', 0],
    ['-0', -0],
    ['+12', 12],
    ['017', 17],
    ['0o17', 15],
    ['0O17', '0O17'],
    ['0x1F', 31],
    ['-0x1F', '-0x1F'],
    ['1_000', '1_000'],
    ['1,000', '1,000'],
    ['0.10', 0.1],
    ['1.0', 1],
    ['1.', 1],
    ['.5', 0.5],
    ['-.5', -0.5],
    ['1e3', 1000],
    ['1E+3', 1000],
    ['1e', '1e'],
    ['.', '.'],
    ['-', [null]],
    ['+', '+'],
    ['.inf', Infinity],
    ['-.INF', -Infinity],
    ['+.Inf', Infinity],
    ['.nan', NaN],
    ['.NaN', NaN],
    ['inf', 'inf'],
    ['1e999', '1e999'],
    ['2026-01-02', '2026-01-02'],
    ['2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z'],
    ['12:30:45', '12:30:45'],
    ['=', '='],
    ['<<', '<<'],
    ['"1.0"', '1.0'],
    ["'yes'", 'yes'],
    ['"\\u00e9\\n"', 'é\n'],
    ["'it''s'", "it's"],
  ])('KCP-022: %s', (source, expected) => {
    expect(valueOf(source)).toEqual(expected)
  })

  test('KCP-039, KCP-040: a number keeps the text it was written as', () => {
    const { tree } = parseYaml('version: 1.0\nlist: [0.10, 017, 2]\n')
    const value = tree?.value as { version: number; list: number[] }
    expect(tree?.numbers.text(value, 'version', 1)).toBe('1.0')
    expect(value.list.map((number, index) => tree?.numbers.text(value.list, index, number))).toEqual([
      '0.10',
      '017',
      '2',
    ])
  })

  test('folded and literal blocks are read', () => {
    expect(valueOf('a: >-\n  one\n  two\n\n  three\nb: |+\n  x\n\n')).toEqual({ a: 'one two\nthree', b: 'x\n\n' })
  })
})

describe('documents', () => {
  test.each(['', '\n\n', '# only a comment', '   # one\n# two\n', '\uFEFF'])(
    'a file without any content has no value: %j',
    (text) => {
      expect(parseYaml(text)).toMatchObject({ problems: [], tree: { value: undefined } })
    },
  )

  test.each(['---\n', '---\n# nothing\n...\n', 'null'])('an empty document is null: %j', (text) => {
    expect(valueOf(text)).toBeNull()
  })

  test('one document may be marked at both ends', () => {
    expect(valueOf('%YAML 1.2\n---\na: 1\n...\n')).toEqual({ a: 1 })
  })

  test.each([
    ['a: "--- x"\nb: |\n  text\n---\nc: 2\n', '---'],
    ['a: 1\n...\n---\nb: 2\n', '...'],
    ['- a\n---\n', '---'],
  ])('a second document is refused where it starts: %j', (text, mark) => {
    const { problems } = parseYaml(text)
    expect(problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['invalid', 'The file contains more than one YAML document.'],
    ])
    expect(text.slice(problems[0]?.span.start)).toMatch(mark)
    expect(problems[0]?.span.start).toBe(text.search(/^(?:---|\.\.\.)/m))
  })

  test.each([['\n'], ['\r\n'], ['\r']])('lines may end with %j', (ending) => {
    const text = ['project: harbor', 'units:', '  - id: a', '    scope: globl', ''].join(ending)
    expect(valueOf(text)).toEqual({ project: 'harbor', units: [{ id: 'a', scope: 'globl' }] })
    const scope = validateText(text, { file: 'knowledge.yaml' }).diagnostics.find(
      ({ where }) => where.pointer === '/units/0/scope',
    )
    expect(scope?.where.range).toEqual({ start: { line: 4, column: 12 }, end: { line: 4, column: 17 } })
  })

  test('columns count UTF-16 units, as editors do', () => {
    const text = 'project: harbor\n"😀😀": x\nunits: {"保": 1, "😀": [}\n'
    expect(validateText(text, { file: 'knowledge.yaml' }).diagnostics[0]?.where.range?.start).toEqual({
      line: 3,
      column: 24,
    })
  })

  test.each([['a:\n\t- b\n'], ['a:\n  b: 1\n\tc: 2\n'], ['\ta: 1\n']])(
    'a tab as indentation is refused: %j',
    (text) => {
      expect(parseYaml(text).problems.map(({ kind }) => kind)).toEqual(['invalid'])
    },
  )

  test('a tab after a value is a space', () => {
    expect(valueOf('a: 1\t# one\nb:\t2\n')).toEqual({ a: 1, b: 2 })
  })
})

describe('duplicate keys', () => {
  test('the second is reported, and the first is named', () => {
    const text = 'a: 1\nunits:\n  - id: x\n    "id": y\n    id: z\n'
    const { problems } = parseYaml(text)
    expect(problems).toEqual([
      {
        kind: 'duplicate',
        message: 'The key "id" occurs twice in one mapping.',
        pointer: '/units/0/id',
        span: { start: 26, end: 30 },
        related: { message: 'It first occurs here.', pointer: '/units/0/id', span: { start: 16, end: 18 } },
      },
      {
        kind: 'duplicate',
        message: 'The key "id" occurs twice in one mapping.',
        pointer: '/units/0/id',
        span: { start: 38, end: 40 },
        related: { message: 'It first occurs here.', pointer: '/units/0/id', span: { start: 16, end: 18 } },
      },
    ])
  })

  test('the diagnostic carries both places', () => {
    const [finding] = validateText('project: a\nproject: b\n', { file: 'knowledge.yaml' }).diagnostics
    expect([finding?.code, finding?.where.range?.start, finding?.related?.[0]?.where.range?.start]).toEqual([
      'KCP104',
      { line: 2, column: 1 },
      { line: 1, column: 1 },
    ])
  })

  test('the same key in two mappings is no duplicate', () => {
    expect(valueOf('a: {x: 1}\nb: {x: 2}\n')).toEqual({ a: { x: 1 }, b: { x: 2 } })
  })

  test('a key of the prototype is a key like any other', () => {
    expect(JSON.stringify(valueOf('__proto__: {a: 1}\nconstructor: 2\ntoString: 3\n'))).toBe(
      '{"__proto__":{"a":1},"constructor":2,"toString":3}',
    )
    expect(problemsOf('__proto__: 1\n__proto__: 2\n')).toEqual([['duplicate', '__proto__']])
  })

  test('at most a hundred problems are listed', () => {
    expect(parseYaml('a: 1\n'.repeat(5000)).problems).toHaveLength(100)
  })
})

describe('what a safe document may not hold', () => {
  test.each([
    ['a: &x 1\nb: *x\n', [['unsafe', '*x']]],
    ['a: &x 1\n*x : 2\nc: 3\n', [['unsafe', '*x']]],
    [
      'base: &b {x: 1}\nc:\n  <<: *b\n',
      [
        ['unsafe', '<<'],
        ['unsafe', '*b'],
      ],
    ],
    ['a:\n  <<: {access: restricted}\n', [['unsafe', '<<']]],
    ['"<<": 1\n', []],
    ['a: !kiosk 1\n', [['unsafe', '!kiosk']]],
    ['!!str a: !!seq [1]\nb: !!map {}\n', []],
    ['!!binary a: 1\n', [['unsafe', '!!binary']]],
    [
      '- !!set {a}\n- !!omap [a: 1]\n',
      [
        ['unsafe', '!!set'],
        ['unsafe', '!!omap'],
      ],
    ],
    ['a: !<tag:yaml.org,2002:js/function> x\n', [['unsafe', '!<tag:yaml.org,2002:js/function>']]],
    [
      'a: !!int x\nb: !!bool 1\nc: !!null x\n',
      [
        ['unsafe', '!!int'],
        ['unsafe', '!!bool'],
        ['unsafe', '!!null'],
      ],
    ],
    ['%TAG !! tag:example.org,2026:\n---\na: !!str 1\n', [['unsafe', '%TAG']]],
    ['? [a]\n: 1\n', [['invalid', '[']]],
    ['{a: 1}: 2\n', [['invalid', '{']]],
  ])('KCP-028: %j', (text, expected) => {
    expect(problemsOf(text)).toEqual(expected)
  })

  test('an anchor that nobody uses does no harm', () => {
    expect(valueOf('a: &x 1\nb: &y [2]\n')).toEqual({ a: 1, b: [2] })
  })

  test.each([
    ['description: a: b', 'Put it in quotes; "lorefence validate . --fix" does it.'],
    ['a: @b', 'Put it in quotes; "lorefence validate . --fix" does it.'],
    ['a:\n\tb: 1', 'Indent with spaces; "lorefence validate . --fix" does it.'],
    ['a: "b', 'Close the quote; "lorefence validate . --fix" does it.'],
    ['a: [1, 2', 'Close the bracket; "lorefence validate . --fix" does it.'],
    ['a: {1, 2', 'Close the bracket, and put a comma between entries.'],
    [
      'a: 1\n b: 2',
      'Put a space after the colon, quotes around text that contains ": " or starts with a sign, or fix the indentation.',
    ],
  ])('a common slip gets its remedy: %j', (text, help) => {
    expect(parseYaml(text).problems.map((problem) => problem.help)).toEqual([help])
  })

  test('messages quote the document, but not at any length', () => {
    for (const text of [
      `a: !${'x'.repeat(5000)} 1`,
      `a: !<${'{'.repeat(5000)}> 1`,
      `${'k'.repeat(5000)}: 1\n${'k'.repeat(5000)}: 2`,
      `a: !${'"'.repeat(5000)} 1`,
    ]) {
      const { problems } = parseYaml(text)
      expect(problems).toHaveLength(1)
      expect(problems[0]?.message.length).toBeLessThan(250)
    }
  })
})

describe('places', () => {
  test.each([
    ['a: 1', '/a', '1'],
    ['a: "x y"  # note', '/a', '"x y"'],
    ['a: one\n  two\nb: 1', '/a', 'one\n  two'],
    ['a: |\n  x\n  y\nb: 1', '/a', '|\n  x\n  y'],
    ['"a|b": &t |2- # not | this\n   x\n\n', '/a|b', '|2- # not | this\n   x'],
    ['a:\n  # a | comment\n  >\n  x\n', '/a', '>\n  x'],
    ['- |\n x\n- >-\n y', '/1', '>-\n y'],
    ['a: {b: [1, 2]}', '/a', '{'],
    ['a:\n  b: 1\n  c: 2', '/a', 'b: 1'],
    ['- a\n- b: 1\n', '/1', 'b: 1'],
    ['a:\nb: 1', '/a', 'a'],
    ['-\n- \n# x - y\n- # z\n- a', '/2', '-'],
    ['- a\n- k:\n-\n', '/2', '-'],
    ['- [x, {y: z}]\n-\n', '/1', '-'],
    ['- !!null\n- x', '/0', '!!null'],
    ['a~b: {c/d: 1}', '/a~0b/c~1d', '1'],
  ])('in %j, %s is %j', (text, pointer, expected) => {
    expect(placeOf(text, pointer)).toBe(expected)
  })

  test('empty list items are told apart', () => {
    const { tree } = parseYaml('units:\n  -\n  # more\n  -\n')
    expect(tree?.locate(new Set(['/units/0', '/units/1']))).toEqual(
      new Map([
        ['/units/0', { value: { start: 9, end: 10 } }],
        ['/units/1', { value: { start: 22, end: 23 } }],
      ]),
    )
  })

  test('what is not there stands at the nearest thing that is', () => {
    const text = 'project: harbor\nunits:\n  - id: a\n    path: a.md\n'
    const missing = validateText(text, { file: 'knowledge.yaml' }).diagnostics.find(({ code }) => code === 'KCP205')
    expect(missing?.where.range?.start).toEqual({ line: 3, column: 5 })
  })
})
