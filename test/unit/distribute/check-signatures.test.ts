import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkSignatures } from '../../../src/distribute/check-signatures.ts'
import { isInScope, plainOrigin, remoteIn } from '../../../src/distribute/origin.ts'
import { isOlder } from '../../../src/distribute/signed-entry.ts'
import type { SignatureOrigin, SignaturePolicy } from '../../../src/model/documents/signature.ts'
import { parseSignatureFile } from '../../../src/parse/signature-file.ts'
import { readPublicKey, verifiesEd25519 } from '../../../src/text/bytes/ed25519.ts'
import { listed, policy, testKey } from '../../support/signing.ts'

const ours = testKey()
const other = testKey()
const content = 'project: harbor\nversion: 1.0.0\n'
const asserted: SignatureOrigin = { kind: 'asserted', value: 'github.com/acme/docs' }

interface Case {
  readonly bytes?: string
  readonly policy?: SignaturePolicy
  readonly declaredKey?: string
  readonly origin?: SignatureOrigin
}

/** Tier and code of a signature file over some bytes. */
function said(file: string | Uint8Array, options: Case = {}): string {
  const parsed = parseSignatureFile(Buffer.from(file))
  if (!parsed) return 'no signature file'
  const { tier, code } = checkSignatures(
    {
      content: Buffer.from(options.bytes ?? content),
      file: parsed,
      declaredKey: options.declaredKey,
      origin: options.origin ?? asserted,
    },
    options.policy ?? policy([listed('k', ours)]),
  )
  return `${tier} ${code}`
}

const bare = Buffer.from(ours.sign(content)).toString('base64')
const json = (fields: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ key_id: 'k', algorithm: 'Ed25519', public_key: ours.publicKey, signature: bare, ...fields })

describe('KL-038: both forms, over the exact bytes', () => {
  test.each([
    ['an envelope', json({})],
    ['bare base64', `${bare}\n`],
    ['a detached JWS', jws({ alg: 'EdDSA', kid: 'k' })],
    ['an envelope with EdDSA', json({ algorithm: 'EdDSA' })],
  ])('%s holds', (_, file) => {
    expect(said(file)).toBe('trusted signature-trusted')
    for (let i = 0; i < content.length; i += 5) {
      const flipped = Buffer.from(content)
      flipped[i] = (flipped[i] ?? 0) ^ 1
      expect(said(file, { bytes: flipped.toString('latin1') })).not.toContain('trusted')
    }
  })

  function jws(header: object): string {
    const head = Buffer.from(JSON.stringify(header)).toString('base64url')
    const input = `${head}.${Buffer.from(content).toString('base64url')}`
    return `${head}..${Buffer.from(ours.sign(input)).toString('base64url')}`
  }

  test.each([
    ['none', { alg: 'none' }],
    ['HS256', { alg: 'HS256' }],
    ['ES256', { alg: 'ES256' }],
    ['something critical', { alg: 'EdDSA', crit: ['b64'], b64: false }],
  ])('a JWS of %s does not', (_, header) => {
    expect(said(jws(header))).toMatch(/^(?:failed signature-algorithm|no signature file)$/)
  })
})

