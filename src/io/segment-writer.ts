import { randomBytes } from 'node:crypto'
import { closeSync, constants, fdatasyncSync, fstatSync, fsyncSync, ftruncateSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { SegmentAnchor } from '../model/receipt.ts'
import { ensurePrivateFolder } from './state-folder.ts'

const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants

/** A segment is closed when it is this large or this old, so that old ones can be removed whole. */
const largest = 8 * 1024 * 1024
const longest = 24 * 60 * 60 * 1000

export interface SegmentWriterOptions {
  readonly folder: string
  /** The first line of a new segment. */
  head(after: SegmentAnchor | undefined): string
  /** Where a first segment goes on from. */
  findAnchor(): SegmentAnchor | undefined
  /** Called before a new segment is made. */
  makeRoom(): void
  now(): Date
  readonly bytes?: number
}

interface OpenSegment {
  readonly name: string
  readonly since: number
  size: number
}

/** Appends lines to a segment that no other process writes to. A line is whole on the disk, or it is not there. */
export class SegmentWriter {
  readonly #options: SegmentWriterOptions
  #segment: OpenSegment | undefined
  #anchor: SegmentAnchor | undefined
  #isAnchored = false

  constructor(options: SegmentWriterOptions) {
    this.#options = options
  }

  get lastLink(): string {
    if (!this.#isAnchored) this.#anchor = this.#options.findAnchor()
    this.#isAnchored = true
    return this.#anchor?.link ?? ''
  }

  append(line: string, link: string): void {
    const segment = this.#continued(line) ?? this.#started(line)
    this.#segment = segment
    this.#anchor = { segment: segment.name, link }
    this.#isAnchored = true
  }

  /** `undefined` where a new segment is due, or where somebody else has touched the present one. */
  #continued(line: string): OpenSegment | undefined {
    const segment = this.#segment
    this.#segment = undefined
    if (!segment || segment.size >= (this.#options.bytes ?? largest) || this.#options.now().getTime() - segment.since > longest) return undefined
    const descriptor = openIfThere(join(this.#options.folder, segment.name))
    if (descriptor === undefined) return undefined
    try {
      if (fstatSync(descriptor).size !== segment.size) return undefined
      return { ...segment, size: segment.size + writeWhole(descriptor, line, segment.size) }
    } finally {
      closeSync(descriptor)
    }
  }

  #started(line: string): OpenSegment {
    const { folder, head, makeRoom, now } = this.#options
    ensurePrivateFolder(folder)
    makeRoom()
    const since = now()
    const name = `${since.toISOString().replaceAll(/[:.]/g, '-')}-${process.pid}-${randomBytes(4).toString('hex')}.jsonl`
    const path = join(folder, name)
    const descriptor = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    try {
      const size = writeWhole(descriptor, head(this.lastLink === '' ? undefined : this.#anchor) + line, 0)
      syncFolder(folder)
      return { name, since: since.getTime(), size }
    } catch (error) {
      unlinkSync(path)
      throw error
    } finally {
      closeSync(descriptor)
    }
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, O_WRONLY | O_APPEND | O_NOFOLLOW)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes and waits for the disk; what does not fit leaves the file as it was. */
function writeWhole(descriptor: number, text: string, size: number): number {
  const bytes = Buffer.from(text, 'utf8')
  try {
    let written = 0
    while (written < bytes.length) written += writeSync(descriptor, bytes, written)
    fdatasyncSync(descriptor)
    return written
  } catch (error) {
    ftruncateSync(descriptor, size)
    throw error
  }
}

/** A new file is only durable with the entry in its folder. Windows cannot open folders and needs no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, O_RDONLY | O_DIRECTORY)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
