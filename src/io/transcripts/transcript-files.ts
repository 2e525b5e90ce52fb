import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import type {
  MemoryClient,
  ReadTranscript,
  SourceState,
  TranscriptFile,
  Transcripts,
} from '../../model/records/memory.ts'
import { digest } from '../../text/bytes/digest.ts'
import { foldersAbove } from '../disk/folders-above.ts'
import { sha256Of } from '../secrets.ts'
import { homeFolder, type Environment } from '../stores/state-folder.ts'
import { readOpencodeRows } from './opencode-rows.ts'
import { readAt } from './read-at.ts'

interface Place {
  readonly client: MemoryClient
  readonly path: string
  /** How the names of its files end; default: `.jsonl`. */
  readonly ending?: RegExp
}

/** Where the clients of this user write. */
function placesIn(env: Environment): readonly Place[] {
  const home = homeFolder(env)
  const opencode = join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'opencode')
  return [
    { client: 'claude-code', path: join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'projects') },
    { client: 'codex', path: join(env['CODEX_HOME'] || join(home, '.codex'), 'sessions') },
    ...foldersIn(join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'tmp')).map((project) => ({
      client: 'gemini' as const,
      path: join(project, 'chats'),
      ending: /\.jsonl?$/,
    })),
    ...namesIn(opencode)
      .filter((name) => /^opencode.*\.db$/.test(name))
      .map((name) => ({ client: 'opencode' as const, path: join(opencode, name), ending: /\.db$/ })),
    { client: 'commands', path: join(home, '.kcp', 'events.jsonl') },
  ]
}

export const transcriptFiles = (env: Environment): Transcripts => ({
  list: () => placesIn(env).flatMap((place) => filesAt(place, place.path)),
  placeOf: (file) => (file.client === 'gemini' ? geminiPlace(file.path) : {}),
  readLines(file, known, onLine) {
    if (file.client === 'opencode') return readRows(file, known, onLine)
    return opened(file, (descriptor) => readFrom(descriptor, file, known, onLine))
  },
  projectOf: (folder) => projectOf(folder, homeFolder(env)),
})

/** Links are not followed: their targets may not be transcripts of this user. */
function filesAt(place: Place, path: string): readonly TranscriptFile[] {
  const { client, ending = /\.jsonl$/ } = place
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat?.isFile() && ending.test(path)) {
    // A database is changed by its log first.
    const log = client === 'opencode' ? lstatSync(`${path}-wal`, { throwIfNoEntry: false }) : undefined
    const modified = Math.max(stat.mtimeMs, log?.mtimeMs ?? 0)
    return [{ client, path, inode: stat.ino, size: stat.size + (log?.size ?? 0), modified }]
  }
  if (!stat?.isDirectory()) return []
  return namesIn(path).flatMap((name) => filesAt(place, join(path, name)))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

const foldersIn = (folder: string): readonly string[] =>
  namesIn(folder)
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory())

function opened<Result>({ path }: TranscriptFile, use: (descriptor: number) => Result): Result {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`"${path}" is not a file.`)
    return use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const headBytes = 1024

/**
 * Continues where the last scan ended; a replaced or truncated file is read again. A `.json` file is one line that is
 * rewritten each time.
 */
function readFrom(
  descriptor: number,
  { path, inode, size }: TranscriptFile,
  known: SourceState | undefined,
  onLine: (line: string) => boolean,
): ReadTranscript {
  const headOf = (offset: number): string => digest(readAt(descriptor, 0, Math.min(offset, headBytes)))
  if (path.endsWith('.json')) {
    if (size <= lineBytes) onLine(Buffer.from(readAt(descriptor, 0, size)).toString('utf8'))
    return { isContinued: false, offset: 0, head: headOf(0) }
  }
  const isContinued =
    known !== undefined && known.inode === inode && size >= known.offset && headOf(known.offset) === known.head
  const offset = readLines(descriptor, isContinued ? known.offset : 0, onLine)
  return { isContinued, offset, head: headOf(offset) }
}

/** A replaced file is read from its first row. */
function readRows(
  file: TranscriptFile,
  known: SourceState | undefined,
  onLine: (line: string) => boolean,
): ReadTranscript {
  const isContinued = known !== undefined && known.inode === file.inode
  return { isContinued, head: '', ...readOpencodeRows(file, isContinued ? known : undefined, onLine) }
}

const chunkBytes = 4 * 1024 * 1024
/** Longer lines are skipped. */
const lineBytes = 64 * 1024 * 1024
const newline = 0x0a

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

/** A removed folder is its own project: the repository around its path today may be another one. */
function projectOf(folder: string, home: string): string {
  if (!isAbsolute(folder) || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  const real = realpathSync(folder)
  const isRepository = (path: string): boolean => lstatSync(join(path, '.git'), { throwIfNoEntry: false }) !== undefined
  return foldersAbove(real, home).find(isRepository) ?? real
}

/**
 * `tmp/<project>/chats/<file>`, and `tmp/<project>/chats/<session>/<file>` for its sub-agents. The folder of a project
 * is in `.project_root`; older versions name it by the digest of its path, and `projects.json` lists the paths.
 */
function geminiPlace(path: string): { readonly session?: string; readonly folder?: string } {
  const end = path.lastIndexOf(`${sep}chats${sep}`)
  const project = path.slice(0, end)
  const [session, file] = path.slice(end + `${sep}chats${sep}`.length).split(sep)
  const folder = shortText(join(project, '.project_root'))?.trim() || listedFolder(project)
  return {
    ...(file !== undefined && session !== undefined ? { session } : {}),
    ...(folder === undefined ? {} : { folder }),
  }
}

function listedFolder(project: string): string | undefined {
  try {
    const written = shortText(join(dirname(dirname(project)), 'projects.json')) ?? ''
    const { projects } = JSON.parse(written) as { readonly projects: Readonly<Record<string, string>> }
    const name = basename(project)
    return Object.keys(projects).find((folder) => projects[folder] === name || sha256Of(folder) === name)
  } catch {
    return undefined
  }
}

const longest = 1024 * 1024

/** Links are not followed, as for the transcripts. */
function shortText(path: string): string | undefined {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stat = fstatSync(descriptor)
      return stat.isFile() && stat.size <= longest ? readFileSync(descriptor, 'utf8') : undefined
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
}
