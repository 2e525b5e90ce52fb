import { describe, expect, test } from 'vitest'
import { packOf, saidBy, unitOf } from '../../../support/gate-case.ts'

describe('integrity', () => {
  test.each([
    ['', 'allow hash-undeclared'],
    ['content_hash: { algorithm: sha256, value: 0a1b }', 'allow hash-declared'],
    ['content_hash: { value: 0A1B }', 'allow hash-declared'],
    ['content_hash: { algorithm: sha256, value: "" }', 'allow hash-undeclared'],
    ['content_hash: { algorithm: md5, value: 0a1b }', 'ask integrity-unreadable'],
    ['content_hash: { algorithm: sha256, value: none }', 'ask integrity-unreadable'],
    ['content_hash: "sha256:0a1b"', 'ask integrity-unreadable'],
  ])('KL-033: %j', (fields, expected) => {
    expect(saidBy('integrity', unitOf(fields))).toBe(expected)
    // What cannot be read is compared with nothing: the approval of a person opens the unit.
    if (expected.startsWith('ask')) expect(unitOf(fields).unit.contentHash).toBeUndefined()
  })

  test('KL-036: an operator may refuse what declares no hash', () => {
    expect(saidBy('integrity', unitOf('', '', { hashRequired: true }))).toBe('deny hash-required')
    expect(saidBy('integrity', unitOf('content_hash: { value: 0a1b }', '', { hashRequired: true }))).toBe(
      'allow hash-declared',
    )
  })

  test('a pack declares no hash', () => {
    expect(saidBy('integrity', packOf())).toBe('allow not-declared')
  })
})
