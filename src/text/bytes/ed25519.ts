import { createPublicKey, verify } from 'node:crypto'
import { decodeBase64 } from './base64.ts'
import { hashOf } from './digest.ts'

/** The bytes before a key in its DER form (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * The 32 bytes of a public key in base64 or hexadecimal (raw or DER), or in PEM. `undefined` for anything else, and for
 * points of small order: with such a key one signature fits every text.
 */
export function readPublicKey(written: string): Uint8Array | undefined {
  const bytes = keyBytes(written.trim().replace(/^ed25519:/i, ''))
  const raw = bytes?.length === 44 && derPrefix.equals(bytes.subarray(0, 12)) ? bytes.subarray(12) : bytes
  return raw?.length === 32 && !isWeak(raw) ? raw : undefined
}

const pem = /^-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]{56,80})-----END PUBLIC KEY-----$/

function keyBytes(text: string): Uint8Array | undefined {
  if (text.length > 200) return undefined
  const [, body] = pem.exec(text) ?? []
  if (body !== undefined) return decodeBase64(body.replace(/\s/g, ''))
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : decodeBase64(text)
}

/** The y coordinates of the points of small order, little-endian in hexadecimal, without the sign. */
const smallOrder = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])

/** Also true for keys that are not reduced, since such a point has a second spelling. */
function isWeak(key: Uint8Array): boolean {
  const y = Buffer.from(key)
  y[31] = (y[31] ?? 0) & 0x7f
  const isReduced = !(y[31] === 0x7f && y.subarray(1, 31).every((byte) => byte === 0xff) && (y[0] ?? 0) >= 0xed)
  return !isReduced || smallOrder.has(y.toString('hex'))
}

/** RFC 8032. A signature with an `s` that is not reduced is refused, so none has a second form. */
export function verifiesEd25519(key: Uint8Array, content: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== 32 || signature.length !== 64 || isWeak(key)) return false
  try {
    const publicKey = createPublicKey({ key: Buffer.concat([derPrefix, key]), format: 'der', type: 'spki' })
    return publicKey.asymmetricKeyType === 'ed25519' && verify(null, content, publicKey, signature)
  } catch {
    return false
  }
}

/** A name for a key, derived from its bytes alone. */
export const keyFingerprint = (key: Uint8Array): string => `ed25519-${hashOf(key, 'sha256').slice(0, 16)}`
