import { transcriptFormats } from '../../parse/transcript/transcript.ts'
import { basename } from 'node:path'
import type { Log, MemoryState, Message, SourceState, TranscriptFile } from '../../model/records/memory.ts'
import type { TranscriptLine } from '../../parse/transcript/transcript-line.ts'
import { shortDigest } from '../../text/bytes/digest.ts'
import { detectLanguage } from '../../text/lexicon/lexicon.ts'
import { messageDigest, type MemoryPorts } from './memory.ts'
import { storedText } from './stored-text.ts'

interface ScanResult {
  readonly files: number
  /** Files with something new. */
  readonly read: number
  readonly added: number
  /** Messages older than the config allows. */
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

/** Reads what is new in the transcripts since the last scan. Messages older than `since` are not stored. */
export function scanMemory(ports: MemoryPorts, { since = '' }: { readonly since?: string | undefined }): ScanResult {
  const { store, transcripts } = ports
  return store.exclusively(() => {
    const before = store.load()
    const state = before ?? nothing
    // Creates the folders, and an interrupted first scan does not lose what it stored.
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

interface Collected {
  readonly session?: string
  readonly project?: string
  readonly messages: Message[]
}

/** Reads what is new in a transcript; when it is read again from the start, known messages are skipped. */
function readSource(
  ports: MemoryPorts,
  file: TranscriptFile,
  known: SourceState | undefined,
  progress: Progress,
): SourceState {
  const { transcripts } = ports
  const { eachLine, repeats, readLine } = transcriptFormats[file.client]
  const collected = new Map<string, Collected>()
  const place = transcripts.placeOf(file)
  // Only its beginning names the session.
  const start = eachLine || known?.session !== undefined ? known : undefined
  let { session = plainId(place.session), project, subAgent } = known ?? ({} as Partial<SourceState>)
  project ??= projectOf(ports, place.folder, progress)
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
    for (const message of line.messages) {
      const [text, at] = [storedText(message.text), message.time ?? time]
      if (text !== '') group.messages.push({ role: message.role, time: at, text, ...(subAgent ? { subAgent } : {}) })
    }
  }
  const { isContinued, ...progressed } = transcripts.readLines(file, start, (text) => {
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
      session: named.session ?? plainId(basename(file.path).replace(/\.\w+$/, '')) ?? shortDigest(file.path, 32),
      project: named.project ?? '',
    }
    // Lines before the first time get that time.
    const messages = group.messages.map((message) => (message.time === '' ? { ...message, time: firstTime } : message))
    addMessages(ports, log, { messages, isContinued, repeats }, progress)
  }
  const { inode, size, modified } = file
  // A forgotten session is not named again.
  const isNamed = !eachLine && progress.logs.has(shortDigest(`${file.path}\n`, 32))
  return {
    inode,
    size,
    modified,
    ...progressed,
    ...(isNamed && session !== undefined ? { session } : {}),
    ...(isNamed && project !== undefined ? { project } : {}),
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

interface Gained {
  readonly messages: readonly Message[]
  readonly isContinued: boolean
  readonly repeats: boolean
}

function addMessages(
  { store }: MemoryPorts,
  named: Pick<Log, 'id' | 'client' | 'session' | 'project'>,
  { messages, isContinued, repeats }: Gained,
  progress: Progress,
): void {
  const { id, session } = named
  const log = progress.logs.get(id)
  const before = log ? store.readLog(log) : []
  const known = new Set(isContinued || repeats ? [] : before.map((message) => messageDigest(session, message)))
  const wanted = messages.filter((message) => {
    const digest = messageDigest(session, message)
    return message.time >= progress.since && !known.has(digest) && !progress.forgotten.has(digest)
  })
  const { kept, added } = repeats ? withoutRepeated(before, wanted) : { kept: before, added: wanted }
  if (added.length === 0) return
  store.dropIndexes([id])
  const bytes =
    kept.length === before.length
      ? store.appendLog(id, log?.bytes ?? 0, added)
      : store.replaceLog(id, [...kept, ...added])
  progress.logs.set(id, { ...named, bytes, ...logSummary([...kept, ...added]) })
  progress.added += added.length
}

/** The facts that a list shows without opening messages. */
export function logSummary(messages: readonly Message[]): Pick<Log, 'first' | 'last' | 'messages' | 'language'> {
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
    else logs.set(log.id, { ...log, bytes, ...logSummary(kept) })
    expired += log.messages - kept.length
  }
  return expired
}

/** Keeps only the longest of messages that were written again at the same time with more text. */
function withoutRepeated(
  before: readonly Message[],
  wanted: readonly Message[],
): { readonly kept: readonly Message[]; readonly added: readonly Message[] } {
  const longest = new Map<string, Message[]>()
  const known = new Set(before)
  for (const message of [...before, ...wanted]) {
    const key = `${message.time}\n${message.role}`
    const others = longest.get(key) ?? []
    if (others.some(({ text }) => text.startsWith(message.text))) continue
    longest.set(key, [...others.filter(({ text }) => !message.text.startsWith(text)), message])
  }
  const remaining = new Set([...longest.values()].flat())
  return {
    kept: before.filter((message) => remaining.has(message)),
    added: wanted.filter((message) => remaining.has(message) && !known.has(message)),
  }
}
