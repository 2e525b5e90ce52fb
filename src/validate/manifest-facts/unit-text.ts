import { formatOfPath } from '../../parse/manifest/content-format.ts'
import type { Folder } from '../folder.ts'

/** Text at the path of a unit, within the limits of `Folder.content`; `undefined` when it is not text. */
export function unitTextAt(folder: Folder, path: string): string | undefined {
  return formatOfPath(path) === 'pdf' ? undefined : folder.content(path)
}
