import { join } from 'node:path'
import type { Files } from '../../model/ports.ts'

/** A disk with replaced contents of some files. Keys are absolute paths; the disk itself is unchanged. */
export function overlayFiles(files: Files, contents: ReadonlyMap<string, Uint8Array>): Files {
  return {
    read(root, path, options) {
      const bytes = contents.get(join(root, path))
      if (!bytes) return files.read(root, path, options)
      if (options.head === undefined && bytes.length > options.limit) {
        return {
          ok: false,
          trouble: 'too-large',
          detail: `The file has ${bytes.length} bytes; at most ${options.limit} are read.`,
        }
      }
      const part = bytes.subarray(0, options.head ?? options.limit)
      return { ok: true, bytes: part, more: part.length < bytes.length }
    },
    list: (folder, wanted) => files.list(folder, wanted),
    kindOf: (path) => (contents.has(path) ? 'file' : files.kindOf(path)),
    realPath: (path) => files.realPath(path) ?? (contents.has(path) ? path : undefined),
    ...(files.pdfText ? { pdfText: files.pdfText } : {}),
  }
}
