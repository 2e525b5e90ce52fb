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

/**
 * What is wrong with how the work grows; `undefined` when nothing is. What looks too slow is measured again, more often,
 * and then from eight times the size on: leaving the processor's cache costs once, a square goes on growing.
 */
export async function growsTooFast(operation: Operation, { start, largest }: Sizes): Promise<string | undefined> {
  let size = start
  for (
    let once = await best(operation, size, 1);
    once < enough && size < largest;
    once = await best(operation, size, 1)
  )
    size = Math.min(largest, size * 4)
  const found: string[] = []
  for (const [from, rounds] of [
    [size, 1],
    [size, 3],
    [size * factor, 2],
  ] as const) {
    const once = await best(operation, from, rounds)
    const more = await best(operation, from * factor, rounds)
    if (more <= Math.max(once, enough / 4) * most) return undefined
    found.push(`${factor} times ${from} cost ${more.toFixed(1)} ms instead of ${once.toFixed(1)} ms`)
  }
  return found.join(', ')
}

async function best(operation: Operation, size: number, rounds: number): Promise<number> {
  let least = Infinity
  for (let round = 0; round < rounds; round++) least = Math.min(least, await cpuTime(await operation(size)))
  return least
}
