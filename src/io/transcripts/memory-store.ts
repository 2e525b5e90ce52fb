import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import type { Log, MemoryState, MemoryStore, Message } from '../../model/records/memory.ts'
import { loadJson } from '../disk/json-file.ts'
import { writePrivateFile } from '../disk/private-file.ts'
import { takeLock } from '../stores/process-lock.ts'
import { ensurePrivateFolder, stateFolder, type Environment } from '../stores/state-folder.ts'

/** `memory/` of the state folder: `state.json`, a file of messages per log, and indexes that can be made again. */
export function memoryStore(env: Environment): MemoryStore {
  const state = stateFolder(env)
  const folder = join(state, 'memory')
  const stateFile = join(folder, 'state.json')
  const logFile = (id: string): string => join(folder, 'logs', `${id}.jsonl`)
  const indexFile = (name: string): string => join(folder, 'index', name)
  return {
    load: () => loadJson<MemoryState | undefined>(stateFile, undefined),
    save(next) {
      for (const path of [state, folder, join(folder, 'logs'), join(folder, 'index')]) ensurePrivateFolder(path)
      writePrivateFile(stateFile, JSON.stringify(next))
    },
    readLog: (log) => messagesIn(logFile(log.id), log),
    appendLog: (id, bytes, messages) => appendAt(logFile(id), bytes, linesOf(messages)),
    replaceLog(id, messages) {
      if (messages.length === 0) rmSync(logFile(id), { force: true })
      else writePrivateFile(logFile(id), linesOf(messages))
      return Buffer.byteLength(linesOf(messages))
    },
    readIndex(name) {
      try {
        return readFileSync(indexFile(name))
      } catch {
        return undefined
      }
    },
    writeIndex(name, bytes) {
      try {
        writeFileSync(indexFile(name), bytes, { mode: 0o600 })
      } catch {
        // It is made again by the next search.
      }
    },
    dropIndexes(ids) {
      for (const id of ids) rmSync(indexFile(id), { force: true })
      for (const name of namesIn(join(folder, 'index'))) if (name.startsWith('all-')) rmSync(indexFile(name))
    },
    removeAll: () => rmSync(folder, { recursive: true, force: true }),
    exclusively(change) {
      ensurePrivateFolder(state)
      const lock = join(state, 'memory.lock')
      takeLock(lock, 'what is remembered')
      try {
        return change()
      } finally {
        rmSync(lock, { force: true })
        removeIfEmpty(state)
      }
    },
    *everyFile() {
      for (const path of filesBelow(state)) yield [relative(state, path), readFileSync(path, 'utf8')] as const
    },
  }
}

/** Creates no folder for a user who turned memory off and stores nothing else. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Something else is in it.
  }
}

const linesOf = (messages: readonly Message[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('')

function messagesIn(file: string, { bytes }: Log): readonly Message[] {
  let stored: Buffer
  try {
    stored = readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  const lines = stored.subarray(0, bytes).toString('utf8').split('\n')
  return lines.flatMap((line) => (line === '' ? [] : messageOf(line)))
}

/** A damaged line costs itself only. */
function messageOf(line: string): readonly Message[] {
  try {
    return [JSON.parse(line) as Message]
  } catch {
    return []
  }
}

/** Bytes after `bytes` are from a scan that was interrupted. */
function appendAt(file: string, bytes: number, lines: string): number {
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
  try {
    fchmodSync(descriptor, 0o600)
    const start = Math.min(bytes, fstatSync(descriptor).size)
    ftruncateSync(descriptor, start)
    const added = Buffer.from(lines)
    let written = 0
    while (written < added.length)
      written += writeSync(descriptor, added, written, added.length - written, start + written)
    return start + added.length
  } finally {
    closeSync(descriptor)
  }
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function* filesBelow(folder: string): Iterable<string> {
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) yield* filesBelow(path)
    else if (stat?.isFile()) yield path
  }
}
