import type { Fetched, FetchRequest, FetchSettings, NotFetched } from '../../model/distribution/fetch.ts'
import { limits } from '../../model/limits.ts'
import type { Cache, Clock, Connector, Fetcher, Resolver } from '../../model/ports.ts'
import { originName } from './checked-addresses.ts'
import { fetchCacheKey, fromCache, isFresh, storedResponse, storeResponse } from './fetch-cache.ts'
import { follow, type Task } from './follow.ts'
import { readUrl } from './read-url.ts'
import { codeOf, failure, type Within } from './results.ts'

export interface FetcherParts {
  readonly resolver: Resolver
  readonly connector: Connector
  readonly clock: Clock
  /** Aborts after that many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal
  readonly settings: FetchSettings
  readonly cache?: Cache
}

/** KCP §14.3: every URL, also that of a redirect, is decided about before anything is sent to it. */
export function guardedFetcher(parts: FetcherParts): Fetcher {
  const allowed = allowedOrigins(parts.settings)
  return { fetch: (request) => fetchGuarded(parts, allowed, request) }
}

export const allowedOrigins = ({ allow }: FetchSettings): ReadonlySet<string> =>
  new Set(
    allow
      .map((entry) => `https://${entry}`)
      .filter((url) => URL.canParse(url))
      .map((url) => originName(new URL(url))),
  )

async function fetchGuarded(
  { cache: anyCache, clock, deadline, settings, resolver, connector }: FetcherParts,
  allowed: ReadonlySet<string>,
  request: FetchRequest,
): Promise<Fetched | NotFetched> {
  const url = readUrl(request.url)
  if (!(url instanceof URL)) return url
  const maxBytes = request.maxBytes ?? limits.fetchBytes
  const cache = request.authorization === undefined ? anyCache : undefined
  const key = fetchCacheKey(url, settings)
  const stored = cache && storedResponse(cache, key)
  const cached = stored && stored.response.bytes.length <= maxBytes ? stored : undefined
  if (cached && isFresh(cached, clock.now(), request.updateFrequency)) return fromCache(cached, 'fresh')
  const milliseconds = request.maxMilliseconds ?? limits.fetchMilliseconds
  const signal = deadline(milliseconds)
  const within = withinTime(signal)
  const task = { request, resolver, connector, allowed, maxBytes, signal, within, cached }
  const followed = await followInTime(task, url, milliseconds)
  if (cache && 'headers' in followed) storeResponse(cache, key, { ...followed, cached, now: clock.now() })
  return followed.result
}

/** KCP §3.6: whatever ends late is a failure of the network. */
async function followInTime(task: Task, url: URL, milliseconds: number): ReturnType<typeof follow> {
  const followed = await follow(task, url).catch((error: unknown) => ({
    result: failure('RUN720', `The connection failed (${codeOf(error)}).`),
  }))
  const isLate = task.signal.aborted && followed.result.outcome === 'failed'
  return isLate ? { result: failure('RUN721', `The fetch took longer than ${milliseconds / 1000} seconds.`) } : followed
}

/** A connector or a resolver that ignores the signal is left behind. */
function withinTime(signal: AbortSignal): Within {
  const ended = new Promise<never>((_, reject) => {
    const end = (): void => reject(new Error('the time is over'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  ended.catch(() => undefined)
  return (work) => Promise.race([work, ended])
}
