import { basename } from 'node:path'
import type { Log, MemoryState, Message, SourceState, TranscriptFile } from '../../model/memory.ts'
import { transcriptFormats } from '../../parse/transcript/transcript.ts'
import type { TranscriptLine } from '../../parse/transcript/transcript-line.ts'
import { shortDigest } from '../../text/digest.ts'
import { detectLanguage } from '../../text/lexicon/lexicon.ts'
import { messageDigest, type MemoryPorts } from './memory.ts'
import { storedText } from './stored-text.ts'

export interface ScanResult {
  readonly files: number
  /** Of these, those with something new. */
  readonly read: number
  readonly added: number
  /** Messages that were older than the config keeps them. */
  readonly expired: number
  /** Lines that are damaged. */
  readonly damaged: number
  /** Files that could not be read. */
  readonly unreadable: readonly string[]
}

interface Progress {
  readonly logs: Map<string, Log>
  readonly forgotten: ReadonlySet<string>
  readonly since: string
  /** By folder. */
  readonly projects: Map<string, string>
  added: number
  damaged: number
}

const nothing: MemoryState = { sources: {}, logs: [], forgotten: [] }

/** Reads what the transcripts have gained since the last scan. `since`: older messages are not kept. */
export function scanMemory(ports: MemoryPorts, { since = '' }: { readonly since?: string | undefined }): ScanResult {
  const { store, transcripts } = ports
  return store.exclusively(() => {
    const before = store.load()
    const state = before ?? nothing
    // The folders have to be there, and an interrupted first scan must not lose what it stored.
    if (!before) store.save(state)
    const sources: Record<string, SourceState> = { ...state.sources }
    const progress: Progress = {
      logs: new Map(state.logs.map((log) => [log.id, log])),
      forgotten: new Set(state.forgotten),
      since,
      projects: new Map(),
      added: 0,
      damaged: 0,
    }
    const files = transcripts.list()
    const unreadable: string[] = []
    let read = 0
    for (const file of files) {
      const key = shortDigest(file.path, 32)
      const known = sources[key]
      if (known && isUnchanged(known, file)) continue
      try {
        sources[key] = readSource(ports, file, known, progress)
        read += 1
      } catch {
        unreadable.push(file.path)
      }
    }
    const expired = expire(ports, progress)
    if (read + expired > 0) store.save({ ...state, sources, logs: [...progress.logs.values()] })
    return { files: files.length, read, added: progress.added, expired, damaged: progress.damaged, unreadable }
  })
}

const isUnchanged = (known: SourceState, { inode, size, modified }: TranscriptFile): boolean =>
  known.inode === inode && known.size === size && known.modified === modified

const headBytes = 1024

interface Collected {
  readonly session?: string
  readonly project?: string
  readonly messages: Message[]
}

