import { lookup } from 'node:dns/promises'
import type { FetchSettings } from '../../model/fetch.ts'
import type { Cache, Clock, Fetcher, Resolver } from '../../model/ports.ts'
import { guardedFetcher } from './guarded-fetcher.ts'
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
