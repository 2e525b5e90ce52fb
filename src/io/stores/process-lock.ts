import { readFileSync, unlinkSync, writeFileSync } from 'node:fs'

/** The file that it creates is removed to release it. The lock of a process that is gone is taken over. */
export function takeLock(lock: string, what: string): void {
  for (const attempt of [1, 2]) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const owner = Number(readFileSync(lock, 'utf8'))
      if (attempt === 2 || isRunning(owner))
        throw new Error(`another process (${owner}) is changing ${what}; try again when it has ended.`, {
          cause: error,
        })
      unlinkSync(lock)
    }
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
