import type { Fenced } from '../decisions/brands.ts'
import type { Diagnostic } from '../codes/diagnostic.ts'
import type { Receipt } from '../records/receipt.ts'

export interface ReadRequest {
  readonly task: string
  /** Other words of an expected answer, in the language of the documents; they weigh less and never lower a score. */
  readonly also?: readonly string[]
  /** Id of the receipt of an earlier reply to the same task: continues it without repetition. */
  readonly after?: string
  /** Names or refs; absent means every pack is a candidate. */
  readonly packs?: readonly string[]
  /**
   * `implicit`: packs that clearly match the task by their catalog metadata and content (AK-133); `resolver-driven`:
   * whatever ranks best, the default. With `packs`, those packs and in addition these.
   */
  readonly activation?: 'implicit' | 'resolver-driven'
  readonly budget?: number
  /** Return a text only once in it; later replies contain only its digest. */
  readonly session?: string
  /** Return texts again, although the session has them. */
  readonly again?: boolean
  /** The trace that the request belongs to (W3C Trace Context); recorded where a publisher requires it. */
  readonly trace?: { readonly traceparent?: string; readonly tracestate?: string }
  /** Also return what the citations point to, in a separate envelope (AK-258). */
  readonly evidence?: boolean
  /** Aborts the read between two stages; it then rejects, and nothing is recorded or released. */
  readonly signal?: AbortSignal
  /** Called before each stage. */
  readonly onStage?: (stage: ReadStage) => void | Promise<void>
  /** Called after each text that is indexed, which is slow the first time. */
  readonly onIndexed?: () => void
}

/** Decide by the gates, read what they allow, record the receipt. */
export const readStages = ['decide', 'read', 'record'] as const
export type ReadStage = (typeof readStages)[number]

/** Why an excerpt was selected (AK-163). */
export type SelectionReason =
  | 'split-match'
  | 'compiled-match'
  | 'primary-document'
  | 'document-match'
  | 'wiki-match'
  | 'client-policy'
  | 'guide'
  | 'answer-match'
  | 'ontology-match'
  | 'linked-record'
  | 'unit-match'
  | 'governs'
  | 'depends-on'
  | 'context-map'
  | 'boundary'
  | 'persona-priority'
  | 'anchor'
  | 'source-match'

/** A passage of one file that answers part of the task. */
export interface Excerpt {
  readonly ref: string
  readonly path: string
  readonly headings: readonly string[]
  /** UTF-16 offsets of the file's text. */
  readonly range: { readonly start: number; readonly end: number }
  readonly text: string
  readonly tokens: number
  readonly score: number
  /** `path#anchor` of its sources, relative to its entry. */
  readonly citations: readonly string[]
  readonly why: string
  readonly reason?: SelectionReason
  /** For a unit: its bytes have the declared hash, or none is declared (KCP §4.21); other bytes are not released. */
  readonly contentVerified?: true | 'absent'
  /** The session already had it; `text` only states this. */
  readonly repeated?: true
}

/** Facts in an excerpt without a source, where the pack requires or recommends sources. */
export interface CitationGap {
  readonly ref: string
  readonly path: string
  /** Slug of the heading; empty before the first one. */
  readonly section: string
  readonly facts: number
  readonly severity: 'warning' | 'info'
}

/** Declarations of a pack with a selected excerpt (AK-145). */
interface UsedPack {
  readonly ref: string
  readonly name: string
  readonly status: string
  readonly trust: string
  readonly profile: string
  readonly mode: string
  readonly grounding: string
}

/** The values that the selection used. */
export interface ReadInputs {
  readonly task: string
  readonly budget: number
  /** Those with a selected excerpt: the activated ones. */
  readonly packs: readonly UsedPack[]
}

/** Why something was omitted; `docs/guide/read.md` lists what to do about each. */
export const omissionReasons = [
  // A person can allow it.
  'ungranted',
  'changed',
  'outdated',
  'ask',
  // It is withheld.
  'refused',
  'disabled',
  'withheld',
  // It cannot be used.
  'unknown',
  'unreadable',
  'not-text',
  'not-opened',
  // Something else was used instead.
  'budget',
  'weak',
  'duplicate',
  'already-given',
  'summary',
  'superseded',
  'chunked',
  'load-never',
  'not-for',
  // An anchor has no text.
  'outside',
  'anchor-absent',
  'no-evidence',
] as const
export type OmissionReason = (typeof omissionReasons)[number]

/** Those that come from a gate. */
export type GateOmissionReason = Extract<OmissionReason, 'ungranted' | 'changed' | 'ask' | 'refused' | 'disabled'>

export type OmissionCounts = Readonly<Partial<Record<OmissionReason, number>>>

/** Something that was requested or nearly matched, and why it was not used. */
export interface Omission {
  readonly ref: string
  readonly path?: string
  readonly reason: OmissionReason
  /** Code of the gate that asks or refuses. */
  readonly code?: string
  readonly detail: string
  /** Ref of another granted entry that names it and has changed, is missing or cannot be used. */
  readonly closedBy?: string
  /** How many things it represents; absent means one. */
  readonly count?: number
}

/**
 * `answered`: the best place is strong; `weak`: it shares words, but not enough; `nothing`: no text shares a specific
 * word, or all that do were already returned; `withheld`: nothing granted is strong, and something withheld matches.
 */
export type ReadOutcome = 'answered' | 'weak' | 'nothing' | 'withheld'

export interface ReadResult {
  readonly outcome: ReadOutcome
  /** Exactly what the model sees. */
  readonly fenced: Fenced
  /** Tokens of `fenced`, envelope included. */
  readonly tokens: number
  readonly tokenizer: string
  readonly excerpts: readonly Excerpt[]
  readonly omitted: readonly Omission[]
  /** Counts of all omissions, including those that `omitted` does not list. */
  readonly omittedCounts: OmissionCounts
  readonly missing: readonly string[]
  /** Words of the task, as typed, that occur in no granted text. */
  readonly unknownWords: readonly string[]
  /** Refs of withheld matches, where the outcome is `withheld`. */
  readonly withheld: readonly string[]
  /** How to get what is missing; absent if nothing is. */
  readonly recommendation?: string
  readonly citationGaps: readonly CitationGap[]
  /** The targets of the citations, if requested. */
  readonly evidence: readonly Excerpt[]
  readonly inputs: ReadInputs
  readonly warnings: readonly Diagnostic[]
  readonly receipt: Receipt
}
