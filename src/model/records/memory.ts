/** Who writes the transcripts; `commands` is the log of shell commands (KCP Appendix D). */
export type MemoryClient = 'claude-code' | 'codex' | 'gemini' | 'opencode' | 'commands'

export type MessageRole = 'user' | 'assistant' | 'tool' | 'command'

/** One message of a past session, as stored: secrets are masked. */
export interface Message {
  readonly role: MessageRole
  /** ISO 8601 */
  readonly time: string
  readonly text: string
  /** Written by an agent that another agent started. */
  readonly subAgent?: true
}

/** A transcript on disk. */
export interface TranscriptFile {
  readonly client: MemoryClient
  readonly path: string
  readonly inode: number
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** How far a transcript was read. */
export interface SourceState {
  readonly inode: number
  readonly size: number
  readonly modified: number
  /** Where the next scan continues: bytes of complete lines, or the time of the newest row of a database. */
  readonly offset: number
  /** Last row of a database. */
  readonly row?: number
  /** Digest of the first bytes: another one is another file. */
  readonly head: string
  readonly session?: string
  readonly project?: string
  readonly subAgent?: true
}

/** The messages of one session from one transcript. */
export interface Log {
  readonly id: string
  readonly client: MemoryClient
  readonly session: string
  /** The repository, or the folder, that the session was started in; '' where it is unknown. */
  readonly project: string
  /** Times of the oldest and the newest message. */
  readonly first: string
  readonly last: string
  readonly messages: number
  /** Valid bytes of its file; the rest is from an interrupted scan. */
  readonly bytes: number
  readonly language: string
}

export interface MemoryState {
  /** By a digest of the path. */
  readonly sources: Readonly<Record<string, SourceState>>
  readonly logs: readonly Log[]
  /** Digests of messages that must not come back when a transcript is read again. */
  readonly forgotten: readonly string[]
}

/** How far a transcript was read by this scan. */
export interface ReadTranscript extends Pick<SourceState, 'offset' | 'row' | 'head'> {
  /** It went on where the last scan ended; otherwise it began again, because the file was replaced or cut. */
  readonly isContinued: boolean
}

/** The transcripts of the user. */
export interface Transcripts {
  list(): readonly TranscriptFile[]
  /** The session facts that follow from the path of a file. */
  placeOf(file: TranscriptFile): { readonly session?: string; readonly folder?: string }
  /** Passes each line that is new since `known`; the callback returns whether it was complete. */
  readLines(file: TranscriptFile, known: SourceState | undefined, onLine: (line: string) => boolean): ReadTranscript
  /** The repository around a folder, or the folder itself. */
  projectOf(folder: string): string
}

/** What is remembered, in the user's state folder. */
export interface MemoryStore {
  /** Absent until a person turned it on. */
  load(): MemoryState | undefined
  save(state: MemoryState): void
  readLog(log: Log): readonly Message[]
  /** Appends after `log.bytes`; returns the bytes of the file. */
  appendLog(id: string, bytes: number, messages: readonly Message[]): number
  /** Without messages it is removed; returns the bytes of the file. */
  replaceLog(id: string, messages: readonly Message[]): number
  readIndex(name: string): Uint8Array | undefined
  writeIndex(name: string, bytes: Uint8Array): void
  /** The indexes of a log and of everything that it was searched with. */
  dropIndexes(ids: readonly string[]): void
  /** Turns it off: nothing is left. */
  removeAll(): void
  /** Runs this while no other process changes the memory. */
  exclusively<Result>(change: () => Result): Result
  /** Every file of the state folder, by its path in it. */
  everyFile(): Iterable<readonly [path: string, text: string]>
}
