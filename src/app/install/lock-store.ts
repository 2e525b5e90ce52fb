import { emptyLock, lockText, parseLock } from '../../distribute/lock.ts'
import type { Lock } from '../../model/installation.ts'
import { limits } from '../../model/limits.ts'
import type { Changed } from '../../model/ports.ts'
import type { InstallRefusal, InstallWorld } from './install-world.ts'

export interface ReadLock {
  readonly lock: Lock
  /** Absent if there is no lock yet. */
  readonly bytes?: Uint8Array
}

/** The lock of a root, or why it cannot be used: then nothing is touched. */
export function readLock({
  files,
  root,
  lockFile,
}: Pick<InstallWorld, 'files' | 'root' | 'lockFile'>): ReadLock | InstallRefusal {
  const read = files.read(root, lockFile, { limit: limits.documentBytes })
  if (!read.ok && read.trouble === 'missing') return { lock: emptyLock }
  const lock = read.ok ? parseLock(read.bytes) : read.detail
  if (typeof lock === 'string')
    return { subject: lockFile, code: 'RUN734', message: `The lock cannot be read. ${lock}` }
  return { lock, ...(read.ok ? { bytes: read.bytes } : {}) }
}

/** Replaces the lock that was read; it fails if somebody else has changed it since. */
export function writeLock(
  { installer, root, lockFile }: Pick<InstallWorld, 'installer' | 'root' | 'lockFile'>,
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

/** The world failed while files were written. */
export class LockError extends Error {}
