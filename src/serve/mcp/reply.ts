import type { CallToolResult } from '@modelcontextprotocol/server'
import { isPlain, textsOf, type Reply } from '../../app/index.ts'
import type { FieldTable } from '../../model/fields.ts'

/** The same for every tool. */
export const replyFacts = {
  receipt: { type: 'text' },
  outcome: { type: 'text' },
  tokens: { type: 'number', required: true },
  refs: { type: 'list', of: { type: 'text' }, required: true },
  counts: { type: 'record', of: { type: 'number' }, required: true },
  matchedAliases: { type: 'record', of: { type: 'text' } },
} as const satisfies FieldTable

const mostRefs = 50

/** The key of the facts for programs; models do not see them. */
const factsKey = 'lorefence/facts'

/** Many clients show structured content to the model *instead of* the text, so facts go there only on request. */
export function toolResult(reply: Reply, structured = false): CallToolResult {
  const { receipt, outcome, tokens = 0, refs = [], counts = {}, matchedAliases = {} } = reply
  const aliases = Object.entries(matchedAliases).filter(([ref, alias]) => isPlain(ref) && isPlain(alias))
  const facts = {
    ...(receipt === undefined ? {} : { receipt }),
    ...(outcome === undefined ? {} : { outcome }),
    tokens,
    refs: refs.filter(isPlain).slice(0, mostRefs),
    counts: Object.fromEntries(Object.entries(counts).filter(([name]) => isPlain(name))),
    ...(aliases.length === 0 ? {} : { matchedAliases: Object.fromEntries(aliases) }),
  }
  return {
    content: textsOf(reply).map((text) => ({ type: 'text', text })),
    _meta: { [factsKey]: facts },
    ...(structured ? { structuredContent: facts } : {}),
  }
}
