import type { Approval, Grant } from './decision.ts'
import type { SignedEdition } from './signature.ts'
import type { Fetched, FetchRequest, NotFetched } from './fetch.ts'
import type { OpenedTree, SourceChange } from './installation.ts'
import type { ChainPlace, Receipt, SegmentAnchor } from './receipt.ts'

/** Everything external that the stages use. The adapters are in `io/`; tests have their own. */

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
 * form; a file may have several paths, so decisions compare `realPath`, never a path as written.
 */
export interface Files {
  /**
   * Reads a regular file inside `root`; links that leave it are refused. With `head`, at most that many bytes. With
   * `reached`, the caller reached the root without links: a link on the way now is new, and refused.
   */
  read(
    root: string,
    path: string,
    options: { readonly limit: number; readonly head?: number; readonly reached?: boolean },
  ): ReadFile
  /** Sorted by name; `undefined` when it cannot be listed. With `wanted`, plain files of other names may be omitted. */
  list(folder: string, wanted?: ReadonlySet<string>): readonly FolderEntry[] | undefined
  /** Kind of what is at a path, links followed; `undefined` when nothing is. */
  kindOf(path: string): 'file' | 'folder' | 'other' | undefined
  /**
   * The path with every link resolved, in the spelling of the disk, with forward slashes; `undefined` when nothing is
   * there. Two paths are the same file when this is equal.
   */
  realPath(path: string): string | undefined
  /**
   * Stamps of files below a root, for one pass over them: as long as the stamp of a file is equal, so are its bytes. It is not
   * opened. `undefined` for everything but a regular file that is reached without links and was not changed a moment ago.
   * Absent where nothing but reading shows a change.
   */
  stamps?(root: string): (path: string) => string | undefined
  /**
   * As long as it is equal, so is the list of the folder. `undefined` for a folder that was changed a moment ago, and on disks
   * that do not show every change. Absent where nothing but a list shows one.
   */
  folderStamp?(folder: string): string | undefined
  /** `false` only if a file or folder is there and was not changed since a time; it is not opened. Absent where nothing shows it. */
  mayHaveChanged?(path: string, since: Date): boolean
  /** The text of a PDF; the same bytes have the same text. Absent where PDFs are not read. */
  pdfText?(bytes: Uint8Array): PdfText
}

/** Each page is after a line with its number; see `text/pages.ts`. */
export type PdfText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly detail: string }

export type CreateFile =
  | { readonly ok: true }
  | { readonly ok: false; readonly trouble: 'exists' | 'outside' | 'unwritable'; readonly detail: string }

export interface Writer {
  /** Creates a file inside `root`, and the folders above it. An existing file is not changed. */
  create(root: string, path: string, bytes: Uint8Array): CreateFile
}

interface InstallFiles {
  /** By path below `folder`; the last one is the entry file. */
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly root: string
  /** From the root. */
  readonly folder: string
}

export type Changed = { readonly ok: true } | { readonly ok: false; readonly detail: string }

/** Changes installed files inside a root, never through a link, each file whole. */
export interface Installer {
  /** Writes a folder that does not exist yet: all of its files, or none. */
  createFolder(install: InstallFiles): Changed
  /** As `Writer.create`. */
  create: Writer['create']
  /** Replaces or removes a file that still has the bytes of `before`. */
  replace(root: string, path: string, change: { readonly before: Uint8Array; readonly after?: Uint8Array }): Changed
  /** Removes a folder if it is empty. */
  removeEmpty(root: string, folder: string): void
}

/** Repositories of git: a folder of this machine, or an https URL. */
export interface Repositories {
  /** The files of a commit, `HEAD` unless a ref is given. It never throws, and starts no program that a repository names. */
  open(repository: string, ref?: string): Promise<OpenedTree>
  /** When, and in which commit if it is in a repository, a file of this machine last changed. */
  changeOf(file: string): SourceChange
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
  /** Whether nothing is granted; no grant is opened. */
  isEmpty(): boolean
  /** As long as it is equal, no grant was saved or removed. Absent where nothing shows it. */
  stamp?(): string
  /** Those of a folder and of the folders below it, sorted by path. */
  below(path: string): readonly Grant[]
  /** Whether there was one. */
  remove(path: string): boolean
}

/** Verdicts `ask` that a person approved, for 24 hours each. */
export interface Approvals {
  /** As long as it is equal, nothing was approved. Absent or `undefined` where nothing shows it. */
  stamp?(): string | undefined
  find(ref: string): readonly Approval[]
  save(approval: Approval): void
}

/** The newest edition of each entry that trusted keys signed and a person granted or read here, by the path of its entry file. */
export interface Editions {
  find(place: string): SignedEdition | undefined
  save(place: string, edition: SignedEdition): void
  /** Of an entry file, and of those below a folder. */
  forget(path: string): void
}

