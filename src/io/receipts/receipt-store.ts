import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, fsyncSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Receipts } from '../../model/ports.ts'
import type { SegmentAnchor } from '../../model/records/receipt.ts'
import { StoreTrouble } from '../../model/records/store-trouble.ts'
import { hashUnder, operatorKey } from '../stores/operator-key.ts'
import { GatheredAppends } from './gathered-appends.ts'
import { ReceiptIndex } from './receipt-index.ts'
import { SegmentHeads } from './segment-heads.ts'
import { SegmentWriter } from './segment-writer.ts'

export interface ReceiptStoreOptions {
  /** Segments without a write for longer are removed, oldest first. Absent: everything is kept. */
  readonly keepDays?: number
  /** Size at which a new segment starts. */
  readonly segmentBytes?: number
  now?(): Date
}

/** Records in files, one segment per process, so that lines of different processes never mix. */
export function receiptStore(
  state: string,
  { keepDays, segmentBytes, now = () => new Date() }: ReceiptStoreOptions = {},
): Receipts {
  const folder = join(state, 'receipts')
  const heads = new SegmentHeads(join(folder, 'heads'))
  const writer = new SegmentWriter({
    folder,
    heads,
    newest: () => newestAnchor(folder),
    expired: () => expiredSegments(folder, keepDays, now()),
    now,
    ...(segmentBytes === undefined ? {} : { bytes: segmentBytes }),
  })
  const appends = new GatheredAppends((makes) => orRefuse(folder, () => writer.append(makes)))
  const index = new ReceiptIndex({
    names: () => segmentNames(folder),
    sizeOf: (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
    textOf: (name) => readText(join(folder, name)),
  })
  return {
    durable: true,
    append: (make) => appends.append(make),
    segments: () => segmentNames(folder),
    // An edited record may name any path, so only files of this folder are opened.
    segment: (name) => (isSegmentName(name) ? readText(join(folder, name)) : ''),
    find: async (id) => index.find(id),
    heads: () => heads.list(),
    hide: (text) => hashUnder(operatorKey(state), text),
  }
}

const isSegmentName = (name: string): boolean => /^[\w-][\w.-]*\.jsonl$/.test(name)

const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file size limit is reached',
  EROFS: 'the disk is read-only',
  EACCES: 'permission to write to the folder is denied',
  EPERM: 'permission to write to the folder is denied',
  ENOENT: 'the folder does not exist and cannot be created',
  ENOTDIR: 'a file is where a folder is needed',
  EEXIST: 'a file is where a folder is needed',
}

async function orRefuse<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new StoreTrouble(refusal(folder, error), { cause: error })
  }
}

function refusal(folder: string, error: unknown): string {
  const code = codeOf(error) ?? codeOf((error as Error).cause) ?? 'unknown'
  const cause = causes[code] ?? `it cannot be written (${code})`
  return (
    `the receipt cannot be stored in ${folder}: ${cause}. What cannot be recorded is not released. ` +
    'Fix that, set LOREFENCE_STATE to another folder, or set "records: memory" in your config.'
  )
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

/** Names begin with the time, so they sort by creation. */
function segmentNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw new Error(`${folder} cannot be listed.`, { cause: error })
  }
}

/** Only regular files are segments; a file that was removed meanwhile counts as empty. */
function readText(path: string, isDurable = false): string {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (['ENOENT', 'ELOOP'].includes(codeOf(error) ?? '')) return ''
    throw new Error(`${path} cannot be read.`, { cause: error })
  }
  try {
    if (!fstatSync(descriptor).isFile()) return ''
    const bytes = readFileSync(descriptor)
    if (isDurable) fsyncSync(descriptor)
    return isUtf8(bytes) ? bytes.toString('utf8') : decodedByLine(bytes)
  } finally {
    closeSync(descriptor)
  }
}

/** A line that is not UTF-8 must not decode to a valid one, so it is decoded byte by byte. */
function decodedByLine(bytes: Buffer): string {
  const lines = bytes
    .toString('latin1')
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'))
  return lines.map((line) => line.toString(isUtf8(line) ? 'utf8' : 'latin1')).join('\n')
}

/**
 * The last record of the newest segment, made durable first: a chain must not continue from a record that a power cut
 * could remove.
 */
function newestAnchor(folder: string): SegmentAnchor | undefined {
  for (const segment of [...segmentNames(folder)].reverse()) {
    const complete = readText(join(folder, segment), true).split('\n').slice(1, -1)
    const link = linkIn(complete.at(-1))
    if (link !== undefined) return { segment, link }
  }
  return undefined
}

function linkIn(line: string | undefined): string | undefined {
  try {
    const { link } = JSON.parse(line ?? '') as { readonly link?: unknown }
    return typeof link === 'string' ? link : undefined
  } catch {
    return undefined
  }
}

/** Only the oldest segments without a gap, so that the newest of them stands for all. */
function expiredSegments(folder: string, keepDays: number | undefined, now: Date): readonly string[] {
  if (keepDays === undefined) return []
  const oldest = now.getTime() - keepDays * 24 * 60 * 60 * 1000
  const names = segmentNames(folder)
  const changed = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const young = names.findIndex((name) => changed(name) >= oldest)
  return young < 0 ? names : names.slice(0, young)
}
