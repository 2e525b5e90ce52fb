import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { readAt } from './read-at.ts'

/**
 * The pages of a SQLite database as they were when it was opened, with those of its write-ahead log. Nothing is locked
 * or written.
 */
export interface SqlitePages {
  readonly pageSize: number
  /** Bytes of a page without those that are reserved at its end. */
  readonly usableSize: number
  readonly count: number
  page(number: number): Buffer
  /** Whether a writer has moved pages since it was opened, so that the pages read may be inconsistent. */
  hasMoved(): boolean
  close(): void
}

const logHeaderBytes = 32
const frameHeaderBytes = 24

export function openSqlite(path: string): SqlitePages {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const log = openedLog(`${path}-wal`)
  try {
    const stamp = stampOf(file, log)
    const header = readExactly(file, 0, 100)
    if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') throw new Error(`"${path}" is no SQLite database.`)
    const written = header.readUInt16BE(16)
    const pageSize = written === 1 ? 65_536 : written
    if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0)
      throw new Error(`"${path}" has pages of ${pageSize} bytes.`)
    const { frames, count } = framesIn(log, pageSize)
    const fileCount = Math.floor(fstatSync(file).size / pageSize)
    return {
      pageSize,
      usableSize: pageSize - header.readUInt8(20),
      count: count ?? fileCount,
      page(number) {
        const at = frames.get(number)
        if (at !== undefined && log !== undefined) return readExactly(log, at, pageSize)
        return readExactly(file, (number - 1) * pageSize, pageSize)
      },
      hasMoved: () => stampOf(file, log) !== stamp,
      close: () => closeAll(file, log),
    }
  } catch (error) {
    closeAll(file, log)
    throw error
  }
}

function closeAll(file: number, log: number | undefined): void {
  closeSync(file)
  if (log !== undefined) closeSync(log)
}

function openedLog(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}

/** Pages are written to the database when the log is copied into it, and a log that begins again has another header. */
function stampOf(file: number, log: number | undefined): string {
  const { size, mtimeMs } = fstatSync(file)
  const header = log === undefined ? '' : readAt(log, 0, logHeaderBytes).toString('hex')
  return `${size} ${mtimeMs} ${header}`
}

interface Frames {
  /** Where the newest page of each number is in the log. */
  readonly frames: ReadonlyMap<number, number>
  /** Pages of the database after the last commit. */
  readonly count?: number
}

/**
 * The committed frames. One with another salt or a wrong checksum, and all after it, are from before the log began
 * again, or half-written.
 */
function framesIn(log: number | undefined, pageSize: number): Frames {
  const frames = new Map<number, number>()
  const header = log === undefined ? Buffer.alloc(0) : readAt(log, 0, logHeaderBytes)
  if (log === undefined || header.length < logHeaderBytes) return { frames }
  const magic = header.readUInt32BE(0)
  if ((magic & ~1) >>> 0 !== 0x377f0682 || header.readUInt32BE(8) !== pageSize) return { frames }
  const isBigEndian = (magic & 1) === 1
  let sums = checksum(header.subarray(0, 24), [0, 0], isBigEndian)
  if (sums[0] !== header.readUInt32BE(24) || sums[1] !== header.readUInt32BE(28)) return { frames }
  const salt = header.subarray(16, 24)
  const uncommitted = new Map<number, number>()
  let count: number | undefined
  for (let at = logHeaderBytes; ; at += frameHeaderBytes + pageSize) {
    const frame = readAt(log, at, frameHeaderBytes + pageSize)
    if (frame.length < frameHeaderBytes + pageSize || !frame.subarray(8, 16).equals(salt)) break
    sums = checksum(frame.subarray(0, 8), sums, isBigEndian)
    sums = checksum(frame.subarray(frameHeaderBytes), sums, isBigEndian)
    if (sums[0] !== frame.readUInt32BE(16) || sums[1] !== frame.readUInt32BE(20)) break
    uncommitted.set(frame.readUInt32BE(0), at + frameHeaderBytes)
    const pages = frame.readUInt32BE(4)
    if (pages === 0) continue
    for (const [number, place] of uncommitted) frames.set(number, place)
    uncommitted.clear()
    count = pages
  }
  return count === undefined ? { frames } : { frames, count }
}

type Sums = readonly [number, number]

function checksum(bytes: Buffer, [first, second]: Sums, isBigEndian: boolean): Sums {
  let [a, b] = [first, second]
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0
    b = (b + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0
  }
  return [a, b]
}

function readExactly(descriptor: number, position: number, length: number): Buffer {
  const bytes = readAt(descriptor, position, length)
  if (bytes.length < length) throw new Error('The database ends before one of its pages.')
  return bytes
}
