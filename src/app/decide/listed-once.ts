import type { Files, FolderEntry } from '../../model/ports.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'

/** Lists of earlier rounds, by the stamp of their folder. */
type KeptLists = Map<string, { readonly stamp: string; readonly listed: readonly FolderEntry[] | undefined }>
const keptLists = new WeakMap<Files, KeptLists>()
const mostKept = 50_000

/**
 * The disk as one round of decisions sees it: each folder is listed at most once, an unchanged one not at all, and
 * listed names that are not links are not resolved again. Nothing is read through it; what is released is opened and
 * compared afterwards. `disk` owns the cached lists.
 */
export function listedOnce(files: Files, disk: Files = files): Files {
  const lists = new Map<string, readonly FolderEntry[] | undefined>()
  const kinds = new Map<string, ReadonlyMap<string, FolderEntry['kind']>>()
  const reals = new Map<string, string | undefined>()
  const kept: KeptLists = keptLists.get(disk) ?? new Map()
  keptLists.set(disk, kept)
  const list = (folder: string): readonly FolderEntry[] | undefined => {
    if (!lists.has(folder)) lists.set(folder, listNow(files, folder, kept))
    return lists.get(folder)
  }
  /** The listed kind; `undefined` for a link, and for a name that the disk spells differently. */
  const plainKind = (path: string): 'file' | 'folder' | undefined => {
    const folder = folderOf(path)
    const known = kinds.get(folder) ?? new Map((list(folder) ?? []).map(({ name, kind }) => [name, kind]))
    kinds.set(folder, known)
    const kind = known.get(fileName(path))
    return kind === 'file' || kind === 'folder' ? kind : undefined
  }
  const realPath = (path: string): string | undefined => {
    if (!reals.has(path)) reals.set(path, resolve(path))
    return reals.get(path)
  }
  /** Folders above a root are not listed. */
  const isBelowListed = (folder: string): boolean =>
    lists.has(folder) || (folder.includes('/', 1) && isBelowListed(folderOf(folder)))
  const resolve = (path: string): string | undefined => {
    const folder = folderOf(path)
    const above = isBelowListed(folder) && plainKind(path) ? realPath(folder) : undefined
    return above === undefined ? files.realPath(path) : `${above}/${fileName(path)}`
  }
  return {
    read: (root, path, options) => files.read(root, path, options),
    list,
    ...(files.folderStamp ? { folderStamp: files.folderStamp } : {}),
    realPath,
    kindOf: (path) => (isBelowListed(folderOf(path)) ? plainKind(path) : undefined) ?? files.kindOf(path),
  }
}

/** The stamp is taken first, so that a change during the listing is noticed next time. */
function listNow(files: Files, folder: string, kept: KeptLists): readonly FolderEntry[] | undefined {
  const stamp = files.folderStamp?.(folder)
  const before = kept.get(folder)
  if (before && stamp === before.stamp) return before.listed
  const listed = files.list(folder)
  if (kept.size >= mostKept) kept.clear()
  if (stamp === undefined) kept.delete(folder)
  else kept.set(folder, { stamp, listed })
  return listed
}
