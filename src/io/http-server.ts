import { createAdaptorServer } from '@hono/node-server'
import type { Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface HttpServer {
  readonly port: number
  /** Accepts nothing more, and ends the connections that are still open after this time. Default: at once. */
  close(milliseconds?: number): Promise<void>
}

export interface Listening {
  readonly port: number
  /** Default: this machine only. */
  readonly address?: string
  /** PEM; without it, plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Milliseconds, for tests. */
  readonly times?: typeof defaultTimes
}

/**
 * Milliseconds that a slow client may occupy a connection: until its headers and its body have arrived, and while idle.
 */
const defaultTimes = { headers: 10_000, body: 30_000, still: 90_000, check: 2_000 }
const maxConnections = 1024

/** Answers requests with a fetch handler; the signal of a request aborts when its client disconnects. */
export async function serveHttp(
  fetch: (request: Request) => Promise<Response> | Response,
  { port, address = '127.0.0.1', tls, times = defaultTimes }: Listening,
): Promise<HttpServer> {
  const limits = { headersTimeout: times.headers, requestTimeout: times.body, connectionsCheckingInterval: times.check }
  const server = createAdaptorServer({
    fetch,
    overrideGlobalObjects: false,
    ...(tls ? { createServer: createSecureServer, serverOptions: { ...limits, ...tls } } : { serverOptions: limits }),
  }) as Server
  server.maxConnections = maxConnections
  // A client that does not read its answer is not connected forever. Streams of MCP send something every 15 seconds.
  server.setTimeout(times.still)
  await new Promise<void>((listening, fail) => {
    server.once('error', fail)
    server.listen({ port, host: address }, listening)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: (milliseconds = 0) =>
      new Promise((done) => {
        const end = setTimeout(() => server.closeAllConnections(), milliseconds)
        server.close(() => {
          clearTimeout(end)
          done()
        })
        server.closeIdleConnections()
      }),
  }
}

/** `http://name:port` of a server. */
export function urlOf({ address = '127.0.0.1', tls }: Listening, port: number): string {
  return `${tls ? 'https' : 'http'}://${address.includes(':') ? `[${address}]` : address}:${port}`
}
