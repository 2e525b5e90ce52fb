import { closeSync, fstatSync, openSync, readSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Usage } from '../../model/ports.ts'
import { ensurePrivateFolder } from './state-folder.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Requests of all processes of this user: a rolling minute and hour, and the UTC day (KCP §4.15). One file of appended
 * lines for each day; older files are removed, so no file that another process may be writing is rewritten.
 */
export function usageStore(folder: string): Usage {
  const root = join(folder, 'usage')
  const logs = new Map<string, UsageLog>()
  const logOf = (time: number): UsageLog => {
    const file = join(root, `${new Date(time).toISOString().slice(0, 10)}.jsonl`)
    const log = logs.get(file) ?? new UsageLog(file)
    logs.set(file, log)
    return log
  }
  const within = (ref: string, time: number, span: number): number => {
    const isFromYesterday = time % day < span
    const recent = [...logOf(time - span).times(ref), ...(isFromYesterday ? logOf(time).times(ref) : [])]
    return recent.filter((past) => past > time - span).length
  }
  return {
    count(ref, now) {
      const time = now.getTime()
      return { minute: within(ref, time, minute), day: logOf(time).times(ref).length }
    },
    hour: (ref, now) => within(ref, now.getTime(), hour),
    note(ref, now) {
      ensurePrivateFolder(root)
      removeOld(root, now.getTime())
      logOf(now.getTime()).append(ref, now.getTime())
    },
  }
}

/** The requests of one day. Only lines appended since the last read are read. */
class UsageLog {
  readonly #file: string
  readonly #times = new Map<string, number[]>()
  #offset = 0

  constructor(file: string) {
    this.#file = file
  }

  times(ref: string): readonly number[] {
    this.#readOn()
    return this.#times.get(ref) ?? []
  }

  append(ref: string, time: number): void {
    const descriptor = openSync(this.#file, 'a', 0o600)
    try {
      writeSync(descriptor, `${JSON.stringify([ref, time])}\n`)
    } finally {
      closeSync(descriptor)
    }
  }

  #readOn(): void {
    const added = readFrom(this.#file, this.#offset)
    const complete = added.subarray(0, added.lastIndexOf(10) + 1)
    for (const line of complete.toString('utf8').split('\n')) if (line !== '') this.#take(line)
    this.#offset += complete.length
  }

  /** An unreadable line may be a request beyond the limit, so it is an error. */
  #take(line: string): void {
    const [ref, time] = parseLine(line)
    if (typeof ref !== 'string' || typeof time !== 'number')
      throw new Error(
        `${this.#file} is damaged, so the request limits cannot be checked; remove it to count from zero.`,
      )
    const times = this.#times.get(ref) ?? []
    times.push(time)
    this.#times.set(ref, times)
  }
}

function parseLine(line: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(line)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function readFrom(file: string, offset: number): Buffer {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw new Error(`${file} cannot be read, so the request limits cannot be checked.`, { cause: error })
  }
  try {
    const length = Math.max(0, fstatSync(descriptor).size - offset)
    const buffer = Buffer.alloc(length)
    return buffer.subarray(0, length === 0 ? 0 : readSync(descriptor, buffer, 0, length, offset))
  } finally {
    closeSync(descriptor)
  }
}

/** Yesterday's file is kept, because the rolling hour may extend into it. */
function removeOld(root: string, time: number): void {
  const oldest = `${new Date(time - day).toISOString().slice(0, 10)}.jsonl`
  for (const name of readdirSync(root))
    if (/^\d{4}-\d\d-\d\d\.jsonl$/.test(name) && name < oldest) rmSync(join(root, name), { force: true })
}
