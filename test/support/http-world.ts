import { onTestFinished } from 'vitest'
import { remoteOptions } from '../../src/app/index.ts'
import { sha256Of } from '../../src/io/secrets.ts'
import type { HttpClient } from '../../src/model/documents/config.ts'
import type { Requester } from '../../src/model/decisions/requester.ts'
import { httpApp, type AppOptions, type HttpApp } from '../../src/serve/http/app.ts'
import type { LogEntry } from '../../src/serve/http/observe.ts'
import { byTable } from '../../src/serve/http/identity.ts'
import { doorWorld, type DoorWorld } from './door-world.ts'

export interface HttpWorld {
  readonly app: HttpApp
  readonly logged: LogEntry[]
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
}

const client = (token: string, requester: Requester = {}): HttpClient => ({ tokenSha256: sha256Of(token), requester })

/** The server of `lorefence serve` without a socket; requests have the token `guest` unless they set another. */
export async function httpWorld(
  options: Partial<AppOptions> & { readonly clients?: readonly HttpClient[] } = {},
  world: DoorWorld = doorWorld(),
): Promise<HttpWorld> {
  const { clients = [client('guest'), client('staff', { clearance: 'restricted' })], ...rest } = options
  const knowledge = await world.open(remoteOptions({ roots: [world.cwd] }))
  const logged: LogEntry[] = []
  const app = httpApp({
    knowledge,
    receipts: world.ports.receipts,
    clock: world.ports.clock,
    authenticate: byTable(clients),
    log: (entry) => void logged.push(entry),
    ...rest,
  })
  onTestFinished(() => app.close())
  const send = async (path: string, init: RequestInit, headers: Readonly<Record<string, string>>): Promise<Response> =>
    app.fetch(
      new Request(`http://127.0.0.1:7434${path}`, { ...init, headers: { authorization: 'Bearer guest', ...headers } }),
    )
  return {
    app,
    logged,
    get: (path, headers = {}) => send(path, {}, headers),
    post: (path, body, headers = {}) =>
      send(
        path,
        { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
        { 'content-type': 'application/json', ...headers },
      ),
  }
}
