import { watch, type FSWatcher } from 'node:fs'
import type { Watcher } from '../../model/ports.ts'
import { ensurePrivateFolder } from '../stores/state-folder.ts'

/** Changes come in bursts; they have come to rest when nothing happened for this long. */
const calm = 100
/** A burst that never ends is told of all the same. */
const patience = 1000

/** Folders of the disk. Whatever happens in a folder of `stores` counts, because another process may grant there. */
export function diskWatcher(stores: readonly string[]): Watcher {
  return {
    watch({ folders, files }, changed) {
      const burst = burstOf(changed)
      const matters = (event: string, name: string | null): boolean =>
        event === 'rename' || name === null || files.includes(name)
      const open = [
        ...stores.flatMap((folder) => watchStore(folder, burst.stir)),
        ...folders.flatMap((folder) =>
          watchFolder(folder, (event, name) => (matters(event, name) ? burst.stir() : undefined)),
        ),
      ]
      return () => {
        burst.end()
        for (const watcher of open) watcher.close()
      }
    },
  }
}

/** A store that nobody has written to yet is made, so that the first grant is seen. */
function watchStore(folder: string, stir: () => void): readonly FSWatcher[] {
  try {
    ensurePrivateFolder(folder)
  } catch {
    return []
  }
  return watchFolder(folder, stir)
}

/** A folder that is gone, or one more than the system watches, is left alone: the next look at the roots sees what is there. */
function watchFolder(folder: string, told: (event: string, name: string | null) => void): readonly FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, told)
    watcher.on('error', () => watcher.close())
    return [watcher]
  } catch {
    return []
  }
}

function burstOf(changed: () => void): { stir(): void; end(): void } {
  let resting: NodeJS.Timeout | undefined
  let waiting: NodeJS.Timeout | undefined
  const end = (): void => {
    clearTimeout(resting)
    clearTimeout(waiting)
    resting = waiting = undefined
  }
  const tell = (): void => {
    end()
    changed()
  }
  return {
    end,
    stir() {
      clearTimeout(resting)
      resting = setTimeout(tell, calm).unref()
      waiting ??= setTimeout(tell, patience).unref()
    },
  }
}
