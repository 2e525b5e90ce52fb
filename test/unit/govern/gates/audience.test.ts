import { describe, expect, test } from 'vitest'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

describe('audience', () => {
  test.each([
    ['', 'agent', 'allow audience-anybody'],
    ['audience: [alien]', 'agent', 'allow audience-other'],
    ['audience: [alien]', 'alien', 'allow audience-fits'],
    ['audience: [agent, human]', undefined, 'allow audience-unknown'],
    ['audience: [agent, human]', 'agent', 'allow audience-fits'],
    ['audience: [operator]', 'devops', 'allow audience-fits'],
    ['audience: [devops]', 'operator', 'allow audience-fits'],
    ['audience: [operator]', 'developer', 'allow audience-other'],
  ])('KCP-146: %s, read for %s', (fields, audience, expected) => {
    expect(saidBy('audience', unitOf(fields), { as: audience === undefined ? {} : { audience } })).toBe(expected)
  })

  test('KCP-146: another audience is a note', () => {
    expect(reasonOf('audience', unitOf('audience: [operator]'), { as: { audience: 'developer' } })).toMatchObject({
      sentence: 'Its declared audience is operator, not developer.',
      obligations: ['note'],
      pointer: '/units/0/audience',
    })
  })

  test('a pack names no audience', () => {
    expect(saidBy('audience', packOf())).toBe('allow not-declared')
  })
})
