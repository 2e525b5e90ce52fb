import { cpuTime } from '../support/cpu-time.ts'

/** Prepares an input of a size; what it returns is the work that is measured. */
export type Operation = (size: number) => (() => unknown) | Promise<() => unknown>

export interface Sizes {
  readonly start: number
  /** Beyond it, what takes no time is not asked further. */
  readonly largest: number
}

/** Milliseconds of CPU that tell more about the work than about the machine. */
const enough = 2
/** Doubling the input may cost 2.5 times as much; this is asked of eight times the input, where a square would cost 64 times. */
const factor = 8
const most = 2.5 ** 3

/** What is wrong with how the work grows; `undefined` when nothing is. What looks too slow is measured again, more often. */
export async function growsTooFast(operation: Operation, { start, largest }: Sizes): Promise<string | undefined> {
  let size = start
  for (let once = await best(operation, size, 1); once < enough && size < largest; once = await best(operation, size, 1)) size = Math.min(largest, size * 4)
  let found = ''
  for (const rounds of [1, 3, 5]) {
    const once = await best(operation, size, rounds)
    const more = await best(operation, size * factor, rounds)
    if (more <= Math.max(once, enough / 4) * most) return undefined
    found = `${factor} times ${size} cost ${more.toFixed(1)} ms instead of ${once.toFixed(1)} ms`
  }
  // A text that leaves the processor's cache costs two to three times as much a character, once; a square goes on growing.
  const [once, more] = [await best(operation, size, 3), await best(operation, size * factor * factor, 1)]
  return more <= once * most * most ? undefined : `${found}; ${factor * factor} times cost ${more.toFixed(1)} ms`
}

async function best(operation: Operation, size: number, rounds: number): Promise<number> {
  let least = Infinity
  for (let round = 0; round < rounds; round++) least = Math.min(least, await cpuTime(await operation(size)))
  return least
}
