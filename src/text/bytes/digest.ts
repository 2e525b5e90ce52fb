import crypto, { createHash } from 'node:crypto'

/** `sha256:` and 64 hex digits. */
export function digest(content: string | Uint8Array): string {
  return `sha256:${hexDigest(content)}`
}

type Hash = (content: string | Uint8Array) => string

/**
 * `crypto.hash` (Node 20.12 and later) is twice as fast for short texts. Chosen on first use, because `node:crypto` takes
 * 3 ms to load.
 */
let hexDigest: Hash = (content) => {
  const { hash } = crypto
  hexDigest =
    typeof hash === 'function'
      ? (text) => hash('sha256', text, 'hex')
      : (text) => createHash('sha256').update(text).digest('hex')
  return hexDigest(content)
}

/** Hexadecimal. */
export const hashOf = (content: Uint8Array, algorithm: 'sha256' | 'sha384' | 'sha512'): string =>
  createHash(algorithm).update(content).digest('hex')

/** KCP §4.21.1: one line for each file below a folder (path, NUL, digest, LF), sorted by bytes. */
export function folderHashOf(
  files: readonly { readonly path: string; readonly value: string }[],
  algorithm: Parameters<typeof hashOf>[1],
): string {
  const lines = files.map(({ path, value }) => Buffer.from(`${path}\0${value}\n`))
  return hashOf(Buffer.concat(lines.sort(Buffer.compare)), algorithm)
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** The first `length` base32 characters of a sha256. */
export function shortDigest(content: string, length: number): string {
  const bytes = createHash('sha256').update(content).digest()
  let text = ''
  for (let bit = 0; text.length < length; bit += 5) {
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0)
    text += base32[(pair >> (11 - (bit & 7))) & 31] ?? ''
  }
  return text
}
