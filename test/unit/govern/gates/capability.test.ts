import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

describe('capability', () => {
  test.each([
    ['', [], 'allow capabilities-undemanded'],
    ['requires_capabilities: []', [], 'allow capabilities-undemanded'],
    ['requires_capabilities: [kubectl]', ['kubectl'], 'allow capabilities-held'],
    ['requires_capabilities: [kubectl]', ['tool:kubectl'], 'allow capabilities-held'],
    ['requires_capabilities: ["tool:kubectl"]', ['kubectl'], 'allow capabilities-held'],
    ['requires_capabilities: ["role:pilot"]', ['pilot'], 'allow capabilities-missing'],
    ['requires_capabilities: ["tool:kubectl", "role:pilot"]', ['kubectl'], 'allow capabilities-missing'],
    ['requires_capabilities: { tool: kubectl }', ['kubectl'], 'allow capabilities-undemanded'],
  ])('KCP-132: %s, held %j', (fields, capabilities, expected) => {
    expect(saidBy('capability', unitOf(fields), { as: { capabilities } })).toBe(expected)
  })

  test('KCP-132: what is missing, or unknown, is noted', () => {
    expect(reasonOf('capability', unitOf('requires_capabilities: ["tool:kubectl", "role:pilot"]'))).toMatchObject({
      sentence: 'It requires capabilities that the requester does not declare: tool:kubectl, role:pilot.',
      obligations: ['note'],
      pointer: '/units/0/requires_capabilities',
    })
  })

  test('a pack expects nothing', () => {
    expect(saidBy('capability', packOf())).toBe('allow not-declared')
  })
})
