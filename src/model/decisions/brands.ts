import type { Decision } from './decision.ts'
import type { ContentHash, EffectiveUnit } from '../documents/effective.ts'
import type { Manifest } from '../documents/manifest.ts'
import type { Pack } from '../documents/pack.ts'
import type { Omission } from '../reading/read.ts'
import type { EntrySignature } from '../documents/signature.ts'

/** Content that every gate allowed. Only `activate` makes one; `select` accepts nothing else. */
export type Allowed = AllowedPack | AllowedUnit

export interface AllowedPack extends AllowedEntry {
  readonly kind: 'pack'
  readonly pack: Pack
  /** A person confirmed the use of claims that are disputed or have no source. */
  readonly claimsConfirmed?: true
}

/** The declarations of a file's units about it. */
export interface BoundFile {
  /** Refs of those units. */
  readonly refs: readonly string[]
  /** Their reasons except trust, which is the pack's. */
  readonly decisions: readonly Decision[]
  readonly restrictions: readonly string[]
  /** Data derived from it may be stored after the read. */
  readonly persist: boolean
}

/** A `content_hash`, of a file or of the folder that it is in. */
export interface DeclaredHash {
  readonly ref: string
  readonly hash: ContentHash
  /** `path` is relative to `root`, the folder of the manifest. */
  readonly folder?: { readonly root: string; readonly path: string }
}

/** Why another entry refuses a file. */
export type FileRefusal = Pick<Omission, 'reason' | 'code' | 'detail' | 'closedBy'>

/** A unit of a manifest; `root` is the folder of the manifest. */
export interface AllowedUnit extends AllowedEntry {
  readonly kind: 'unit'
  readonly manifestRef: string
  readonly manifest: Manifest
  readonly unit: EffectiveUnit
  /** The caller named this unit. */
  readonly named: boolean
  /** Path of its content, relative to `root`, as a grant lists it. */
  readonly path: string
  /** Where `path` is a folder: its text files, relative to `root`, in reading order. */
  readonly folder?: {
    readonly files: readonly string[]
    /** Its index or README: the first of `files`. */
    readonly opening?: string
    /** Why none of it is read, as a sentence. */
    readonly closed?: string
    /** The limit that leaves out the rest, as a sentence. */
    readonly beyond?: string
  }
  /** On units of declared manifests (KCP §3.6): sentences for its envelope, and for the operator. */
  readonly external?: { readonly notes: readonly string[]; readonly warnings: readonly string[] }
}

interface AllowedEntry extends AllowedBrand {
  readonly ref: string
  readonly root: string
  /** Name of `KNOWLEDGE.md` or of the manifest; when its bytes change, nothing of the entry is used. */
  readonly entryFile: string
  readonly decision: Decision
  /** Digest per granted file, relative to `root`; `undefined` when the grant follows the folder. */
  readonly granted: ReadonlyMap<string, string> | undefined
  /** Files, relative to `root`, that another entry refuses. */
  readonly withheld: ReadonlyMap<string, FileRefusal>
  /** Files, relative to `root`, that are also content of other entries, whose obligations apply here as well. */
  readonly bound: ReadonlyMap<string, BoundFile>
  /**
   * Hashes that other units declare for its files, relative to `root`; the bytes must match all of them (KCP §4.21).
   */
  readonly hashes?: ReadonlyMap<string, readonly DeclaredHash[]>
  /** Absent where no valid signature covers it. */
  readonly signature?: EntrySignature
  /** Refs and restrictions of the units of its selected files, once the selection is known. */
  readonly fileUnits?: Pick<BoundFile, 'refs' | 'restrictions'>
}
/** A private member is not copied by a spread, so that a copy with other parts does not count as allowed. */
declare class AllowedBrand {
  private readonly allowed: true
}

/** Text marked as data for a model. Only `fence` makes one; a door may send no other content. */
export type Fenced = string & { readonly [fencedBrand]: true }
declare const fencedBrand: unique symbol
