import type { FileTrouble, Files, FolderEntry } from '../../model/ports.ts'
import { compareText } from '../../text/compare.ts'

export type MemoryContent =
  | string
  | Uint8Array
  | { readonly trouble: 'unreadable' | 'not-a-file' | 'outside' | 'too-large' | FolderTrouble }

/** A folder that cannot be listed, or a link to one. */
type FolderTrouble = 'unreadable-folder' | 'link-to-folder'

/** A disk in memory. Paths are absolute; a folder exists when a file is below it. */
export function memoryFiles(tree: Readonly<Record<string, MemoryContent>>): Files & { readonly opened: string[] } {
  const opened: string[] = []
  const folders = foldersOf(tree)
  const isFolder = (path: string): boolean => folders.has(path)
  return {
    opened,
    read(root, path, { limit, head }) {
      const full = `${root}/${path}`
      const content = tree[full]
      if (content === undefined)
        return isFolder(full)
          ? { ok: false, trouble: 'not-a-file', detail: 'It is not a regular file.' }
          : { ok: false, trouble: 'missing', detail: 'The file does not exist.' }
      if (folderTrouble(content)) return { ok: false, trouble: 'not-a-file', detail: 'It is not a regular file.' }
      opened.push(full)
      if (isTrouble(content))
        return { ok: false, trouble: content.trouble as FileTrouble, detail: `The file is ${content.trouble}.` }
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      if (head === undefined && bytes.length > limit)
        return {
          ok: false,
          trouble: 'too-large',
          detail: `The file has ${bytes.length} bytes; at most ${limit} are read.`,
        }
      const part = bytes.subarray(0, Math.min(bytes.length, head ?? limit))
      return { ok: true, bytes: part, more: part.length < bytes.length }
    },
    list(folder) {
      const entries = folders.get(folder)
      return (
        entries &&
        [...entries]
          .map(([name, path]): FolderEntry => ({ name, kind: path === undefined ? 'folder' : kindOf(tree[path]) }))
          .sort((a, b) => compareText(a.name, b.name))
      )
    },
    kindOf(path) {
      const content = tree[path]
      if (content === undefined) return isFolder(path) ? 'folder' : undefined
      if (folderTrouble(content)) return 'folder'
      return isTrouble(content) && content.trouble === 'not-a-file' ? 'other' : 'file'
    },
    realPath: (path) => (tree[path] !== undefined || isFolder(path) ? path : undefined),
  }
}

/** The entries of each folder: a name with the path of its file or folder. */
function foldersOf(
  tree: Readonly<Record<string, MemoryContent>>,
): ReadonlyMap<string, ReadonlyMap<string, string | undefined>> {
  const folders = new Map<string, Map<string, string | undefined>>()
  for (const path of Object.keys(tree)) {
    const names = path.split('/')
    for (let depth = names.length - 1; depth > 0; depth--) {
      const folder = names.slice(0, depth).join('/')
      const entries = folders.get(folder) ?? new Map<string, string | undefined>()
      folders.set(folder, entries)
      const name = names[depth] ?? ''
      const isFile = depth === names.length - 1
      if (!isFile || !entries.has(name)) entries.set(name, isFile ? path : undefined)
    }
  }
  return folders
}

const isTrouble = (content: MemoryContent | undefined): content is Exclude<MemoryContent, string | Uint8Array> =>
  typeof content === 'object' && 'trouble' in content

const folderTrouble = (content: MemoryContent | undefined): boolean =>
  isTrouble(content) && /folder/.test(content.trouble)

/** On a real disk, a file outside of the root is reached by a link. */
function kindOf(content: MemoryContent | undefined): FolderEntry['kind'] {
  if (!isTrouble(content)) return 'file'
  if (content.trouble === 'unreadable-folder') return 'folder'
  return content.trouble === 'outside' || content.trouble === 'link-to-folder' ? 'link' : 'file'
}
