import type { Requester } from '../../app/index.ts'
import { sha256Of } from '../../io/secrets.ts'
import type { HttpClient } from '../../model/documents/config.ts'
import type { Clock, Keys } from '../../model/ports.ts'
import { bearerOf, clientOf } from '../mcp/tokens.ts'

/** The client behind a credential: its name, and the facts by which the gates decide. */
export interface Identity {
  readonly client: string
  readonly requester: Requester
  /** A viewer sees all receipts and asks as other requesters; an operator also answers reviews. Absent for agents. */
  readonly person?: 'viewer' | 'operator'
}

/** Who sent a request, by its credential alone; `undefined` if it has no accepted one. */
export type Authenticate = (request: Request) => Promise<Identity | undefined>

/** The first that recognises the credential. */
export function byAny(ways: readonly Authenticate[]): Authenticate {
  return async (request) => {
    for (const way of ways) {
      const identity = await way(request)
      if (identity) return identity
    }
    return undefined
  }
}

/** The clients of the config, named by the start of their digest. */
export function byTable(clients: readonly HttpClient[]): Authenticate {
  return async (request) => {
    const found = clientOf(request, clients)
    return found && { client: `token:${found.tokenSha256.slice(0, 12)}`, requester: found.requester }
  }
}

/** The token that `serve` prints for the browser of the person who started it. */
export function byOwnToken(own: HttpClient): Authenticate {
  const known = byTable([own])
  return async (request) => {
    const identity = await known(request)
    return identity && { ...identity, person: 'viewer' }
  }
}

/** The current keys of `lorefence key`. */
export function byKey(keys: Pick<Keys, 'find'>, clock: Clock): Authenticate {
  return async (request) => {
    const token = bearerOf(request)
    const key = token === undefined ? undefined : keys.find(sha256Of(token))
    const isOver = key?.expires !== undefined && key.expires <= clock.now().toISOString()
    if (!key || isOver) return undefined
    return { client: `key:${key.name}`, requester: key.requester, ...(key.operator ? { person: 'operator' } : {}) }
  }
}
