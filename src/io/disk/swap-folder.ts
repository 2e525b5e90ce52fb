import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, realpathSync, renameSync, rmdirSync, rmSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { diskWriter } from './disk-writer.ts'
import { placeFor } from './write-place.ts'

export type SwappedFolder =
  | {
      readonly ok: true
      /** Where the previous folder is, if something in it may not be removed. */ readonly kept?: string
    }
  | { readonly ok: false; readonly detail: string }

export interface FolderSwap {
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Folders with content from others: no link in them, or in the surrounding repository, is followed. */
  readonly foreign: readonly string[]
  /** Whether a file of the previous folder may be removed, by its path and bytes. */
  mayRemove(path: string, bytes: Uint8Array): boolean
}

/**
 * Writes a whole folder to a temporary place and renames it: readers see all the old files or all the new ones, never a
 * mixture. The old folder is removed afterwards, file by file as far as permitted.
 */
export function swapFolder(folder: string, { files, foreign, mayRemove }: FolderSwap): SwappedFolder {
  const mark = randomBytes(6).toString('hex')
  let parent: string
  try {
    parent = realpathSync(dirname(folder))
  } catch {
    return { ok: false, detail: 'The folder above it does not exist.' }
  }
  const inside = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? join(folder, '.new') : folder
  const allowed = placeFor(inside, { foreign })
  if (!allowed.ok) return { ok: false, detail: allowed.detail }
  const place = join(parent, basename(folder))
  const [aside, former] = [`.${basename(folder)}.${mark}.tmp`, `.${basename(folder)}.${mark}.old`]
  try {
    for (const [path, bytes] of files) {
      const written = diskWriter.create(parent, `${aside}/${path}`, bytes)
      if (!written.ok) return { ok: false, detail: `"${path}" was not written. ${written.detail}` }
    }
    return moveIn(place, join(parent, aside), join(parent, former), mayRemove)
  } catch (error) {
    return { ok: false, detail: `It cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).` }
  } finally {
    rmSync(join(parent, aside), { recursive: true, force: true })
  }
}

function moveIn(place: string, aside: string, former: string, mayRemove: FolderSwap['mayRemove']): SwappedFolder {
  const stat = lstatSync(place, { throwIfNoEntry: false })
  if (!stat) {
    renameSync(aside, place)
    return { ok: true }
  }
  if (!stat.isDirectory()) return { ok: false, detail: 'It is a link or a file, and nothing is written through it.' }
  renameSync(place, former)
  try {
    renameSync(aside, place)
  } catch (error) {
    renameSync(former, place)
    throw error
  }
  removeOwn(former, '', mayRemove)
  return lstatSync(former, { throwIfNoEntry: false }) ? { ok: true, kept: former } : { ok: true }
}

/** Files that somebody else put there meanwhile stay, and so do the folders that contain them. */
function removeOwn(root: string, path: string, mayRemove: FolderSwap['mayRemove']): void {
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) removeOwn(root, inner, mayRemove)
    else if (entry.isFile() && mayRemove(inner, readFileSync(join(root, inner)))) unlinkSync(join(root, inner))
  }
  try {
    rmdirSync(join(root, path))
  } catch {
    // It is not empty.
  }
}
