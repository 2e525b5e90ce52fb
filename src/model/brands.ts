import type { Pack } from './pack.ts'
import type { Decision } from './decision.ts'

/** An entry that every gate let through. Only `activate` makes one; `resolve` takes nothing else. */
export interface Allowed {
  readonly [allowedBrand]: true
  readonly ref: string
  readonly root: string
  readonly pack: Pack
  readonly decision: Decision
  /** Digest per granted file, relative to `root`; `undefined` when the grant follows the folder. */
  readonly granted: ReadonlyMap<string, string> | undefined
  /** Files, relative to `root`, that another entry names and refuses; why, in a sentence. */
  readonly withheld: ReadonlyMap<string, string>
}
declare const allowedBrand: unique symbol

/** Text that stays data in front of a model. Only `fence` makes one; a door may send no other content. */
export type Fenced = string & { readonly [fencedBrand]: true }
declare const fencedBrand: unique symbol
