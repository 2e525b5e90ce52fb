import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

describe('verification', () => {
  test.each([
    ['', '', 'allow verified'],
    ['discovery: { verification_status: verified }', '', 'allow verified'],
    ['discovery: { verification_status: observed, confidence: 0.7 }', '', 'allow not-verified'],
    ['discovery: { verification_status: rumored, confidence: 0.2 }', '', 'allow not-verified'],
    ['', 'discovery: { verification_status: rumored, confidence: 0.2 }', 'allow not-verified'],
    ['discovery: { verification_status: observed, contradicted_by: tour }', '', 'allow discovery-conflict'],
    ['discovery: { verification_status: Rumored }', '', 'allow not-verified'],
    ['', 'discovery: rumored', 'allow verified'],
  ])('KCP-187: %j under %j', (fields, root, expected) => {
    expect(saidBy('verification', unitOf(fields, root))).toBe(expected)
  })

  test.each([
    ['resolver-driven', 'deny verification-deprecated'],
    ['implicit', 'deny verification-deprecated'],
    ['explicit', 'allow verification-deprecated-named'],
  ] as const)('KCP-192: A-30: what is no longer there, activation %s', (activation, expected) => {
    expect(saidBy('verification', unitOf('discovery: { verification_status: deprecated }'), { activation })).toBe(
      expected,
    )
  })

  test('KCP-194: doubts are noted', () => {
    expect(
      reasonOf('verification', unitOf('discovery: { verification_status: rumored, confidence: 0.2 }')),
    ).toMatchObject({
      sentence: 'Its verification status is "rumored", with a confidence of 0.2.',
      obligations: ['note'],
    })
    expect(reasonOf('verification', unitOf('discovery: { contradicted_by: tour }'))).toMatchObject({
      sentence: 'Its verification status is "verified", and "tour" contradicts it.',
      obligations: ['note'],
      pointer: '/units/0/discovery/contradicted_by',
    })
  })

  test('a pack was not discovered', () => {
    expect(saidBy('verification', packOf())).toBe('allow not-declared')
  })
})
