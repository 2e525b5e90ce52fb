import { closeSync, constants, fsync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SegmentAnchor } from '../../model/records/receipt.ts'
import { ensurePrivateFolder } from '../stores/state-folder.ts'

const written = /^(.+\.jsonl)@([0-9a-f]{64})$/

/**
 * The last record of each segment that no record of another segment names yet: an empty file each, named by segment and
 * link. It is created when the record is durable but not yet acknowledged, and removed by link, without a lock.
 */
export class SegmentHeads {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  list(): readonly SegmentAnchor[] {
    return this.#names()
      .sort()
      .flatMap((name) => {
        const [, segment = '', hex = ''] = written.exec(name) ?? []
        return segment === '' ? [] : [{ segment, link: `sha256:${hex}` }]
      })
  }

  /** Durable when it returns, like the record: without it, the loss of the record would go unnoticed. */
  async add(head: SegmentAnchor): Promise<void> {
    ensurePrivateFolder(this.#folder)
    const path = this.#path(head)
    try {
      closeSync(openSync(path, 'w', 0o600))
      await syncFolder(this.#folder)
    } catch (error) {
      removeIfPossible(path)
      throw error
    }
  }

  remove(heads: readonly SegmentAnchor[]): void {
    for (const head of heads) removeIfPossible(this.#path(head))
  }

  #path({ segment, link }: SegmentAnchor): string {
    return join(this.#folder, `${segment}@${link.slice('sha256:'.length)}`)
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }
}

/** Asynchronous, so that the process continues while the disk works. */
export const synced = (
  sync: (descriptor: number, done: (error: Error | null) => void) => void,
  descriptor: number,
): Promise<void> => new Promise((resolve, reject) => sync(descriptor, (error) => (error ? reject(error) : resolve())))

/** A new file is durable only with its folder entry. Windows cannot open folders and does not need this. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await synced(fsync, descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The record is already stored; a file that cannot be removed is left to the next record. */
export function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // It stays.
  }
}
