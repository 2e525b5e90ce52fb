import type { Log, MemoryState, Message, SourceState } from '../../model/records/memory.ts'
import { logsIn, messageDigest, type MemoryPorts } from './memory.ts'
import { logSummary } from './scan.ts'

/** Which messages are forgotten: those that match all conditions. */
export interface Forgetting {
  readonly session?: string
  readonly project?: string
  /** ISO 8601; messages from before it. */
  readonly before?: string
  /** Text of one line, ignoring case; `*` matches any characters. */
  readonly pattern?: string
}

interface Forgotten {
  readonly messages: number
  readonly sessions: number
  /** Matching messages that remain, and files of the state folder that still contain the pattern. */
  readonly left: number
  readonly files: readonly string[]
}

/** What would be forgotten. */
export function countForgetting(
  { store }: Pick<MemoryPorts, 'store'>,
  what: Forgetting,
): Omit<Forgotten, 'left' | 'files'> {
  const found = logsIn(store.load(), {})
    .filter((log) => isAbout(log, what))
    .map((log) => ({ log, count: store.readLog(log).filter(matcherOf(what)).length }))
    .filter(({ count }) => count > 0)
  return {
    messages: found.reduce((sum, { count }) => sum + count, 0),
    sessions: new Set(found.map(({ log }) => log.session)).size,
  }
}

/** Removes messages from logs and indexes, and verifies by reading everything again that they are gone. */
export function forget(ports: Pick<MemoryPorts, 'store'>, what: Forgetting): Forgotten {
  const { store } = ports
  return store.exclusively(() => {
    const counted = countForgetting(ports, what)
    const state = store.load()
    if (state) store.save(withoutMatches(ports, state, what))
    return { ...counted, left: countForgetting(ports, what).messages, files: filesWith(ports, what) }
  })
}

/** Only without other conditions, since other messages may contain the pattern too. */
function filesWith({ store }: Pick<MemoryPorts, 'store'>, { pattern, ...conditions }: Forgetting): readonly string[] {
  if (pattern === undefined || Object.keys(conditions).length > 0) return []
  return [...store.everyFile()].flatMap(([path, text]) => (hasPattern(text, pattern) ? [path] : []))
}

function withoutMatches({ store }: Pick<MemoryPorts, 'store'>, state: MemoryState, what: Forgetting): MemoryState {
  const isForgotten = matcherOf(what)
  const forgotten = new Set(state.forgotten)
  const logs = state.logs.flatMap((log): readonly Log[] => {
    if (!isAbout(log, what)) return [log]
    const messages = store.readLog(log)
    const kept = messages.filter((message) => !isForgotten(message))
    if (kept.length === messages.length) return [log]
    for (const message of messages) if (isForgotten(message)) forgotten.add(messageDigest(log.session, message))
    store.dropIndexes([log.id])
    const bytes = store.replaceLog(log.id, kept)
    return kept.length === 0 ? [] : [{ ...log, bytes, ...logSummary(kept) }]
  })
  return { sources: unnamed(state.sources, logs), logs, forgotten: [...forgotten] }
}

/** A transcript no longer names a forgotten session. */
function unnamed(sources: MemoryState['sources'], logs: readonly Log[]): MemoryState['sources'] {
  const known = new Set(logs.map(({ session }) => session))
  return Object.fromEntries(
    Object.entries(sources).map(([key, source]): [string, SourceState] => {
      const { session, project: _project, ...rest } = source
      return [key, session === undefined || known.has(session) ? source : rest]
    }),
  )
}

const isAbout = (log: Log, { session, project }: Forgetting): boolean =>
  (session === undefined || log.session === session) && (project === undefined || log.project === project)

const matcherOf =
  ({ before, pattern }: Forgetting): ((message: Message) => boolean) =>
  ({ time, text }) =>
    (before === undefined || time < before) && (pattern === undefined || hasPattern(text, pattern))

const comparable = (text: string): string => text.normalize('NFC').toLowerCase()

/** Whether a line contains the parts of the pattern in order, in linear time. */
function hasPattern(text: string, pattern: string | undefined): boolean {
  const parts = comparable(pattern ?? '')
    .split('*')
    .filter((part) => part !== '')
  if (parts.length === 0) return false
  const compared = comparable(text)
  if (parts.length === 1) return compared.includes(parts[0] ?? '')
  return compared.split('\n').some((line) => {
    let at = 0
    return parts.every((part) => {
      const found = line.indexOf(part, at)
      at = found + part.length
      return found >= 0
    })
  })
}
