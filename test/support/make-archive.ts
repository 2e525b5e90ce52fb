import { deflateRawSync, gzipSync } from 'node:zlib'
import { crc32 } from '../../src/io/archive/read-zip.ts'

export interface TarPart {
  readonly name: string | Uint8Array
  readonly content?: string | Uint8Array
  /** Default: a file. */
  readonly type?: string
  readonly prefix?: string
  /** Written instead of the real size. */
  readonly size?: string
  readonly checksum?: string
  readonly magic?: string
}

const block = 512
const bytesOf = (content: string | Uint8Array): Buffer => Buffer.from(content as string)

/** One entry of a tar: a header and padded content. */
export function tarPart({
  name,
  content = '',
  type = '0',
  prefix = '',
  size,
  checksum,
  magic = 'ustar\x0000',
}: TarPart): Buffer {
  const body = bytesOf(content)
  const header = Buffer.alloc(block)
  bytesOf(name).copy(header, 0, 0, 100)
  header.write('0000644\0', 100)
  header.write(size ?? `${body.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  header.write(type, 156)
  header.write(magic, 257, 'latin1')
  header.write(prefix, 345)
  let sum = 8 * 0x20
  for (const byte of header) sum += byte
  header.write(checksum ?? `${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, body, Buffer.alloc((block - (body.length % block)) % block)])
}

export const tarEnd = Buffer.alloc(2 * block)

export const tar = (...parts: readonly TarPart[]): Buffer => Buffer.concat([...parts.map(tarPart), tarEnd])

export const tgz = (...parts: readonly TarPart[]): Buffer => gzipSync(tar(...parts))

/** A pax record, whose length includes itself. */
export function pax(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`
  let length = Buffer.byteLength(rest) + 1
  while (String(length).length + Buffer.byteLength(rest) !== length) length++
  return Buffer.from(`${length}${rest}`)
}

export interface ZipPart {
  readonly name: string | Uint8Array
  readonly content?: string | Uint8Array
  readonly method?: number
  /** Unix mode. */
  readonly mode?: number
  readonly flags?: number
  readonly extra?: Uint8Array
  /** False values for the central directory. */
  readonly listed?: {
    readonly name?: string
    readonly size?: number
    readonly crc?: number
    readonly local?: number
    readonly packed?: number
  }
}

export interface ZipOptions {
  readonly count?: number
  readonly listAt?: number
  readonly before?: Uint8Array
  readonly comment?: Uint8Array
  readonly disk?: number
}

export function zip(parts: readonly ZipPart[], { count, listAt, before, comment, disk = 0 }: ZipOptions = {}): Buffer {
  const locals: Buffer[] = before ? [Buffer.from(before)] : []
  const list: Buffer[] = []
  let at = before?.length ?? 0
  for (const {
    name,
    content = '',
    method = 8,
    mode = 0o100644,
    flags = 0x800,
    extra = new Uint8Array(),
    listed = {},
  } of parts) {
    const body = bytesOf(content)
    const packed = method === 8 ? deflateRawSync(body) : body
    const written = bytesOf(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(crc32(body), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(body.length, 22)
    local.writeUInt16LE(written.length, 26)
    local.writeUInt16LE(extra.length, 28)
    const central = Buffer.alloc(46)
    const shown = listed.name === undefined ? written : bytesOf(listed.name)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE((3 << 8) | 20, 4)
    central.writeUInt16LE(flags, 8)
    central.writeUInt16LE(method, 10)
    central.writeUInt32LE(listed.crc ?? crc32(body), 16)
    central.writeUInt32LE(listed.packed ?? packed.length, 20)
    central.writeUInt32LE(listed.size ?? body.length, 24)
    central.writeUInt16LE(shown.length, 28)
    central.writeUInt16LE(extra.length, 30)
    central.writeUInt16LE(mode, 40)
    central.writeUInt32LE(listed.local ?? at, 42)
    locals.push(local, written, Buffer.from(extra), packed)
    list.push(central, shown, Buffer.from(extra))
    at += 30 + written.length + extra.length + packed.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(disk, 4)
  end.writeUInt16LE(count ?? parts.length, 8)
  end.writeUInt16LE(count ?? parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(listAt ?? at, 16)
  end.writeUInt16LE(comment?.length ?? 0, 20)
  return Buffer.concat([...locals, listed, end, Buffer.from(comment ?? [])])
}
