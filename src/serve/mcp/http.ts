import type { Knowledge, Requester } from '../../app/index.ts'
import { serveHttp, type Listening } from '../../io/http-server.ts'
import { isTokenOf } from '../../io/secrets.ts'
import type { HttpClient } from '../../model/config.ts'
import { handlerFor, type HandlerOptions } from './handler.ts'

const path = '/mcp'

export interface HttpOptions extends Pick<HandlerOptions, 'onTrouble' | 'structured' | 'toolPrefix' | 'allowedHosts'> {
  readonly listening: Listening
  /** The table of the operator. */
  readonly clients: readonly HttpClient[]
}

export interface HttpServer {
  readonly url: string
  close(): Promise<void>
}

/** Serves to whoever has a token of the table. */
export async function serveMcpHttp(
  knowledge: Knowledge,
  { listening, clients, ...options }: HttpOptions,
): Promise<HttpServer> {
  const handler = handlerFor(knowledge, { ...options, requesterOf: requesterByToken(clients) })
  const server = await serveHttp(handler.fetch, path, listening)
  return {
    url: `http://${nameOf(listening)}:${server.port}${path}`,
    async close() {
      await handler.close()
      await server.close()
    },
  }
}

const nameOf = ({ address = '127.0.0.1' }: Listening): string => (address.includes(':') ? `[${address}]` : address)

export function requesterByToken(clients: readonly HttpClient[]): (request: Request) => Requester | undefined {
  return ({ headers }) => {
    const [, token] = /^Bearer +(\S{1,512})$/i.exec(headers.get('authorization') ?? '') ?? []
    // Every row is compared, so that the time says nothing.
    const rows = token === undefined ? [] : clients.filter(({ tokenSha256 }) => isTokenOf(token, tokenSha256))
    return rows[0]?.requester
  }
}
