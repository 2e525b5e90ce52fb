import { describe, expect, test } from 'vitest'
import { decisionOn, packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

describe('payment', () => {
  test.each([
    ['', '', 'allow free'],
    ['payment: { default_tier: free }', 'payment: { default_tier: metered }', 'allow free'],
    ['payment: { default_tier: metered }', '', 'ask payment-metered'],
    ['payment: { default_tier: subscription }', '', 'ask payment-subscription'],
    ['', 'payment: { default_tier: subscription }', 'ask payment-subscription'],
    ['payment: { model: metered }', '', 'allow free'],
    ['payment: { default_tier: Metered }', '', 'ask payment-metered'],
    ['payment: { default_tier: dear }', '', 'ask payment-unreadable'],
    ['payment: metered', '', 'ask payment-unreadable'],
    ['', 'payment: metered', 'ask payment-unreadable'],
    ['payment: { default_tier: free }', 'payment: metered', 'allow free'],
  ])('KCP-158: %j under %j', (fields, root, expected) => {
    expect(saidBy('payment', unitOf(fields, root))).toBe(expected)
  })

  const x402 = '{ type: x402, currency: USDC, price_per_request: "0.10" }'
  test.each([
    [`payment: { methods: [${x402}, { type: free }] }`, '', 'allow free'],
    ['payment: { methods: [{ type: meter }, { type: free }] }', '', 'ask payment-metered'],
    ['payment: { methods: [{ type: subscription }] }', '', 'ask payment-subscription'],
    [`payment: { methods: [${x402}] }`, '', 'deny payment-unsupported'],
    ['payment: { methods: [{ type: barter }] }', '', 'deny payment-unsupported'],
    ['', `payment: { methods: [${x402}] }`, 'deny payment-unsupported'],
    ['payment: { methods: [{ type: free }] }', `payment: { methods: [${x402}] }`, 'allow free'],
    ['payment: { default_tier: free }', `payment: { methods: [${x402}] }`, 'allow free'],
    ['payment: { default_tier: metered, methods: [{ type: free }] }', '', 'allow free'],
  ])(
    'KL-081: the first way to pay that is supported counts, and the unit replaces the root: %j under %j',
    (fields, root, expected) => {
      expect(saidBy('payment', unitOf(fields, root))).toBe(expected)
    },
  )

  test('KL-081: a refusal names what is offered', () => {
    expect(reasonOf('payment', unitOf(`payment: { methods: [${x402}] }`)).sentence).toBe(
      'It must be paid for by x402, which is not supported.',
    )
  })

  test('KL-082: payment opens no access, and the credential is asked for first', () => {
    const subject = unitOf(`access: authenticated\npayment: { methods: [${x402}] }`)
    const denied = decisionOn(subject).reasons.filter(({ verdict }) => verdict === 'deny')
    expect(denied.map(({ gate }) => gate)).toEqual(['access', 'payment'])
    expect(decisionOn(unitOf('access: authenticated\npayment: { methods: [{ type: free }] }')).verdict).toBe('deny')
  })

  test.each(['0.1', '"ten cents"', '"-1"', '"1e3"', '".5"'])(
    'KL-083: the price %s cannot be read, so the unit asks',
    (price) => {
      const fields = `payment: { methods: [{ type: free }, { type: x402, price_per_request: ${price} }] }`
      expect(reasonOf('payment', unitOf(fields))).toMatchObject({ verdict: 'ask', code: 'payment-unreadable' })
      expect(reasonOf('payment', unitOf(fields, '', { approvals: ['payment-unreadable'] })).verdict).toBe('allow')
    },
  )

  test.each([
    ['metered', 'ask payment-metered'],
    ['subscription', 'ask payment-subscription'],
  ])('KL-083: the paid tier %s without methods asks', (tier, expected) => {
    expect(saidBy('payment', unitOf(`payment: { default_tier: ${tier} }`))).toBe(expected)
    expect(saidBy('payment', unitOf(`payment: { default_tier: ${tier}, methods: [] }`))).toBe(expected)
  })

  test('KL-083: a price stays the text that was written', () => {
    const { unit } = unitOf(`payment: { methods: [{ type: free }, ${x402}] }`)
    expect(unit.paymentMethods?.value[1]?.pricePerRequest).toBe('0.10')
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
