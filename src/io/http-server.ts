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
}

/** Milliseconds. A slow client occupies a connection no longer. */
const [headersTimeout, requestTimeout, checkingInterval] = [10_000, 30_000, 2_000]
const maxConnections = 1024

/** Answers requests with a fetch handler; the signal of a request aborts when its client is gone. */
export async function serveHttp(
  fetch: (request: Request) => Promise<Response> | Response,
  { port, address = '127.0.0.1', tls }: Listening,
): Promise<HttpServer> {
  const limits = { headersTimeout, requestTimeout, connectionsCheckingInterval: checkingInterval }
  const server = createAdaptorServer({
    fetch,
    overrideGlobalObjects: false,
    ...(tls ? { createServer: createSecureServer, serverOptions: { ...limits, ...tls } } : { serverOptions: limits }),
  }) as Server
  server.maxConnections = maxConnections
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
