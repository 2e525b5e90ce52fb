import { crc32, deflateRawSync } from 'node:zlib'

/** 1980-01-01 00:00, the earliest time in a zip: the same files give the same bytes on any day. */
const dosTime = 0
const dosDate = (1 << 5) | 1
const utf8Names = 0x0800
const deflated = 8
const madeOnUnix = (3 << 8) | 20
const regularFile = 0o100644

/** A zip of files, sorted by name; no folders, no times, no owners. */
export function zip(files) {
  const entries = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))
  const parts = []
  const directory = []
  let offset = 0
  for (const [path, content] of entries) {
    const name = Buffer.from(path, 'utf8')
    const packed = deflateRawSync(content, { level: 9 })
    const facts = factsOf(content, packed, name)
    const head = Buffer.concat([numbers([4, 0x04034b50], [2, 20]), facts, numbers([2, 0]), name])
    directory.push(
      Buffer.concat([
        numbers([4, 0x02014b50], [2, madeOnUnix], [2, 20]),
        facts,
        numbers([2, 0], [2, 0], [2, 0], [2, 0], [4, regularFile * 0x10000], [4, offset]),
        name,
      ]),
    )
    parts.push(head, packed)
    offset += head.length + packed.length
  }
  const index = Buffer.concat(directory)
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, index.length],
    [4, offset],
    [2, 0],
  )
  return Buffer.concat([...parts, index, end])
}

/** The fields that both headers of a file have, in the same order. */
function factsOf(content, packed, name) {
  return numbers(
    [2, utf8Names],
    [2, deflated],
    [2, dosTime],
    [2, dosDate],
    [4, crc32(content)],
    [4, packed.length],
    [4, content.length],
    [2, name.length],
  )
}

function numbers(...fields) {
  const buffer = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of fields) at = buffer.writeUIntLE(value, at, size)
  return buffer
}
