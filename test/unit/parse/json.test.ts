import { describe, expect, test } from 'vitest'
import { parseJson } from '../../../src/parse/yaml/json.ts'

const problemsOf = (text: string) =>
  parseJson(text).problems.map(({ kind, message, span }) => [kind, message, text.slice(span.start, span.end)])

describe('strict JSON', () => {
  test('values are read as they are, null included', () => {
    expect(parseJson('{"a": [1, 1.5e3, "\\u00e9", true, null, {}], "b": null}').tree?.value).toEqual({
      a: [1, 1500, 'é', true, null, {}],
      b: null,
    })
  })

  test.each([
    ['', 'The JSON cannot be read: value expected.', ''],
    ['{"a": 1,}', 'The JSON cannot be read: property name expected.', '}'],
    ['[1,]', 'The JSON cannot be read: value expected.', ']'],
    ['{a: 1}', 'The JSON cannot be read: invalid symbol.', 'a'],
    ["{'a': 1}", 'The JSON cannot be read: invalid symbol.', "'a'"],
    ['// note\n{}', 'The JSON cannot be read: invalid comment token.', '// note'],
    ['{"a": 1} x', 'The JSON cannot be read: invalid symbol.', 'x'],
    ['{"a": 1', 'The JSON cannot be read: close brace expected.', ''],
    ['["a\nb"]', 'The JSON cannot be read: unexpected end of string.', '"a'],
    ['[}', 'The JSON cannot be read: a bracket closes what is not open.', '}'],
    [']', 'The JSON cannot be read: a bracket closes what is not open.', ']'],
    ['NaN', 'The JSON cannot be read: invalid symbol.', 'NaN'],
  ])('%j is refused at its place', (text, message, at) => {
    expect(problemsOf(text)).toEqual([['invalid', message, at]])
  })

  test('a key that stands twice in one object is refused at the second', () => {
    const text = '{"a": {"b": 1}, "c": {"b": 2}, "\\u0061": 3}'
    expect(problemsOf(text)).toEqual([['invalid', 'The key "a" occurs twice in one object.', '"\\u0061"']])
    expect(parseJson('[{"a": 1}, {"a": 2}, ["a", "a"]]').problems).toEqual([])
  })

  test('keys of the prototype are keys like any other', () => {
    const { tree } = parseJson('{"__proto__": {"polluted": true}, "constructor": 1}')
    expect(JSON.stringify(tree?.value)).toBe('{"__proto__":{"polluted":true},"constructor":1}')
    expect('polluted' in {}).toBe(false)
  })
})

describe('limits of JSON', () => {
  test('64 levels are read, the 65th is refused', () => {
    expect(parseJson(`${'['.repeat(64)}${']'.repeat(64)}`).problems).toEqual([])
    expect(problemsOf(`${'['.repeat(65)}${']'.repeat(65)}`)).toEqual([
      ['limit', 'The JSON nests deeper than 64 levels.', '['],
    ])
  })

  test.each([
    ['lists', '['],
    ['objects', '{"a":'],
    ['after an open text', '"\n', '['],
    ['behind a comment with a quote', '/* " */', '['],
    ['lists that braces pretend to close', '[},'],
    ['objects that brackets pretend to close', '{"a":],'],
    ['after an unfinished escape', '"\\', '[['],
  ])('20,000 levels of %s are refused without recursion', (_, start, repeated = start) => {
    expect(parseJson(start + repeated.repeat(20_000)).problems).toHaveLength(1)
  })

  test('more than two million values are refused', () => {
    expect(parseJson(`[${'1,'.repeat(2_000_001)}1]`).problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['limit', 'The JSON has more than 2000000 values.'],
    ])
  })
})

test('places are those of keys and values, of lists and objects the opening bracket', () => {
  const text = '{"a": [1, "two"], "b~/c": {"d": null}}'
  const places = parseJson(text).tree?.locate(new Set(['', '/a', '/a/1', '/b~0~1c/d', '/absent'])) ?? new Map()
  const shown = [...places].map(([pointer, { key, value }]) => [
    pointer,
    key && text.slice(key.start, key.end),
    text.slice(value.start, value.end),
  ])
  expect(shown).toEqual([
    ['', undefined, '{'],
    ['/a', '"a"', '['],
    ['/a/1', undefined, '"two"'],
    ['/b~0~1c/d', '"d"', 'null'],
  ])
})