test.each([
  ['CRLF', content.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${content}`],
  ['a further newline', `${content}\n`],
  ['no last newline', content.trimEnd()],
])('KL-038: nothing is repaired before it is verified: %s', (_, bytes) => {
  expect(said(json({}), { bytes })).toBe('failed signature-mismatch')
})

test('KL-038: another normal form is other bytes', () => {
  const text = 'project: cafe\u0301\n'
  const file = ours.file(text)
  expect(said(file, { bytes: text })).toBe('trusted signature-trusted')
  expect(said(file, { bytes: text.normalize('NFC') })).toBe('failed signature-mismatch')
})

describe('what is no signature', () => {
  const raw = ours.sign(content)
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
  test.each([
    ['empty', ''],
    ['truncated', base64(raw.subarray(0, 63))],
    ['too long', base64(Buffer.concat([raw, Buffer.from([0])]))],
    ['without padding', bare.replace(/=+$/, '')],
    ['another alphabet', `${bare.replaceAll('+', '-').replaceAll('/', '_').slice(0, -2)}-_`],
    ['spaces inside', `${bare.slice(0, 20)} ${bare.slice(20)}`],
    ['bits after the end', `${bare.slice(0, -3)}${bare.at(-3) === 'B' ? 'C' : 'B'}==`],
    ['hexadecimal', Buffer.from(raw).toString('hex')],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
    ['a byte order mark', `\ufeff${bare}`],
    ['a list', `[${json({})}]`],
    ['no signature in it', json({ signature: undefined })],
    ['another type', json({ signature: [bare] })],
    ['an algorithm of another type', json({ algorithm: ['Ed25519', 'none'] })],
    ['two algorithms', `{"algorithm":"Ed25519","algorithm":"none","signature":"${bare}"}`],
    ['no signatures', '{"signatures":[]}'],
    ['one bad one among good ones', `{"signatures":[${json({})},{"signature":"x"}]}`],
    ['too many', `{"signatures":[${Array.from({ length: 33 }, () => json({})).join(',')}]}`],
  ])('%s', (_, file) => {
    expect(said(file)).not.toMatch(/^(?:trusted|known)/)
  })
})

describe('another algorithm, another key', () => {
  test.each(['none', 'HS256', 'RS256', 'ES256', 'Ed25519ph', 'Ed25519ctx', 'Ed448', '', 'ed25519 '])(
    'algorithm %j',
    (algorithm) => {
      expect(said(json({ algorithm }))).toBe('failed signature-algorithm')
    },
  )

  test('an RSA or EC key does not become one of Ed25519', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    for (const { publicKey, privateKey } of [rsa, ec]) {
      const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
      expect(readPublicKey(pem)).toBeUndefined()
      const signature = sign('sha256', Buffer.from(content), privateKey).subarray(0, 64).toString('base64')
      expect(said(json({ public_key: pem, signature, key_id: 'x' }))).toBe('failed signature-mismatch')
    }
  })

  test('KL-041: a key that the envelope or the manifest brings proves no identity', () => {
    expect(said(other.file(content, 'theirs'))).toBe('known signature-known')
    const signature = Buffer.from(other.sign(content)).toString('base64')
    expect(said(signature, { declaredKey: other.publicKey })).toBe('known signature-known')
    // With the id of a listed key it is a forgery.
    expect(said(other.file(content, 'k'))).toBe('failed signature-mismatch')
  })

  test('without any key there is nothing to check with', () => {
    const signature = Buffer.from(other.sign(content)).toString('base64')
    expect(said(signature)).toBe('unsigned signature-unchecked')
    expect(said(signature, { policy: policy(), declaredKey: 'https://example.com/key' })).toBe(
      'unsigned signature-unchecked',
    )
  })

  test('a revoked key, by id or by its bytes, listed or not', () => {
    const hex = Buffer.from(ours.raw).toString('hex')
    for (const revoked of [['k'], [ours.publicKey], [hex]]) {
      expect(said(json({}), { policy: policy([listed('k', ours)], { revoked }) })).toBe('failed signature-revoked')
      expect(said(json({}), { policy: policy([], { revoked }) })).toBe('failed signature-revoked')
    }
    expect(said(bare, { policy: policy([listed('k', ours)], { revoked: ['k'] }) })).toBe('failed signature-revoked')
    expect(said(json({}), { policy: policy([listed('k', ours)], { revoked: ['j'] }) })).toBe(
      'trusted signature-trusted',
    )
  })
})

describe('a threshold', () => {
  const both = (...files: readonly string[]): string => `{"signatures":[${files.join(',')}]}`
  const two = policy([listed('a', ours), listed('b', other)], { threshold: 2 })

  test('two different keys', () => {
    expect(said(both(ours.file(content, 'a'), other.file(content, 'b')), { policy: two })).toBe(
      'trusted signature-trusted',
    )
    expect(said(ours.file(content, 'a'), { policy: two })).toBe('known signature-too-few')
  })

  test('one key counts once, however often it signs or is listed', () => {
    const twice = policy([listed('a', ours), listed('b', ours)], { threshold: 2 })
    for (const under of [two, twice])
      expect(said(both(ours.file(content, 'a'), ours.file(content, 'a')), { policy: under })).toBe(
        'known signature-too-few',
      )
    expect(said(both(ours.file(content, 'a'), ours.file(content, 'b')), { policy: twice })).toBe(
      'known signature-too-few',
    )
  })

  test('one signature that does not hold spoils the others', () => {
    const bad = other.file(`${content}x`, 'b')
    expect(said(both(ours.file(content, 'a'), bad), { policy: policy([listed('a', ours)]) })).toBe(
      'failed signature-mismatch',
    )
  })
})

describe('keys and signatures with a second form', () => {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const number = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
  const bytesOf = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()

  test('an s that is not reduced', () => {
    const made = ours.sign(content)
    const s = number(made.subarray(32))
    expect(verifiesEd25519(ours.raw, Buffer.from(content), made)).toBe(true)
    for (let more = order; s + more < 2n ** 256n; more += order) {
      const malleable = Buffer.concat([made.subarray(0, 32), bytesOf(s + more)])
      expect(verifiesEd25519(ours.raw, Buffer.from(content), malleable)).toBe(false)
    }
  })

  const p = 2n ** 255n - 19n
  const order8 = [
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ].map((hex) => number(Buffer.from(hex, 'hex')))
  const small = [0n, 1n, p - 1n, p, p + 1n, ...order8].flatMap((y) => [y, y + 2n ** 255n]).map(bytesOf)

  test('a key of small order, for which one signature fits every text', () => {
    for (const key of small) {
      expect(readPublicKey(key.toString('base64'))).toBeUndefined()
      for (const point of small) {
        const forged = Buffer.concat([point, Buffer.alloc(32)])
        expect(verifiesEd25519(key, Buffer.from(content), forged)).toBe(false)
      }
    }
  })
})

describe('origins', () => {
  test.each([
    ['https://github.com/Acme/docs.git', 'github.com/Acme/docs'],
    ['git@github.com:Acme/docs.git', 'github.com/Acme/docs'],
    ['ssh://git@GitHub.com/Acme/docs', 'github.com/Acme/docs'],
    ['https://user:secret@example.com:8443/a/?x=1#y', 'example.com:8443/a'],
    ['github.com/Acme', 'github.com/Acme'],
    ['file:///etc', undefined],
    ['', undefined],
  ])('KL-046: %j', (written, expected) => {
    expect(plainOrigin(written)).toBe(expected)
  })

  test.each([
    ['github.com/Acme', true],
    ['github.com/Acme/docs', true],
    ['github.com/AcmeEvil', false],
    ['github.com/acme', false],
    ['github.com.evil/Acme', false],
    ['evil/github.com/Acme', false],
    ['github.com/Acme/../Evil', false],
  ])('KL-043: scope by whole names: %j', (origin, expected) => {
    expect(isInScope(origin, 'github.com/Acme')).toBe(expected)
  })

  test('KL-046: the remote of a checkout', () => {
    const config = (url: string): string =>
      `[core]\n\tbare = false\n[remote "fork"]\n\turl = x\n[remote "origin"]\n\turl = ${url}\n`
    expect(remoteIn(config('https://token@github.com/acme/docs.git'))).toBe('github.com/acme/docs')
    expect(remoteIn('[remote "fork"]\nurl = https://github.com/acme/docs')).toBeUndefined()
  })

  const scoped = policy([listed('k', ours, 'github.com/acme')])

  test.each<[string, SignatureOrigin, string]>([
    ['asserted', asserted, 'trusted signature-trusted'],
    ['fetched', { kind: 'fetched', value: 'github.com/acme/docs' }, 'trusted signature-trusted'],
    [
      'derived, which anyone can forge',
      { kind: 'derived', value: 'github.com/acme/docs' },
      'known signature-elsewhere',
    ],
    ['none', { kind: 'none' }, 'known signature-elsewhere'],
    ['another', { kind: 'asserted', value: 'github.com/acmeevil' }, 'known signature-elsewhere'],
  ])('KL-042, KL-046: a key that is bound to an origin: %s', (_, origin, expected) => {
    expect(said(json({}), { policy: scoped, origin })).toBe(expected)
  })

  test('KL-046: a derived origin counts where the user says so', () => {
    const origin: SignatureOrigin = { kind: 'derived', value: 'github.com/acme/docs' }
    expect(said(json({}), { policy: { ...scoped, allowDerivedOrigin: true }, origin })).toBe(
      'trusted signature-trusted',
    )
    expect(said(json({}), { origin })).toBe('known signature-listed')
  })

  test('KL-044: what comes from the origin of a key must be signed by it', () => {
    const check = (file: string | undefined, origin: SignatureOrigin): string => {
      const parsed = file === undefined ? undefined : parseSignatureFile(Buffer.from(file))
      const { tier, code } = checkSignatures(
        { content: Buffer.from(content), ...(parsed ? { file: parsed } : {}), origin },
        scoped,
      )
      return `${tier} ${code}`
    }
    for (const kind of ['asserted', 'fetched', 'derived'] as const) {
      const origin: SignatureOrigin = { kind, value: 'github.com/acme/docs' }
      expect(check(undefined, origin)).toBe('failed signature-publisher')
      expect(check(other.file(content, 'theirs'), origin)).toBe('failed signature-publisher')
    }
    expect(check(undefined, { kind: 'none' })).toBe('unsigned signature-absent')
  })
})

test.each([
  [{ version: '1.1.0' }, { version: '1.2.0' }, true],
  [{ version: '1.2.0' }, { version: '1.2.0' }, false],
  [{ version: '1.10.0' }, { version: '1.9.0' }, false],
  [{ version: '1.2.0-rc.1' }, { version: '1.2.0' }, true],
  [{ version: '1.2.0', updated: '2026-01-01' }, { version: '1.2.0', updated: '2026-02-01' }, true],
  [{ version: '2.0.0', updated: '2026-01-01' }, { version: '1.2.0', updated: '2026-02-01' }, false],
  [{ updated: '2026-01-01' }, { updated: '2026-02-01' }, true],
  [{}, { version: '1.2.0' }, true],
  [{ version: 'next' }, { version: '1.2.0' }, true],
  [{ version: 'b' }, { version: 'a' }, false],
  [{}, {}, false],
])('an edition %j against %j is older: %j', (edition, than, expected) => {
  expect(isOlder(edition, than)).toBe(expected)
})
