/** Milliseconds since it was started; never runs backwards. */
export function startStopwatch(): () => number {
  const start = performance.now()
  return () => performance.now() - start
}
