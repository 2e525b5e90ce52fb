import { describe, expect, test } from 'vitest'
import { asDate, isCalendarDate, isDatetime } from '../../../src/text/notations/dates.ts'
import { isLanguageTag } from '../../../src/text/notations/language-tag.ts'
import { isSemver } from '../../../src/text/notations/semver.ts'

describe('dates', () => {
  test.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2024-02-29', true],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-01-00', false],
    ['0001-01-01', true],
    ['2026-1-1', false],
    ['26-01-01', false],
    [' 2026-01-01', false],
    ['2026-01-01T00:00', false],
    ['２０２６-01-01', false],
  ])('%j is a calendar date: %s', (text, expected) => {
    expect(isCalendarDate(text)).toBe(expected)
  })

  test.each([
    ['2026-03-10T14:22:00Z', true],
    ['2026-03-10t14:22z', true],
    ['2026-03-10 14:22:00 +02:00', true],
    ['2026-03-10T14:22:00.123456Z', true],
    ['2026-12-31T23:59:60Z', true],
    ['2026-03-10T24:00:00Z', false],
    ['2026-03-10T14:60:00Z', false],
    ['2026-02-30T14:22:00Z', false],
    ['2026-03-10', false],
    ['14:22:00', false],
  ])('%j is a time: %s', (text, expected) => {
    expect(isDatetime(text)).toBe(expected)
  })

  test('KCP-041: a date with or without a time is that date', () => {
    expect([
      asDate('2026-03-10'),
      asDate(' 2026-03-10 '),
      asDate('2026-03-10T14:22:00Z'),
      asDate('10.03.2026'),
      asDate(''),
    ]).toEqual(['2026-03-10', '2026-03-10', '2026-03-10', undefined, undefined])
  })
})

test.each([
  ['1.0.0', true],
  ['0.0.0-alpha.1+build.5', true],
  ['1.0', false],
  ['v1.0.0', false],
  ['01.0.0', false],
  ['1.0.0-01', false],
  ['1.0.0-', false],
  [`1.0.0-${'a'.repeat(300)}`, false],
])('KCP-040: %s is a semantic version: %s', (text, expected) => {
  expect(isSemver(text)).toBe(expected)
})

test.each([
  ['en', true],
  ['zh-CN', true],
  ['ja', true],
  ['x-pier', true],
  ['de-1996', true],
  ['english', true],
  ['e', false],
  ['en_US', false],
  ['en-', false],
  ['-en', false],
  ['', false],
  ['en-abcdefghi', false],
])('AK-041: %j is a language tag: %s', (text, expected) => {
  expect(isLanguageTag(text)).toBe(expected)
})
