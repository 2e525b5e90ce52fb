import type { Files, FolderEntry } from '../../model/ports.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'

/**
 * The disk as one round of decisions sees it: each folder is listed once, and what a list shows not to be a link is not
 * resolved again. Nothing is read through it; what is released is opened and compared afterwards.
 */
export function listedOnce(files: Files): Files {
  const lists = new Map<string, readonly FolderEntry[] | undefined>()
  const kinds = new Map<string, ReadonlyMap<string, FolderEntry['kind']>>()
  const reals = new Map<string, string | undefined>()
  const list = (folder: string): readonly FolderEntry[] | undefined => {
    if (!lists.has(folder)) lists.set(folder, files.list(folder))
    return lists.get(folder)
  }
  /** As listed; `undefined` for a link, and for a name that the disk spells otherwise. */
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
    realPath,
    kindOf: (path) => (isBelowListed(folderOf(path)) ? plainKind(path) : undefined) ?? files.kindOf(path),
  }
}
