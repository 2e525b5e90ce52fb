import type { Decision } from './decision.ts'
import type { EffectiveUnit } from './effective.ts'
import type { Manifest } from './manifest.ts'
import type { Pack } from './pack.ts'

/** What every gate let through. Only `activate` makes one; `resolve` takes nothing else. */
export type Allowed = AllowedPack | AllowedUnit

export interface AllowedPack extends AllowedEntry {
  readonly kind: 'pack'
  readonly pack: Pack
}

/** A unit of a manifest; `root` is the folder of the manifest. */
export interface AllowedUnit extends AllowedEntry {
  readonly kind: 'unit'
  readonly manifestRef: string
  readonly manifest: Manifest
  readonly unit: EffectiveUnit
  /** Somebody asked for this very unit. */
  readonly named: boolean
  /** Of its content, relative to `root`, as a grant lists it. */
  readonly path: string
}

interface AllowedEntry {
  readonly [allowedBrand]: true
  readonly ref: string
  readonly root: string
  /** Name of `KNOWLEDGE.md` or of the manifest; when its bytes change, nothing of the entry is used. */
  readonly entryFile: string
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
