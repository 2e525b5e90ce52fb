import type { Fenced } from '../../model/decisions/brands.ts'
import type { FieldTable } from '../../model/tables/fields.ts'
import type { ReadOutcome } from '../../model/reading/read.ts'

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
  /** The gate's code for the first of them. */
  readonly refusedBy?: string
  /** A pack changed since it was listed, so a refresh may help. */
  readonly outdated?: boolean
}

/** The texts of a reply that a model sees, in order. */
export const textsOf = ({ fenced, line }: Reply): readonly string[] =>
  [fenced ?? '', line ?? ''].filter((text) => text !== '')

/** A name that is safe outside a fence, since it cannot be a sentence. */
export const isPlainRef = (name: string): boolean => /^[\w@.:/+%-]{1,160}$/.test(name)

/** What programs get besides the text, the same for every tool. */
export const replyFacts = {
  receipt: { type: 'text' },
  outcome: { type: 'text' },
  tokens: { type: 'number', required: true },
  refs: { type: 'list', of: { type: 'text' }, required: true },
  counts: { type: 'record', of: { type: 'number' }, required: true },
  matchedAliases: { type: 'record', of: { type: 'text' } },
} as const satisfies FieldTable

const mostRefs = 50

export function factsInReply(reply: Reply): Partial<Record<keyof typeof replyFacts, unknown>> {
  const { receipt, outcome, tokens = 0, refs = [], counts = {}, matchedAliases = {} } = reply
  const aliases = Object.entries(matchedAliases).filter(([ref, alias]) => isPlainRef(ref) && isPlainRef(alias))
  return {
    ...(receipt === undefined ? {} : { receipt }),
    ...(outcome === undefined ? {} : { outcome }),
    tokens,
    refs: refs.filter(isPlainRef).slice(0, mostRefs),
    counts: Object.fromEntries(Object.entries(counts).filter(([name]) => isPlainRef(name))),
    ...(aliases.length === 0 ? {} : { matchedAliases: Object.fromEntries(aliases) }),
  }
}
