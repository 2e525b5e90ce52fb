import { join } from 'node:path'
import type { Switches } from '../../model/ports.ts'
import { keyedFiles } from './keyed-files.ts'

/** Refs that the user disabled. */
export function switchStore(folder: string): Switches {
  const files = keyedFiles<'off'>(join(folder, 'disabled'))
  return {
    stamp: () => files.stamp(),
    disabled: () => new Set(files.entries().map(([ref]) => ref)),
    set(ref, enabled) {
      if (enabled) files.remove(ref)
      else files.put(ref, 'off')
    },
  }
}
