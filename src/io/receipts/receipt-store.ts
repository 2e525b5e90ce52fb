import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, fsyncSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Receipts } from '../../model/ports.ts'
import type { SegmentAnchor } from '../../model/receipt.ts'
import { hashUnder, operatorKey } from '../stores/operator-key.ts'
import { SegmentHeads } from './segment-heads.ts'
import { SegmentWriter } from './segment-writer.ts'

export interface ReceiptStoreOptions {
  /** Segments that nobody has written to for longer are removed, oldest first; absent: everything is kept. */
  readonly keepDays?: number
  /** Size at which a new segment is begun. */
  readonly segmentBytes?: number
  now?(): Date
}

/** Records in files, one segment per process, so that processes never write into each other's lines. */
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
  return {
    durable: true,
    append: (make) => orRefuse(folder, () => writer.append(make)),
    segments: () => segmentNames(folder),
    // A record that somebody edited may name anything: only files of this folder are opened.
    segment: (name) => (isSegmentName(name) ? readText(join(folder, name)) : ''),
    heads: () => heads.list(),
    hide: (text) => hashUnder(operatorKey(state), text),
  }
}

const isSegmentName = (name: string): boolean => /^[\w-][\w.-]*\.jsonl$/.test(name)

const why: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file may not grow further',
  EROFS: 'the disk is read-only',
  EACCES: 'the folder may not be written to',
  EPERM: 'the folder may not be written to',
  ENOENT: 'the folder is not there and cannot be made',
  ENOTDIR: 'a file stands where a folder is needed',
  EEXIST: 'a file stands where a folder is needed',
}

function orRefuse<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Error(refusal(folder, error), { cause: error })
  }
}

function refusal(folder: string, error: unknown): string {
  const code = codeOf(error) ?? codeOf((error as Error).cause) ?? 'unknown'
  return `the receipt cannot be kept in ${folder}: ${why[code] ?? `it cannot be written (${code})`}. What cannot be recorded is not handed out. Mend that, name another folder in LOREFENCE_STATE, or set "records: memory" in your config.`
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

/** Their names begin with the time, so that the order of the names is that of their making. */
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

/** Something that is no regular file is nobody's segment; one that was removed meanwhile is empty. */
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

/** Bytes that are no UTF-8 must not read like those that were written: such a line is taken byte by byte. */
function decodedByLine(bytes: Buffer): string {
  const lines = bytes
    .toString('latin1')
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'))
  return lines.map((line) => line.toString(isUtf8(line) ? 'utf8' : 'latin1')).join('\n')
}

/** The last record of the newest segment. It is made durable first: a chain must not go on from what a power cut could take. */
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

/** Only the oldest ones, so that the newest of them stands for all. */
function expiredSegments(folder: string, keepDays: number | undefined, now: Date): readonly string[] {
  if (keepDays === undefined) return []
  const oldest = now.getTime() - keepDays * 24 * 60 * 60 * 1000
  const names = segmentNames(folder)
  const changed = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const young = names.findIndex((name) => changed(name) >= oldest)
  return young < 0 ? names : names.slice(0, young)
}
