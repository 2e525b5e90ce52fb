import { join } from 'node:path'
import type { Switches } from '../../model/ports.ts'
import { keyedFiles, type KeyedEntries } from './keyed-files.ts'

/** Refs that the user disabled. */
export const switchStore = (folder: string): Switches => switchesIn(keyedFiles(join(folder, 'disabled')))

export function switchesIn(files: KeyedEntries<'off'>): Switches {
  return {
    stamp: () => files.stamp(),
    disabled: () => new Set(files.entries().map(([ref]) => ref)),
    set(ref, enabled) {
      if (enabled) files.remove(ref)
      else files.put(ref, 'off')
    },
  }
}
