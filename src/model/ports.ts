import type { Approval, Grant } from './decision.ts'
import type { ChainPlace, Receipt, SegmentAnchor } from './receipt.ts'

/** What the stages may ask of the world. `io/` holds the adapters; tests hold their own. */

export type FileTrouble = 'missing' | 'not-a-file' | 'outside' | 'too-large' | 'unreadable'

export type ReadFile =
  | {
      readonly ok: true
      readonly bytes: Uint8Array
      /** The file is longer than what was read. */ readonly more: boolean
    }
  | { readonly ok: false; readonly trouble: FileTrouble; readonly detail: string }

export interface FolderEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
}

/**
 * Synchronous on purpose: seven times faster than promises for many small files. A name is found in any Unicode normal
 * form; where a disk has other names for a file, `realPath` tells, and nothing may be decided by how a path is written.
 */
export interface Files {
  /**
   * Reads a regular file inside `root`; links that leave it are refused. With `head`, at most that many bytes. With
   * `reached`, the caller came to the root without any link: a link that is on the way now was put there since, and is refused.
   */
  read(
    root: string,
    path: string,
    options: { readonly limit: number; readonly head?: number; readonly reached?: boolean },
  ): ReadFile
  /** Sorted by name; `undefined` when the folder cannot be listed. With `wanted`, plain files of other names may be left out. */
  list(folder: string, wanted?: ReadonlySet<string>): readonly FolderEntry[] | undefined
  /** What stands at a path, links followed; `undefined` when nothing does. */
  kindOf(path: string): 'file' | 'folder' | 'other' | undefined
  /**
   * Where a path leads once every link is followed, in the one spelling that the disk has for it, with forward slashes;
   * `undefined` when nothing stands there. Two paths lead to one file where this is the same.
   */
  realPath(path: string): string | undefined
}

export type CreateFile =
  | { readonly ok: true }
  | { readonly ok: false; readonly trouble: 'exists' | 'outside' | 'unwritable'; readonly detail: string }

export interface Writer {
  /** Makes a new file inside `root`, and the folders above it. What already stands there is left alone. */
  create(root: string, path: string, bytes: Uint8Array): CreateFile
}

export interface Clock {
  now(): Date
}

export interface Ids {
  next(): string
}

export interface Grants {
  /** By the real path of the folder; folders below do not inherit. */
  find(path: string): Grant | undefined
  save(grant: Grant): void
  /** Whether nothing is granted at all; told without opening a grant. */
  isEmpty(): boolean
  /** Those of a folder and of the folders below it, sorted by path. */
  below(path: string): readonly Grant[]
  /** Whether there was one. */
  remove(path: string): boolean
}

/** Asks that a person let pass, for 24 hours each. */
export interface Approvals {
  find(ref: string): readonly Approval[]
  save(approval: Approval): void
}

/** What the user switched off; visibility only, never a grant. */
export interface Switches {
  disabled(): ReadonlySet<string>
  set(ref: string, enabled: boolean): void
}

/** Requests per ref, for declared rate limits. */
export interface Usage {
  count(ref: string, now: Date): { readonly minute: number; readonly day: number }
  note(ref: string, now: Date): void
}

/** What a caller's session has already been given: the digest under each key. */
export interface Sessions {
  given(session: string): ReadonlyMap<string, string>
  note(session: string, given: ReadonlyMap<string, string>): void
}

export interface Receipts {
  /** Whether a record outlives the process. */
  readonly durable: boolean
  /** Keeps the record made for its place, durably; throws where it cannot, and then nothing of it is left. */
  append(make: (place: ChainPlace) => Receipt): Receipt
  /** Names of the segments, oldest first. */
  segments(): readonly string[]
  /** Text of a segment; the empty text when it is gone. */
  segment(name: string): string
  /** Acknowledged records that no other segment names yet; absent where nothing outlives the process. */
  heads?(): readonly SegmentAnchor[]
  /** Hash under a key of the operator, for what may not be kept in words. */
  hide(text: string): string
}

/** Notices that something happens in folders, once it has come to rest; folders below them are not looked into. */
export interface Watcher {
  /** `files`: names whose edits matter; what appears or goes always does. Returns what ends it. */
  watch(
    places: { readonly folders: readonly string[]; readonly files: readonly string[] },
    changed: () => void,
  ): () => void
}

/** Bytes that can be made again. It may forget anything at any time, and whoever asks checks what it gives. */
export interface Cache {
  get(key: string): Uint8Array | undefined
  /** Says nothing when it cannot be kept. */
  put(key: string, bytes: Uint8Array): void
}

/** Counts tokens exactly; loaded lazily because its table is large. */
export interface Tokenizer {
  readonly name: string
  /** Stops once there are more than `most`. */
  count(text: string, most?: number): number
}

/** What a span says: ids, counts and digests, never text. */
export type SpanFacts = Readonly<Record<string, string | number>>

/** Spans for the operator's own tracing. */
export interface Telemetry {
  /** Resolves once spans can be made, or it is known that they cannot. */
  ready(): Promise<void>
  /** Runs some work in a span of its own; spans that begin inside belong to it, and it to the caller's trace where one is given. */
  span<T>(
    name: string,
    work: (note: (facts: SpanFacts) => void) => T,
    trace?: { readonly traceparent?: string; readonly tracestate?: string },
  ): T
}

export interface Ports {
  readonly files: Files
  readonly clock: Clock
  readonly ids: Ids
  readonly grants: Grants
  readonly approvals: Approvals
  readonly switches: Switches
  readonly usage: Usage
  readonly sessions: Sessions
  readonly receipts: Receipts
  /** Absent where nothing is kept between processes. */
  readonly cache?: Cache
  /** Absent where nothing is watched; then only `refresh` looks again. */
  readonly watcher?: Watcher
  /** Absent where nobody wants spans. */
  readonly telemetry?: Telemetry
}
