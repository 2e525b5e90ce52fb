import { randomBytes } from 'node:crypto'
import { closeSync, constants, fdatasync, fstatSync, ftruncateSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainPlace, Receipt, SegmentAnchor } from '../../model/records/receipt.ts'
import type { Make } from './gathered-appends.ts'
import { removeIfPossible, synced, syncFolder, type SegmentHeads } from './segment-heads.ts'
import { recordLine, segmentHead } from './segment-lines.ts'
import { ensurePrivateFolder } from '../stores/state-folder.ts'

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

/** A segment is closed at this size or age, so that old ones can be removed whole. */
const mostBytes = 8 * 1024 * 1024
const mostMilliseconds = 24 * 60 * 60 * 1000

export interface SegmentWriterOptions {
  readonly folder: string
  /** Records that no other segment names yet. */
  readonly heads: SegmentHeads
  /** The record to continue from if no head is known. */
  newest(): SegmentAnchor | undefined
  /** Expired segments, oldest first; the head of a new segment records them before they are removed. */
  expired(): readonly string[]
  now(): Date
  readonly bytes?: number
}

interface OpenSegment {
  readonly name: string
  readonly since: number
  readonly size: number
}

interface Lines {
  readonly receipts: readonly Receipt[]
  readonly text: string
  readonly anchors: readonly SegmentAnchor[]
}

/**
 * Appends records to a segment that no other process writes to. The lines of one call are written completely or not at
 * all.
 */
export class SegmentWriter {
  readonly #options: SegmentWriterOptions
  #segment: OpenSegment | undefined
  /** The last record of this process; not read from the disk, where it may have been cut off. */
  #last: SegmentAnchor | undefined

  constructor(options: SegmentWriterOptions) {
    this.#options = options
  }

  /** One durable write; the caller waits for it before the next. */
  async append(makes: readonly Make[]): Promise<readonly Receipt[]> {
    return (await this.#appendToCurrent(makes)) ?? this.#startSegment(makes)
  }

  /** `undefined` if a new segment is due, or the current one was changed from outside. */
  async #appendToCurrent(makes: readonly Make[]): Promise<readonly Receipt[] | undefined> {
    const segment = this.#segment
    this.#segment = undefined
    if (
      !segment ||
      segment.size >= (this.#options.bytes ?? mostBytes) ||
      this.#options.now().getTime() - segment.since > mostMilliseconds
    )
      return undefined
    const descriptor = openIfThere(join(this.#options.folder, segment.name))
    if (descriptor === undefined) return undefined
    try {
      if (fstatSync(descriptor).size !== segment.size) return undefined
      const anchors = this.#options.heads.list().filter((head) => head.segment !== segment.name)
      const receipts = chained(makes, { lastLink: this.#last?.link ?? '', anchors })
      await this.#write(descriptor, segment, { receipts, text: receipts.map(recordLine).join(''), anchors })
      return receipts
    } finally {
      closeSync(descriptor)
    }
  }

  async #startSegment(makes: readonly Make[]): Promise<readonly Receipt[]> {
    const { folder, now } = this.#options
    ensurePrivateFolder(folder)
    const since = now()
    const expired = this.#options.expired()
    const name = `${since.toISOString().replaceAll(/[:.]/g, '-')}-${process.pid}-${randomBytes(4).toString('hex')}.jsonl`
    const head = segmentHead(name, expired.at(-1))
    const anchors = this.#firstAnchors()
    const receipts = chained(makes, { lastLink: head.link, anchors })
    const path = join(folder, name)
    const descriptor = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    try {
      const segment = { name, since: since.getTime(), size: 0 }
      const text = [head.line, ...receipts.map(recordLine)].join('')
      await this.#write(descriptor, segment, { receipts, text, anchors })
    } catch (error) {
      unlinkSync(path)
      throw error
    } finally {
      closeSync(descriptor)
    }
    for (const old of expired) removeIfPossible(join(folder, old))
    return receipts
  }

  #firstAnchors(): readonly SegmentAnchor[] {
    const last = this.#last
    const others = this.#options.heads.list().filter(({ segment }) => segment !== last?.segment)
    const anchors = last ? [...others, last] : others
    if (anchors.length > 0) return anchors
    const newest = this.#options.newest()
    return newest ? [newest] : []
  }

  /**
   * Records that these name need no head any more; of these, only the last needs one, because the chain covers those
   * before it.
   */
  async #write(descriptor: number, segment: OpenSegment, { receipts, text, anchors }: Lines): Promise<void> {
    const { folder, heads } = this.#options
    const head = { segment: segment.name, link: receipts.at(-1)?.link ?? '' }
    const written = await writeWhole(descriptor, text, segment.size, async () => {
      if (segment.size === 0) await syncFolder(folder)
      await heads.add(head)
    })
    heads.remove(this.#last ? [...anchors, this.#last] : anchors)
    this.#segment = { ...segment, size: segment.size + written }
    this.#last = head
  }
}

/** Each record follows the previous one; the first also names the records of other segments. */
export function chained(makes: readonly Make[], { lastLink, anchors }: ChainPlace): readonly Receipt[] {
  const receipts: Receipt[] = []
  for (const [i, make] of makes.entries())
    receipts.push(make(i === 0 ? { lastLink, anchors } : { lastLink: receipts.at(-1)?.link ?? '', anchors: [] }))
  return receipts
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, O_WRONLY | O_APPEND | O_NOFOLLOW)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes, syncs, then announces; on failure the file is restored. */
async function writeWhole(
  descriptor: number,
  text: string,
  size: number,
  announce: () => Promise<void>,
): Promise<number> {
  const bytes = Buffer.from(text, 'utf8')
  try {
    let written = 0
    while (written < bytes.length) written += writeSync(descriptor, bytes, written)
    await synced(fdatasync, descriptor)
    await announce()
    return written
  } catch (error) {
    ftruncateSync(descriptor, size)
    throw error
  }
}