/** Continues where the last scan ended; a file that was replaced or cut is read again, without what is known of it. */
function readSource(
  ports: MemoryPorts,
  file: TranscriptFile,
  known: SourceState | undefined,
  progress: Progress,
): SourceState {
  const { transcripts } = ports
  const isContinued =
    known !== undefined &&
    known.inode === file.inode &&
    file.size >= known.offset &&
    transcripts.headOf(file, Math.min(known.offset, headBytes)) === known.head
  const { eachLine, readLine } = transcriptFormats[file.client]
  const collected = new Map<string, Collected>()
  let { session, project, subAgent } = known ?? ({} as Partial<SourceState>)
  let [time, firstTime] = ['', new Date(file.modified).toISOString()]
  const take = (line: TranscriptLine): void => {
    session = eachLine ? plainId(line.session) : (session ?? plainId(line.session))
    project = eachLine ? projectOf(ports, line.folder, progress) : (project ?? projectOf(ports, line.folder, progress))
    subAgent = (line.subAgent ?? subAgent) ? true : undefined
    if (time === '' && line.time !== undefined) firstTime = line.time
    time = line.time ?? time
    const key = eachLine ? `${session}\n${project}` : ''
    const group = collected.get(key) ?? {
      ...(session ? { session } : {}),
      ...(project ? { project } : {}),
      messages: [],
    }
    collected.set(key, group)
    for (const { role, text } of line.messages) {
      const stored = storedText(text)
      if (stored !== '') group.messages.push({ role, time, text: stored, ...(subAgent ? { subAgent } : {}) })
    }
  }
  const offset = transcripts.readLines(file, isContinued ? known.offset : 0, (text) => {
    const line = readLine(text)
    if (line) take(line)
    else if (text.trim() !== '') progress.damaged += 1
    return line !== undefined
  })
  for (const [key, group] of collected) {
    const named = eachLine ? group : { session, project }
    const log = {
      id: shortDigest(`${file.path}\n${key}`, 32),
      client: file.client,
      session: named.session ?? plainId(basename(file.path, '.jsonl')) ?? shortDigest(file.path, 32),
      project: named.project ?? '',
    }
    // Lines before the first with a time are as old as that one.
    const messages = group.messages.map((message) => (message.time === '' ? { ...message, time: firstTime } : message))
    addMessages(ports, log, { messages, isContinued }, progress)
  }
  const { inode, size, modified } = file
  return {
    inode,
    size,
    modified,
    offset,
    head: transcripts.headOf(file, Math.min(offset, headBytes)),
    ...(eachLine || session === undefined ? {} : { session }),
    ...(eachLine || project === undefined ? {} : { project }),
    ...(subAgent ? { subAgent } : {}),
  }
}

/** Ids are shown outside of fences, so one that could be a sentence is replaced. */
function plainId(id: string | undefined): string | undefined {
  if (id === undefined) return undefined
  return /^[\w.-]{1,100}$/.test(id) ? id : shortDigest(id, 16)
}

function projectOf(
  { transcripts }: MemoryPorts,
  folder: string | undefined,
  { projects }: Progress,
): string | undefined {
  if (folder === undefined) return undefined
  const project = projects.get(folder) ?? transcripts.projectOf(folder)
  projects.set(folder, project)
  return project
}

function addMessages(
  { store }: MemoryPorts,
  named: Pick<Log, 'id' | 'client' | 'session' | 'project'>,
  { messages, isContinued }: { readonly messages: readonly Message[]; readonly isContinued: boolean },
  progress: Progress,
): void {
  const { id, session } = named
  const log = progress.logs.get(id)
  const kept = log ? store.readLog(log) : []
  const known = new Set(isContinued ? [] : kept.map((message) => messageDigest(session, message)))
  const added = messages.filter((message) => {
    const digest = messageDigest(session, message)
    return message.time >= progress.since && !known.has(digest) && !progress.forgotten.has(digest)
  })
  if (added.length === 0) return
  store.dropIndexes([id])
  const bytes = store.appendLog(id, log?.bytes ?? 0, added)
  progress.logs.set(id, { ...named, bytes, ...summaryOf([...kept, ...added]) })
  progress.added += added.length
}

/** What a list shows of messages without opening them. */
export function summaryOf(messages: readonly Message[]): Pick<Log, 'first' | 'last' | 'messages' | 'language'> {
  const times = messages.map(({ time }) => time).sort()
  return {
    first: times[0] ?? '',
    last: times.at(-1) ?? '',
    messages: messages.length,
    language: detectLanguage(messages.map(({ text }) => text).join('\n')),
  }
}

function expire({ store }: MemoryPorts, { logs, since }: Progress): number {
  let expired = 0
  for (const log of [...logs.values()].filter(({ first }) => first < since)) {
    const kept = store.readLog(log).filter(({ time }) => time >= since)
    store.dropIndexes([log.id])
    const bytes = store.replaceLog(log.id, kept)
    if (kept.length === 0) logs.delete(log.id)
    else logs.set(log.id, { ...log, bytes, ...summaryOf(kept) })
    expired += log.messages - kept.length
  }
  return expired
}
