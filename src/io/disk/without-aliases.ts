import type { Files, ReadFile } from '../../model/ports.ts'
import { hasAlias } from '../../text/paths/paths.ts'

const alias: ReadFile = { ok: false, trouble: 'outside', detail: 'On Windows this path means something else.' }

/** A disk of Windows, on which names that mean another file, a part of one or a device mean nothing. */
export function withoutAliases(files: Files): Files {
  const meant = (path: string): boolean => !hasAlias(path)
  return {
    read: (root, path, options) => (meant(path) && meant(root) ? files.read(root, path, options) : alias),
    list: (folder, wanted) => (meant(folder) ? files.list(folder, wanted) : undefined),
    kindOf: (path) => (meant(path) ? files.kindOf(path) : undefined),
    realPath: (path) => (meant(path) ? files.realPath(path) : undefined),
  }
}
