import { expect, test } from 'vitest'
import { diffRows } from '../../../src/web/line-diff.ts'

const shown = (before: string, after: string): readonly string[] =>
  diffRows(before, after).map(({ kind, before: a = '', after: b = '' }) => `${kind} ${a}|${b}`)

test.each([
  ['', '', []],
  ['a\nb', 'a\nb', ['same a|a', 'same b|b']],
  ['a\nb\nc', 'a\nc', ['same a|a', 'removed b|', 'same c|c']],
  ['a\nc', 'a\nb\nc', ['same a|a', 'added |b', 'same c|c']],
  ['a\nb\nc', 'a\nx\nc', ['same a|a', 'changed b|x', 'same c|c']],
  ['', 'a', ['added |a']],
])('%j and %j', (before, after, rows) => {
  expect(shown(before, after)).toEqual(rows)
})

test('of very long texts every line still stands on its side', () => {
  const lines = (word: string): readonly string[] => Array.from({ length: 3000 }, (_, index) => `${word} ${index}`)
  const rows = diffRows(lines('a').join('\n'), lines('b').join('\n'))
  expect(rows.map(({ before }) => before)).toEqual(lines('a'))
  expect(rows.map(({ after }) => after)).toEqual(lines('b'))
})
