import type { Files, ReadFile } from '../../model/ports.ts'
import { hasAlias } from '../../text/paths/paths.ts'

const alias: ReadFile = {
  ok: false,
  trouble: 'outside',
  detail: 'On Windows this path is an alias of another file or a device.',
}

/** A Windows disk that refuses names of devices and streams, and aliases of other files. */
export function withoutAliases(files: Files): Files {
  const meant = (path: string): boolean => !hasAlias(path)
  return {
    read: (root, path, options) => (meant(path) && meant(root) ? files.read(root, path, options) : alias),
    list: (folder, wanted) => (meant(folder) ? files.list(folder, wanted) : undefined),
    kindOf: (path) => (meant(path) ? files.kindOf(path) : undefined),
    realPath: (path) => (meant(path) ? files.realPath(path) : undefined),
    ...(files.pdfText ? { pdfText: files.pdfText } : {}),
  }
}
