import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  readdirSync,
  readlinkSync,
  statSync,
  type Dirent,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'
import type { Files, FolderEntry, ReadFile } from '../../model/ports.ts'
import { anyNormalForm } from './any-normal-form.ts'
import { fileStamps, folderStamp, mayHaveChanged } from './file-stamps.ts'
import { realPathOf } from './real-path.ts'
import { pdfText } from '../pdf/pdf-text.ts'
import { withoutAliases } from './without-aliases.ts'
import { compareText } from '../../text/compare.ts'

/** Opens no link out of the root, no device, and no file that is replaced meanwhile. */
const systemFiles: Files = {
  read(root, path, { limit, head, reached = false }) {
    try {
      const wanted = { limit, head, reached }
      return readDirectly(root, path, wanted) ?? readInside(root, path, wanted)
    } catch (error) {
      return troubleOf(error)
    }
  },
  list(folder, wanted) {
    try {
      return listSorted(folder, wanted)
    } catch {
      return undefined
    }
  },
  kindOf(path) {
    try {
      const stat = statSync(path, { throwIfNoEntry: false })
      if (stat?.isFile()) return 'file'
      return stat && (stat.isDirectory() ? 'folder' : 'other')
    } catch {
      return undefined
    }
  },
  realPath(path) {
    try {
      return realPathOf(path)
    } catch {
      return undefined
    }
  },
  stamps: (root, reached) => fileStamps(root, Date.now(), reached),
  sizeOf(path) {
    try {
      const stat = lstatSync(path, { throwIfNoEntry: false })
      return stat?.isFile() ? stat.size : undefined
    } catch {
      return undefined
    }
  },
  folderStamp: (folder) => folderStamp(folder),
  mayHaveChanged,
  pdfText: (bytes) => pdfText(bytes),
}

/** The real disk. */
export const diskFiles: Files = anyNormalForm(process.platform === 'win32' ? withoutAliases(systemFiles) : systemFiles)

interface Wanted {
  readonly limit: number
  readonly head: number | undefined
  readonly reached: boolean
}

const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Reads a file without resolving its path. Linux reports the path of an open file: if that is the requested path, no
 * part of it was a link, it is in the root, and nothing was replaced. `undefined` if a part is a link, or the path is
 * unknown.
 */
function readDirectly(root: string, path: string, wanted: Wanted): ReadFile | undefined {
  const place = `${root}/${path}`
  if (process.platform !== 'linux') return undefined
  const seen = wanted.reached ? undefined : lstatSync(place)
  if (seen && !seen.isFile()) return undefined
  const descriptor = seen ? openSync(place, openFlags) : openUnlinked(place)
  if (descriptor === undefined) return undefined
  try {
    const opened = fstatSync(descriptor)
    if (isOpenAt(place, descriptor)) return readOpened(descriptor, opened, wanted)
    return seen && isSame(seen, opened) ? undefined : replaced
  } finally {
    closeSync(descriptor)
  }
}

/** `undefined` for a link. */
function openUnlinked(place: string): number | undefined {
  try {
    return openSync(place, openFlags)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return undefined
    throw error
  }
}

/** Names that are not UTF-8 may look equal as text; they contain the replacement character. */
function isOpenAt(place: string, descriptor: number): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`) === place && !place.includes('\ufffd')
  } catch {
    return false
  }
}

function readInside(root: string, path: string, wanted: Wanted): ReadFile {
  const realRoot = realPathOf(root)
  const real = realPathOf(join(root, path))
  if (!isInside(realRoot, real))
    return { ok: false, trouble: 'outside', detail: 'The file is a link that leaves its root folder.' }
  if (!statSync(real).isFile()) return notAFile
  const descriptor = openSync(real, openFlags)
  try {
    const opened = fstatSync(descriptor)
    if (opened.isFile() && !isStillAt(real, opened)) return replaced
    return readOpened(descriptor, opened, wanted)
  } finally {
    closeSync(descriptor)
  }
}

function readOpened(descriptor: number, opened: Stats, { limit, head }: Wanted): ReadFile {
  if (!opened.isFile()) return notAFile
  if (head === undefined && opened.size > limit) {
    return { ok: false, trouble: 'too-large', detail: `The file has ${opened.size} bytes; at most ${limit} are read.` }
  }
  const bytes = readBytes(descriptor, Math.min(head ?? limit, opened.size))
  return { ok: true, bytes, more: opened.size > bytes.length }
}

const notAFile: ReadFile = { ok: false, trouble: 'not-a-file', detail: 'It is not a regular file.' }
const replaced: ReadFile = { ok: false, trouble: 'unreadable', detail: 'The file was replaced while it was opened.' }

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`)
}

/** Whether the checked path still is, without any link, the file that was opened. */
function isStillAt(real: string, opened: Stats): boolean {
  return realPathOf(real) === real && isSame(lstatSync(real), opened)
}

const isSame = (a: Stats, b: Stats): boolean => a.ino === b.ino && a.dev === b.dev

function readBytes(descriptor: number, wanted: number): Uint8Array {
  const buffer = Buffer.allocUnsafe(wanted)
  let filled = 0
  while (filled < wanted) {
    const count = readSync(descriptor, buffer, filled, wanted - filled, filled)
    if (count === 0) break
    filled += count
  }
  return buffer.subarray(0, filled)
}

/** The system sorts by the bytes of a name, which is nearly always the required order. */
function listSorted(folder: string, wanted: ReadonlySet<string> | undefined): readonly FolderEntry[] {
  const entries: FolderEntry[] = []
  let before = ''
  let isSorted = true
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    if (wanted && entry.isFile() && !wanted.has(name)) continue
    isSorted &&= before < name
    before = name
    entries.push({ name, kind: kindOfEntry(entry) })
  }
  return isSorted ? entries : entries.sort((a, b) => compareText(a.name, b.name))
}

function kindOfEntry(entry: Dirent): FolderEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

function troubleOf(error: unknown): ReadFile {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return { ok: false, trouble: 'missing', detail: 'The file does not exist.' }
  if (code === 'ELOOP') return { ok: false, trouble: 'unreadable', detail: 'The file is a circular link.' }
  if (code === 'EISDIR' || code === 'ENXIO') return notAFile
  if (code === 'EACCES' || code === 'EPERM')
    return { ok: false, trouble: 'unreadable', detail: 'Permission to read the file is denied.' }
  return { ok: false, trouble: 'unreadable', detail: `The file cannot be read (${code ?? 'unknown'}).` }
}
