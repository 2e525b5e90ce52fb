import { guardedFetcher } from '../../src/io/fetch/guarded-fetcher.ts'
import type { Fetched, FetchRequest, FetchSettings, NotFetched } from '../../src/model/distribution/fetch.ts'
import type { Cache, Connected, ConnectRequest } from '../../src/model/ports.ts'

export interface FakeResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Size of an additional header. */
  readonly filler?: number
  readonly body?: string | Uint8Array
  /** How often the body is sent, one chunk after another. */
  readonly times?: number
  /** The point after which nothing more arrives until the timeout. */
  readonly stalls?: 'headers' | 'body'
  /** The connection ends with this code, before the headers or within the body. */
  readonly breaks?: { readonly in: 'connection' | 'body'; readonly code: string }
}

export interface FakeNetwork {
  /** By name: one list per lookup, the last one for all further lookups. No list: the name does not exist. */
  readonly names?: Readonly<Record<string, readonly (readonly string[])[]>>
  /** By URL; a list is served in order. */
  readonly responses?: Readonly<Record<string, FakeResponse | readonly FakeResponse[]>>
  readonly settings?: Partial<FetchSettings>
  readonly cache?: Cache
  readonly now?: () => Date
  /** The resolver does not answer before the timeout. */
  readonly resolverStalls?: boolean
}

/** A guarded fetcher in a simulated network, with the names it looked up and the addresses it connected to. */
export function fakeNetwork(network: FakeNetwork) {
  const lookups: string[] = []
  const connections: ConnectRequest[] = []
  let closed = 0
  let deadline = new AbortController()
  /** Nothing arrives; the timeout is immediate, so that no test waits for it. */
  const stall = (): Promise<never> => {
    queueMicrotask(() => deadline.abort())
    return new Promise(() => undefined)
  }
  const fetcher = guardedFetcher({
    resolver: {
      async resolve(name) {
        lookups.push(name)
        if (network.resolverStalls) return stall()
        const answers = network.names?.[name]
        const nth = lookups.filter((looked) => looked === name).length
        const answer = answers?.[Math.min(nth, answers.length) - 1]
        if (!answer) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
        return answer
      },
    },
    connector: {
      async connect(request) {
        connections.push(request)
        const planned = [network.responses?.[request.url.href] ?? []].flat() as readonly FakeResponse[]
        const nth = connections.filter(({ url }) => url.href === request.url.href).length
        const response = planned[Math.min(nth, planned.length) - 1] ?? { status: 404 }
        return answerOf(response, { address: request.addresses[0] ?? '', stall, close: () => void closed++ })
      },
    },
    clock: { now: network.now ?? (() => new Date('2026-01-01T00:00:00Z')) },
    deadline: () => (deadline = new AbortController()).signal,
    settings: { allow: [], ...network.settings },
    ...(network.cache ? { cache: network.cache } : {}),
  })
  const fetch = (request: string | FetchRequest): Promise<Fetched | NotFetched> =>
    fetcher.fetch(typeof request === 'string' ? { url: request } : request)
  return { fetch, lookups, connections, closed: () => closed }
}

interface Wire {
  readonly address: string
  stall(): Promise<never>
  close(): void
}

async function answerOf(response: FakeResponse, { address, stall, close }: Wire): Promise<Connected> {
  const { status = 200, filler = 0, body = '', times = 1, stalls, breaks } = response
  const headers = { ...response.headers, ...(filler > 0 ? { 'x-filler': 'a'.repeat(filler) } : {}) }
  if (stalls === 'headers') return stall()
  if (breaks?.in === 'connection')
    return { ok: false, trouble: 'unreachable', detail: `The connection failed (${breaks.code}).` }
  async function* parts(): AsyncGenerator<Uint8Array> {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
    for (let sent = 0; sent < times; sent++) yield bytes
    if (stalls === 'body') await stall()
    if (breaks) throw Object.assign(new Error('broken'), { code: breaks.code })
  }
  return { ok: true, status, headers, address, body: parts(), close }
}

/** A cache that lasts as long as the test. */
export function fakeCache(): Cache & { readonly entries: Map<string, Uint8Array> } {
  const entries = new Map<string, Uint8Array>()
  return { entries, get: (key) => entries.get(key), put: (key, bytes) => void entries.set(key, bytes) }
}
