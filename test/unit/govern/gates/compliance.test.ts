import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

const under = (restrictions: string, rest = ''): string => `compliance: { restrictions: [${restrictions}]${rest} }`

describe('compliance', () => {
  test.each([
    ['[EEA]', undefined, 'deny region-unknown'],
    ['[EEA]', 'US', 'deny region-outside'],
    ['[EEA]', 'EEA', 'allow compliance-met'],
    ['[EEA]', 'NO', 'allow compliance-met'],
    ['[EEA]', 'EU', 'allow compliance-met'],
    ['[EU]', 'NO', 'deny region-outside'],
    ['[EU]', 'de', 'allow compliance-met'],
    ['[DE]', 'EEA', 'deny region-outside'],
    ['[CH, US]', 'US', 'allow compliance-met'],
    ['EEA', 'CH', 'deny region-outside'],
    ['[]', 'NO', 'deny region-outside'],
    ['[47]', 'NO', 'ask compliance-unreadable'],
  ])('KCP-081: residency %s, region %s', (residency, region, expected) => {
    expect(
      saidBy('compliance', unitOf(`compliance: { data_residency: ${residency} }`), {
        as: region === undefined ? {} : { region },
      }),
    ).toBe(expected)
  })

  test.each([
    ['external', 'deny external-model'],
    ['local', 'allow compliance-met'],
    [undefined, 'deny model-unknown'],
  ] as const)('KCP-086: no-external-llm, model %s', (model, expected) => {
    expect(saidBy('compliance', unitOf(under('no-external-llm')), { as: model ? { model } : {} })).toBe(expected)
  })

  test.each([
    ['', { region: 'NO' }, 'deny border-unknown'],
    [', data_residency: [EEA]', {}, 'deny region-unknown'],
    [', data_residency: [EEA]', { region: 'US' }, 'deny region-outside'],
    [', data_residency: [EEA]', { region: 'EEA' }, 'allow compliance-met'],
  ])('KCP-088: no-cross-border%s, asked by %j', (residency, as, expected) => {
    expect(saidBy('compliance', unitOf(under('no-cross-border', residency)), { as })).toBe(expected)
  })

  test.each([
    [under('no-ai-training'), '', ['no-ai-training']],
    [under('no_ai_training'), '', ['no-ai-training']],
    [under('audit-required'), '', ['audit']],
    ['', 'compliance: { restrictions: [no-ai-training, audit-required] }', ['no-ai-training', 'audit']],
    ['', 'trust: { audit: { agent_must_log: true, require_trace_context: true } }', ['audit', 'trace']],
  ])('KCP-089: %j under %j obliges to %j', (fields, root, obligations) => {
    expect(reasonOf('compliance', unitOf(fields, root))).toMatchObject({
      verdict: 'allow',
      code: 'compliance-met',
      obligations,
    })
  })

  test.each([
    [true, 'deny audit-impossible'],
    [undefined, 'allow compliance-met'],
  ] as const)('KCP-090: audit-required where records are kept in memory only: %s', (unrecorded, expected) => {
    expect(saidBy('compliance', unitOf(under('audit-required'), '', unrecorded ? { unrecorded } : {}))).toBe(expected)
  })

  test('KCP-091: human-approval-required asks a person, who can approve', () => {
    const fields = under('human-approval-required')
    expect(saidBy('compliance', unitOf(fields))).toBe('ask human-approval-restriction')
    expect(reasonOf('compliance', unitOf(fields, '', { approvals: ['human-approval-restriction'] })).verdict).toBe(
      'allow',
    )
    expect(
      saidBy(
        'compliance',
        unitOf(under('human-approval-required, no-external-llm'), '', { approvals: ['human-approval-restriction'] }),
      ),
    ).toBe('deny model-unknown')
  })

  test('KCP-093: a refusal names the block and the value', () => {
    expect(
      reasonOf('compliance', unitOf('', 'compliance: { data_residency: [EEA, CH] }'), { as: { region: 'US' } }),
    ).toMatchObject({
      sentence: 'It may be used in EEA, CH only, not in US.',
      pointer: '/compliance/data_residency',
      spec: 'KCP §3.5',
      values: { region: 'US', regions: 'EEA, CH' },
    })
    expect(reasonOf('compliance', unitOf(under('no-external-llm')), { as: { model: 'external' } })).toMatchObject({
      pointer: '/units/0/compliance/restrictions',
    })
  })

  test.each([
    [under('no-drones'), '', 'ask compliance-unreadable'],
    ['compliance: GDPR', '', 'ask compliance-unreadable'],
    ['compliance: { restrictions: { no-external-llm: true } }', '', 'ask compliance-unreadable'],
    ['', 'compliance: { sensitivity: secret }', 'ask compliance-unreadable'],
    ['', 'trust: { audit: true }', 'ask compliance-unreadable'],
    [
      under('human-approval-required'),
      'trust: { audit: true }',
      'ask compliance-unreadable:human-approval-restriction',
    ],
  ])('what cannot be read is not passed over: %j under %j', (fields, root, expected) => {
    expect(saidBy('compliance', unitOf(fields, root))).toBe(expected)
  })

  test('a pack declares no restriction', () => {
    expect(saidBy('compliance', packOf())).toBe('allow not-declared')
  })
})
