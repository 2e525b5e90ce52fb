import { limits } from '../../model/limits.ts'
import { ArchiveError, plainEntryName, utf8, type ArchiveEntry, type ReadArchive } from './archive-error.ts'

const block = 512

/** The properties that the headers before an entry declare. */
interface Announced {
  readonly path?: string
  /** From a pax header; must equal that of the entry. */
  readonly size?: number
}

interface Header {
  readonly type: string
  readonly size: number
  /** May be truncated where another header has the whole name. */
  name(): string
}

/** POSIX and GNU tar. Anything that two readers could read differently is refused. */
export function readTar(bytes: Buffer): ReadArchive {
  const entries: ArchiveEntry[] = []
  let commit: string | undefined
  let announced: Announced | undefined
  let at = 0
  for (;;) {
    if (at + block > bytes.length) throw new ArchiveError('It ends early.')
    if (isZero(bytes, at, at + block)) break
    const header = readHeader(bytes.subarray(at, at + block))
    at += block
    const content = bytes.subarray(at, at + header.size)
    if (content.length < header.size) throw new ArchiveError('It ends early.')
    at += Math.ceil(header.size / block) * block
    if (header.type === 'g') commit = commitIn(paxRecords(content)) ?? commit
    else if (header.type === 'x' || header.type === 'L') announced = announce(announced, header.type, content)
    else if (header.type !== 'K') {
      const entry = entryOf(header, content, announced)
      announced = undefined
      if (entry.path !== '') entries.push(entry)
      if (entries.length > limits.archiveNames) throw new ArchiveError(`It has more than ${limits.archiveNames} names.`)
    }
  }
  if (announced) throw new ArchiveError('It ends early.')
  if (!isZero(bytes, at, bytes.length)) throw new ArchiveError('It has more content after its end.')
  return { entries, ...(commit === undefined ? {} : { commit }) }
}

const isZero = (bytes: Buffer, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) if (bytes[i] !== 0) return false
  return true
}

function readHeader(header: Buffer): Header {
  let sum = 8 * 0x20
  for (let i = 0; i < block; i++) if (i < 148 || i >= 156) sum += header[i] ?? 0
  if (octal(header.subarray(148, 156)) !== sum) throw new ArchiveError('It is damaged: a checksum is wrong.')
  const isPosix = header.toString('latin1', 257, 263) === 'ustar\0'
  return {
    type: String.fromCharCode(header[156] ?? 0).replace('\0', '0'),
    size: octal(header.subarray(124, 136)),
    name() {
      const prefix = isPosix ? untilZero(header.subarray(345, 500)) : ''
      const name = untilZero(header.subarray(0, 100))
      return prefix === '' ? name : `${prefix}/${name}`
    },
  }
}

const untilZero = (field: Buffer): string => {
  const end = field.indexOf(0)
  return utf8(end < 0 ? field : field.subarray(0, end))
}

/** Sizes of more than eight gigabytes have another form. */
function octal(field: Buffer): number {
  const [, digits] = /^ *([0-7]+)[ \0]*$/.exec(field.toString('latin1')) ?? []
  if (digits === undefined) throw new ArchiveError('It is damaged: a number cannot be read.')
  return Number.parseInt(digits, 8)
}

function announce(before: Announced | undefined, type: string, content: Buffer): Announced {
  if (before) throw new ArchiveError('It names a file twice.')
  if (content.length > limits.archiveHeaderBytes) throw new ArchiveError('It has a header that is too large.')
  if (type === 'L') return { path: untilZero(content) }
  const records = paxRecords(content)
  if ([...records.keys()].some((key) => key.startsWith('GNU.sparse.') || key === 'hdrcharset'))
    throw new ArchiveError('It has a sparse file or an unknown character set.')
  const [path, size] = [records.get('path'), records.get('size')]
  return {
    ...(path === undefined ? {} : { path }),
    ...(size === undefined ? {} : { size: /^\d{1,12}$/.test(size) ? Number(size) : -1 }),
  }
}

/** `length key=value` and a line break, for each. */
function paxRecords(content: Buffer): ReadonlyMap<string, string> {
  if (content.length > limits.archiveHeaderBytes) throw new ArchiveError('It has a header that is too large.')
  const records = new Map<string, string>()
  for (let at = 0; at < content.length;) {
    const [, length = ''] = /^(\d{1,7}) /.exec(content.toString('latin1', at, at + 8)) ?? []
    const end = at + Number(length)
    const record = content.subarray(at + length.length + 1, end - 1)
    const equals = record.indexOf('=')
    if (length === '' || end > content.length || content[end - 1] !== 0x0a || equals < 1)
      throw new ArchiveError('It has an extended header that cannot be read.')
    const key = utf8(record.subarray(0, equals))
    if (records.has(key)) throw new ArchiveError('It names a file twice.')
    records.set(key, key === 'path' || key === 'size' || key === 'comment' ? utf8(record.subarray(equals + 1)) : '')
    at = end
  }
  return records
}

function commitIn(records: ReadonlyMap<string, string>): string | undefined {
  if (['path', 'size', 'linkpath'].some((key) => records.has(key)))
    throw new ArchiveError('It has one header for all of its files.')
  const comment = records.get('comment') ?? ''
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(comment) ? comment : undefined
}

function entryOf({ type, size, name }: Header, content: Buffer, announced: Announced | undefined): ArchiveEntry {
  if (announced?.size !== undefined && announced.size !== size) throw new ArchiveError('It states two sizes of a file.')
  const written = announced?.path ?? name()
  const path = plainEntryName(written)
  const isFolder = type === '5' || written.endsWith('/')
  if (isFolder || type === '1' || type === '2') {
    if (size > 0) throw new ArchiveError('It has a folder or a link with content.')
    return { path, kind: isFolder ? 'folder' : 'link', bytes: new Uint8Array() }
  }
  if (type === '0' || type === '7') return { path, kind: 'file', bytes: content }
  throw new ArchiveError(`"${path}" is a device, a pipe or of an unknown kind.`)
}
