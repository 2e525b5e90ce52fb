import type { Writer } from '../../src/model/ports.ts'
import { memoryFiles, type MemoryContent } from '../../src/io/memory/memory-files.ts'

/** A writable disk in memory. Created files are added to `tree`. */
export function memoryDisk(start: Readonly<Record<string, MemoryContent>>): {
  readonly tree: Record<string, MemoryContent>
  readonly writer: Writer
} {
  const tree: Record<string, MemoryContent> = { ...start }
  return {
    tree,
    writer: {
      create(root, path, bytes) {
        const full = `${root}/${path}`
        if (memoryFiles(tree).kindOf(full) !== undefined)
          return { ok: false, trouble: 'exists', detail: 'It already exists.' }
        tree[full] = bytes
        return { ok: true }
      },
    },
  }
}

export const textIn = (tree: Readonly<Record<string, MemoryContent>>, path: string): string => {
  const content = tree[path]
  if (content instanceof Uint8Array) return new TextDecoder().decode(content)
  return typeof content === 'string' ? content : ''
}
