import type { Fenced } from './brands.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Receipt } from './receipt.ts'

export interface ReadRequest {
  readonly task: string
  /** Other words that an answering passage may use, in the language of the documents; they count less than the task's own and never against a place. */
  readonly also?: readonly string[]
  /** Id of the receipt of an earlier reply to the same task: gives what comes next, without repeating. */
  readonly after?: string
  /** Names or refs; absent means every pack is a candidate. */
  readonly packs?: readonly string[]
  /** Use only packs that the task clearly speaks of, as their catalog metadata and content say (AK-133). */
  readonly activation?: 'implicit'
  readonly budget?: number
  /** Give a text only once in it; afterwards only say that it was given, and under which digest. */
  readonly session?: string
  /** Give texts once more, although the session has them. */
  readonly again?: boolean
  /** The trace that the request belongs to (W3C Trace Context); recorded where a publisher asks for it. */
  readonly trace?: { readonly traceparent?: string; readonly tracestate?: string }
  /** Also show what the citations point to, in an envelope of its own (AK-258). */
  readonly evidence?: boolean
  /** Calls the read off between two stages; it then rejects, and nothing is recorded or released. */
  readonly signal?: AbortSignal
  /** Told before each stage. */
  readonly onStage?: (stage: ReadStage) => void | Promise<void>
  /** Told after each text that is indexed, which takes a while the first time. */
  readonly onIndexed?: () => void
}

/** Asking the gates, reading what they allow, keeping the receipt. */
export const readStages = ['decide', 'read', 'record'] as const
export type ReadStage = (typeof readStages)[number]

/** What an excerpt was taken for (AK-163). */
export type SelectionReason =
  | 'split-match'
  | 'compiled-match'
  | 'primary-document'
  | 'document-match'
  | 'wiki-match'
  | 'client-policy'
  | 'guide'
  | 'unit-match'
  | 'governs'
  | 'context-map'
  | 'boundary'
  | 'persona-priority'
  | 'anchor'
  | 'source-match'

/** A stretch of one file that answers part of the task. */
export interface Excerpt {
  readonly ref: string
  readonly path: string
  readonly headings: readonly string[]
  /** UTF-16 offsets of the file's text. */
  readonly range: { readonly start: number; readonly end: number }
  readonly text: string
  readonly tokens: number
  readonly score: number
  /** `path#anchor` of what it rests on, relative to its entry. */
  readonly citations: readonly string[]
  readonly why: string
  readonly reason?: SelectionReason
  /** The session already had it; `text` only says so. */
  readonly repeated?: true
}

/** Facts in an excerpt for which no source is named, where the pack asks for sources. */
export interface CitationGap {
  readonly ref: string
  readonly path: string
  /** Slug of the heading; empty before the first one. */
  readonly section: string
  readonly facts: number
  readonly severity: 'warning' | 'info'
}

/** What a pack that gave an excerpt declares of itself (AK-145). */
interface UsedPack {
  readonly ref: string
  readonly name: string
  readonly status: string
  readonly trust: string
  readonly profile: string
  readonly mode: string
  readonly grounding: string
}

/** The values that the selection worked with. */
export interface ReadInputs {
  readonly task: string
  readonly budget: number
  /** Those that gave an excerpt: the activated ones. */
  readonly packs: readonly UsedPack[]
}

/** Why something was omitted; `docs/guide/read.md` says of each what to do. */
export const omissionReasons = [
  // A person can open it.
  'ungranted',
  'changed',
  'outdated',
  'ask',
  // It is kept back.
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
  // An anchor shows nothing.
  'outside',
  'anchor-absent',
  'no-evidence',
] as const
export type OmissionReason = (typeof omissionReasons)[number]

/** Those that a gate gives. */
export type GateOmissionReason = Extract<OmissionReason, 'ungranted' | 'changed' | 'ask' | 'refused' | 'disabled'>

export type OmissionCounts = Readonly<Partial<Record<OmissionReason, number>>>

/** Something that was asked for or came near, and why it was not used. */
export interface Omission {
  readonly ref: string
  readonly path?: string
  readonly reason: OmissionReason
  /** Of the gate that asks or refuses. */
  readonly code?: string
  readonly detail: string
  /** How many things it stands for; absent means one. */
  readonly count?: number
}

/** `answered`: the best place is strong; `weak`: it shares words, but not enough; `nothing`: no text shares a telling word, or all that does was already given; `withheld`: nothing granted is strong, and something that a gate keeps back matches. */
export const readOutcomes = ['answered', 'weak', 'nothing', 'withheld'] as const
export type ReadOutcome = (typeof readOutcomes)[number]

export interface ReadResult {
  readonly outcome: ReadOutcome
  /** Exactly what the model sees. */
  readonly fenced: Fenced
  /** Of `fenced`, wrapper included. */
  readonly tokens: number
  readonly tokenizer: string
  readonly excerpts: readonly Excerpt[]
  readonly omitted: readonly Omission[]
  /** Of everything omitted, also of what `omitted` does not list. */
  readonly omittedCounts: OmissionCounts
  readonly missing: readonly string[]
  /** Words of the task, as they were typed, that stand in no granted text. */
  readonly unknownWords: readonly string[]
  /** Refs of what matches the task and is kept back, where the outcome is `withheld`. */
  readonly withheld: readonly string[]
  /** What to do about what is missing; absent when nothing is. */
  readonly recommendation?: string
  readonly citationGaps: readonly CitationGap[]
  /** What the citations point to, when it was asked for. */
  readonly evidence: readonly Excerpt[]
  readonly inputs: ReadInputs
  readonly warnings: readonly Diagnostic[]
  readonly receipt: Receipt
}
