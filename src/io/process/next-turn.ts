/** Resolves after pending callbacks have run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
