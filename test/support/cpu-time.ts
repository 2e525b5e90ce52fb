/** Milliseconds of CPU that this process has used: waiting for a busy machine does not count. Other threads do, so this is for tests that have a process of their own. */
function cpuNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export async function cpuTime(work: () => unknown): Promise<number> {
  const start = cpuNow()
  await work()
  return cpuNow() - start
}
