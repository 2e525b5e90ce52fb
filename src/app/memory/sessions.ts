import type { Log, Message } from '../../model/records/memory.ts'
import { compareText } from '../../text/compare.ts'
import { logsIn, type MemoryPorts, type MemoryScope } from './memory.ts'

export interface PastSession {
  readonly session: string
  readonly clients: readonly string[]
  readonly project: string
  readonly first: string
  readonly last: string
  readonly messages: number
}

export interface MemoryStats {
  readonly sessions: number
  readonly messages: number
  readonly projects: number
  /** Messages of each client. */
  readonly clients: Readonly<Record<string, number>>
  readonly first?: string
  readonly last?: string
  readonly bytes: number
}

/** Newest first. */
export const listSessions = ({ store }: Pick<MemoryPorts, 'store'>, scope: MemoryScope): readonly PastSession[] =>
  [...bySession(logsIn(store.load(), scope)).entries()]
    .map(([session, logs]) => sessionOf(session, logs))
    .sort((a, b) => compareText(b.last, a.last) || compareText(a.session, b.session))

/** A session consists of its client's transcript, those of its sub-agents, and its commands. */
function bySession(logs: readonly Log[]): ReadonlyMap<string, readonly Log[]> {
  const sessions = new Map<string, Log[]>()
  for (const log of logs) sessions.set(log.session, [...(sessions.get(log.session) ?? []), log])
  return sessions
}

function sessionOf(session: string, logs: readonly Log[]): PastSession {
  const sorted = (of: (log: Log) => string): readonly string[] => [...new Set(logs.map(of))].sort()
  return {
    session,
    clients: sorted(({ client }) => client),
    project: sorted(({ project }) => project).at(-1) ?? '',
    first: sorted(({ first }) => first)[0] ?? '',
    last: sorted(({ last }) => last).at(-1) ?? '',
    messages: logs.reduce((sum, log) => sum + log.messages, 0),
  }
}

/** The sessions with an id, or with ids that start with it. */
export function sessionsNamed(
  ports: Pick<MemoryPorts, 'store'>,
  id: string,
  scope: MemoryScope,
): readonly PastSession[] {
  const all = listSessions(ports, scope)
  const exact = all.filter(({ session }) => session === id)
  return exact.length > 0 ? exact : all.filter(({ session }) => session.startsWith(id))
}

/** The messages of a session in the order of their times. */
export function messagesOfSession(
  { store }: Pick<MemoryPorts, 'store'>,
  session: string,
  scope: MemoryScope,
): readonly Message[] {
  const logs = logsIn(store.load(), scope).filter((log) => log.session === session)
  const messages = logs.flatMap((log) => store.readLog(log)).filter(({ time }) => time >= (scope.since ?? ''))
  return messages.sort((a, b) => compareText(a.time, b.time))
}

/** The texts of all messages, log by log. */
export function* messagesOfProject({ store }: Pick<MemoryPorts, 'store'>, scope: MemoryScope): Generator<string> {
  for (const log of logsIn(store.load(), scope))
    for (const { time, text } of store.readLog(log)) if (time >= (scope.since ?? '')) yield text
}

export function memoryStats({ store }: Pick<MemoryPorts, 'store'>, scope: MemoryScope): MemoryStats {
  const logs = logsIn(store.load(), scope)
  const clients: Record<string, number> = {}
  for (const { client, messages } of logs) clients[client] = (clients[client] ?? 0) + messages
  const first = logs.map((log) => log.first).sort()[0]
  const last = logs
    .map((log) => log.last)
    .sort()
    .at(-1)
  return {
    sessions: bySession(logs).size,
    messages: logs.reduce((sum, { messages }) => sum + messages, 0),
    projects: new Set(logs.map(({ project }) => project)).size,
    clients,
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    bytes: logs.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
