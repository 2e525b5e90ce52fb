import type { Files, FolderEntry } from '../../src/model/ports.ts'

export type MemoryContent = string | Uint8Array | { readonly trouble: 'unreadable' | 'not-a-file' | 'outside' | 'too-large' }

/** A disk in memory. Paths are absolute; folders exist where a file stands below them. */
export function memoryFiles(tree: Readonly<Record<string, MemoryContent>>): Files & { readonly opened: string[] } {
  const opened: string[] = []
  const paths = Object.keys(tree)
  const isFolder = (path: string): boolean => paths.some((candidate) => candidate.startsWith(`${path}/`))
  return {
    opened,
    read(root, path, { limit, head }) {
      const full = `${root}/${path}`
      const content = tree[full]
      if (content === undefined) return isFolder(full) ? { ok: false, trouble: 'not-a-file', detail: 'It is not a regular file.' } : { ok: false, trouble: 'missing', detail: 'The file does not exist.' }
      opened.push(full)
      if (typeof content === 'object' && 'trouble' in content) return { ok: false, trouble: content.trouble, detail: `The file is ${content.trouble}.` }
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      if (head === undefined && bytes.length > limit) return { ok: false, trouble: 'too-large', detail: `The file has ${bytes.length} bytes; at most ${limit} are read.` }
      const part = bytes.subarray(0, Math.min(bytes.length, head ?? limit))
      return { ok: true, bytes: part, more: part.length < bytes.length }
    },
    list(folder) {
      if (!isFolder(folder)) return undefined
      const entries = new Map<string, FolderEntry>()
      for (const path of paths) {
        if (!path.startsWith(`${folder}/`)) continue
        const [name = '', ...rest] = path.slice(folder.length + 1).split('/')
        entries.set(name, { name, kind: rest.length > 0 ? 'folder' : isLinkOut(tree[path]) ? 'link' : 'file' })
      }
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    kindOf(path) {
      const content = tree[path]
      if (content === undefined) return isFolder(path) ? 'folder' : undefined
      return typeof content === 'object' && 'trouble' in content && content.trouble === 'not-a-file' ? 'other' : 'file'
    },
  }
}

/** On a disk, what lies outside is reached by a link. */
const isLinkOut = (content: MemoryContent | undefined): boolean => typeof content === 'object' && 'trouble' in content && content.trouble === 'outside'
