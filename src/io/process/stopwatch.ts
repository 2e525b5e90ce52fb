/**
 * Milliseconds since the start; monotonic. Node loads `performance` on first use, which takes longer than many
 * commands.
 */
export function startStopwatch(): () => number {
  const start = process.hrtime.bigint()
  return () => Number(process.hrtime.bigint() - start) / 1e6
}
