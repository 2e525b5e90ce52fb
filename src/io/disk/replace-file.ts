import {
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
  type Stats,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { diskFiles } from './disk-files.ts'
import { inHeldFolder } from './held-folder.ts'
import { placeFor, type PlaceOptions, type WritePlace } from './write-place.ts'

export type ReplacedFile = { readonly ok: true } | { readonly ok: false; readonly detail: string }

export interface Change {
  readonly before: Uint8Array
  /** Absent: the file is removed. */
  readonly after?: Uint8Array
}

/**
 * Replaces or removes a file inside `root` atomically and keeps its mode. Nothing is changed if it no longer has the
 * bytes that the new ones were made from, or if it is behind a link in a foreign folder.
 */
export function replaceFile(
  root: string,
  path: string,
  { before, after }: Change,
  { foreign = [root] }: Partial<Pick<PlaceOptions, 'foreign'>> = {},
): ReplacedFile {
  const now = diskFiles.read(root, path, { limit: before.length })
  if (!now.ok) return { ok: false, detail: now.trouble === 'too-large' ? changedMeanwhile : now.detail }
  if (Buffer.compare(now.bytes, before) !== 0) return { ok: false, detail: changedMeanwhile }
  return attempt(() => {
    const place = placeFor(join(root, path), { foreign })
    if (!place.ok) return place
    if (after) swapIn(place, after)
    else inHeldFolder(dirname(place.path), (folder) => unlinkSync(join(folder, basename(place.path))))
    return { ok: true }
  })
}

const changedMeanwhile = 'The file has changed since it was read.'

/** Writes output that a person requested. Devices and pipes outside foreign folders are written to directly. */
export function writeOutputFile(
  path: string,
  bytes: Uint8Array,
  { foreign }: Pick<PlaceOptions, 'foreign'>,
): ReplacedFile {
  return attempt(() => {
    const place = outputPlace(path, foreign)
    if (!place.ok) return place
    if (isSystemPath(path) || (place.stat && !place.stat.isFile())) writeFileSync(place.path, bytes)
    else swapIn(place, bytes)
    return { ok: true }
  })
}

/** Whether a regular file may be written there, for commands that check this before doing anything else. */
export function checkOutputFile(path: string, { foreign }: Pick<PlaceOptions, 'foreign'>): ReplacedFile {
  return attempt(() => {
    const place = outputPlace(path, foreign)
    const isDevice = isSystemPath(path) || (place.ok && place.stat && !place.stat.isFile() && !place.stat.isDirectory())
    return isDevice ? { ok: false, detail: 'It is not a regular file.' } : place
  })
}

const outputPlace = (path: string, foreign: readonly string[]): WritePlace =>
  isSystemPath(path) ? { ok: true, path, stat: statSync(path) } : placeFor(path, { foreign })

/** `/dev/stdout` resolves through names that are not paths. */
const isSystemPath = (path: string): boolean => /^\/(?:dev(?!\/shm\/)|proc)\//.test(path)

/** Writes a temporary file and renames it, so that no reader sees a partial file. */
const swapIn = (place: { readonly path: string; readonly stat?: Stats }, bytes: Uint8Array): void =>
  inHeldFolder(dirname(place.path), (folder) => renameInto(join(folder, basename(place.path)), place.stat, bytes))

function renameInto(path: string, stat: Stats | undefined, bytes: Uint8Array): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  const descriptor = openSync(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o666,
  )
  try {
    let written = 0
    while (written < bytes.length) written += writeSync(descriptor, bytes, written)
    fsyncSync(descriptor)
    closeSync(descriptor)
    if (stat) chmodSync(temporary, stat.mode & 0o777)
    renameSync(temporary, path)
  } catch (error) {
    unlinkSync(temporary)
    throw error
  }
}

function attempt(write: () => ReplacedFile): ReplacedFile {
  try {
    return write()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return { ok: false, detail: 'The folder does not exist.' }
    if (code === 'ELOOP')
      return { ok: false, detail: 'Its folder was replaced by a link; nothing is written through it.' }
    if (code === 'EISDIR') return { ok: false, detail: 'It is a folder.' }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      return { ok: false, detail: 'Permission to write is denied.' }
    return { ok: false, detail: `It cannot be written (${code ?? 'unknown'}).` }
  }
}
