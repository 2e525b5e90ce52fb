import { createMcpHandler } from '@modelcontextprotocol/server'
import {
  openKnowledge,
  remoteOptions,
  type Caller,
  type Knowledge,
  type OpenOptions,
  type Requester,
  type ShownSession,
} from '../../app/index.ts'
import { admission, type AdmissionOptions } from './admission.ts'
import type { Sessions } from '../../model/ports.ts'
import type { Door } from './door.ts'
import { endSession, renewed, sessionOf, withNewSession } from './http-session.ts'
import { Listing } from './listing.ts'
import { buildServer } from './server.ts'

export interface McpHandlerOptions extends OpenOptions, HandlerOptions {}

export interface HandlerOptions extends AdmissionOptions {
  /**
   * Identifies the sender of a request, for example by its token; `undefined` refuses it with 401. The clearance is
   * `public` unless the result sets another. Absent: every request comes from `requester`, and tokens are not checked.
   */
  requesterOf?(request: Request): Requester | undefined
  /** Reports errors that are not sent to the client, such as a store that cannot be written. */
  onTrouble?(message: string): void
  /** Prefix of every tool name. Default: `knowledge_`. */
  readonly toolPrefix?: string
  /** Also return the facts of a reply as structured content; only for clients that show the model the text as well. */
  readonly structured?: boolean
}

/** The options that are not passed on to open the knowledge, which rejects unknown names. */
const handlerNames = {
  allowedHosts: true,
  allowedOrigins: true,
  requesterOf: true,
  onTrouble: true,
  toolPrefix: true,
  structured: true,
} as const satisfies Record<keyof HandlerOptions, true>

export interface McpHandler {
  /** Answers one request; stateless, so any number of processes can share the work. */
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

/** MCP over HTTP for requesters on other machines: clearance `public` unless `requester` sets another. */
export async function mcpHandler(given: McpHandlerOptions): Promise<McpHandler> {
  // Checks the lists before anything is opened.
  admission(given, () => undefined)
  const opening = Object.fromEntries(
    Object.entries(given).filter(([name]) => !Object.hasOwn(handlerNames, name)),
  ) as unknown as OpenOptions
  return handlerFor(await openKnowledge(remoteOptions(opening)), given)
}

/** The same for knowledge that is already open. */
export function handlerFor(knowledge: Knowledge, options: HandlerOptions): McpHandler {
  const { onTrouble, requesterOf } = options
  const refusalOf = admission(options, (message) => onTrouble?.(message))
  const mcp = mcpFor(knowledge, options)
  return {
    async fetch(request) {
      const refusal = refusalOf(request)
      if (refusal !== undefined) return errorOf(403, -32_000, refusal)
      if (!requesterOf) return mcp.fetchAs(request)
      const requester = requesterOf(request)
      return requester ? mcp.fetchAs(request, { requester }) : unauthorized()
    },
    close: () => mcp.close(),
  }
}

/** The sender of a request: its facts, and on a server the client to record. */
export interface Sender {
  readonly requester: Requester
  readonly caller?: Caller
  /** Whether the sender may also have what the server offers only to people. */
  readonly isPerson?: boolean
}

interface Sent extends Sender {
  readonly session: ShownSession | undefined
}

interface MountedOptions extends Pick<HandlerOptions, 'onTrouble' | 'structured' | 'toolPrefix'> {
  /** Sessions of the knowledge: a named client gets a text once per session. */
  readonly sessions?: Pick<Sessions, 'forget'> | undefined
}

/** The handler without admission, for a server that has already checked the request. */
export function mcpFor(
  knowledge: Knowledge,
  { onTrouble, sessions, structured = false, toolPrefix, memory }: MountedOptions & Pick<Door, 'memory'>,
): { fetchAs(request: Request, sender?: Sender): Promise<Response>; close(): Promise<void> } {
  const doors = new Doors(knowledge, {
    structured,
    ...(toolPrefix === undefined ? {} : { toolPrefix }),
    ...(onTrouble ? { onTrouble } : {}),
    ...(memory ? { memory } : {}),
  })
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { session, ...sender } = (authInfo?.extra ?? {}) as Partial<Sent>
      const { requester } = sender
      const door = doors.doorFor(requester && { ...sender, requester })
      return buildServer(session ? { ...door, session } : door).server
    },
    { maxRequestBodySize: mostBytes, onerror: ({ message }) => onTrouble?.(message) },
  )
  knowledge.onChange(() => {
    handler.notify.toolsChanged()
    handler.notify.resourcesChanged()
  })
  return {
    async fetchAs(request, sender) {
      if (!sender) return handler.fetch(request)
      const { caller } = sender
      const extra = { ...sender }
      const authInfo = { token: '', clientId: '', scopes: [], extra }
      if (!sessions || !caller) return handler.fetch(request, { authInfo })
      const session = sessionOf(request, caller.client, sessions)
      if (session && request.method === 'DELETE') return endSession(session)
      // A client lacks what it did not receive, so its session is forgotten.
      request.signal.addEventListener(
        'abort',
        () => void renewed(session).catch(({ message }: Error) => onTrouble?.(message)),
      )
      const response = await handler.fetch(request, { authInfo: { ...authInfo, extra: { ...extra, session } } })
      return withNewSession(request, response)
    },
    async close() {
      await knowledge.close()
      await handler.close()
    },
  }
}

const mostBytes = 256 * 1024

const errorOf = (status: number, code: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })

const unauthorized = (): Response =>
  errorOf(401, -32_001, 'This token is not accepted. Send one in "Authorization: Bearer …".', {
    'www-authenticate': 'Bearer',
  })

/** Maximum number of cached requesters. */
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

  doorFor(sender: Sender | undefined): Door {
    const key = JSON.stringify(sender) ?? ''
    const known = this.#doors.get(key)
    if (known) return known
    const knowledge = sender ? this.#knowledge.forRequester(sender.requester, sender.caller) : this.#knowledge
    const { memory = [], ...common } = this.#common
    const ofPerson = sender?.isPerson === true ? { memory } : {}
    const door = { ...common, ...ofPerson, knowledge, listing: new Listing(knowledge) }
    this.#doors.set(key, door)
    for (const oldest of [...this.#doors.keys()].slice(0, -mostDoors)) this.#doors.delete(oldest)
    return door
  }
}
