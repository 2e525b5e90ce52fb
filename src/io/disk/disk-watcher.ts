import { watch, type FSWatcher } from 'node:fs'
import type { Watcher } from '../../model/ports.ts'
import { ensurePrivateFolder } from '../stores/state-folder.ts'

/** Changes come in bursts; a burst ends after this many milliseconds without a change. */
const quietTime = 100
/** Longest wait for the end of a burst, in milliseconds. */
const longestWait = 1000

/** Watches folders. Every change in a folder of `stores` counts, because another process may save grants there. */
export function diskWatcher(stores: readonly string[]): Watcher {
  return {
    watch({ folders, files }, changed) {
      const burst = burstOf(changed)
      const matters = (event: string, name: string | null): boolean =>
        event === 'rename' || name === null || files.includes(name)
      const open = [
        ...stores.flatMap((folder) => watchStore(folder, burst.extend)),
        ...folders.flatMap((folder) =>
          watchFolder(folder, (event, name) => (matters(event, name) ? burst.extend() : undefined)),
        ),
      ]
      return () => {
        burst.end()
        for (const watcher of open) watcher.close()
      }
    },
  }
}

/** Creates a missing store folder, so that the first grant is noticed. */
function watchStore(folder: string, extend: () => void): readonly FSWatcher[] {
  try {
    ensurePrivateFolder(folder)
  } catch {
    return []
  }
  return watchFolder(folder, extend)
}

/** Skips a folder that was removed or exceeds the system's limit of watches; the next scan of the roots covers it. */
function watchFolder(folder: string, onChange: (event: string, name: string | null) => void): readonly FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, onChange)
    watcher.on('error', () => watcher.close())
    return [watcher]
  } catch {
    return []
  }
}

function burstOf(changed: () => void): { extend(): void; end(): void } {
  let resting: NodeJS.Timeout | undefined
  let waiting: NodeJS.Timeout | undefined
  const end = (): void => {
    clearTimeout(resting)
    clearTimeout(waiting)
    resting = waiting = undefined
  }
  const report = (): void => {
    end()
    changed()
  }
  return {
    end,
    extend() {
      clearTimeout(resting)
      resting = setTimeout(report, quietTime).unref()
      waiting ??= setTimeout(report, longestWait).unref()
    },
  }
}
