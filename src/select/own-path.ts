import type { Files } from '../model/ports.ts'

/**
 * The path of a file below a root as the disk has it, whatever links and spellings it was named by: what is granted or
 * withheld is so by this one. As written where nothing stands there, or outside.
 */
export function ownPath(files: Files, root: string, written: string): string {
  const real = files.realPath(`${root}/${written}`)
  const home = real === undefined ? undefined : files.realPath(root)
  return real !== undefined && home !== undefined && real.startsWith(`${home}/`) ? real.slice(home.length + 1) : written
}
