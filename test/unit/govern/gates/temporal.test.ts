import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

const on = (time: string) => ({ now: new Date(time) })
const window = 'temporal: { valid_from: 2026-05-01, valid_until: 2026-05-31 }'

describe('temporal', () => {
  test.each([
    ['', '', 'allow temporal-undeclared'],
    ['temporal: {}', '', 'allow temporal-undeclared'],
    ['temporal: { recorded_at: 2030-01-01 }', '', 'allow temporal-undeclared'],
    ['temporal: { superseded_by: other }', '', 'allow temporal-undeclared'],
    ['temporal: { valid_from: 2026-05-06 }', '', 'allow temporal-valid'],
    ['temporal: { valid_from: 2026-05-07 }', '', 'deny temporal-not-yet-unnamed'],
    ['temporal: { valid_until: 2026-05-06 }', '', 'allow temporal-valid'],
    ['temporal: { valid_until: 2026-05-05 }', '', 'deny temporal-expired-unnamed'],
    [window, '', 'allow temporal-valid'],
    ['temporal: { valid_from: 2026-06-01, valid_until: 2026-07-01 }', '', 'deny temporal-not-yet-unnamed'],
    ['temporal: { valid_from: 2026-04-01, valid_until: 2026-04-30 }', '', 'deny temporal-expired-unnamed'],
    ['', 'temporal: { valid_until: 2020-01-01 }', 'deny temporal-expired-unnamed'],
    ['temporal: { valid_until: 2030-01-01 }', 'temporal: { valid_until: 2020-01-01 }', 'allow temporal-valid'],
    ['temporal: { valid_until: 2030-01-01 }', 'temporal: { valid_from: 2029-01-01 }', 'deny temporal-not-yet-unnamed'],
  ])('KL-007, KL-008: %j under %j', (fields, root, expected) => {
    expect(saidBy('temporal', unitOf(fields, root))).toBe(expected)
  })

  test.each([
    ['2026-04-30T23:59:59.999Z', 'deny temporal-not-yet-unnamed'],
    ['2026-05-01T00:00:00.000Z', 'allow temporal-valid'],
    ['2026-05-31T23:59:59.999Z', 'allow temporal-valid'],
    ['2026-06-01T00:00:00.000Z', 'deny temporal-expired-unnamed'],
    // The same instants as somebody in UTC+13 and in UTC-11 writes them.
    ['2026-05-01T12:59:59.999+13:00', 'deny temporal-not-yet-unnamed'],
    ['2026-05-31T12:59:59.999-11:00', 'allow temporal-valid'],
  ])('KL-009: bounds are inclusive, by UTC days: at %s', (time, expected) => {
    expect(saidBy('temporal', unitOf(window), on(time))).toBe(expected)
  })

  test.each([
    ['2020-01-01', 'deny temporal-expired-unnamed'],
    ['"2020-01-01"', 'deny temporal-expired-unnamed'],
    ['"2020-01-01T10:00:00Z"', 'deny temporal-expired-unnamed'],
    // As text this one would be later than 2026-05-06T09:10Z.
    ['"2026-05-06T10:00:00+02:00"', 'deny temporal-expired-unnamed'],
    ['"2026-05-06T10:00:00"', 'allow temporal-valid'],
  ])('KL-010: %s is a time, not a text', (written, expected) => {
    expect(saidBy('temporal', unitOf(`temporal: { valid_until: ${written} }`))).toBe(expected)
  })

  test.each([
    ['temporal: { valid_until: Q3 }', '', 'ask temporal-unreadable'],
    ['temporal: { valid_from: 2026-02-30 }', '', 'ask temporal-unreadable'],
    ['temporal: soon', '', 'ask temporal-unreadable'],
    ['', 'temporal: { valid_until: Q3 }', 'ask temporal-unreadable'],
    ['temporal: { recorded_at: Q3 }', '', 'allow temporal-undeclared'],
    ['temporal: { valid_from: Q3, valid_until: 2020-01-01 }', '', 'deny temporal-expired-unnamed'],
  ])('KL-019: %j under %j', (fields, root, expected) => {
    expect(saidBy('temporal', unitOf(fields, root))).toBe(expected)
  })

  test('KL-011: the reason names the date, and whoever names the unit may be let in by a person', () => {
    const expired = unitOf('temporal: { valid_until: 2020-01-01 }')
    expect(reasonOf('temporal', expired, { activation: 'explicit' })).toMatchObject({
      verdict: 'ask',
      code: 'temporal-expired',
      sentence: 'It was valid until 2020-01-01.',
      change: 'A person can run "lorefence approve unit:harbor/setup".',
      pointer: '/units/0/temporal/valid_until',
    })
    const approved = { ...expired, approvals: ['temporal-expired'] }
    expect(saidBy('temporal', approved, { activation: 'explicit' })).toBe('allow temporal-expired')
    const later = unitOf('temporal: { valid_from: 2030-01-01 }')
    expect(saidBy('temporal', later, { activation: 'explicit' })).toBe('ask temporal-not-yet')
    expect(saidBy('temporal', approved)).toBe('deny temporal-expired-unnamed')
  })

  test('KL-013, KL-014: a query may judge another day, or list whatever the day', () => {
    const expired = unitOf('temporal: { valid_until: 2020-01-01 }')
    expect(saidBy('temporal', expired, { asOf: new Date('2019-06-01T00:00:00Z') })).toBe('allow temporal-valid')
    expect(saidBy('temporal', expired, { allTemporal: true })).toBe('allow temporal-expired-listed')
    expect(saidBy('temporal', unitOf('temporal: { valid_from: 2030-01-01 }'), { allTemporal: true })).toBe(
      'allow temporal-not-yet-listed',
    )
  })

  test('a pack declares no window', () => {
    expect(saidBy('temporal', packOf())).toBe('allow not-declared')
  })
})
