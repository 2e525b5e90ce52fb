import type { ApiKey } from './decisions/api-key.ts'
import type { Approval, Grant } from './decisions/decision.ts'
import type { RequestLimits } from './documents/effective.ts'
import type { QualityRun } from './records/evaluation.ts'
import type { SignedEdition } from './documents/signature.ts'
import type { Fetched, FetchRequest, NotFetched } from './distribution/fetch.ts'
import type { OpenedTree, SourceChange } from './distribution/installation.ts'
import type { ChainPlace, Receipt, SegmentAnchor } from './records/receipt.ts'
import type { ReviewRecord } from './decisions/review.ts'

/** Everything external that the stages use. The adapters are in `io/`; tests have their own. */

/** Stores on this machine answer at once, others later. */
export type Eventually<T> = T | Promise<T>

export type FileTrouble = 'missing' | 'not-a-file' | 'outside' | 'too-large' | 'unreadable'

export type ReadFile =
  | {
      readonly ok: true
      readonly bytes: Uint8Array
      /** The file is longer than the bytes read. */ readonly more: boolean
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
  /** These are likely to be read next. Absent where nothing is gained by fetching several at once. */
  expect?(root: string, paths: readonly string[]): void
  /** Sorted by name; `undefined` when it cannot be listed. With `wanted`, plain files of other names may be omitted. */
  list(folder: string, wanted?: ReadonlySet<string>): readonly FolderEntry[] | undefined
  /** The kind of a path, following links; `undefined` if it does not exist. */
  kindOf(path: string): 'file' | 'folder' | 'other' | undefined
  /**
   * The path with every link resolved, in the spelling of the disk, with forward slashes; `undefined` when nothing is
   * there. Two paths are the same file when this is equal.
   */
  realPath(path: string): string | undefined
  /**
   * Stamps of files below a root, for one pass over them: the stamp of a file is equal as long as its bytes are. Files
   * are not opened. `undefined` for anything but a regular file that is reached without links and has not just changed.
   * With `reached`, the caller reached the root, and the folders on the way, without links. Absent where only reading
   * shows changes.
   */
  stamps?(root: string, reached?: boolean): (path: string) => string | undefined
  /**
   * Equal as long as the list of the folder is. `undefined` for a folder that has just changed, and on disks that do
   * not show every change. Absent where only a list shows changes.
   */
  folderStamp?(folder: string): string | undefined
  /**
   * `false` only if a file or folder exists and has not changed since a time; it is not opened. Absent where that
   * cannot be detected.
   */
  mayHaveChanged?(path: string, since: Date): boolean
  /** Bytes of a regular file that is no link; it is not opened. Absent where that is not known. */
  sizeOf?(path: string): number | undefined
  /** Equal as long as nothing below the roots has changed. Absent where that cannot be detected. */
  revision?(): string
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
  /**
   * The files of a commit, `HEAD` unless a ref is given. It never throws, and starts no program that a repository
   * names.
   */
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
  /** Equal as long as no grant is saved or removed. Absent where that cannot be detected. */
  stamp?(): string
  /** Those of a folder and of the folders below it, sorted by path. */
  below(path: string): readonly Grant[]
  /** Whether there was one. */
  remove(path: string): boolean
}

/** Verdicts `ask` that a person approved, for 24 hours each. */
export interface Approvals {
  /** Equal as long as nothing is approved. Absent or `undefined` where that cannot be detected. */
  stamp?(): string | undefined
  find(ref: string): readonly Approval[]
  save(approval: Approval): void
}

/** Records that are only appended. */
interface Appended<Value> {
  append(value: Value): void
  /** Oldest first. */
  list(): readonly Value[]
}

/**
 * By the path of its entry file, the newest edition of each entry that trusted keys signed and a person granted or
 * read.
 */
export interface Editions {
  find(place: string): SignedEdition | undefined
  save(place: string, edition: SignedEdition): void
  /** Forgets the edition of an entry file, or of all below a folder. */
  forget(path: string): void
}

/** A copy of something remote, as it was fetched here. */
export interface FetchedCopy {
  /** After redirects. */
  readonly url: string
  readonly digest: string
}

/** Where copies came from, by the path of the entry file; recorded by the fetch itself, never read from the folder. */
export interface Copies {
  find(place: string): FetchedCopy | undefined
  save(place: string, copy: FetchedCopy): void
}

/** Entries that the user disabled; affects visibility only, never a grant. */
export interface Switches {
  /** Equal as long as nothing is switched. Absent where that cannot be detected. */
  stamp?(): string
  disabled(): ReadonlySet<string>
  set(ref: string, enabled: boolean): void
}

