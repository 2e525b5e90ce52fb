import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../support/gate-case.ts'

describe('payment', () => {
  test.each([
    ['', '', 'allow free'],
    ['payment: { default_tier: free }', 'payment: { default_tier: metered }', 'allow free'],
    ['payment: { default_tier: metered }', '', 'ask payment-metered'],
    ['payment: { default_tier: subscription }', '', 'ask payment-subscription'],
    ['', 'payment: { default_tier: subscription }', 'ask payment-subscription'],
    ['payment: { model: metered }', '', 'allow free'],
    ['payment: { default_tier: Metered }', '', 'ask payment-unreadable'],
    ['payment: metered', '', 'ask payment-unreadable'],
    ['', 'payment: metered', 'ask payment-unreadable'],
    ['payment: { default_tier: free }', 'payment: metered', 'allow free'],
  ])('KCP-158: %j under %j', (fields, root, expected) => {
    expect(saidBy('payment', unitOf(fields, root))).toBe(expected)
  })

  test('KCP-158: a person can say yes to one tier', () => {
    expect(
      reasonOf('payment', unitOf('payment: { default_tier: metered }', '', { approvals: ['payment-metered'] })).verdict,
    ).toBe('allow')
    expect(
      reasonOf('payment', unitOf('payment: { default_tier: subscription }', '', { approvals: ['payment-metered'] }))
        .verdict,
    ).toBe('ask')
  })

  test('a pack costs nothing', () => {
    expect(saidBy('payment', packOf())).toBe('allow not-declared')
  })
})
