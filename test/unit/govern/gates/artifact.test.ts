import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

const scope = 'action_scope: { tools: [read_file] }'

describe('artifact', () => {
  test.each([
    ['', 'allow artifact-knowledge'],
    ['kind: knowledge', 'allow artifact-knowledge'],
    ['kind: schema', 'allow artifact-knowledge'],
    ['kind: policy', 'allow artifact-knowledge'],
    ['kind: Policy', 'allow artifact-knowledge'],
  ])('KCP-140: %j is text to be read', (fields, expected) => {
    expect(saidBy('artifact', unitOf(fields))).toBe(expected)
  })

  test.each([
    ['kind: service', 'ask artifact-pointer'],
    ['kind: executable', 'ask artifact-pointer'],
    ['kind: Executable', 'ask artifact-pointer'],
    ['kind: executable-v2', 'ask artifact-unknown'],
    ['kind: article', 'ask artifact-unknown'],
    ['kind: [skill]', 'ask artifact-unreadable'],
  ])('KL-086: %j is listed, and its text asks', (fields, expected) => {
    expect(saidBy('artifact', unitOf(fields))).toBe(expected)
    const approved = unitOf(fields, '', { approvals: [expected.slice('ask '.length)] })
    expect(reasonOf('artifact', approved).verdict).toBe('allow')
  })

  test.each([
    [`kind: skill\nload_eligible: true\n${scope}`, 'allow artifact-eligible'],
    [`kind: playbook\nload_eligible: true\n${scope}`, 'allow artifact-eligible'],
    [`kind: skill\n${scope}`, 'ask artifact-ineligible'],
    [`kind: skill\nload_eligible: false\n${scope}`, 'ask artifact-ineligible'],
    [`kind: skill\nload_eligible: "true"\n${scope}`, 'ask artifact-ineligible'],
    [`kind: skill\nload_eligible: yes\n${scope}`, 'ask artifact-ineligible'],
    [`kind: skill\nload_eligible: 1\n${scope}`, 'ask artifact-ineligible'],
    [`kind: skill\nload_eligible: ture\n${scope}`, 'ask artifact-ineligible'],
    [`kind: skill\nlaod_eligible: true\n${scope}`, 'ask artifact-ineligible'],
  ])(
    'KL-003, KL-085, KL-087: a skill or playbook is read only if load_eligible is literally true: %j',
    (fields, expected) => {
      expect(saidBy('artifact', unitOf(fields))).toBe(expected)
    },
  )

  test.each([
    'kind: skill\nload_eligible: true',
    'kind: playbook\nload_eligible: true\naction_scope: all',
    'kind: skill\nload_eligible: true\naction_scope: {}',
  ])('KL-088: without a scope there is no grant: %j', (fields) => {
    expect(saidBy('artifact', unitOf(fields))).toBe('ask artifact-ineligible')
  })

  test('KL-088: load_eligible opens no other kind', () => {
    expect(saidBy('artifact', unitOf(`kind: executable\nload_eligible: true\n${scope}`))).toBe('ask artifact-pointer')
  })

  test.each(['0.1', '0.12', '0.14', '0.32', '7.0'])(
    'KL-002: a field counts by its name, whatever version is declared: %s',
    (version) => {
      const of = (fields: string) => unitOf(fields, '', {}, version)
      expect(saidBy('artifact', of(`kind: skill\nload_eligible: true\n${scope}`))).toBe('allow artifact-eligible')
      expect(saidBy('temporal', of('temporal: { valid_until: 2020-01-01 }'))).toBe('deny temporal-expired-unnamed')
      expect(saidBy('integrity', of('content_hash: { value: "00" }'))).toBe('allow hash-declared')
      expect(saidBy('payment', of('payment: { methods: [{ type: x402 }] }'))).toBe('deny payment-unsupported')
    },
  )

  test('KL-105: a charter changes no verdict', () => {
    const charter = 'charter: { may: [read, execute], load_eligible: true }'
    expect(saidBy('artifact', unitOf(`kind: skill\n${charter}`))).toBe('ask artifact-ineligible')
    expect(saidBy('authority', unitOf(charter), { action: 'execute' })).toBe('deny authority-denied')
    expect(unitOf(charter).unit.unit.charter).toEqual({ may: ['read', 'execute'], load_eligible: true })
  })

  test('a pack declares no kind', () => {
    expect(saidBy('artifact', packOf())).toBe('allow not-declared')
  })
})
