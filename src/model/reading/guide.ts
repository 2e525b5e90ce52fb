import type { Fenced } from '../decisions/brands.ts'
import type { Diagnostic } from '../codes/diagnostic.ts'
import type { Decision } from '../decisions/decision.ts'
import type { Omission } from './read.ts'
import type { Receipt } from '../records/receipt.ts'

/** A file that could be read next: prepared for reading, primary facts, or evidence for them. */
export interface Resource {
  readonly kind: 'runtime' | 'primary' | 'evidence'
  /** Relative to the pack root. */
  readonly path: string
}

export interface GuideOptions {
  /** Return the guide only once per session. */
  readonly session?: string
  /** Return it again, although the session has it. */
  readonly again?: boolean
  /** A longer guide is not returned. */
  readonly maxTokens?: number
  /** The receipt that this repeats. */
  readonly replayOf?: string
  /** Only state that it was returned, as in the repeated receipt. */
  readonly stub?: boolean
}

export interface ReleasedGuide {
  readonly outcome: 'given'
  readonly ref: string
  /** Exactly what the model sees. */
  readonly fenced: Fenced
  /** Tokens of `fenced`, envelope included. */
  readonly tokens: number
  readonly tokenizer: string
  /** Digest of the bytes of KNOWLEDGE.md. */
  readonly digest: string
  /** The session already had it, so `fenced` only states this. */
  readonly repeated: boolean
  readonly resources: readonly Resource[]
  readonly warnings: readonly string[]
  /** Findings in the text: hidden characters, imitations of the fence, orders to a model. */
  readonly findings: readonly Diagnostic[]
  readonly decision: Decision
  readonly receipt: Receipt
}

/** A gate did not allow it, or its bytes are not the granted ones; nothing is released. */
export interface RefusedGuide {
  readonly outcome: 'refused'
  readonly ref: string
  readonly verdict: 'ask' | 'deny'
  /** Absent for a disabled entry, which no gate decides. */
  readonly decision?: Decision
  readonly omitted: readonly Omission[]
}

export interface UnknownGuide {
  readonly outcome: 'unknown'
  readonly ref: string
  /** Names and refs with similar spelling. */
  readonly near: readonly string[]
  /** The kind of `ref`, where another method returns it. */
  readonly instead?: 'pack' | 'manifest' | 'unit'
}

export type Guide = ReleasedGuide | RefusedGuide | UnknownGuide
