import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, readdirSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs'
import { join, sep } from 'node:path'
import type { Files, FolderEntry, ReadFile } from '../model/ports.ts'

/** The real disk. Opening follows DESIGN §11: no link out of the root, no device, no file swapped under us. */
export const diskFiles: Files = {
  read(root, path, { limit, head }) {
    try {
      return readInside(root, path, limit, head)
    } catch (error) {
      return troubleOf(error)
    }
  },
  list(folder) {
    try {
      const entries = readdirSync(folder, { withFileTypes: true }).map((entry): FolderEntry => ({ name: entry.name, kind: kindOfEntry(entry) }))
      return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    } catch {
      return undefined
    }
  },
  kindOf(path) {
    try {
      const stat = statSync(path)
      return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other'
    } catch {
      return undefined
    }
  },
  realPath(path) {
    try {
      return realpathSync.native(path)
    } catch {
      return undefined
    }
  },
}

function readInside(root: string, path: string, limit: number, head: number | undefined): ReadFile {
  const realRoot = realpathSync.native(root)
  const real = realpathSync.native(join(root, path))
  if (!isInside(realRoot, real)) return { ok: false, trouble: 'outside', detail: 'The file is a link that leaves its root folder.' }
  if (!statSync(real).isFile()) return notAFile
  const descriptor = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const opened = fstatSync(descriptor)
    if (!opened.isFile()) return notAFile
    if (!standsAt(real, opened)) return { ok: false, trouble: 'unreadable', detail: 'The file was exchanged while it was opened.' }
    if (head === undefined && opened.size > limit) {
      return { ok: false, trouble: 'too-large', detail: `The file has ${opened.size} bytes; at most ${limit} are read.` }
    }
    const bytes = readBytes(descriptor, Math.min(head ?? limit, opened.size))
    return { ok: true, bytes, more: opened.size > bytes.length }
  } finally {
    closeSync(descriptor)
  }
}

const notAFile: ReadFile = { ok: false, trouble: 'not-a-file', detail: 'It is not a regular file.' }

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** The checked path still leads, without any link, to the file that was opened. */
function standsAt(real: string, opened: Stats): boolean {
  if (realpathSync.native(real) !== real) return false
  const standing = lstatSync(real)
  return standing.ino === opened.ino && standing.dev === opened.dev
}

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

function kindOfEntry(entry: Dirent): FolderEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

function troubleOf(error: unknown): ReadFile {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, trouble: 'missing', detail: 'The file does not exist.' }
  if (code === 'ELOOP') return { ok: false, trouble: 'unreadable', detail: 'The file is a loop of links.' }
  if (code === 'EISDIR' || code === 'ENXIO') return notAFile
  if (code === 'EACCES' || code === 'EPERM') return { ok: false, trouble: 'unreadable', detail: 'The file may not be read.' }
  return { ok: false, trouble: 'unreadable', detail: `The file cannot be read (${code ?? 'unknown'}).` }
}
