import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

const block = 'freshness_policy: { max_age_days: 30, on_stale: block, review_contact: pilot@harbor.example }'
const on = (now: string) => ({ now: new Date(now) })

describe('freshness', () => {
  test.each([
    [block, 'allow freshness-unknown'],
    ['validated: 2020-01-01', 'allow freshness-undeclared'],
    ['validated: 2020-01-01\nfreshness_policy: { on_stale: block }', 'allow fresh'],
    ['', 'allow freshness-undeclared'],
  ])('KCP-129: %j is not stale', (fields, expected) => {
    expect(saidBy('freshness', unitOf(fields))).toBe(expected)
  })

  test.each([
    ['2026-04-01T00:00:00Z', 'allow fresh'],
    ['2026-05-01T00:00:00Z', 'allow fresh'],
    ['2026-05-01T23:59:59Z', 'allow fresh'],
    ['2026-05-02T00:00:00Z', 'deny stale-blocked'],
    ['2026-05-02T01:30:00+02:00', 'allow fresh'],
    ['2026-03-01T00:00:00Z', 'allow fresh'],
  ])('KCP-130: validated on 1 April, at most 30 days, at %s', (now, expected) => {
    expect(saidBy('freshness', unitOf(`validated: 2026-04-01\n${block}`), on(now))).toBe(expected)
  })

  test.each([
    ['{ max_age_days: 30 }', 'allow stale-warned', ['note']],
    ['{ max_age_days: 30, on_stale: warn }', 'allow stale-warned', ['note']],
    ['{ max_age_days: 30, on_stale: degrade }', 'allow stale-degraded', ['degrade', 'note']],
    ['{ max_age_days: 30, on_stale: block }', 'deny stale-blocked', undefined],
  ])('KCP-131: a stale unit under %s', (policy, expected, obligations) => {
    const { verdict, code, ...reason } = reasonOf(
      'freshness',
      unitOf(`validated: 2026-01-01\nfreshness_policy: ${policy}`),
    )
    expect([`${verdict} ${code}`, reason.obligations]).toEqual([expected, obligations])
  })

  test('KCP-131: a refusal names whom to ask', () => {
    expect(reasonOf('freshness', unitOf(`validated: 2026-01-01\n${block}`))).toMatchObject({
      sentence: 'It was validated on 2026-01-01, more than 30 days ago, and its policy blocks stale use.',
      change: 'Ask pilot@harbor.example to validate it again.',
      pointer: '/units/0/freshness_policy',
    })
    expect(
      reasonOf('freshness', unitOf('validated: 2026-01-01', 'freshness_policy: { max_age_days: 1, on_stale: block }')),
    ).toMatchObject({ change: 'Ask the publisher to validate it again.', pointer: '/freshness_policy' })
  })

  test('KCP-128: A-39: the policy of the unit takes nothing from the root', () => {
    expect(
      saidBy(
        'freshness',
        unitOf(
          'validated: 2026-01-01\nfreshness_policy: { max_age_days: 30 }',
          'freshness_policy: { on_stale: block }',
        ),
      ),
    ).toBe('allow stale-warned')
  })

  test.each([
    ['freshness_policy: block', 'ask freshness-unreadable'],
    ['freshness_policy: { max_age_days: "30", on_stale: block }', 'ask freshness-unreadable'],
    [`validated: last spring\n${block}`, 'allow freshness-unknown'],
    ['validated: last spring', 'allow freshness-undeclared'],
  ])('what cannot be read is asked about where it matters: %j', (fields, expected) => {
    expect(saidBy('freshness', unitOf(fields))).toBe(expected)
  })

  test('a pack has a status instead', () => {
    expect(saidBy('freshness', packOf())).toBe('allow not-declared')
  })
})
