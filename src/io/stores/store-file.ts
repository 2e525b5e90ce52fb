import { closeSync, constants, createReadStream, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { placeFor } from '../disk/write-place.ts'
import { storeLine, type StoreLine } from './store-lines.ts'

const header = JSON.stringify({ kind: 'lorefence-store', schemaVersion: 1 })
/** Detects a truncated file. */
const footer = (lines: number): string => JSON.stringify({ kind: 'end', lines })

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

/**
 * Writes a new file that only its owner can read, because it contains the key of hidden tasks. Returns the number of
 * lines.
 */
export async function writeStoreFile(
  path: string,
  lines: AsyncIterable<StoreLine>,
  foreign: readonly string[],
): Promise<number> {
  const place = placeFor(path, { foreign })
  if (!place.ok) throw new Error(`"${path}" cannot be written. ${place.detail}`)
  if (place.stat) throw new Error(`"${path}" exists already; name a new file.`)
  const descriptor = openSync(place.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  let count = 0
  try {
    writeWhole(descriptor, header)
    for await (const line of lines) {
      writeWhole(descriptor, JSON.stringify(line))
      count++
    }
    writeWhole(descriptor, footer(count))
    fsyncSync(descriptor)
  } catch (error) {
    unlinkSync(place.path)
    throw error
  } finally {
    closeSync(descriptor)
  }
  return count
}

/** The lines of a complete file; throws at the first that is not part of an exported store. */
export async function* readStoreFile(path: string): AsyncGenerator<StoreLine> {
  let number = 0
  let last = ''
  for await (const text of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    number++
    if (number === 1 && text !== header) throw new Error(`"${path}" is not an exported store.`)
    // The footer is known only when no line follows it.
    if (number > 2) yield storeLine(last, number - 1)
    last = text
  }
  if (last !== footer(number - 2)) throw new Error(`"${path}" is not complete.`)
}

function writeWhole(descriptor: number, line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
}
