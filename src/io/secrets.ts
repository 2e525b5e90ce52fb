import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A token that cannot be guessed. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const sha256Of = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Compares in the same time whatever differs; `sha256` is hexadecimal. */
export const isTokenOf = (token: string, sha256: string): boolean =>
  timingSafeEqual(Buffer.from(sha256Of(token), 'hex'), Buffer.from(sha256, 'hex'))
