/**
 * CPU milliseconds of this process: waiting for a busy machine does not count, but other threads do, so tests that use
 * it need a process of their own.
 */
function cpuNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export async function cpuTime(work: () => unknown): Promise<number> {
  const start = cpuNow()
  await work()
  return cpuNow() - start
}
