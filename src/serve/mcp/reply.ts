import type { CallToolResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Fenced, ReadOutcome } from '../../app/index.ts'
import { readOutcomes } from '../../model/read.ts'

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
  /** Aliases by which units were found, by ref (KCP §4.2a). */
  readonly matchedAliases?: Readonly<Record<string, string>>
  /** Named refs that were refused. */
  readonly refused?: readonly string[]
  /** A pack changed since it was listed, so a refresh may help. */
  readonly outdated?: boolean
}

/** The same for every tool. */
export const replyFacts = z.object({
  receipt: z.string().optional(),
  outcome: z.enum(readOutcomes).optional(),
  tokens: z.number(),
  refs: z.array(z.string()),
  counts: z.record(z.string(), z.number()),
  matchedAliases: z.record(z.string(), z.string()).optional(),
})

const mostRefs = 50

/** The key of the facts for programs; models do not see them. */
const factsKey = 'lorefence/facts'

/** Many clients show structured content to the model *instead of* the text, so facts go there only on request. */
export function toolResult(
  { fenced, line, receipt, outcome, tokens = 0, refs = [], counts = {}, matchedAliases = {} }: Reply,
  structured = false,
): CallToolResult {
  const texts = [fenced ?? '', line ?? ''].filter((text) => text !== '')
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
    content: texts.map((text) => ({ type: 'text', text })),
    _meta: { [factsKey]: facts },
    ...(structured ? { structuredContent: facts } : {}),
  }
}

/** A name that is safe outside a fence, since it cannot be a sentence. */
export const isPlain = (name: string): boolean => /^[\w@.:/+%-]{1,160}$/.test(name)
