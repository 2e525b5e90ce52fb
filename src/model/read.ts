import type { Fenced } from './brands.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Receipt } from './receipt.ts'

export interface ReadRequest {
  readonly task: string
  /** Names or refs; absent means every pack is a candidate. */
  readonly packs?: readonly string[]
  /** Use only packs that the task clearly speaks of, as their catalog metadata and content say (AK-133). */
  readonly activation?: 'implicit'
  readonly budget?: number
  readonly session?: string
}

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
  readonly citations: readonly string[]
  readonly why: string
}

/** Something that was asked for or came near, and why it was not used. */
export interface Left {
  readonly ref: string
  readonly path?: string
  readonly reason: string
  readonly detail: string
}

export interface ReadResult {
  /** Exactly what the model sees. */
  readonly fenced: Fenced
  /** Of `fenced`, wrapper included. */
  readonly tokens: number
  readonly tokenizer: string
  readonly excerpts: readonly Excerpt[]
  readonly left: readonly Left[]
  readonly leftCounts: Readonly<Record<string, number>>
  readonly missing: readonly string[]
  readonly warnings: readonly Diagnostic[]
  readonly receipt: Receipt
}

/** The outcome of a read whose budget cannot hold even the wrapper and one sentence. */
export interface BudgetTooSmall {
  readonly kind: 'budget-too-small'
  readonly budget: number
  readonly needed: number
}
