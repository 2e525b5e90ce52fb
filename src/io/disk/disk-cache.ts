import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Cache } from '../../model/ports.ts'
import { ensurePrivateFolder } from '../stores/state-folder.ts'

const largestFile = 64 * 1024 * 1024
/** Above this size the oldest half is removed. */
const mostBytes = 512 * 1024 * 1024
const digestBytes = 32
/** Left free for receipts, which are on the same disk: nothing is released without a receipt. */
const reserve = 32 * 1024 * 1024

/** Bytes available to the user. */
function diskSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * One file for each key: a digest and the bytes. Safe to delete at any time; nothing is cached on a nearly full disk.
 */
export function diskCache(
  state: string,
  { freeBytes = diskSpace }: { freeBytes?(folder: string): number } = {},
): Cache {
  const folder = join(state, 'cache')
  let isReady = false
  return {
    get(key) {
      try {
        return readChecked(join(folder, key))
      } catch {
        return undefined
      }
    },
    put(key, bytes) {
      if (bytes.length + digestBytes > largestFile) return
      try {
        if (!isReady) makeRoom(folder, freeBytes)
        isReady = true
        if (freeBytes(folder) - bytes.length < reserve) return
        writeWhole(join(folder, key), Buffer.concat([digestOf(bytes), bytes]))
      } catch {
        // Without a writable cache everything still works, only slower.
      }
    },
  }
}

const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Accepts only a regular file of this user whose bytes match their digest. */
function readChecked(path: string): Uint8Array | undefined {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size, uid, isFile } = ofFile(descriptor)
    if (!isFile || size < digestBytes || size > largestFile || uid !== (process.getuid?.() ?? uid)) return undefined
    const whole = readFileSync(descriptor)
    const bytes = whole.subarray(digestBytes)
    return digestOf(bytes).equals(whole.subarray(0, digestBytes)) ? bytes : undefined
  } finally {
    closeSync(descriptor)
  }
}

function ofFile(descriptor: number): { readonly size: number; readonly uid: number; readonly isFile: boolean } {
  const stat = fstatSync(descriptor)
  return { size: stat.size, uid: stat.uid, isFile: stat.isFile() }
}

/** Removes the file if it cannot be written completely. */
function writeWhole(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function makeRoom(folder: string, freeBytes: (folder: string) => number): void {
  ensurePrivateFolder(folder)
  const most = freeBytes(folder) < reserve ? 0 : mostBytes
  const files = readdirSync(folder).flatMap((name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false })
    return stat?.isFile() ? [{ name, size: stat.size, time: stat.mtimeMs }] : []
  })
  let bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= most) return
  for (const { name, size } of files.sort((a, b) => a.time - b.time)) {
    if (bytes <= most / 2) return
    rmSync(join(folder, name), { force: true })
    bytes -= size
  }
}
