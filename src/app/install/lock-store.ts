import { folderOfEntry } from '../../distribute/installed-manifests.ts'
import { emptyLock, lockText, parseLock } from '../../distribute/lock.ts'
import type { Lock, LockedEntry } from '../../model/distribution/installation.ts'
import { limits } from '../../model/limits.ts'
import type { Changed } from '../../model/ports.ts'
import { digest } from '../../text/bytes/digest.ts'
import { entryFileOf, type InstallRefusal, type InstallContext } from './install-context.ts'

export interface ReadLock {
  readonly lock: Lock
  /** Absent if there is no lock yet. */
  readonly bytes?: Uint8Array
}

/** The lock of a root, or why it cannot be used; then nothing is changed. */
export function readLock({
  files,
  root,
  lockFile,
}: Pick<InstallContext, 'files' | 'root' | 'lockFile'>): ReadLock | InstallRefusal {
  const read = files.read(root, lockFile, { limit: limits.documentBytes })
  if (!read.ok && read.trouble === 'missing') return { lock: emptyLock }
  const lock = read.ok ? parseLock(read.bytes) : read.detail
  if (typeof lock === 'string')
    return { subject: lockFile, code: 'RUN734', message: `The lock cannot be read. ${lock}` }
  return { lock, ...(read.ok ? { bytes: read.bytes } : {}) }
}

/** Replaces the lock that was read; fails if it changed meanwhile. */
export function writeLock(
  { installer, root, lockFile }: Pick<InstallContext, 'installer' | 'root' | 'lockFile'>,
  before: ReadLock,
  lock: Lock,
): ReadLock {
  const after = Buffer.from(lockText(lock))
  if (before.bytes && Buffer.compare(before.bytes, after) === 0) return before
  const written: Changed = before.bytes
    ? installer.replace(root, lockFile, { before: before.bytes, after })
    : installer.create(root, lockFile, after)
  if (!written.ok) throw new LockError(`The lock was not written. ${written.detail}`)
  return { lock, bytes: after }
}

/** The lock could not be written. */
export class LockError extends Error {}

export interface InstalledState {
  /** Files that the person has changed. */
  readonly edited: readonly string[]
  /** Files that are gone. */
  readonly missing: readonly string[]
}

/** How the files of an entry differ from the lock. */
export function installedState(
  { files, root }: Pick<InstallContext, 'files' | 'root'>,
  entry: LockedEntry,
): InstalledState {
  const edited: string[] = []
  const entryFile = entryFileOf(entry)
  // A lock without the entry file states no entry.
  const missing: string[] = entry.pending || Object.hasOwn(entry.files, entryFile) ? [] : [entryFile]
  for (const [path, stated] of Object.entries(entry.files)) {
    const read = files.read(root, `${folderOfEntry(entry.name)}/${path}`, { limit: limits.installedBytes })
    if (!read.ok && read.trouble === 'missing') missing.push(path)
    else if (!read.ok || digest(read.bytes) !== stated) edited.push(path)
  }
  return { edited: edited.sort(), missing: missing.sort() }
}
