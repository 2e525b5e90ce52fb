import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

const successor = { successor: 'setup-2026' }

describe('deprecated', () => {
  test.each([
    ['', {}, 'resolver-driven', 'allow current'],
    ['deprecated: false', {}, 'resolver-driven', 'allow current'],
    ['deprecated: no', {}, 'resolver-driven', 'allow current'],
    ['deprecated: true', {}, 'resolver-driven', 'deny deprecated'],
    ['deprecated: true', {}, 'implicit', 'deny deprecated'],
    ['deprecated: true', {}, 'explicit', 'allow deprecated-named'],
    ['deprecated: true', successor, 'resolver-driven', 'deny deprecated-superseded'],
    ['deprecated: true', successor, 'explicit', 'allow deprecated-superseded-named'],
    ['deprecated: yes', {}, 'resolver-driven', 'ask deprecated-unreadable'],
    ['deprecated: "true"', {}, 'explicit', 'ask deprecated-unreadable'],
  ] as const)('KCP-157: A-30: %j with %j, activation %s', (fields, entry, activation, expected) => {
    expect(saidBy('deprecated', unitOf(fields, '', entry), { activation })).toBe(expected)
  })

  test('KCP-157: the successor is offered', () => {
    expect(reasonOf('deprecated', unitOf('deprecated: true', '', successor))).toMatchObject({
      sentence: 'It is deprecated; "setup-2026" replaces it.',
      change: 'Read "setup-2026", or request this one by name.',
      pointer: '/units/0/deprecated',
    })
  })

  test('a pack has a status instead', () => {
    expect(saidBy('deprecated', packOf())).toBe('allow not-declared')
  })
})
