import { lookup } from 'node:dns/promises'
import type { FetchSettings } from '../../model/distribution/fetch.ts'
import type { Cache, Clock, Fetcher, Resolver } from '../../model/ports.ts'
import { checkedAddresses, type CheckedAddresses } from './checked-addresses.ts'
import { allowedOrigins, guardedFetcher } from './guarded-fetcher.ts'
import { httpsConnector } from './https-connector.ts'

const systemResolver: Resolver = {
  async resolve(name) {
    return (await lookup(name, { all: true })).map(({ address }) => address)
  },
}

/** The fetcher of this machine. */
export function systemFetcher(
  settings: FetchSettings,
  { clock, cache }: { readonly clock: Clock; readonly cache?: Cache },
): Fetcher {
  return guardedFetcher({
    resolver: systemResolver,
    connector: httpsConnector(settings),
    clock,
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
    settings,
    ...(cache ? { cache } : {}),
  })
}

/** The checked addresses of a host, for a program that makes its own connections. */
export const systemAddresses =
  (settings: FetchSettings) =>
  (url: URL): Promise<CheckedAddresses> =>
    checkedAddresses(url, { resolver: systemResolver, allowed: allowedOrigins(settings), within: (work) => work })
