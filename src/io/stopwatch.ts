/** Milliseconds since the start; monotonic. */
export function startStopwatch(): () => number {
  const start = performance.now()
  return () => performance.now() - start
}
