import type { Fetched } from '../../model/distribution/fetch.ts'
import type { Cache } from '../../model/ports.ts'
import { digest } from '../../text/bytes/digest.ts'

type Headers = Readonly<Record<string, string>>

/** A response as it is cached. */
export interface CachedResponse {
  readonly response: Omit<Fetched, 'outcome' | 'cache' | 'digest'>
  /** Milliseconds since 1970. */
  readonly stored: number
  /**
   * Seconds for which the server lets it be used; `0` with `always` set: it is revalidated whatever a manifest states.
   */
  readonly maxAge: number
  readonly always: boolean
}

const day = 86_400

/** Seconds for which a cached response is used where the declaring manifest states how often it changes (KCP §4.6b). */
const frequencyAges: Readonly<Record<string, number>> = {
  hourly: day / 24,
  daily: day,
  weekly: 7 * day,
  monthly: 30 * day,
  rarely: 90 * day,
  never: Infinity,
}

/** The longest that a header may ask for. */
const longestAge = 365 * day

/** The cacheable part of a response; `undefined` where nothing may be cached. */
function storable(headers: Headers): Pick<CachedResponse, 'maxAge' | 'always'> | undefined {
  const directives = (headers['cache-control'] ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  if (directives.includes('no-store') || headers['vary']?.trim() === '*') return undefined
  const [, seconds = '0'] = directives.flatMap((part) => /^max-age="?(\d{1,12})"?$/.exec(part) ?? [])
  const age = /^\d{1,12}$/.test(headers['age'] ?? '') ? Number(headers['age']) : 0
  return {
    maxAge: Math.max(0, Math.min(Number(seconds), longestAge) - age),
    always: directives.some((part) => part === 'no-cache' || part.startsWith('no-cache=')),
  }
}

/** Whether it may be used without asking the server. A clock that was set back proves nothing. */
export function isFresh({ stored, maxAge, always }: CachedResponse, now: Date, updateFrequency = ''): boolean {
  const declared = Object.hasOwn(frequencyAges, updateFrequency) ? (frequencyAges[updateFrequency] ?? 0) : 0
  const seconds = (now.getTime() - stored) / 1000
  return !always && seconds >= 0 && seconds < Math.max(maxAge, declared)
}

/** Headers that let the server confirm a cached response. */
export function validatorsOf({ response: { etag, lastModified } }: CachedResponse): Headers {
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  }
}

/** By URL and by what the operator allowed at that time: other settings decide anew. */
export const fetchCacheKey = (url: URL, settings: unknown): string =>
  `fetch-${digest(JSON.stringify([url.href, settings])).slice('sha256:'.length)}`

export const fromCache = ({ response }: CachedResponse, cache: Fetched['cache']): Fetched => ({
  outcome: 'fetched',
  ...response,
  digest: digest(response.bytes),
  cache,
})

interface Arrived {
  readonly result: Fetched
  readonly headers: Headers
  /** The cached response, if the server confirmed it. */
  readonly cached?: CachedResponse | undefined
  readonly now: Date
}

/** One line of JSON, then the bytes. A confirmation without an age keeps the former one. */
export function storeResponse(cache: Cache, key: string, { result, headers, cached, now }: Arrived): void {
  const isSilent = result.cache === 'revalidated' && headers['cache-control'] === undefined
  const terms = isSilent && cached ? { maxAge: cached.maxAge, always: cached.always } : storable(headers)
  if (!terms) return
  const { outcome: _outcome, cache: _cache, digest: _digest, bytes, ...response } = result
  const line = JSON.stringify({ response, stored: now.getTime(), ...terms })
  cache.put(key, Buffer.concat([Buffer.from(`${line}\n`), bytes]))
}

export function storedResponse(cache: Cache, key: string): CachedResponse | undefined {
  const whole = cache.get(key)
  const end = whole?.indexOf(0x0a) ?? -1
  if (!whole || end < 0) return undefined
  try {
    const { response, ...rest } = JSON.parse(Buffer.from(whole.subarray(0, end)).toString('utf8')) as CachedResponse
    return { ...rest, response: { ...response, bytes: whole.subarray(end + 1) } }
  } catch {
    return undefined
  }
}
