import type { Requester } from '../../app/index.ts'
import type { HttpClient } from '../../model/config.ts'
import { clientOf } from '../mcp/tokens.ts'

/** Whom a credential stands for: its name, and the facts by which the gates decide. */
export interface Identity {
  readonly client: string
  readonly requester: Requester
}

/** Who sent a request, by its credential alone; `undefined` where none is accepted. */
export type Authenticate = (request: Request) => Promise<Identity | undefined>

/** The clients of the config, by the start of their digest. */
export function byTable(clients: readonly HttpClient[]): Authenticate {
  return async (request) => {
    const found = clientOf(request, clients)
    return found && { client: `token:${found.tokenSha256.slice(0, 12)}`, requester: found.requester }
  }
}
