import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

class LockIsHeld extends Error {}

const attempts = 100
const pauseMilliseconds = 100

/** Like `takeLock`, but waits some seconds for another process. */
export async function waitForLock(lock: string, what: string): Promise<void> {
  for (let attempt = 1; attempt < attempts; attempt++) {
    try {
      return takeLock(lock, what)
    } catch (error) {
      if (!(error instanceof LockIsHeld)) throw error
      await setTimeout(pauseMilliseconds)
    }
  }
  takeLock(lock, what)
}

/** Creates a file; removing it releases the lock. The lock of a process that has ended is taken over. */
export function takeLock(lock: string, what: string): void {
  for (const attempt of [1, 2]) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const owner = ownerOf(lock)
      if (attempt === 2 || isRunning(owner))
        throw new LockIsHeld(`another process (${owner}) is changing ${what}; try again when it has ended.`, {
          cause: error,
        })
      rmSync(lock, { force: true })
    }
  }
}

/** 0 if it has been released. */
function ownerOf(lock: string): number {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
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
