import type { CallToolResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Fenced, ReadOutcome } from '../../app/index.ts'

/** The reply of a tool: fenced text, at most one line of ours, and ids, numbers and digests. */
export interface Reply {
  readonly fenced?: Fenced | undefined
  /** Contains no text of a pack. */
  readonly line?: string | undefined
  readonly receipt?: string | undefined
  /** How surely a task is answered. */
  readonly outcome?: ReadOutcome
  readonly tokens?: number
  readonly refs?: readonly string[]
  readonly counts?: Readonly<Record<string, number>>
  /** Named refs that were refused. */
  readonly refused?: readonly string[]
  /** A pack changed since it was listed, so a refresh may help. */
  readonly outdated?: boolean
}

/** The same for every tool. */
export const replyFacts = z.object({
  receipt: z.string().optional(),
  outcome: z.string().optional(),
  tokens: z.number(),
  refs: z.array(z.string()),
  counts: z.record(z.string(), z.number()),
})

const mostRefs = 50

/** The key of the facts for programs; models do not see them. */
const factsKey = 'lorefence/facts'

/** Many clients show structured content to the model *instead of* the text, so facts go there only on request. */
export function toolResult(
  { fenced, line, receipt, outcome, tokens = 0, refs = [], counts = {} }: Reply,
  structured = false,
): CallToolResult {
  const texts = [fenced ?? '', line ?? ''].filter((text) => text !== '')
  const facts = {
    ...(receipt === undefined ? {} : { receipt }),
    ...(outcome === undefined ? {} : { outcome }),
    tokens,
    refs: refs.filter(isPlain).slice(0, mostRefs),
    counts: Object.fromEntries(Object.entries(counts).filter(([name]) => isPlain(name))),
  }
  return {
    content: texts.map((text) => ({ type: 'text', text })),
    _meta: { [factsKey]: facts },
    ...(structured ? { structuredContent: facts } : {}),
  }
}

/** A name that is safe outside a fence, since it cannot be a sentence. */
export const isPlain = (name: string): boolean => /^[\w@.:/+%-]{1,160}$/.test(name)
