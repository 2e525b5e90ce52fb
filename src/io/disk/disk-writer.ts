import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { CreateFile, Writer } from '../../model/ports.ts'
import { pathProblem } from '../../text/paths/paths.ts'
import { inHeldFolder } from './held-folder.ts'
import { placeFor } from './write-place.ts'

/** The real disk. Nothing is written through a link below the root, and nothing is ever replaced. */
export const diskWriter: Writer = { create: (root, path, bytes) => createFile(root, path, bytes, { foreign: [root] }) }

/** As `diskWriter`, in a folder of the user, where links are trusted. */
export const createOwnFile: Writer['create'] = (root, path, bytes) => createFile(root, path, bytes, { foreign: [] })

function createFile(
  root: string,
  path: string,
  bytes: Uint8Array,
  { foreign }: { readonly foreign: readonly string[] },
): CreateFile {
  if (pathProblem(path)) return outside
  try {
    const realRoot = realpathSync(root)
    const place = placeFor(join(realRoot, path), { foreign, make: true })
    if (!place.ok) return { ok: false, trouble: place.taken ? 'exists' : 'outside', detail: place.detail }
    if (!place.path.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) return outside
    writeNewFile(place.path, bytes)
    return { ok: true }
  } catch (error) {
    return troubleOf(error)
  }
}

const outside: CreateFile = { ok: false, trouble: 'outside', detail: 'The path is a link that leaves its root folder.' }

/**
 * Writes a temporary file and links it into place, so that no reader sees a partial file; a link never replaces a file.
 */
const writeNewFile = (path: string, bytes: Uint8Array): void =>
  inHeldFolder(dirname(path), (folder) => linkInto(folder, basename(path), bytes))

function linkInto(folder: string, name: string, bytes: Uint8Array): void {
  const path = join(folder, name)
  const aside = join(folder, `.${name}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    writeInto(aside, bytes)
    linkSync(aside, path)
  } catch (error) {
    if (
      !['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '') ||
      !existsSync(aside)
    )
      throw error
    // The disk does not support hard links.
    writeInto(path, bytes)
  } finally {
    rmSync(aside, { force: true })
  }
}

function writeInto(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o666,
  )
  try {
    let written = 0
    while (written < bytes.length) written += writeSync(descriptor, bytes, written)
    fsyncSync(descriptor)
  } catch (error) {
    // The partial file did not exist before, so it is ours to remove.
    unlinkSync(path)
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function troubleOf(error: unknown): CreateFile {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ELOOP') return outside
  if (code === 'EEXIST') return { ok: false, trouble: 'exists', detail: 'It already exists.' }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return { ok: false, trouble: 'unwritable', detail: 'Permission to write to the folder is denied.' }
  if (code === 'ENOTDIR') return { ok: false, trouble: 'unwritable', detail: 'A file is where a folder is needed.' }
  return { ok: false, trouble: 'unwritable', detail: `The file cannot be written (${code ?? 'unknown'}).` }
}
