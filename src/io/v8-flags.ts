import { setFlagsFromString } from 'node:v8'

/**
 * For a long-running process: garbage may grow to a third of the live heap before it is collected, instead of several
 * times as much. Reads are not slower.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=30')

/** For a short command: most functions do not run long enough to be worth optimizing. */
export const optimizeLate = (): void => setFlagsFromString('--interrupt-budget=1000000')
