import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

describe('indexing', () => {
  const allowed = 'allow indexing-allowed'
  const denied = 'deny indexing-denied'
  test.each([
    ['open', [allowed, allowed, allowed]],
    ['read-only', [allowed, denied, denied]],
    ['no-train', [allowed, allowed, allowed]],
    ['none', [denied, denied, denied]],
    ['{ deny: [train] }', [allowed, allowed, allowed]],
    ['{ deny: [read] }', [denied, denied, denied]],
    ['{ deny: [summarise] }', [allowed, denied, allowed]],
    ['{ allow: [read, index] }', [allowed, denied, denied]],
    ['{ allow: [read, share-externally], deny: [share-externally] }', [allowed, denied, denied]],
    ['{ allow: [train] }', [denied, denied, denied]],
    ['{ allow: [train], deny: [train] }', [denied, denied, denied]],
    ['{ allow: [] }', [denied, denied, denied]],
    ['{ allow: [frame] }', [denied, denied, denied]],
    ['{}', [allowed, allowed, allowed]],
  ])('KCP-149: indexing %s, for read, summarize and share_externally', (block, expected) => {
    expect(
      ['read', 'summarize', 'share_externally'].map((action) =>
        saidBy('indexing', unitOf(`indexing: ${block}`), { action }),
      ),
    ).toEqual(expected)
  })

  test.each([
    ['', '', 'allow indexing-undeclared', []],
    ['license: { spdx: CC-BY-4.0, attribution_required: true }', '', 'allow indexing-undeclared', ['attribution']],
    ['', 'license: { attribution_required: true }', 'allow indexing-undeclared', ['attribution']],
    ['license: MIT', 'license: { attribution_required: true }', 'allow indexing-undeclared', []],
    [
      'indexing: { deny: [train], attribution_required: true }',
      '',
      'allow indexing-allowed',
      ['attribution', 'no-ai-training'],
    ],
    ['indexing: no-train', '', 'allow indexing-allowed', ['no-ai-training']],
    ['', 'indexing: no-train', 'allow indexing-allowed', ['no-ai-training']],
    ['indexing: open', 'indexing: none', 'allow indexing-allowed', []],
  ])('KCP-147, KCP-149: %j under %j', (fields, root, expected, obligations) => {
    const { verdict, code, ...reason } = reasonOf('indexing', unitOf(fields, root))
    expect([`${verdict} ${code}`, reason.obligations]).toEqual([expected, obligations])
  })

  test('a refusal names the operation and the field', () => {
    expect(reasonOf('indexing', unitOf('', 'indexing: none'))).toMatchObject({
      sentence: 'Its indexing terms do not permit "read" for agents.',
      pointer: '/indexing',
      spec: 'KCP §4.6c',
    })
  })

  test.each([
    ['indexing: None', 'deny indexing-denied'],
    ['indexing: false', 'ask indexing-unreadable'],
    ['license: { attribution_required: "yes" }', 'allow indexing-undeclared'],
    ['license: 5', 'allow indexing-undeclared'],
  ])('what cannot be read is not passed over: %s', (fields, expected) => {
    expect(saidBy('indexing', unitOf(fields))).toBe(expected)
  })

  test('a pack has no indexing terms', () => {
    expect(saidBy('indexing', packOf())).toBe('allow not-declared')
  })
})
