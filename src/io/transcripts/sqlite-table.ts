import type { SqlitePages } from './sqlite-pages.ts'

/** Numbers, texts and NULL; other values are not needed and read as NULL. */
type SqliteValue = string | number | null

export interface SqliteRow {
  readonly id: number
  /** The values of these columns, by their names. */
  read(...columns: readonly string[]): readonly SqliteValue[]
}

/** The rows of a table in the order of their ids; none where there is no such table. */
export function* rowsOf(pages: SqlitePages, table: string): Iterable<SqliteRow> {
  for (const { payload } of cellsOf(pages, 1)) {
    const [type, name, , root, sql] = recordOf(payload, [0, 1, 2, 3, 4])
    if (type !== 'table' || name !== table || typeof root !== 'number' || typeof sql !== 'string') continue
    const names = columnsOf(sql)
    for (const cell of cellsOf(pages, root))
      yield {
        id: cell.id,
        read: (...columns) =>
          recordOf(
            cell.payload,
            columns.map((column) => names.indexOf(column)),
          ),
      }
    return
  }
}

/** The bytes of a record. What does not fit into its page is read when it is asked for. */
interface Payload {
  readonly local: Buffer
  readonly length: number
  whole(): Buffer
}

interface Cell {
  readonly id: number
  readonly payload: Payload
}

const interior = 0x05
const leaf = 0x0d
/** A longer record is passed over. */
const longestRecord = 64 * 1024 * 1024

/** No page is part of a table twice, so a damaged one that names itself ends. */
function* cellsOf(pages: SqlitePages, number: number, visited = new Set<number>()): Iterable<Cell> {
  if (visited.has(number) || number < 1 || number > pages.count) throw new Error('The database is damaged.')
  visited.add(number)
  const page = pages.page(number)
  const header = number === 1 ? 100 : 0
  const type = page.readUInt8(header)
  if (type !== interior && type !== leaf) throw new Error('The database is damaged.')
  const count = page.readUInt16BE(header + 3)
  const pointers = header + (type === interior ? 12 : 8)
  for (let index = 0; index < count; index++) {
    const at = page.readUInt16BE(pointers + 2 * index)
    if (type === interior) yield* cellsOf(pages, page.readUInt32BE(at), visited)
    else yield leafCell(pages, page, at)
  }
  if (type === interior) yield* cellsOf(pages, page.readUInt32BE(header + 8), visited)
}

function leafCell(pages: SqlitePages, page: Buffer, at: number): Cell {
  const [length, afterLength] = varint(page, at)
  const [id, start] = varint(page, afterLength)
  const local = localLength(length, pages.usableSize)
  const own = page.subarray(start, start + local)
  const whole = (): Buffer =>
    local === length ? own : Buffer.concat([own, overflow(pages, page.readUInt32BE(start + local), length - local)])
  return { id, payload: { local: own, length, whole } }
}

/** How much of a record is in its leaf page. */
function localLength(length: number, usable: number): number {
  const most = usable - 35
  if (length <= most) return length
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const wanted = least + ((length - least) % (usable - 4))
  return wanted <= most ? wanted : least
}

function overflow(pages: SqlitePages, first: number, length: number): Buffer {
  if (length > longestRecord) throw new Error('A record of the database is too long.')
  const parts: Buffer[] = []
  let [number, left] = [first, length]
  while (left > 0) {
    if (number < 1 || number > pages.count) throw new Error('The database is damaged.')
    const page = pages.page(number)
    const part = page.subarray(4, Math.min(4 + left, pages.usableSize))
    parts.push(part)
    left -= part.length
    number = page.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

/** The values at these places; those of a column that was added later, or that there is not, are NULL. */
function recordOf(payload: Payload, places: readonly number[]): readonly SqliteValue[] {
  let bytes = payload.local
  const [headerLength, start] = varint(bytes, 0)
  if (headerLength > bytes.length) bytes = payload.whole()
  const values: { readonly type: number; readonly at: number }[] = []
  const last = Math.max(...places)
  let [header, body] = [start, headerLength]
  while (header < headerLength && values.length <= last) {
    const [type, next] = varint(bytes, header)
    values.push({ type, at: body })
    body += sizeOf(type)
    header = next
  }
  const needed = places.map((place) => values[place])
  const end = Math.max(0, ...needed.map((value) => (value ? value.at + sizeOf(value.type) : 0)))
  if (end > bytes.length) bytes = payload.whole()
  return needed.map((value) => (value ? valueOf(bytes, value.type, value.at) : null))
}

const integerSizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]
const sizeOf = (type: number): number => integerSizes[type] ?? Math.floor((type - 12) / 2)

function valueOf(bytes: Buffer, type: number, at: number): SqliteValue {
  if (type >= 13 && type % 2 === 1) return bytes.toString('utf8', at, at + sizeOf(type))
  if (type >= 1 && type <= 5) return bytes.readIntBE(at, sizeOf(type))
  if (type === 6) return Number(bytes.readBigInt64BE(at))
  if (type === 7) return bytes.readDoubleBE(at)
  return type === 8 || type === 9 ? type - 8 : null
}

/** A number of one to nine bytes, and where it ends. Larger ones than JavaScript has are not needed. */
function varint(bytes: Buffer, at: number): readonly [value: number, end: number] {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = bytes.readUInt8(at + index)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, at + index + 1]
  }
  return [value * 256 + bytes.readUInt8(at + 8), at + 9]
}

/** Names of the columns in `CREATE TABLE`, in their order. */
function columnsOf(sql: string): readonly string[] {
  const inner = sql.slice(sql.indexOf('(') + 1, sql.lastIndexOf(')'))
  let depth = 0
  const parts = ['']
  for (const character of inner) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => /^\s*[`"[]?(\w+)/.exec(part)?.[1] ?? '')
}
