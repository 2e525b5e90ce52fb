import type { Fenced } from '../decisions/brands.ts'
import type { Decision } from '../decisions/decision.ts'
import type { RefusedGuide, UnknownGuide } from './guide.ts'
import type { Receipt } from '../records/receipt.ts'

export interface UnitOptions {
  /** Return a text only once per session. */
  readonly session?: string
  /** Return it again, although the session has it. */
  readonly again?: boolean
  /** A longer unit is not returned. */
  readonly maxTokens?: number
  /** The receipt that this repeats. */
  readonly replayOf?: string
}

/** The whole content of one unit. */
export interface ReleasedUnit {
  readonly outcome: 'given'
  readonly ref: string
  /** Exactly what the model sees. */
  readonly fenced: Fenced
  /** Tokens of `fenced`, envelope included. */
  readonly tokens: number
  readonly tokenizer: string
  readonly decision: Decision
  /** The alias by which it was asked for (KCP §4.2a); `ref` has the id. */
  readonly matchedAlias?: string
  /** The released bytes have the declared hash, or none is declared (KCP §4.21). Absent for anything but a unit. */
  readonly contentVerified?: true | 'absent'
  readonly receipt: Receipt
}

export type WholeUnit = ReleasedUnit | RefusedGuide | UnknownGuide
