import type { SourceState, TranscriptFile } from '../../model/records/memory.ts'
import { openSqlite, type SqlitePages } from './sqlite-pages.ts'
import { rowsOf } from './sqlite-table.ts'

interface Known {
  /** Time of the newest row that was read. */
  readonly offset: number
  readonly row: number
}

const attempts = 3

/**
 * Passes each new or changed part of a message as one line of JSON, and returns the position after the last. If a
 * writer moved pages during every attempt, the parts read so far count, and the next scan reads them again with any
 * that are missing.
 */
export function readOpencodeRows(
  { path }: TranscriptFile,
  known: SourceState | undefined,
  onLine: (line: string) => boolean,
): Known {
  const start = { offset: known?.offset ?? 0, row: known?.row ?? 0 }
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const pages = openSqlite(path)
    try {
      const read = readParts(pages, start, onLine)
      if (!pages.hasMoved()) return read
    } catch (error) {
      if (!pages.hasMoved()) throw error
    } finally {
      pages.close()
    }
  }
  return start
}

function readParts(pages: SqlitePages, known: Known, onLine: (line: string) => boolean): Known {
  const sessions = sessionsIn(pages)
  let roles: ReadonlyMap<unknown, string> | undefined
  let { offset, row: last } = known
  for (const row of rowsOf(pages, 'part')) {
    const [message, session, time, updated] = row.read('message_id', 'session_id', 'time_created', 'time_updated')
    if (row.id <= known.row && Number(updated) < known.offset) continue
    roles ??= rolesIn(pages)
    // A row that belongs to no message is from a page that was moved.
    if (!roles.has(message) || !sessions.has(session)) continue
    const { root, folder } = originOf(sessions, session)
    const facts = { session: root, folder, time, role: roles.get(message), subAgent: root !== session }
    onLine(`${JSON.stringify(facts).slice(0, -1)},"part":${row.read('data')[0]}}`)
    last = Math.max(last, row.id)
    offset = Math.max(offset, Number(updated))
  }
  return { offset, row: last }
}

interface Session {
  readonly parent: unknown
  readonly folder: unknown
}

function sessionsIn(pages: SqlitePages): ReadonlyMap<unknown, Session> {
  const sessions = new Map<unknown, Session>()
  for (const row of rowsOf(pages, 'session')) {
    const [id, parent, folder] = row.read('id', 'parent_id', 'directory')
    sessions.set(id, { parent, folder })
  }
  return sessions
}

/** The session that a sub-agent was started in, however deep. */
function originOf(sessions: ReadonlyMap<unknown, Session>, session: unknown) {
  let root = session
  for (let depth = 0; depth < 10; depth++) {
    const parent = sessions.get(root)?.parent
    if (typeof parent !== 'string') break
    root = parent
  }
  return { root, folder: sessions.get(root)?.folder ?? sessions.get(session)?.folder }
}

function rolesIn(pages: SqlitePages): ReadonlyMap<unknown, string> {
  const roles = new Map<unknown, string>()
  for (const row of rowsOf(pages, 'message')) {
    const [id, data] = row.read('id', 'data')
    roles.set(id, /"role"\s*:\s*"assistant"/.test(String(data)) ? 'assistant' : 'user')
  }
  return roles
}
