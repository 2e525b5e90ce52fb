import { setFlagsFromString } from 'node:v8'

/**
 * For a long-running process beside others: garbage may grow to a third of the live heap before it is
 * collected, instead of several times as much. Reads are not slower.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=30')

/** For a command that ends soon: most functions are not used long enough for what it costs to optimize them. */
export const optimizeLate = (): void => setFlagsFromString('--interrupt-budget=1000000')
