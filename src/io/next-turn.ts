/** Lets everything run that is waiting already. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
