import type { Reply } from './reply.ts'
import type { Tool, ToolArguments, ToolCall } from './tool.ts'

/** Runs a call, again if an edit came before its notification. */
export async function runTool(tool: Tool, args: ToolArguments, call: ToolCall): Promise<Reply> {
  const reply = await tool.run(args, call)
  if (!reply.outdated) return reply
  await call.context.knowledge.refresh()
  await call.context.session?.renew()
  return tool.run(args, call)
}