/** A copy of something remote, as it was fetched here. */
export interface FetchedCopy {
  /** After redirects. */
  readonly url: string
  readonly digest: string
}

/** Where copies came from, by the path of the entry file: said by our own fetch, never by a file of the folder. */
export interface Copies {
  find(place: string): FetchedCopy | undefined
  save(place: string, copy: FetchedCopy): void
}

/** What the user disabled; visibility only, never a grant. */
export interface Switches {
  /** As long as it is equal, nothing was switched. Absent where nothing shows it. */
  stamp?(): string
  disabled(): ReadonlySet<string>
  set(ref: string, enabled: boolean): void
}

/** Requests per ref, for declared rate limits. */
export interface Usage {
  count(ref: string, now: Date): { readonly minute: number; readonly day: number }
  note(ref: string, now: Date): void
}

/** What a caller's session already has: the digest under each key. */
export interface Sessions {
  given(session: string): ReadonlyMap<string, string>
  note(session: string, given: ReadonlyMap<string, string>): void
}

export interface Receipts {
  /** Whether a record outlives the process. */
  readonly durable: boolean
  /**
   * Stores the record made for its place in the chain, durably; rejects where it cannot, and then stores nothing. Records
   * that are appended at the same time may be stored by one write; it stores all of them or none.
   */
  append(make: (place: ChainPlace) => Receipt): Promise<Receipt>
  /** Names of the segments, oldest first. */
  segments(): readonly string[]
  /** Text of a segment; empty when it no longer exists. */
  segment(name: string): string
  /** The line of a record, by its id. Absent where nothing but reading the segments finds it. */
  find?(id: string): Promise<string | undefined>
  /** Acknowledged records that no other segment names yet; absent where nothing outlives the process. */
  heads?(): readonly SegmentAnchor[]
  /** Keyed hash, for text that must not be stored. */
  hide(text: string): string
}

/** Reports changes in folders once they settle; not in folders below them. */
export interface Watcher {
  /** `files`: names whose edits matter; new and removed entries always do. Returns the function that stops it. */
  watch(
    places: { readonly folders: readonly string[]; readonly files: readonly string[] },
    changed: () => void,
  ): () => void
}

/** Bytes that can be recomputed. Any entry may be lost at any time, and callers verify what they get. */
export interface Cache {
  get(key: string): Uint8Array | undefined
  /** Fails silently. */
  put(key: string, bytes: Uint8Array): void
}

/** Counts tokens exactly; loaded lazily because its table is large. */
export interface Tokenizer {
  readonly name: string
  /** Stops once there are more than `most`. */
  count(text: string, most?: number): number
}

/** Attributes of a span: ids, counts and digests, never text. */
export type SpanFacts = Readonly<Record<string, string | number>>

/** Spans for the operator's own tracing. */
export interface Telemetry {
  /** Resolves once it is known whether spans can be made. */
  ready(): Promise<void>
  /** Runs `work` in a new span; spans started inside are its children, and it is part of `trace` where passed. */
  span<T>(
    name: string,
    work: (note: (facts: SpanFacts) => void) => T,
    trace?: { readonly traceparent?: string; readonly tracestate?: string },
  ): T
}

/** The one way to anything remote. It never throws. */
export interface Fetcher {
  fetch(request: FetchRequest): Promise<Fetched | NotFetched>
}

export interface Resolver {
  /** All IPv4 and IPv6 addresses of a name; throws where there is none. */
  resolve(name: string): Promise<readonly string[]>
}

/** One GET request. */
export interface ConnectRequest {
  readonly url: URL
  /** Already checked: nothing is resolved again. */
  readonly addresses: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

export type Connected =
  | {
      readonly ok: true
      readonly status: number
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>
      /** One of the checked addresses. */
      readonly address: string
      /** As sent, not decompressed; throws when the connection ends early. */
      readonly body: AsyncIterable<Uint8Array>
      /** Ends the connection. */
      close(): void
    }
  | { readonly ok: false; readonly trouble: 'headers-too-large' | 'unreachable'; readonly detail: string }

export interface Connector {
  /** Connects to a checked address over TLS, with the host of the URL as its name. */
  connect(request: ConnectRequest): Promise<Connected>
}

export interface Ports {
  readonly files: Files
  readonly clock: Clock
  readonly ids: Ids
  readonly grants: Grants
  readonly approvals: Approvals
  readonly switches: Switches
  /** Absent where nothing is kept: an older signed edition is then not recognised. */
  readonly editions?: Editions
  /** Absent where nothing is kept: then nobody established where a copy comes from. */
  readonly copies?: Copies
  readonly usage: Usage
  readonly sessions: Sessions
  readonly receipts: Receipts
  /** Absent where nothing is kept between processes. */
  readonly cache?: Cache
  /** Absent where nothing is watched; then only `refresh` scans again. */
  readonly watcher?: Watcher
  /** Absent where tracing is off. */
  readonly telemetry?: Telemetry
}
