import { readSync } from 'node:fs'

/** Bytes from a position; fewer at the end of the file. */
export function readAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const more = readSync(descriptor, bytes, read, length - read, position + read)
    if (more === 0) break
    read += more
  }
  return bytes.subarray(0, read)
}
