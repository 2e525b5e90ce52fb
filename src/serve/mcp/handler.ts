import { createMcpHandler } from '@modelcontextprotocol/server'
import { openKnowledge, remoteOptions, type Knowledge, type OpenOptions, type Requester } from '../../app/index.ts'
import { admission, type AdmissionOptions } from './admission.ts'
import type { Door } from './door.ts'
import { Listing } from './listing.ts'
import { buildServer } from './server.ts'

export interface McpHandlerOptions extends OpenOptions, HandlerOptions {}

export interface HandlerOptions extends AdmissionOptions {
  /**
   * Who sends a request, for example by its token; `undefined` refuses it with 401. Unless it sets another, the
   * clearance is `public`. Without it every request is one of `requester`, and tokens are not checked.
   */
  requesterOf?(request: Request): Requester | undefined
  /** Errors that are not sent to the client, such as a store that cannot be written. */
  onTrouble?(message: string): void
  /** In front of the name of each tool. Default: `knowledge_`. */
  readonly toolPrefix?: string
  /** Also return the facts of a reply as structured content; only for clients that show the model the text as well. */
  readonly structured?: boolean
}

export interface McpHandler {
  /** Answers one request; stateless, so any number of processes can share the work. */
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

/** MCP over HTTP for requesters on other machines: clearance `public` unless `requester` sets another. */
export async function mcpHandler(given: McpHandlerOptions): Promise<McpHandler> {
  // Before anything is opened, since it checks the lists.
  admission(given, () => undefined)
  return handlerFor(await openKnowledge(remoteOptions(given)), given)
}

/** The same for knowledge that is open already. */
export function handlerFor(knowledge: Knowledge, options: HandlerOptions): McpHandler {
  const { onTrouble, structured = false, toolPrefix, requesterOf } = options
  const refusalOf = admission(options, (message) => onTrouble?.(message))
  const doors = new Doors(knowledge, {
    structured,
    ...(toolPrefix === undefined ? {} : { toolPrefix }),
    ...(onTrouble ? { onTrouble } : {}),
  })
  const handler = createMcpHandler(
    ({ authInfo }) => buildServer(doors.doorFor(authInfo?.extra?.['requester'])).server,
    { maxRequestBodySize: mostBytes, onerror: ({ message }) => onTrouble?.(message) },
  )
  knowledge.onChange(() => {
    handler.notify.toolsChanged()
    handler.notify.resourcesChanged()
  })
  return {
    async fetch(request) {
      const refusal = refusalOf(request)
      if (refusal || !requesterOf) return refusal ?? handler.fetch(request)
      const requester = requesterOf(request)
      if (!requester) return unauthorized()
      return handler.fetch(request, { authInfo: { token: '', clientId: '', scopes: [], extra: { requester } } })
    },
    async close() {
      await knowledge.close()
      await handler.close()
    },
  }
}

const mostBytes = 256 * 1024

function unauthorized(): Response {
  const error = { code: -32_001, message: 'This token is not accepted. Send one in "Authorization: Bearer …".' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
}

/** More requesters than this are not remembered. */
const mostDoors = 100

/** One door for each requester, with its lists. */
class Doors {
  readonly #knowledge: Knowledge
  readonly #common: Omit<Door, 'knowledge' | 'listing'>
  readonly #doors = new Map<string, Door>()

  constructor(knowledge: Knowledge, common: Omit<Door, 'knowledge' | 'listing'>) {
    this.#knowledge = knowledge
    this.#common = common
  }

  doorFor(requester: unknown): Door {
    const key = JSON.stringify(requester) ?? ''
    const known = this.#doors.get(key)
    if (known) return known
    const knowledge = requester === undefined ? this.#knowledge : this.#knowledge.forRequester(requester as Requester)
    const door = { ...this.#common, knowledge, listing: new Listing(knowledge) }
    this.#doors.set(key, door)
    for (const oldest of [...this.#doors.keys()].slice(0, -mostDoors)) this.#doors.delete(oldest)
    return door
  }
}
