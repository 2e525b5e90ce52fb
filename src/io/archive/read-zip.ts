import { inflateRawSync } from 'node:zlib'
import { limits } from '../../model/limits.ts'
import { ArchiveError, plainEntryName, utf8, type ArchiveEntry, type ReadArchive } from './archive-error.ts'

const marks = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 } as const

/** Sizes of the fixed parts. */
const sizes = { end: 22, central: 46, local: 30 } as const

interface Listed {
  readonly name: string
  readonly written: Buffer
  readonly method: number
  readonly flags: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  /** Unix mode; `0` where none is stated. */
  readonly mode: number
  readonly local: number
}

/** Reads the list at the end; every file header must agree with it. */
export function readZip(bytes: Buffer): ReadArchive {
  const { list, count } = readEnd(bytes)
  const listed: Listed[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    const entry = readListed(list, at)
    listed.push(entry.listed)
    at = entry.next
  }
  if (at !== list.length) throw new ArchiveError('Its list has another length than it states.')
  const total = listed.reduce((sum, { size }) => sum + size, 0)
  if (total > limits.unpackedBytes) throw new ArchiveError(`It unpacks to more than ${limits.unpackedBytes} bytes.`)
  const places = listed
    .map((entry) => ({ entry, ...placeOf(bytes, entry) }))
    .sort((a, b) => a.entry.local - b.entry.local)
  let end = 0
  for (const place of places) {
    if (place.entry.local < end) throw new ArchiveError('Two of its files overlap.')
    end = place.end
  }
  return { entries: places.flatMap(({ entry, content }) => entryOf(entry, content)) }
}

function readEnd(bytes: Buffer): { readonly list: Buffer; readonly count: number } {
  const found: number[] = []
  for (let at = Math.max(0, bytes.length - sizes.end - 0xffff); at + sizes.end <= bytes.length; at++)
    if (bytes.readUInt32LE(at) === marks.end && at + sizes.end + bytes.readUInt16LE(at + 20) === bytes.length)
      found.push(at)
  const [end] = found
  if (end === undefined || found.length > 1) throw new ArchiveError('Its end cannot be found, or not without doubt.')
  const [disk, listDisk, here, count] = [4, 6, 8, 10].map((offset) => bytes.readUInt16LE(end + offset))
  const [size = 0, start = 0] = [12, 16].map((offset) => bytes.readUInt32LE(end + offset))
  if (disk !== 0 || listDisk !== 0 || here !== count) throw new ArchiveError('It is one part of several.')
  if (count === undefined || count === 0xffff || count > limits.archiveNames)
    throw new ArchiveError(`It has more than ${limits.archiveNames} names.`)
  if (start + size !== end) throw new ArchiveError('Its list is not where it states.')
  return { list: bytes.subarray(start, end), count }
}

function readListed(list: Buffer, at: number): { readonly listed: Listed; readonly next: number } {
  if (at + sizes.central > list.length || list.readUInt32LE(at) !== marks.central)
    throw new ArchiveError('Its list cannot be read.')
  const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((offset) =>
    list.readUInt16LE(at + offset),
  )
  const start = at + sizes.central
  const next = start + nameLength + extraLength + commentLength
  if (next > list.length) throw new ArchiveError('Its list cannot be read.')
  const written = list.subarray(start, start + nameLength)
  refuseExtra(list.subarray(start + nameLength, start + nameLength + extraLength))
  const isUnix = [3, 19].includes(list[at + 5] ?? 0)
  const listed = {
    name: utf8(written),
    written,
    flags: list.readUInt16LE(at + 8),
    method: list.readUInt16LE(at + 10),
    crc: list.readUInt32LE(at + 16),
    packed: list.readUInt32LE(at + 20),
    size: list.readUInt32LE(at + 24),
    mode: isUnix ? list.readUInt16LE(at + 40) : 0,
    local: list.readUInt32LE(at + 42),
  }
  if ((listed.flags & 0x2041) !== 0) throw new ArchiveError('It is encrypted.')
  if (listed.method !== 0 && listed.method !== 8) throw new ArchiveError('It is compressed in an unknown way.')
  return { listed, next }
}

/** Another name (0x7075) or other sizes (0x0001, files over four gigabytes) for the same file. */
function refuseExtra(extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if ([0x0001, 0x7075].includes(extra.readUInt16LE(at)))
      throw new ArchiveError('It states two names or sizes of a file.')
}

function placeOf(bytes: Buffer, entry: Listed): { readonly content: Buffer; readonly end: number } {
  const { local, written, packed, size, crc, method, flags } = entry
  if (local + sizes.local > bytes.length || bytes.readUInt32LE(local) !== marks.local)
    throw new ArchiveError(`"${entry.name}" is not where the list states.`)
  const nameEnd = local + sizes.local + bytes.readUInt16LE(local + 26)
  const start = nameEnd + bytes.readUInt16LE(local + 28)
  refuseExtra(bytes.subarray(nameEnd, start))
  // With this flag the sizes follow the content.
  const isLater = (flags & 8) !== 0
  const stated = [14, 18, 22].map((offset) => bytes.readUInt32LE(local + offset))
  const isSame =
    bytes.subarray(local + sizes.local, nameEnd).equals(written) &&
    bytes.readUInt16LE(local + 8) === method &&
    bytes.readUInt16LE(local + 6) === flags &&
    (isLater || [crc, packed, size].every((value, i) => value === stated[i]))
  if (!isSame) throw new ArchiveError(`"${entry.name}" states something else than the list.`)
  const content = bytes.subarray(start, start + packed)
  if (content.length < packed) throw new ArchiveError('It ends early.')
  return { content, end: start + packed }
}

function entryOf({ name, method, mode, size, crc }: Listed, content: Buffer): readonly ArchiveEntry[] {
  const path = plainEntryName(name)
  if (path === '') return []
  const type = mode & 0o170000
  if (![0, 0o040000, 0o100000, 0o120000].includes(type))
    throw new ArchiveError(`"${path}" is a device, a pipe or of an unknown kind.`)
  if (type === 0o120000) return [{ path, kind: 'link', bytes: new Uint8Array() }]
  if (type === 0o040000 || name.endsWith('/')) {
    if (size > 0) throw new ArchiveError('It has a folder or a link with content.')
    return [{ path, kind: 'folder', bytes: new Uint8Array() }]
  }
  const bytes = method === 0 ? content : inflate(content, size, path)
  if (bytes.length !== size || crc32(bytes) !== crc) throw new ArchiveError(`"${path}" is damaged.`)
  return [{ path, kind: 'file', bytes }]
}

function inflate(content: Buffer, size: number, path: string): Uint8Array {
  if (size === 0 && content.length <= 2) return new Uint8Array()
  if (size > content.length * limits.archiveRatio + 1_000_000)
    throw new ArchiveError(`"${path}" unpacks to more than ${limits.archiveRatio} times its size.`)
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw new ArchiveError(`"${path}" is damaged.`)
  }
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** As zip uses it; `zlib.crc32` is not in every Node 20. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
