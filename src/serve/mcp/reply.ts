import type { CallToolResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Fenced, ReadOutcome } from '../../app/index.ts'
import { readOutcomes } from '../../model/read.ts'

/** What a tool gives: fenced text, at most one line of ours, and beside them ids, numbers and digests. */
export interface Reply {
  readonly fenced?: Fenced | undefined
  /** Holds no word of a pack. */
  readonly line?: string | undefined
  readonly receipt?: string | undefined
  /** How surely a task is answered. */
  readonly outcome?: ReadOutcome
  readonly tokens?: number
  readonly refs?: readonly string[]
  readonly counts?: Readonly<Record<string, number>>
  /** What was named and refused. */
  readonly refused?: readonly string[]
  /** A pack is no longer what was listed; looking again may help. */
  readonly outdated?: boolean
}

/** The same for every tool. */
export const replyFacts = z.object({
  receipt: z.string().optional(),
  outcome: z.enum(readOutcomes).optional(),
  tokens: z.number(),
  refs: z.array(z.string()),
  counts: z.record(z.string(), z.number()),
})

const mostRefs = 50

/** Where a program finds the facts; a model is not shown them. */
const factsKey = 'lorefence/facts'

/** The facts stand beside the text. As structured content many clients show them to the model *instead of* it, so they go there only when the operator wants so. */
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

/** A name that may stand outside a fence: nobody can write a sentence with it. */
export const isPlain = (name: string): boolean => /^[\w@.:/+%-]{1,160}$/.test(name)
