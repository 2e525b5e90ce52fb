import { describe, expect, test } from 'vitest'
import type { Requester } from '../../../../src/model/decisions/requester.ts'
import { packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

/** The example of KCP §4.16. */
const schema = `
visibility:
  default: confidential
  conditions:
    - when: { environment: [development, local] }
      then: { sensitivity: internal, requires_auth: false }
    - when: { environment: [production], agent_role: [platform_admin, security_auditor] }
      then: { sensitivity: confidential, requires_auth: true }
    - when: { environment: [production] }
      then: { sensitivity: restricted, requires_auth: true }`

const sensitivityFor = (fields: string, as: Requester, root = ''): string | undefined =>
  reasonOf('sensitivity', unitOf(fields, root), { as: { clearance: 'restricted', ...as } }).values?.['sensitivity']

describe('visibility', () => {
  test.each([
    [{ environment: 'development' }, 'visibility-condition', 'internal', '/units/0/visibility/conditions/0'],
    [{ environment: 'local', role: 'intern' }, 'visibility-condition', 'internal', '/units/0/visibility/conditions/0'],
    [
      { environment: 'production', role: 'platform_admin' },
      'visibility-condition',
      'confidential',
      '/units/0/visibility/conditions/1',
    ],
    [
      { environment: 'production', role: 'security_auditor' },
      'visibility-condition',
      'confidential',
      '/units/0/visibility/conditions/1',
    ],
    [
      { environment: 'production', role: 'intern' },
      'visibility-condition',
      'restricted',
      '/units/0/visibility/conditions/2',
    ],
    [{ environment: 'staging', role: 'platform_admin' }, 'visibility-default', 'confidential', '/units/0/visibility'],
  ])('KCP-171: the first condition that matches %j wins', (as, code, sensitivity, pointer) => {
    expect(reasonOf('visibility', unitOf(schema), { as })).toMatchObject({ verdict: 'allow', code, pointer })
    expect(sensitivityFor(schema, as)).toBe(sensitivity)
  })

  test.each([
    ['{ environment: local }', 'local', 'cook', true],
    ['{ environment: [dock, local] }', 'local', 'cook', true],
    ['{ environment: local }', 'Local', 'cook', false],
    ['{ agent_role: cook }', 'local', 'cook', true],
    ['{ agent_role: [mate, cook] }', 'sea', 'cook', true],
    ['{ environment: local, agent_role: cook }', 'local', 'cook', true],
    ['{ environment: local, agent_role: cook }', 'local', 'mate', false],
    ['{ environment: local, agent_role: cook }', 'sea', 'cook', false],
    ['{ environment: [], agent_role: cook }', 'local', 'cook', false],
  ])('KCP-172: %s in environment %s as %s: %s', (when, environment, role, matches) => {
    const fields = `visibility: { default: restricted, conditions: [{ when: ${when}, then: { sensitivity: public } }] }`
    expect(sensitivityFor(fields, { environment, role })).toBe(matches ? 'public' : 'restricted')
  })

  test('KCP-173: without a match the default holds, and without a block the flat fields', () => {
    expect(sensitivityFor('sensitivity: public\nvisibility: { default: confidential }', {})).toBe('confidential')
    expect(sensitivityFor('sensitivity: internal', {})).toBe('internal')
    expect(saidBy('visibility', unitOf('sensitivity: internal'))).toBe('allow visibility-undeclared')
  })

  test.each([
    ['nothing is known', {}, 'visibility-unknown', 'confidential'],
    ['only the role is known', { role: 'platform_admin' }, 'visibility-unknown', 'confidential'],
    [
      'A-25: the environment is known, and an earlier condition asks for the role',
      { environment: 'production' },
      'visibility-uncertain',
      'restricted',
    ],
    [
      'A-25: the environment is known, and no earlier condition asks for the role',
      { environment: 'local' },
      'visibility-condition',
      'internal',
    ],
  ])('KCP-174: %s', (_, as, code, sensitivity) => {
    expect(saidBy('visibility', unitOf(schema), { as })).toBe(`allow ${code}`)
    expect(sensitivityFor(schema, as)).toBe(sensitivity)
  })

  test('KCP-174: A-25 with a certain match that is looser than the default gives the default', () => {
    const fields = `
visibility:
  default: confidential
  conditions:
    - { when: { agent_role: guest }, then: { sensitivity: restricted, authority: { read: denied } } }
    - { when: { environment: local }, then: { sensitivity: public, requires_auth: false, authority: { export: initiative } } }
access: authenticated`
    const as = { environment: 'local', clearance: 'restricted' } as const
    expect(sensitivityFor(fields, as)).toBe('confidential')
    expect(saidBy('access', unitOf(fields), { as })).toBe('deny credential-unobtainable')
    expect(saidBy('authority', unitOf(fields), { as, action: 'export' })).toBe('deny authority-denied')
    expect(saidBy('authority', unitOf(fields), { as: { ...as, role: 'cook' }, action: 'export' })).toBe(
      'allow authority-initiative',
    )
  })

  test('what is unknown says what would help', () => {
    expect(reasonOf('visibility', unitOf(schema)).change).toBe('Set the environment and role of the requester.')
  })

  test.each([
    ['without when', '{ then: { sensitivity: public } }'],
    ['with an empty when', '{ when: {}, then: { sensitivity: public } }'],
    ['without then', '{ when: { environment: local } }'],
  ])('KCP-177: A-26: a condition %s never matches, and the unit asks', (_, condition) => {
    const fields = `visibility: { default: confidential, conditions: [${condition}] }`
    expect(sensitivityFor(fields, { environment: 'local', role: 'cook' })).toBe('confidential')
    expect(saidBy('visibility', unitOf(fields), { as: { environment: 'local' } })).toBe('ask visibility-unreadable')
  })

  test('a block that cannot be read asks, at the root too', () => {
    expect(saidBy('visibility', unitOf('visibility: confidential'))).toBe('ask visibility-unreadable')
    expect(reasonOf('visibility', unitOf('', 'visibility: { default: secret }'))).toMatchObject({
      verdict: 'ask',
      code: 'visibility-unreadable',
      pointer: '/visibility/default',
    })
    expect(saidBy('visibility', unitOf('visibility: { default: public }', 'visibility: { default: secret }'))).toBe(
      'allow visibility-default',
    )
  })

  test('a pack declares no visibility', () => {
    expect(saidBy('visibility', packOf())).toBe('allow not-declared')
  })
})
