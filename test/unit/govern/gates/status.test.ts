import { describe, expect, test } from 'vitest'
import { reasonOf, packOf, saidBy, unitOf } from '../../../support/gate-case.ts'

describe('status', () => {
  test.each([
    ['ready', 'resolver-driven', 'allow status-ready'],
    ['ready', 'implicit', 'allow status-ready'],
    ['needs-review', 'implicit', 'allow status-needs-review'],
    ['stale', 'implicit', 'allow status-stale'],
    ['draft', 'implicit', 'ask status-draft'],
    ['draft', 'explicit', 'ask status-draft'],
    ['disputed', 'implicit', 'ask status-disputed'],
    ['disputed', 'explicit', 'ask status-disputed'],
    ['archived', 'explicit', 'ask status-archived'],
    ['archived', 'implicit', 'deny status-archived-unnamed'],
    ['archived', 'resolver-driven', 'deny status-archived-unnamed'],
  ] as const)(
    'AK-120, AK-121, AK-122, AK-124, AK-125, AK-126, AK-143: a %s pack, activation %s',
    (status, activation, expected) => {
      expect(saidBy('status', packOf(`status: ${status}`), { activation })).toBe(expected)
    },
  )

  test.each(['needs-review', 'stale', 'draft', 'disputed', 'archived'])('AK-127: %s is never silent', (status) => {
    expect(reasonOf('status', packOf(`status: ${status}`), { activation: 'explicit' }).obligations).toEqual(['note'])
  })

  test.each([
    ['draft', 'status-draft', 'allow'],
    ['disputed', 'status-disputed', 'allow'],
    ['disputed', 'status-draft', 'ask'],
    ['archived', 'status-archived', 'deny'],
  ])('AK-121, AK-125: a %s pack with an approval of %s', (status, approval, verdict) => {
    expect(reasonOf('status', packOf(`status: ${status}`, { approvals: [approval] })).verdict).toBe(verdict)
  })

  test('an approved ask still says what it is about', () => {
    const { sentence, approved, obligations } = reasonOf(
      'status',
      packOf('status: disputed', { approvals: ['status-disputed'] }),
    )
    expect([sentence, approved, obligations]).toEqual(['It is disputed. A person approved it.', true, ['note']])
  })

  test.each([
    ['pack', packOf('status: ready', { disabled: true })],
    ['unit', unitOf('', '', { disabled: true })],
  ])('a %s that a person switched off is refused, named or not', (_, subject) => {
    expect(saidBy('status', subject, { activation: 'explicit' })).toBe('deny disabled')
  })

  test('a unit declares no status', () => {
    expect(saidBy('status', unitOf())).toBe('allow not-declared')
  })
})