/** Requests per ref, for declared rate limits. */
export interface Usage {
  /** `limits` are those of the ref for whoever asks, for `take`. */
  count(ref: string, now: Date, limits?: RequestLimits): { readonly minute: number; readonly day: number }
  /** In the rolling hour; absent where it is not counted, and then those of the day count. */
  hour?(ref: string, now: Date): number
  note(ref: string, now: Date): void
  /**
   * Counts a request for each ref; if one has reached a limit, counts none and returns `false`. Present where servers
   * share the counts, because only an atomic step can tell that no other server took the last request.
   */
  take?(refs: readonly string[], now: Date): Promise<boolean>
}

/** What a caller's session has received: the digest under each key. It ends a day after the last note. */
export interface Sessions {
  given(session: string): Eventually<ReadonlyMap<string, string>>
  note(session: string, given: ReadonlyMap<string, string>): Eventually<void>
  forget(session: string): Eventually<void>
}

export interface Receipts {
  /** Whether a record outlives the process. */
  readonly durable: boolean
  /**
   * Stores the record made for its place in the chain, durably; rejects where it cannot, and then stores nothing.
   * Records that are appended at the same time may be stored by one write; it stores all of them or none.
   */
  append(make: (place: ChainPlace) => Receipt): Promise<Receipt>
  /** Names of the segments, oldest first. */
  segments(): Eventually<readonly string[]>
  /** Text of a segment; empty when it no longer exists. */
  segment(name: string): Eventually<string>
  /** The line of a record, by its id. Absent where nothing but reading the segments finds it. */
  find?(id: string): Promise<string | undefined>
  /** Acknowledged records that no other segment names yet; absent where nothing outlives the process. */
  heads?(): Eventually<readonly SegmentAnchor[]>
  /** Keyed hash, for text that must not be stored. */
  hide(text: string): string
}

/** Keys for clients of a server. */
export interface Keys {
  /** By the digest of the key; looked up each time, so a revoked one is unknown at once. */
  find(tokenSha256: string): ApiKey | undefined
  /** Sorted by name. */
  list(): readonly ApiKey[]
  save(key: ApiKey): void
  /** Whether there was one. */
  remove(name: string): boolean
}

/** Stores that several servers share. What they return at once is what `current` saw last. */
export interface SharedStores {
  /** For messages: where they are, without a password. */
  readonly shown: string
  /** Sees what others saved before this call. Rejects where that is unknown: then nothing may be decided. */
  current(): Promise<void>
  /** Resolves once everything that was saved here is durable; rejects where it is not. */
  settled(): Promise<void>
  close(): Promise<void>
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

/** A text to be added to a word index. */
export interface NewText {
  /** Identifies the indexed text and how it was indexed. */
  readonly key: string
  readonly fileDigest: string
  /** The figures that averages over several texts need. */
  readonly sizes: Uint8Array
  /** Its own index, for scoring. */
  readonly outline: Uint8Array
  /** By term: where it occurs. The first byte is 0 if only headings contain it. */
  readonly places: ReadonlyMap<string, Uint8Array>
}

/** Numbers of texts, one bit each, the lowest bit of a byte first: a question is about these and no others. */
export type TextNumbers = Uint8Array

/** An inverted index that many processes share. What it has can be computed again from the files. */
export interface WordIndex {
  /** Number and sizes of those that are indexed, by key. */
  find(keys: readonly string[]): ReadonlyMap<string, { readonly number: number; readonly sizes: Uint8Array }>
  /** All of them or none; one that another process added meanwhile is not added again. */
  add(texts: readonly NewText[]): void
  /** By term: the number of each text that contains it, and where. */
  places(
    terms: readonly string[],
    among: TextNumbers,
  ): ReadonlyMap<string, readonly { readonly number: number; readonly places: Uint8Array }[]>
  /** Terms of texts, not of headings alone, that begin so; in any order. */
  startingWith(start: string, among: TextNumbers): readonly string[]
  /** By number; their files are likely to be read next. */
  outlines(numbers: readonly number[]): ReadonlyMap<number, Uint8Array>
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
  /** Answers of operators in the review queue; absent where there is no HTTP server. */
  readonly reviews?: Appended<ReviewRecord>
  /** Figures of evaluations; absent where nothing is stored between processes. */
  readonly evaluations?: Appended<QualityRun>
  /** Absent where nothing is stored; an older signed edition is then not recognised. */
  readonly editions?: Editions
  /** Absent where nothing is stored; the origin of a copy is then unknown. */
  readonly copies?: Copies
  readonly usage: Usage
  readonly sessions: Sessions
  readonly receipts: Receipts
  /** Absent where no server runs. */
  readonly keys?: Keys
  /** Absent where the stores are of this machine alone. */
  readonly shared?: SharedStores
  /** Absent where nothing is stored between processes. */
  readonly cache?: Cache
  /** Absent where the words of all texts are counted in memory. */
  readonly words?: WordIndex
  /** Absent where nothing is watched; then only `refresh` scans again. */
  readonly watcher?: Watcher
  /** Absent where tracing is off. */
  readonly telemetry?: Telemetry
}
