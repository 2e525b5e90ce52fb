import type { Cache } from '../../model/ports.ts'
import { digest } from '../../text/bytes/digest.ts'

export const cacheKey = (subject: unknown): string => digest(JSON.stringify(subject)).slice('sha256:'.length)

export interface Making<T> {
  decode(bytes: Uint8Array): T | undefined
  encode(made: T): Uint8Array
  make(): T
}

/** The cached value of a key; if there is none, it is computed and stored. */
export function cached<T>(cache: Cache | undefined, subject: unknown, { decode, encode, make }: Making<T>): T {
  if (!cache) return make()
  const key = cacheKey(subject)
  const stored = cache.get(key)
  const known = stored && decode(stored)
  if (known) return known
  const made = make()
  cache.put(key, encode(made))
  return made
}
