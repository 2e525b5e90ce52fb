import type { Log, MemoryState, MemoryStore, Message, Transcripts } from '../../model/memory.ts'
import { compareText } from '../../text/compare.ts'
import { shortDigest } from '../../text/bytes/digest.ts'

export interface MemoryPorts {
  readonly store: MemoryStore
  readonly transcripts: Transcripts
}

/** Whose messages are searched or shown, and from when on. */
export interface MemoryScope {
  /** Absent: all of them. */
  readonly project?: string
  /** ISO 8601; older messages are no longer used. */
  readonly since?: string
}

const dayLength = 86_400_000

/** When the messages begin that are kept; absent: all of them are. */
export const keptSince = (now: Date, days: number | undefined): string | undefined =>
  days === undefined ? undefined : new Date(now.getTime() - days * dayLength).toISOString()

export const isRemembering = (store: MemoryStore): boolean => store.load() !== undefined

/** Unknown projects belong to nobody, so they are searched only with all of them. */
export const logsIn = (state: MemoryState | undefined, { project, since = '' }: MemoryScope): readonly Log[] =>
  (state?.logs ?? [])
    .filter((log) => log.last >= since && (project === undefined || log.project === project))
    .toSorted((a, b) => compareText(a.id, b.id))

/** Equal wherever the message is read again; the time is not part of it, because not every line has one. */
export const messageDigest = (session: string, { role, text }: Pick<Message, 'role' | 'text'>): string =>
  shortDigest(`${session}\n${role}\n${text}`, 32)
