// A SQLite database with tables of short rows, for benches on Node versions without SQLite.
const pageSize = 4096

/** `tables`: name, `CREATE TABLE` statement, and rows of strings, integers and null. */
export function sqliteFile(tables) {
  const pages = [Buffer.alloc(pageSize)]
  const schema = tables.map(({ name, sql, rows }) => ['table', name, name, treeOf(rows, pages), sql])
  const first = leafOf(
    schema.map((row, index) => cellOf(index + 1, row)),
    100,
  )
  first.write('SQLite format 3\0', 0, 'latin1')
  first.writeUInt16BE(pageSize, 16)
  first.set([1, 1, 0, 64, 32, 32], 18)
  for (const [at, value] of [
    [28, pages.length],
    [44, 4],
    [56, 1],
  ])
    first.writeUInt32BE(value, at)
  pages[0] = first
  return Buffer.concat(pages)
}

/** Appends the pages of a table; returns the number of its root page. */
function treeOf(rows, pages) {
  const leaves = []
  let [cells, bytes] = [[], 8]
  const flush = (last) => {
    leaves.push({ page: pages.push(leafOf(cells, 0)), last })
    ;[cells, bytes] = [[], 8]
  }
  for (const [index, row] of rows.entries()) {
    const cell = cellOf(index + 1, row)
    if (bytes + cell.length + 2 > pageSize) flush(index)
    cells.push(cell)
    bytes += cell.length + 2
  }
  flush(rows.length)
  let level = leaves
  while (level.length > 1) {
    const above = []
    for (let at = 0; at < level.length; at += 300) {
      const children = level.slice(at, at + 300)
      above.push({ page: pages.push(interiorOf(children)), last: children.at(-1).last })
    }
    level = above
  }
  return level[0].page
}

const leafOf = (cells, header) => pageOf(0x0d, cells, header)

function interiorOf(children) {
  const cells = children.slice(0, -1).map(({ page, last }) => Buffer.concat([uint32(page), varint(last)]))
  const made = pageOf(0x05, cells, 0)
  made.writeUInt32BE(children.at(-1).page, 8)
  return made
}

function pageOf(type, cells, header) {
  const page = Buffer.alloc(pageSize)
  const pointers = header + (type === 0x05 ? 12 : 8)
  let end = pageSize
  for (const [index, cell] of cells.entries()) {
    end -= cell.length
    cell.copy(page, end)
    page.writeUInt16BE(end, pointers + 2 * index)
  }
  page.writeUInt8(type, header)
  page.writeUInt16BE(cells.length, header + 3)
  page.writeUInt16BE(end, header + 5)
  return page
}

function cellOf(id, row) {
  const values = row.map((value) => {
    if (value === null) return [0, Buffer.alloc(0)]
    if (typeof value === 'number') return [6, int64(value)]
    const bytes = Buffer.from(value)
    return [13 + 2 * bytes.length, bytes]
  })
  const types = Buffer.concat(values.map(([type]) => varint(type)))
  // The header's own length takes one byte or two.
  const length = types.length + (types.length < 127 ? 1 : 2)
  const record = Buffer.concat([varint(length), types, ...values.map(([, bytes]) => bytes)])
  return Buffer.concat([varint(record.length), varint(id), record])
}

function varint(value) {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) + 128)
  return Buffer.from(bytes)
}

function uint32(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function int64(value) {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(value))
  return bytes
}
