import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import type { MemoryClient, TranscriptFile, Transcripts } from '../../model/memory.ts'
import { digest } from '../../text/digest.ts'
import { foldersAbove } from '../disk/folders-above.ts'
import { homeFolder, type Environment } from '../stores/state-folder.ts'

interface Place {
  readonly client: MemoryClient
  readonly path: string
}

/** Where the clients of this user write. */
function placesIn(env: Environment): readonly Place[] {
  const home = homeFolder(env)
  return [
    { client: 'claude-code', path: join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'projects') },
    { client: 'codex', path: join(env['CODEX_HOME'] || join(home, '.codex'), 'sessions') },
    { client: 'commands', path: join(home, '.kcp', 'events.jsonl') },
  ]
}

export const transcriptFiles = (env: Environment): Transcripts => ({
  list: () => placesIn(env).flatMap(({ client, path }) => filesAt(client, path)),
  headOf: (file, length) => opened(file, (descriptor) => digest(readAt(descriptor, 0, length))),
  readLines: (file, offset, onLine) => opened(file, (descriptor) => readLines(descriptor, offset, onLine)),
  projectOf: (folder) => projectOf(folder, homeFolder(env)),
})

/** Links are not followed: what they point at is no transcript of this user. */
function filesAt(client: MemoryClient, path: string): readonly TranscriptFile[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat?.isFile() && basename(path).endsWith('.jsonl'))
    return [{ client, path, inode: stat.ino, size: stat.size, modified: stat.mtimeMs }]
  if (!stat?.isDirectory()) return []
  return namesIn(path).flatMap((name) => filesAt(client, join(path, name)))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function opened<Result>({ path }: TranscriptFile, use: (descriptor: number) => Result): Result {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`"${path}" is not a file.`)
    return use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const chunkBytes = 4 * 1024 * 1024
/** A longer line is passed over. */
const lineBytes = 64 * 1024 * 1024
const newline = 0x0a

function readAt(descriptor: number, position: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const more = readSync(descriptor, bytes, read, length - read, position + read)
    if (more === 0) break
    read += more
  }
  return bytes.subarray(0, read)
}

function readLines(descriptor: number, offset: number, onLine: (line: string) => boolean): number {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
  let rest: Uint8Array = new Uint8Array()
  let done = offset
  let isTooLong = false
  for (let at = offset; ;) {
    const chunk = readAt(descriptor, at, chunkBytes)
    if (chunk.length === 0) break
    at += chunk.length
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      if (isTooLong) isTooLong = false
      else onLine(text(bytes.subarray(start, end)))
      start = end + 1
    }
    rest = bytes.subarray(start)
    done = at - rest.length
    if (rest.length > lineBytes) {
      isTooLong = true
      rest = new Uint8Array()
      done = at
    }
  }
  // The last line may be complete without its line break; half a line is read by the next scan.
  return rest.length > 0 && !isTooLong && onLine(text(rest)) ? done + rest.length : done
}

/** A folder that is gone is a project of its own: what is around it now need not have been around it then. */
function projectOf(folder: string, home: string): string {
  if (!isAbsolute(folder) || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  const real = realpathSync(folder)
  const isRepository = (path: string): boolean => lstatSync(join(path, '.git'), { throwIfNoEntry: false }) !== undefined
  return foldersAbove(real, home).find(isRepository) ?? real
}
