import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

const closed = (code: string, value = '2026-01-01') =>
  unitOf('', '', { source: { code, value, id: 'a', by: 'manifest:hub' } })
const named = { activation: 'explicit' as const }

describe('source', () => {
  test('what no manifest leaves out', () => {
    expect(saidBy('source', unitOf())).toBe('allow not-declared')
    expect(saidBy('source', packOf())).toBe('allow not-declared')
  })

  test.each([
    ['not-yet', 'ask source-not-yet'],
    ['expired', 'ask source-expired'],
    ['superseded', 'ask source-superseded'],
  ])('KL-020, KL-021: a source that is %s is closed, and asks where its unit is named', (code, asked) => {
    expect(saidBy('source', closed(code))).toBe('deny source-closed-unnamed')
    expect(saidBy('source', closed(code), named)).toBe(asked)
    expect(saidBy('source', closed(code), { allTemporal: true })).toBe('allow source-listed')
  })

  test('a window that cannot be read asks, and one approval opens it', () => {
    const subject = closed('unreadable', '"temporal.valid_until: \\"Q3\\""')
    expect(saidBy('source', subject)).toBe('ask source-unreadable')
    expect(reasonOf('source', subject).sentence).toContain('Q3')
    expect(saidBy('source', { ...subject, approvals: ['source-unreadable'] })).toBe('allow source-unreadable')
  })

  test.each(['context', 'context-unknown'])('KL-065, KL-066: by %s a source is left, and given by name', (code) => {
    expect(saidBy('source', closed(code, 'production'))).toBe('deny source-context')
    expect(saidBy('source', closed(code, 'production'), named)).toBe('allow source-context-named')
  })
})
