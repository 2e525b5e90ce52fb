import { chmodSync, closeSync, constants, fsyncSync, openSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { diskFiles } from './disk-files.ts'

export type ReplacedFile = { readonly ok: true } | { readonly ok: false; readonly detail: string }

/**
 * Replaces a file inside `root` in one step and keeps its mode. It is left alone when it no longer holds the bytes
 * that the new ones were made from, and when a link leads out of the root.
 */
export function replaceFile(root: string, path: string, change: { readonly before: Uint8Array; readonly after: Uint8Array }): ReplacedFile {
  const now = diskFiles.read(root, path, { limit: change.before.length })
  if (!now.ok) return { ok: false, detail: now.trouble === 'too-large' ? changedMeanwhile : now.detail }
  if (Buffer.compare(now.bytes, change.before) !== 0) return { ok: false, detail: changedMeanwhile }
  return attempt(() => swapIn(realpathSync(join(root, path)), change.after))
}

/** Removes a file inside `root`, unless it no longer holds the bytes that were judged or a link leads out of the root. */
export function removeFile(root: string, path: string, before: Uint8Array): ReplacedFile {
  const now = diskFiles.read(root, path, { limit: before.length })
  if (!now.ok) return { ok: false, detail: now.trouble === 'too-large' ? changedMeanwhile : now.detail }
  if (Buffer.compare(now.bytes, before) !== 0) return { ok: false, detail: changedMeanwhile }
  return attempt(() => unlinkSync(join(root, path)))
}

const changedMeanwhile = 'The file was changed by somebody else in the meantime.'

/** Writes what a person asked to have in this one file. A device or pipe is written to directly. */
export function writeOutputFile(path: string, bytes: Uint8Array): ReplacedFile {
  return attempt(() => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat && !stat.isFile()) writeFileSync(path, bytes)
    else swapIn(stat ? realpathSync(path) : path, bytes)
  })
}

/** Writes beside the file and renames, so that no reader ever sees half of it. */
function swapIn(path: string, bytes: Uint8Array): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  const descriptor = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o666)
  try {
    let written = 0
    while (written < bytes.length) written += writeSync(descriptor, bytes, written)
    fsyncSync(descriptor)
    closeSync(descriptor)
    if (mode !== undefined) chmodSync(temporary, mode & 0o7777)
    renameSync(temporary, path)
  } catch (error) {
    unlinkSync(temporary)
    throw error
  }
}

function attempt(write: () => void): ReplacedFile {
  try {
    write()
    return { ok: true }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return { ok: false, detail: 'The folder does not exist.' }
    if (code === 'EISDIR') return { ok: false, detail: 'It is a folder.' }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return { ok: false, detail: 'It may not be written.' }
    return { ok: false, detail: `It cannot be written (${code ?? 'unknown'}).` }
  }
}
