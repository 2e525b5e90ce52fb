import { describe, expect, test } from 'vitest'
import { planAccess, selectAuth } from '../../../../src/govern/auth-method.ts'
import { unitOf } from '../../../support/gate-case.ts'

const three = [
  { type: 'oauth2', issuer: 'https://login.harbor.example' },
  { type: 'api_key', header: 'X-Harbor-Key' },
  { type: 'none' },
]

describe('choosing a method', () => {
  test.each([
    [['api_key'], 1],
    [['none', 'api_key', 'oauth2'], 0],
    [['none'], 2],
    [['spiffe'], undefined],
    [[], undefined],
  ])("KCP-064: of three methods, %j takes entry %s: the order is the publisher's", (supported, position) => {
    expect(selectAuth(three, supported)).toBe(position === undefined ? undefined : three[position])
  })
})

describe('planning access', () => {
  const plan = (
    fields: string,
    methods: readonly { readonly type: string }[] | undefined,
    supported: readonly string[],
  ) => planAccess(unitOf(fields).unit, methods && { methods }, supported)

  test.each([
    ['no auth block', undefined],
    ['methods nobody here supports', [{ type: 'spiffe' }]],
    ['three methods', three],
  ])('KCP-059: a public unit is open with %s', (_, methods) => {
    expect(plan('access: public', methods, []).status).toBe('open')
    expect(plan('', methods, []).status).toBe('open')
  })

  test.each(['authenticated', 'restricted'])('KCP-058: none does not satisfy an %s unit', (access) => {
    expect(plan(`access: ${access}`, [{ type: 'none' }], ['none', 'oauth2'])).toEqual({
      status: 'unsatisfiable',
      offered: ['none'],
    })
    expect(plan(`access: ${access}`, [{ type: 'none' }, { type: 'api_key' }], ['none', 'api_key'])).toEqual({
      status: 'use',
      method: { type: 'api_key' },
      offered: ['none', 'api_key'],
    })
    expect(plan(`access: ${access}`, undefined, ['oauth2'])).toEqual({ status: 'unsatisfiable', offered: [] })
  })

  test('KCP-064: the first supported method is used', () => {
    expect(plan('access: restricted', three, ['api_key', 'oauth2']).method).toBe(three[0])
  })

  test('KCP-065: when none is supported, what is offered is named, unknown types too', () => {
    expect(plan('access: authenticated', [{ type: 'spiffe' }, { type: 'oauth2' }, { type: 'none' }], ['none'])).toEqual(
      { status: 'no_supported_method', offered: ['spiffe', 'oauth2', 'none'] },
    )
  })

  test('an access that cannot be read is not open', () => {
    expect(plan('access: Restricted', [{ type: 'none' }], ['none']).status).toBe('unsatisfiable')
  })
})
