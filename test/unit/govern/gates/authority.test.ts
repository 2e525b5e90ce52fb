import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

describe('authority', () => {
  test.each([
    ['read', 'allow authority-initiative'],
    ['summarize', 'allow authority-initiative'],
    ['modify', 'deny authority-denied'],
    ['share_externally', 'deny authority-denied'],
    ['execute', 'deny authority-denied'],
    ['export_to_pdf', 'deny authority-denied'],
    ['constructor', 'deny authority-denied'],
    ['__proto__', 'deny authority-denied'],
  ])('KCP-181: undeclared, %s', (action, expected) => {
    expect(saidBy('authority', unitOf(), { action })).toBe(expected)
  })

  test.each([
    ['read: denied', 'read', 'deny authority-denied'],
    ['read: requires_approval', 'read', 'ask authority-requires-approval'],
    ['modify: initiative', 'modify', 'allow authority-initiative'],
    ['modify: requires_approval', 'modify', 'ask authority-requires-approval:modify'],
    ['export_to_pdf: requires_approval', 'export_to_pdf', 'ask authority-requires-approval:export_to_pdf'],
    ['share_externally: initiative', 'modify', 'deny authority-denied'],
    ['read: deny', 'read', 'ask authority-unreadable'],
    ['modify: maybe', 'modify', 'deny authority-denied'],
    ['Read: denied', 'read', 'deny authority-denied'],
    ['Read: denied, read: requires_approval', 'read', 'deny authority-denied'],
    ['read: requires_approval, READ: initiative', 'read', 'ask authority-requires-approval'],
    ['modify: maybe', 'read', 'allow authority-initiative'],
    ['modify: maybe, read: deny', 'read', 'ask authority-unreadable'],
    ['read: requires_approval, Read: x', 'read', 'ask authority-unreadable:authority-requires-approval'],
    ['Read: requires_approval, read: x', 'read', 'ask authority-unreadable:authority-requires-approval'],
    ['"*": denied', 'read', 'ask authority-unreadable'],
    ['All: requires_approval', 'summarize', 'ask authority-unreadable'],
    ['"*": initiative', 'read', 'allow authority-initiative'],
    ['denied: [read, modify]', 'read', 'ask authority-unreadable'],
    ['denied: [modify, execute]', 'read', 'allow authority-initiative'],
    ['requires-approval: all', 'read', 'ask authority-unreadable'],
  ])('KCP-182, KCP-183, KCP-184, KCP-185: A-12: { %s }, asked for %s', (block, action, expected) => {
    expect(saidBy('authority', unitOf(`authority: { ${block} }`), { action })).toBe(expected)
  })

  test('KCP-182: a refusal names the action and the field', () => {
    expect(reasonOf('authority', unitOf('authority: { read: denied }'))).toMatchObject({
      sentence: 'The action "read" is denied.',
      pointer: '/units/0/authority/read',
      spec: 'KCP §4.17',
    })
    expect(reasonOf('authority', unitOf('', 'authority: { read: denied }'))).toMatchObject({
      pointer: '/authority/read',
    })
  })

  test.each([
    ['read', 'authority-requires-approval', 'allow'],
    ['modify', 'authority-requires-approval', 'ask'],
    ['modify', 'authority-requires-approval:modify', 'allow'],
    ['execute', 'authority-requires-approval:modify', 'ask'],
  ])('KCP-183: an approval is for one action: %s with %s', (action, approval, verdict) => {
    const fields = 'authority: { read: requires_approval, modify: requires_approval, execute: requires_approval }'
    expect(reasonOf('authority', unitOf(fields, '', { approvals: [approval] }), { action }).verdict).toBe(verdict)
  })

  test('KCP-175: a condition overrides the actions it names', () => {
    const unit = unitOf(
      'authority: { read: denied }\nvisibility: { conditions: [{ when: { agent_role: auditor }, then: { authority: { read: initiative } } }] }',
    )
    expect(reasonOf('authority', unit, { as: { role: 'auditor' } })).toMatchObject({
      verdict: 'allow',
      pointer: '/units/0/visibility/conditions/0/then/authority/read',
    })
    expect(saidBy('authority', unit, { as: { role: 'cook' } })).toBe('deny authority-denied')
    expect(saidBy('authority', unit)).toBe('deny authority-denied')
  })

  test.each([
    ['read', 'allow authority-initiative'],
    ['summarize', 'allow authority-initiative'],
    ['execute', 'deny authority-denied'],
    ['modify', 'deny authority-denied'],
  ])('AK-113: a pack is data: %s', (action, expected) => {
    expect(saidBy('authority', packOf(), { action })).toBe(expected)
  })
})
