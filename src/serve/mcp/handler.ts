import { createMcpHandler } from '@modelcontextprotocol/server'
import { openKnowledge, remoteOptions, type OpenOptions } from '../../app/index.ts'
import { admission, type AdmissionOptions } from './admission.ts'
import type { Door } from './door.ts'
import { buildServer } from './server.ts'

export interface McpHandlerOptions extends OpenOptions, AdmissionOptions {
  /** Trouble that the client is not told about, such as a store that cannot be written. */
  onTrouble?(message: string): void
  /** Facts of a reply also as structured content, with a declared schema; only for clients that show the model the text as well. */
  readonly structured?: boolean
}

export interface McpHandler {
  /** Answers one request; stateless, so any number of processes can share the work. Tokens are not checked. */
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

/** MCP over HTTP for requesters on other machines: cleared for what is public unless `requester` says more. */
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

/** A task is short; whoever sends more sends something else. */
const mostBytes = 256 * 1024
