import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

const within = 'allow delegation-within'
const tooDeep = 'deny delegation-too-deep'

describe('delegation', () => {
  test.each([
    ['{}', [within, within, within, within, within]],
    ['{ max_depth: 0 }', [within, tooDeep, tooDeep, tooDeep, tooDeep]],
    ['{ max_depth: 1 }', [within, within, tooDeep, tooDeep, tooDeep]],
    ['{ max_depth: 2 }', [within, within, within, tooDeep, tooDeep]],
    ['{ max_depth: 3 }', [within, within, within, within, tooDeep]],
  ])('KCP-069: %s at depths 0 to 4', (block, expected) => {
    expect(
      [0, 1, 2, 3, 4].map((depth) => saidBy('delegation', unitOf(`delegation: ${block}`), { as: { depth } })),
    ).toEqual(expected)
  })

  test.each([undefined, Number.NaN, -1, 0.5])('KCP-069: a depth of %s counts as 1', (depth) => {
    const as = depth === undefined ? {} : { depth }
    expect(saidBy('delegation', unitOf('delegation: { max_depth: 0 }'), { as })).toBe(tooDeep)
    expect(saidBy('delegation', unitOf('delegation: { max_depth: 1 }'), { as })).toBe(within)
  })

  test.each([
    ['max_depth: 5', 'max_depth: 1', { depth: 2 }, tooDeep],
    [
      'require_capability_attenuation: false',
      'require_capability_attenuation: true',
      { depth: 2 },
      'deny delegation-not-narrower',
    ],
    ['human_in_the_loop: { required: false }', 'human_in_the_loop: { required: true }', {}, 'ask human-approval'],
    ['max_depth: 1', 'max_depth: 3', { depth: 2 }, tooDeep],
  ])('KCP-071: a unit with { %s } under a root with { %s }', (unit, root, as, expected) => {
    expect(saidBy('delegation', unitOf(`delegation: { ${unit} }`, `delegation: { ${root} }`), { as })).toBe(expected)
  })

  const narrower = 'deny delegation-not-narrower'
  test.each([
    ['a narrower scope', ['read:case:external-summary'], ['read:case'], within],
    ['an equal scope', ['read:case'], ['read:case'], narrower],
    ['a sibling', ['read:file'], ['read:case'], narrower],
    ['the parent', ['read'], ['read:case'], narrower],
    ['a scope that only begins alike', ['read:cases'], ['read:case'], narrower],
    ['one of two', ['read:case'], ['read:case', 'read:file'], within],
    ['one of two and a new one', ['read:case', 'write'], ['read:case', 'read:file'], narrower],
    ['a narrower one beside the same', ['read:case', 'read:case:summary'], ['read:case'], narrower],
    ['nothing at all', [], ['read:case'], within],
    ['unknown scopes', undefined, ['read:case'], narrower],
    ['unknown scopes of the parent', ['read:case:summary'], undefined, narrower],
  ])('KCP-072: with attenuation on, %s', (_, scopes, parentScopes, expected) => {
    const as = { depth: 2, ...(scopes ? { scopes } : {}), ...(parentScopes ? { parentScopes } : {}) }
    expect(saidBy('delegation', unitOf('delegation: { require_capability_attenuation: true }'), { as })).toBe(expected)
  })

  test('KCP-072: the first agent has nothing to narrow', () => {
    expect(
      saidBy('delegation', unitOf('delegation: { require_capability_attenuation: true }'), { as: { depth: 1 } }),
    ).toBe(within)
  })

  test('KCP-074: a person must approve before the unit is loaded, and can', () => {
    const fields = 'delegation: { human_in_the_loop: { required: true, approval_mechanism: uma } }'
    expect(reasonOf('delegation', unitOf(fields))).toMatchObject({
      verdict: 'ask',
      code: 'human-approval',
      pointer: '/units/0/delegation/human_in_the_loop',
      change: 'A person can run "lorefence approve unit:harbor/setup".',
    })
    expect(reasonOf('delegation', unitOf(fields, '', { approvals: ['human-approval'] })).verdict).toBe('allow')
  })

  test('KCP-074: an approval does not lift the other limits', () => {
    const fields = 'delegation: { require_capability_attenuation: true, human_in_the_loop: { required: true } }'
    expect(saidBy('delegation', unitOf(fields, '', { approvals: ['human-approval'] }), { as: { depth: 2 } })).toBe(
      narrower,
    )
  })

  test('an audit chain obliges to trace', () => {
    expect(reasonOf('delegation', unitOf('', 'delegation: { audit_chain: true }')).obligations).toEqual(['trace'])
  })

  test.each(['delegation: { max_depth: "0" }', 'delegation: { human_in_the_loop: true }', 'delegation: none'])(
    'what cannot be read asks: %s',
    (fields) => {
      expect(saidBy('delegation', unitOf(fields), { as: { depth: 0 } })).toBe('ask delegation-unreadable')
    },
  )

  test('a pack declares no delegation', () => {
    expect(saidBy('delegation', packOf())).toBe('allow not-declared')
  })

  test.each([
    [{}, 'deny delegation-unproven'],
    [{ delegationProof: false }, 'deny delegation-unproven'],
    [{ delegationProof: true }, 'allow delegation-within'],
    [{ depth: 0 }, 'allow delegation-within'],
    [{ depth: 2, delegationProof: true }, 'allow delegation-within'],
  ])('KL-079: require_delegation_proof for %j', (as, expected) => {
    const block = 'delegation: { require_delegation_proof: true }'
    for (const subject of [
      unitOf(block),
      unitOf('', block),
      unitOf('delegation: { require_delegation_proof: false }', block),
    ])
      expect(saidBy('delegation', subject, { as })).toBe(expected)
    expect(saidBy('delegation', unitOf('delegation: { require_delegation_proof: yes }'))).toBe(
      'ask delegation-unreadable',
    )
  })
})
