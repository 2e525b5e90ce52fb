import type { Fenced } from '../decisions/brands.ts'
import type { RefusedGuide, UnknownGuide } from './guide.ts'
import type { Receipt } from '../records/receipt.ts'

/** Which part of a list of units to return. */
export interface UnitsOptions {
  /** Position of the first one, counted from 1. */
  readonly from?: number
  /** Most units of one page; default 50. */
  readonly limit?: number
  /** Most tokens of `fenced`; default 2000. */
  readonly maxTokens?: number
  /** The receipt that this repeats. */
  readonly replayOf?: string
}

/** The facts about a unit that a caller needs to choose it. */
export type UnitRemark = 'needs approval' | 'deprecated' | 'read by name only' | 'for attested agents'

export interface ListedUnit {
  readonly ref: string
  /** At most 100 characters; absent where a person must approve first. */
  readonly intent?: string
  readonly remark?: UnitRemark
  /** The declared action scope of a skill or playbook, as written (KCP §4.3a). */
  readonly action_scope?: unknown
}

/** A page of the units of one manifest, without those that the requester may not have. */
export interface ReleasedUnits {
  readonly outcome: 'given'
  /** Ref of the manifest. */
  readonly ref: string
  readonly units: readonly ListedUnit[]
  readonly from: number
  /** Number of units on all pages. */
  readonly total: number
  /** Where the next page starts; absent on the last one. */
  readonly next?: number
  /** Exactly what the model sees; empty when there is nothing to list. */
  readonly fenced: Fenced
  /** Tokens of `fenced`, envelope included. */
  readonly tokens: number
  readonly tokenizer: string
  /** Absent where nothing is listed, so nothing is released. */
  readonly receipt?: Receipt
}

export type UnitList = ReleasedUnits | RefusedGuide | UnknownGuide
