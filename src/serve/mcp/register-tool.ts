import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type McpServer,
  type RegisteredTool,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { readStages } from '../../model/reading/read.ts'
import { replyFacts, runTool, toolName, type Catalog, type Tool, type ToolCall } from '../../app/index.ts'
import type { Door } from './door.ts'
import { toolFailure } from './failure.ts'
import type { ClientQuestions } from './client-questions.ts'
import { toolResult } from './reply.ts'
import { standardSchema } from './standard-schema.ts'
import { topicsOf } from './topics.ts'

const facts = standardSchema(replyFacts)

export function registerTool(
  server: McpServer,
  tool: Tool,
  { door, person }: { readonly door: Door; readonly person: ClientQuestions },
): RegisteredTool {
  const { title, description, input } = tool
  const name = toolName(door, tool.name)
  const structured = door.structured === true
  return server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: standardSchema(input, () => (structured ? {} : choicesOf(tool, door))),
      ...(structured ? { outputSchema: facts } : {}),
      annotations: { readOnlyHint: true },
    },
    async (args, context): Promise<CallToolResult | InputRequiredResult> => {
      const call = JSON.stringify([name, args])
      person.acceptAnswers(context, call)
      try {
        const reply = await runTool(tool, args, callOf(context, door))
        const question = person.ask(reply.refused ?? [], canAsk(server, context), call)
        if (question || context.mcpReq.signal.aborted) await door.session?.renew()
        return question ?? toolResult(reply, structured)
      } catch (error) {
        context.mcpReq.signal.throwIfAborted()
        return toolFailure(error, door)
      }
    },
  )
}

const hintTokens = 20

/** Metadata that Claude Code reads: never defer the tool, and words for its search. Other clients ignore both. */
export function searchMeta({ hint }: Tool, catalog: Catalog): Record<string, unknown> | undefined {
  if (hint === undefined) return undefined
  return { 'anthropic/alwaysLoad': true, 'anthropic/searchHint': [hint, ...topicsOf(catalog, hintTokens)].join(' ') }
}

function choicesOf(tool: Tool, { knowledge, listing }: Door): Readonly<Record<string, readonly string[]>> {
  return tool.choices?.(knowledge, listing?.catalog() ?? knowledge.catalog) ?? {}
}

function callOf({ mcpReq: { signal, _meta: meta, notify } }: ServerContext, door: Door): ToolCall {
  const token = meta?.progressToken
  const { traceparent, tracestate } = (meta ?? {}) as Readonly<Record<string, unknown>>
  return {
    context: door,
    signal,
    ...(token === undefined
      ? {}
      : {
          onStage: (stage) =>
            notify({
              method: 'notifications/progress',
              params: { progressToken: token, progress: readStages.indexOf(stage) + 1, total: readStages.length },
            }),
        }),
    ...(typeof traceparent === 'string'
      ? { trace: { traceparent, ...(typeof tracestate === 'string' ? { tracestate } : {}) } }
      : {}),
  }
}

/** Newer clients send their capabilities with every request, older ones once. */
function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope = (mcpReq.envelope ?? {}) as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities }
  const { elicitation } = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities() ?? {}
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}
