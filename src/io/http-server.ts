import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

export interface HttpServer {
  readonly port: number
  close(): Promise<void>
}

type Fetch = (request: Request) => Promise<Response>

export interface Listening {
  readonly port: number
  /** Default: this machine only. */
  readonly address?: string
}

/** Answers requests for one path. */
export async function serveHttp(
  fetch: Fetch,
  path: string,
  { port, address = '127.0.0.1' }: Listening,
): Promise<HttpServer> {
  const server = createServer((incoming, outgoing) => void answer(fetch, path, incoming, outgoing))
  await new Promise<void>((listening, fail) => {
    server.once('error', fail)
    server.listen({ port, host: address }, listening)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function answer(fetch: Fetch, path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  try {
    const response = await fetchedFor(fetch, path, incoming, gone.signal)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body) await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing)
    else outgoing.end()
  } catch {
    // The client is gone, or sent what is no request.
    if (!outgoing.headersSent) outgoing.writeHead(400)
    outgoing.end()
  }
}

async function fetchedFor(
  fetch: Fetch,
  path: string,
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<Response> {
  const { method = 'GET', headers, url = '/' } = incoming
  if (new URL(url, 'http://127.0.0.1').pathname !== path) return new Response(null, { status: 404 })
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  )
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return fetch(
    new Request(`http://127.0.0.1${path}`, {
      method,
      headers: fields,
      signal,
      ...(hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}),
    } as RequestInit),
  )
}
