import type { CallToolResult } from '@modelcontextprotocol/server'
import { factsInReply, textsOf, type Reply } from '../../app/index.ts'

/** The key of the facts for programs; models do not see them. */
const factsKey = 'lorefence/facts'

/** Many clients show structured content to the model *instead of* the text, so facts go there only on request. */
export function toolResult(reply: Reply, structured = false): CallToolResult {
  const facts = factsInReply(reply)
  return {
    content: textsOf(reply).map((text) => ({ type: 'text', text })),
    _meta: { [factsKey]: facts },
    ...(structured ? { structuredContent: facts } : {}),
  }
}
