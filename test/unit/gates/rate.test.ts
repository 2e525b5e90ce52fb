import { describe, expect, test } from 'vitest'
import { memoryUsage } from '../../../src/io/memory/memory-usage.ts'
import { packOf, reasonOf, saidBy, unitOf } from '../../support/gate-case.ts'

const limits = 'rate_limits: { default: { requests_per_minute: 60, requests_per_day: 1000 } }'

describe('rate', () => {
  test.each([
    ['', { minute: 900, day: 90_000 }, 'allow rate-undeclared'],
    [limits, { minute: 59, day: 999 }, 'allow rate-within'],
    [limits, { minute: 60, day: 60 }, 'deny rate-minute'],
    [limits, { minute: 0, day: 1000 }, 'deny rate-day'],
    [limits, { minute: 60, day: 1000 }, 'deny rate-day'],
    ['rate_limits: { default: { requests_per_day: 2 } }', { minute: 900, day: 1 }, 'allow rate-within'],
    ['rate_limits: { default: { requests_per_minute: 0 } }', { minute: 0, day: 0 }, 'deny rate-minute'],
    ['rate_limits: {}', { minute: 900, day: 90_000 }, 'allow rate-within'],
    ['rate_limits: 10', { minute: 0, day: 0 }, 'ask rate-unreadable'],
    ['rate_limits: { default: { requests_per_minute: "10" } }', { minute: 0, day: 0 }, 'ask rate-unreadable'],
  ])('KCP-159: %s after %j', (fields, usage, expected) => {
    expect(saidBy('rate', unitOf(fields, '', { usage }))).toBe(expected)
  })

  test('KCP-159: the limits of the unit replace those of the root', () => {
    const usage = { minute: 30, day: 30 }
    expect(saidBy('rate', unitOf('rate_limits: { default: { requests_per_minute: 10 } }', limits, { usage }))).toBe(
      'deny rate-minute',
    )
    expect(reasonOf('rate', unitOf('', limits, { usage: { minute: 60, day: 60 } }))).toMatchObject({
      sentence: 'The limit of 60 requests a minute is reached.',
      pointer: '/rate_limits/default/requests_per_minute',
    })
  })

  test('KCP-159: the 61st request within a minute is refused, and a minute after the first there is room again', () => {
    const usage = memoryUsage()
    const at = (second: number): Date => new Date(Date.UTC(2026, 4, 6, 9, 10, second))
    for (let second = 0; second < 60; second++) usage.note('unit:harbor/setup', at(second * 0.5))
    const said = (now: Date): string =>
      saidBy('rate', unitOf(limits, '', { usage: usage.count('unit:harbor/setup', now) }))
    expect([said(at(30)), said(at(59)), said(at(61))]).toEqual([
      'deny rate-minute',
      'deny rate-minute',
      'allow rate-within',
    ])
  })

  test('KCP-159: the day ends at midnight UTC', () => {
    const usage = memoryUsage()
    for (let i = 0; i < 2; i++) usage.note('unit:harbor/setup', new Date('2026-05-06T12:00:00Z'))
    const fields = 'rate_limits: { default: { requests_per_day: 2 } }'
    const said = (now: string): string =>
      saidBy('rate', unitOf(fields, '', { usage: usage.count('unit:harbor/setup', new Date(now)) }))
    expect([said('2026-05-06T23:59:59Z'), said('2026-05-07T00:00:00Z')]).toEqual(['deny rate-day', 'allow rate-within'])
  })

  test('a pack has no limits', () => {
    expect(saidBy('rate', packOf())).toBe('allow not-declared')
  })
})
