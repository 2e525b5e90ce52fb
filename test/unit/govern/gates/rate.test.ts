import { describe, expect, test } from 'vitest'
import { memoryUsage } from '../../../../src/io/memory/memory-usage.ts'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

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

  const tiers =
    'rate_limits: { default: { requests_per_minute: 1 }, authenticated: { requests_per_minute: 5, requests_per_hour: 20 }, premium: { unlimited: true, requests_per_minute: 9 }, headers: { limit: X-Limit }, backoff: exponential, tokens: 5 }'
  const member = { authenticated: true }
  const premium = { authenticated: true, tier: 'premium' } as const
  test.each([
    ['nobody in particular, within', tiers, {}, { minute: 0, hour: 50, day: 50 }, 'allow rate-within'],
    ['nobody in particular', tiers, {}, { minute: 1, hour: 1, day: 1 }, 'deny rate-minute'],
    ['a credential', tiers, member, { minute: 4, hour: 19, day: 50 }, 'allow rate-within'],
    ['a credential, too fast', tiers, member, { minute: 5, hour: 5, day: 5 }, 'deny rate-minute'],
    ['a credential, where the hour binds', tiers, member, { minute: 0, hour: 20, day: 20 }, 'deny rate-hour'],
    ['a credential, where the hour is not counted', tiers, member, { minute: 0, day: 20 }, 'deny rate-hour'],
    ['premium', tiers, premium, { minute: 900, hour: 900, day: 900 }, 'allow rate-unlimited'],
    [
      'premium without a credential',
      tiers,
      { tier: 'premium' as const },
      { minute: 900, day: 900 },
      'allow rate-unlimited',
    ],
    ['premium where no tier is declared', limits, premium, { minute: 60, day: 60 }, 'deny rate-minute'],
    [
      'premium where only the one below is declared',
      'rate_limits: { default: { requests_per_minute: 1 }, authenticated: { requests_per_minute: 5 } }',
      premium,
      { minute: 4, day: 4 },
      'allow rate-within',
    ],
    [
      'an unlimited that is not true',
      'rate_limits: { default: { requests_per_minute: 1, unlimited: "true" } }',
      {},
      { minute: 1, day: 1 },
      'deny rate-minute',
    ],
    [
      'a tier that cannot be read',
      'rate_limits: { premium: 5 }',
      premium,
      { minute: 0, day: 0 },
      'ask rate-unreadable',
    ],
  ])('KL-084: %s', (_, fields, requester, usage, expected) => {
    expect(saidBy('rate', unitOf(fields, '', { usage }), { as: requester })).toBe(expected)
  })

  test('KL-084: three tiers by the clock: each binds at its own time and is free again', () => {
    const usage = memoryUsage()
    const at = (minutes: number): Date => new Date(Date.UTC(2026, 4, 6, 23, 50 + minutes))
    for (let minutes = 0; minutes < 20; minutes++) usage.note('unit:harbor/setup', at(minutes))
    const said = (now: Date, requester: object): string => {
      const { hour } = usage
      const used = { ...usage.count('unit:harbor/setup', now), hour: hour?.('unit:harbor/setup', now) ?? 0 }
      return saidBy('rate', unitOf(tiers, '', { usage: used }), { as: requester })
    }
    expect([{}, member, premium].map((requester) => said(at(19.5), requester))).toEqual([
      'deny rate-minute',
      'deny rate-hour',
      'allow rate-unlimited',
    ])
    expect([{}, member].map((requester) => said(at(61), requester))).toEqual(['allow rate-within', 'allow rate-within'])
  })

  test('a pack has no limits', () => {
    expect(saidBy('rate', packOf())).toBe('allow not-declared')
  })
})
