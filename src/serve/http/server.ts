import { serveHttp, urlOf, type Listening } from '../../io/http-server.ts'
import { httpApp, type AppOptions } from './app.ts'

export { byAny, byKey, byOwnToken, byTable } from './identity.ts'
export { byOAuth, fetchedKeys } from './oauth.ts'

export interface RunningServer {
  readonly url: string
  /** Answers the open requests, then ends. */
  close(): Promise<void>
}

/** Milliseconds for requests that are being answered when the server ends. */
const grace = 10_000

/** `lorefence serve`. */
export async function startServer(listening: Listening, options: AppOptions): Promise<RunningServer> {
  const app = httpApp(options)
  const server = await serveHttp(app.fetch, listening)
  return {
    url: urlOf(listening, server.port),
    async close() {
      await app.drain(grace)
      await app.close()
      await server.close(500)
    },
  }
}
