import type { Fenced } from './brands.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Decision } from './decision.ts'
import type { Omission } from './read.ts'
import type { Receipt } from './receipt.ts'

/** A file that could be read next: prepared for reading, primary facts, or evidence for them. */
export interface Resource {
  readonly kind: 'runtime' | 'primary' | 'evidence'
  /** Relative to the pack root. */
  readonly path: string
}

export interface GuideOptions {
  /** Give the guide only once per session. */
  readonly session?: string
  /** Give it once more, although the session has it. */
  readonly again?: boolean
  /** A guide with more is not given. */
  readonly maxTokens?: number
  /** The receipt that this repeats. */
  readonly replayOf?: string
  /** Only say that it was given, as the receipt that is repeated did. */
  readonly stub?: boolean
}

export interface GivenGuide {
  readonly outcome: 'given'
  readonly ref: string
  /** Exactly what the model sees. */
  readonly fenced: Fenced
  /** Of `fenced`, wrapper included. */
  readonly tokens: number
  readonly tokenizer: string
  /** Of the bytes of KNOWLEDGE.md. */
  readonly digest: string
  /** The session already had it, so `fenced` only says so. */
  readonly repeated: boolean
  readonly resources: readonly Resource[]
  readonly warnings: readonly string[]
  /** What a person should know of the text: hidden characters, imitations of the fence, orders to a model. */
  readonly findings: readonly Diagnostic[]
  readonly decision: Decision
  readonly receipt: Receipt
}

/** No gate let it through, or its bytes are not the granted ones; nothing of it is released. */
export interface RefusedGuide {
  readonly outcome: 'refused'
  readonly ref: string
  readonly verdict: 'ask' | 'deny'
  /** Absent for what was switched off, which no gate is asked about. */
  readonly decision?: Decision
  readonly omitted: readonly Omission[]
}

export interface UnknownGuide {
  readonly outcome: 'unknown'
  readonly ref: string
  /** Names and refs that are spelled alike. */
  readonly near: readonly string[]
  /** `ref` is of another kind than can be given this way. */
  readonly instead?: 'pack' | 'manifest' | 'unit'
}

export type Guide = GivenGuide | RefusedGuide | UnknownGuide
