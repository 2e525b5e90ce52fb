import type { LockedEntry } from '../../model/installation.ts'
import { limits } from '../../model/limits.ts'
import { digest } from '../../text/bytes/digest.ts'
import { folderOfEntry } from '../../distribute/installed-manifests.ts'
import { entryFileOf, type InstallWorld } from './install-world.ts'

export interface InstalledState {
  /** Files that the person has changed. */
  readonly edited: readonly string[]
  /** Files that are gone. */
  readonly missing: readonly string[]
}

/** How the files of an entry differ from the lock. */
export function installedState(
  { files, root }: Pick<InstallWorld, 'files' | 'root'>,
  entry: LockedEntry,
): InstalledState {
  const edited: string[] = []
  const entryFile = entryFileOf(entry)
  // A lock that does not state it states no entry.
  const missing: string[] = entry.pending || Object.hasOwn(entry.files, entryFile) ? [] : [entryFile]
  for (const [path, stated] of Object.entries(entry.files)) {
    const read = files.read(root, `${folderOfEntry(entry.name)}/${path}`, { limit: limits.installedBytes })
    if (!read.ok && read.trouble === 'missing') missing.push(path)
    else if (!read.ok || digest(read.bytes) !== stated) edited.push(path)
  }
  return { edited: edited.sort(), missing: missing.sort() }
}
