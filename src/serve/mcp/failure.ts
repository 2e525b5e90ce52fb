import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Door } from './door.ts'

/** The operator gets the error; a client on another machine only learns that there was one. */
export function troubleLine(error: unknown, { commands, onTrouble }: Door): string {
  const message = error instanceof Error ? error.message : String(error)
  onTrouble?.(message)
  return commands ? message : 'The server cannot do this now; its operator can read why.'
}

export const toolFailure = (error: unknown, door: Door): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: troubleLine(error, door) }],
})
