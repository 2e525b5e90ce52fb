import type { Knowledge } from '../../app/index.ts'
import { serveHttp, urlOf, type Listening } from '../../io/http-server.ts'
import type { HttpClient } from '../../model/documents/config.ts'
import { handlerFor, type HandlerOptions } from './handler.ts'
import { clientOf } from './tokens.ts'

const path = '/mcp'

export interface HttpOptions extends Pick<HandlerOptions, 'onTrouble' | 'structured' | 'toolPrefix' | 'allowedHosts'> {
  readonly listening: Listening
  /** The operator's table. */
  readonly clients: readonly HttpClient[]
}

export interface McpHttpServer {
  readonly url: string
  close(): Promise<void>
}

/** Serves clients that have a token of the table. */
export async function serveMcpHttp(
  knowledge: Knowledge,
  { listening, clients, ...options }: HttpOptions,
): Promise<McpHttpServer> {
  const requesterOf = (request: Request) => clientOf(request, clients)?.requester
  const handler = handlerFor(knowledge, { ...options, requesterOf })
  const server = await serveHttp(
    (request) =>
      new URL(request.url).pathname === path ? handler.fetch(request) : new Response(null, { status: 404 }),
    listening,
  )
  return {
    url: `${urlOf(listening, server.port)}${path}`,
    async close() {
      await handler.close()
      await server.close()
    },
  }
}
