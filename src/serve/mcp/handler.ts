import { createMcpHandler } from '@modelcontextprotocol/server'
import { openKnowledge, remoteOptions, type OpenOptions } from '../../app/index.ts'
import { admission, type AdmissionOptions } from './admission.ts'
import type { Door } from './door.ts'
import { buildServer } from './server.ts'

export interface McpHandlerOptions extends OpenOptions, AdmissionOptions {
  /** Errors that are not sent to the client, such as a store that cannot be written. */
  onTrouble?(message: string): void
  /** Also return the facts of a reply as structured content; only for clients that show the model the text as well. */
  readonly structured?: boolean
}

export interface McpHandler {
  /** Answers one request; stateless, so any number of processes can share the work. Tokens are not checked. */
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

/** MCP over HTTP for requesters on other machines: clearance `public` unless `requester` sets another. */
export async function mcpHandler(given: McpHandlerOptions): Promise<McpHandler> {
  const { onTrouble, structured = false, allowedHosts = [], allowedOrigins = [], ...options } = given
  const refusalOf = admission({ allowedHosts, allowedOrigins }, (message) => onTrouble?.(message))
  const knowledge = await openKnowledge(remoteOptions(options))
  const door: Door = { knowledge, structured, ...(onTrouble ? { onTrouble } : {}) }
  const handler = createMcpHandler(() => buildServer(door).server, {
    maxRequestBodySize: mostBytes,
    onerror: ({ message }) => onTrouble?.(message),
  })
  knowledge.onChange(() => {
    handler.notify.toolsChanged()
    handler.notify.resourcesChanged()
  })
  return {
    fetch: async (request) => refusalOf(request) ?? handler.fetch(request),
    async close() {
      await knowledge.close()
      await handler.close()
    },
  }
}

const mostBytes = 256 * 1024
