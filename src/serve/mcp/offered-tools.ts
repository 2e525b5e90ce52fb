import type { McpServer } from '@modelcontextprotocol/server'
import type { Door } from './door.ts'
import { toolFailure } from './failure.ts'
import { toolResult } from './reply.ts'
import { standardSchema } from './standard-schema.ts'

/** The tools of KCP Appendix D, under the names of the document, and those for the scanned files. */
export function registerOffered(server: McpServer, door: Door): void {
  for (const { name, title, description, input, run } of [...(door.memory ?? []), ...(door.workspace ?? [])])
    server.registerTool(
      name,
      { title, description, inputSchema: standardSchema(input), annotations: { readOnlyHint: true } },
      async (args) => {
        try {
          return toolResult(await run(args))
        } catch (error) {
          return toolFailure(error, door)
        }
      },
    )
}
