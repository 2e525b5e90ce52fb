import { createHash, randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cache } from '../model/ports.ts'
import { ensurePrivateFolder } from './state-folder.ts'

const largestFile = 64 * 1024 * 1024
/** Beyond this the oldest half goes. */
const mostBytes = 512 * 1024 * 1024
const digestBytes = 32

/** One file for each key: the digest of what follows, and the bytes. Safe to delete at any time. */
export function diskCache(state: string): Cache {
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
        if (!isReady) makeRoom(folder)
        isReady = true
        const path = join(folder, key)
        const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
        writeFileSync(temporary, Buffer.concat([digestOf(bytes), bytes]), { flag: 'wx', mode: 0o600 })
        renameSync(temporary, path)
      } catch {
        // A cache that cannot be written to is only slow.
      }
    },
  }
}

const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Only a regular file of this user whose bytes are the ones that were written. */
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

function makeRoom(folder: string): void {
  ensurePrivateFolder(folder)
  const files = readdirSync(folder).flatMap((name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false })
    return stat?.isFile() ? [{ name, size: stat.size, time: stat.mtimeMs }] : []
  })
  let bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= mostBytes) return
  for (const { name, size } of files.sort((a, b) => a.time - b.time)) {
    if (bytes <= mostBytes / 2) return
    rmSync(join(folder, name), { force: true })
    bytes -= size
  }
}
