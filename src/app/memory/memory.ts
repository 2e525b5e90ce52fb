import type { Log, MemoryState, MemoryStore, Message, Transcripts } from '../../model/records/memory.ts'
import { compareText } from '../../text/compare.ts'
import { shortDigest } from '../../text/bytes/digest.ts'

export interface MemoryPorts {
  readonly store: MemoryStore
  readonly transcripts: Transcripts
}

/** The project whose messages are searched or shown, and their earliest time. */
export interface MemoryScope {
  /** Absent for all projects. */
  readonly project?: string
  /** ISO 8601; older messages are no longer used. */
  readonly since?: string
}

const dayLength = 86_400_000

/** The time of the oldest messages to keep; `undefined` for all. */
export const keptSince = (now: Date, days: number | undefined): string | undefined =>
  days === undefined ? undefined : new Date(now.getTime() - days * dayLength).toISOString()

export const isRemembering = (store: MemoryStore): boolean => store.load() !== undefined

/** Logs of an unknown project are used only when all projects are. */
export const logsIn = (state: MemoryState | undefined, { project, since = '' }: MemoryScope): readonly Log[] =>
  (state?.logs ?? [])
    .filter((log) => log.last >= since && (project === undefined || log.project === project))
    .toSorted((a, b) => compareText(a.id, b.id))

/** Identifies a message when it is read again; without its time, because not every line has one. */
export const messageDigest = (session: string, { role, text }: Pick<Message, 'role' | 'text'>): string =>
  shortDigest(`${session}\n${role}\n${text}`, 32)
