import { describe, expect, test } from 'vitest'
import { didYouMean, suggest, suggester } from '../../../src/text/messages/suggest.ts'

describe('suggestions', () => {
  const fields = ['depends_on', 'audience', 'scope', 'supersedes', 'path', 'id']

  test.each([
    ['depnds_on', 'depends_on'],
    ['dependsOn', 'depends_on'],
    ['depends on', 'depends_on'],
    ['DEPENDS-ON', 'depends_on'],
    ['dpeends_on', 'depends_on'],
    ['audiance', 'audience'],
    ['scpoe', 'scope'],
    ['Scope', 'scope'],
    ['pth', 'path'],
    ['ids', 'id'],
    ['x', undefined],
    ['', undefined],
    ['banana', undefined],
    ['scope'.repeat(20), undefined],
  ])('%j: %s', (written, expected) => {
    expect(suggest(written, fields)).toBe(expected)
  })

  test('of equally near candidates the first is taken, of all the nearest', () => {
    expect([suggest('setap', ['setup', 'setop']), suggest('setup', ['setop', 'Setup'])]).toEqual(['setup', 'Setup'])
  })

  test('a help sentence asks', () => {
    expect([didYouMean('scop', fields), didYouMean('zzz', fields)]).toEqual(['Did you mean "scope"?', undefined])
  })
})

describe('a suggester for many questions', () => {
  const ids = Array.from({ length: 2000 }, (_, i) => `unit-${String(i).padStart(4, '0')}`)

  test('answers like a single search', () => {
    const suggestId = suggester(ids)
    expect([
      suggestId('unti-0042'),
      suggestId('unit_1999'),
      suggestId('elsewhere'),
      suggestId('u'.repeat(100)),
    ]).toEqual(['unit-0042', 'unit-1999', undefined, undefined])
  })

  test('falls silent when its budget is spent, so that work stays bounded', () => {
    const suggestId = suggester(ids, 10_000)
    const answers = Array.from({ length: 50 }, () => suggestId('unti-0042'))
    expect(answers[0]).toBe('unit-0042')
    expect(answers.at(-1)).toBeUndefined()
  })
})
