import { describe, expect, test } from 'vitest'
import type { EntrySignature } from '../../../../src/model/documents/signature.ts'
import { followed, packOf, reasonOf, saidBy, unitOf } from '../../../support/gate-case.ts'

const signed = (tier: EntrySignature['tier'], code: string, signers: readonly string[] = []): EntrySignature => ({
  tier,
  code,
  signers,
  origin: { kind: 'none' },
})
const { follow: _follow, ...pinned } = followed

describe('signature', () => {
  test.each([
    [signed('unsigned', 'signature-absent'), 'allow signature-absent'],
    [signed('unsigned', 'signature-unchecked'), 'allow signature-unchecked'],
    [signed('known', 'signature-known'), 'allow signature-known'],
    [signed('known', 'signature-elsewhere'), 'allow signature-elsewhere'],
    [signed('known', 'signature-too-few', ['a']), 'allow signature-too-few'],
    [signed('known', 'signature-listed', ['a']), 'allow signature-listed'],
    [signed('known', 'signature-not-served', ['a']), 'allow signature-not-served'],
    [signed('trusted', 'signature-trusted', ['a']), 'allow signature-trusted'],
  ])('KL-042: %j', (signature, expected) => {
    for (const subject of [unitOf('', '', { signature }), packOf('status: ready', { signature })])
      expect(saidBy('signature', subject)).toBe(expected)
  })

  test('KL-047: of what was fetched, only a unit with a hash counts as trusted', () => {
    const signature = {
      ...signed('trusted', 'signature-trusted', ['a']),
      origin: { kind: 'fetched' as const, value: 'a.example' },
    }
    const hash = `content_hash: { algorithm: sha256, value: ${'a'.repeat(64)} }`
    expect(saidBy('signature', unitOf('', '', { signature }))).toBe('allow signature-trusted-unhashed')
    expect(saidBy('signature', unitOf(hash, '', { signature }))).toBe('allow signature-trusted')
  })

  test('what is not signed, and was never asked to be', () => {
    expect(saidBy('signature', unitOf())).toBe('allow signature-absent')
    expect(saidBy('signature', packOf('status: ready', { builtin: true, signersRequired: 1 }))).toBe(
      'allow not-declared',
    )
  })

  test.each([
    'deny signature-mismatch',
    'deny signature-unreadable',
    'deny signature-algorithm',
    'deny signature-revoked',
    'deny signature-publisher',
    'deny signature-lost',
    'deny signature-rollback',
  ])('KL-045: %s is refused, and asks in a folder that a person follows', (refused) => {
    const code = refused.slice('deny '.length)
    const signature = signed('failed', code, ['a'])
    expect(saidBy('signature', unitOf('', '', { signature, grant: pinned }))).toBe(refused)
    expect(saidBy('signature', unitOf('', '', { signature }))).toBe(`ask ${code}`)
    expect(saidBy('signature', packOf('status: ready', { signature }))).toBe(`ask ${code}`)
  })

  test('an approval counts only with the digest of the bytes that it is about', () => {
    const failed = { signature: signed('failed', 'signature-mismatch'), manifestRef: 'manifest:harbor' }
    const approvals = ['signature-mismatch']
    expect(saidBy('signature', unitOf('', '', { ...failed, approvals }))).toBe('ask signature-mismatch')
    expect(saidBy('signature', unitOf('', '', { ...failed, manifestApprovals: approvals }))).toBe(
      'allow signature-mismatch',
    )
    expect(saidBy('signature', unitOf('', '', { ...failed, grant: pinned, manifestApprovals: approvals }))).toBe(
      'deny signature-mismatch',
    )
    expect(reasonOf('signature', unitOf('', '', failed))).toMatchObject({ asksAbout: 'manifest:harbor' })
  })

  test('what the user requires', () => {
    const of = (signature: EntrySignature | undefined, signersRequired: number): string =>
      saidBy('signature', unitOf('', '', { signersRequired, ...(signature ? { signature } : {}) }))
    expect(of(undefined, 1)).toBe('deny signature-required')
    expect(of(signed('known', 'signature-known'), 1)).toBe('deny signature-required')
    expect(of(signed('known', 'signature-too-few', ['a']), 2)).toBe('deny signature-required')
    expect(of(signed('known', 'signature-listed', ['a', 'b']), 2)).toBe('allow signature-listed')
  })
})
