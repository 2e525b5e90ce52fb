import { generateKeyPairSync, sign } from 'node:crypto'
import { signatureText } from '../../src/distribute/signed-entry.ts'
import type { SignaturePolicy, TrustedKey } from '../../src/model/documents/signature.ts'

export interface TestKey {
  readonly publicKey: string
  readonly raw: Uint8Array
  sign(content: string | Uint8Array): Uint8Array
  /** The content of a signature file, with this id. */
  file(content: string | Uint8Array, keyId?: string): string
}

/** A key that exists only for this test. */
export function testKey(): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12)
  const own: TestKey = {
    publicKey: raw.toString('base64'),
    raw,
    sign: (content) => sign(null, Buffer.from(content), privateKey),
    file: (content, keyId = 'k') =>
      signatureText({ signatures: [{ keyId, publicKey: own.publicKey, value: own.sign(content) }] }),
  }
  return own
}

export const listed = (keyId: string, { publicKey }: TestKey, ...domains: readonly string[]): TrustedKey => ({
  keyId,
  publicKey,
  ...(domains.length > 0 ? { domains } : {}),
})

export const policy = (keys: readonly TrustedKey[] = [], more: Partial<SignaturePolicy> = {}): SignaturePolicy => ({
  keys,
  revoked: [],
  threshold: 1,
  required: false,
  allowDerivedOrigin: false,
  ...more,
})
