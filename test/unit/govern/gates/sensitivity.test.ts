import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

const levels = ['public', 'internal', 'confidential', 'restricted'] as const

describe('sensitivity', () => {
  test.each(
    levels.flatMap((sensitivity, s) =>
      levels.map(
        (clearance, c) =>
          [sensitivity, clearance, s <= c ? 'allow sensitivity-cleared' : 'deny sensitivity-above-clearance'] as const,
      ),
    ),
  )('KCP-156: %s content, %s clearance', (sensitivity, clearance, expected) => {
    expect(saidBy('sensitivity', unitOf(`sensitivity: ${sensitivity}`), { as: { clearance } })).toBe(expected)
  })

  test.each([
    ['sensitivity: public', 'allow sensitivity-cleared'],
    ['sensitivity: internal', 'deny clearance-unknown'],
    ['sensitivity: secret', 'ask sensitivity-unreadable'],
  ])('an unknown clearance counts as public: %s', (fields, expected) => {
    expect(saidBy('sensitivity', unitOf(fields))).toBe(expected)
  })

  test('KCP-156: A-16: an undeclared sensitivity is let through with a note', () => {
    expect(reasonOf('sensitivity', unitOf())).toMatchObject({
      verdict: 'allow',
      code: 'sensitivity-undeclared',
      obligations: ['note'],
    })
  })

  test.each([
    ['', {}, 'ask private-file'],
    ['sensitivity: public', {}, 'ask private-file'],
    ['sensitivity: restricted', {}, 'deny clearance-unknown'],
    ['sensitivity: secret', {}, 'ask sensitivity-unreadable:private-file'],
    ['sensitivity: public', { approvals: ['private-file'] }, 'allow private-file'],
  ])('a file that is private by convention asks, whatever is declared: %j %j', (fields, facts, expected) => {
    expect(saidBy('sensitivity', { ...unitOf(fields), privateName: '.env', ...facts })).toBe(expected)
  })

  test.each([
    [
      'a condition',
      'visibility: { default: restricted, conditions: [{ when: { environment: dock }, then: { sensitivity: internal } }] }\nsensitivity: public',
      '',
      '/units/0/visibility/conditions/0/then/sensitivity',
      'internal',
    ],
    [
      'the default',
      'visibility: { default: restricted }\nsensitivity: public',
      '',
      '/units/0/visibility/default',
      'restricted',
    ],
    [
      'the unit',
      'sensitivity: confidential',
      'compliance: { sensitivity: internal }',
      '/units/0/sensitivity',
      'confidential',
    ],
    [
      'A-05: the stricter of two on the unit',
      'sensitivity: internal\ncompliance: { sensitivity: restricted }',
      '',
      '/units/0/compliance/sensitivity',
      'restricted',
    ],
    [
      'A-05: the unit, stricter than an inherited default',
      'sensitivity: restricted',
      'visibility: { default: public }',
      '/units/0/sensitivity',
      'restricted',
    ],
    ['the root', '', 'compliance: { sensitivity: internal }', '/compliance/sensitivity', 'internal'],
  ])('KCP-176: the word of %s counts and its place is named', (_, fields, root, pointer, sensitivity) => {
    expect(reasonOf('sensitivity', unitOf(fields, root), { as: { environment: 'dock' } })).toMatchObject({
      pointer,
      values: { sensitivity },
    })
  })

  test('it says how to set the clearance', () => {
    expect(
      reasonOf('sensitivity', unitOf('sensitivity: confidential'), { as: { clearance: 'internal' } }),
    ).toMatchObject({
      sentence: 'Its sensitivity "confidential" is above the clearance "internal".',
      change: 'Set a clearance of "confidential" ("requester: clearance" in your own config).',
    })
  })

  test('a pack declares no sensitivity', () => {
    expect(saidBy('sensitivity', packOf())).toBe('allow not-declared')
  })
})
