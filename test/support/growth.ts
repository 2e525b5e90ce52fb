/**
 * How much longer a work takes on four times the input: about 4 when it is linear, 16 when it is quadratic. A ratio of
 * best times, because the machine may be busy.
 */
export function growth(work: (size: number) => void): number {
  const best = (size: number): number => Math.min(...Array.from({ length: 3 }, () => timeOf(() => work(size))))
  work(1)
  const small = best(1)
  return best(4) / small
}

/** Between linear and quadratic. */
export const linear = 9

function timeOf(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
