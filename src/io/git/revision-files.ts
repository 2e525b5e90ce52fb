import { basename, dirname, join } from 'node:path'
import type { Files, FolderEntry } from '../../model/ports.ts'
import { compareText } from '../../text/compare.ts'
import { overlayFiles } from '../disk/overlay-files.ts'
import type { Revision } from './revision.ts'

/** The disk as it was at a revision: unchanged files are read from the disk, changed ones from the revision. */
export function revisionFiles(files: Files, { changed }: Pick<Revision, 'changed'>): Files {
  const contents = new Map<string, Uint8Array>()
  const absent = new Set<string>()
  for (const [path, bytes] of changed) {
    if (bytes === undefined) absent.add(path)
    else contents.set(path, bytes)
  }
  const before = entriesOf(contents.keys())
  const withNewFiles = entriesOf(absent)
  const overlay = overlayFiles(files, contents)
  const real = (path: string): string => realPathOf(files, path)

  const list = (folder: string, wanted?: ReadonlySet<string>): readonly FolderEntry[] | undefined => {
    const path = real(folder)
    const now = files.list(path, wanted)
    const old = before.get(path)
    if (!now && !old) return undefined
    const kept = (now ?? []).filter(({ name }) => !old?.has(name) && !isNew(join(path, name)))
    const restored = [...(old ?? [])].map(([name, kind]): FolderEntry => ({ name, kind }))
    return [...kept, ...restored].sort((a, b) => compareText(a.name, b.name))
  }

  /** A folder that is on the disk only because of new files did not exist either. */
  const isNew = (path: string): boolean =>
    absent.has(path) || (withNewFiles.has(path) && !before.has(path) && list(path)?.length === 0)

  return {
    read(root, path, options) {
      const full = real(join(root, path))
      if (isNew(full)) return { ok: false, trouble: 'missing', detail: 'The file does not exist.' }
      const isInside = full.startsWith(`${real(root)}/`)
      return contents.has(full) && isInside
        ? overlay.read(dirname(full), basename(full), options)
        : files.read(root, path, options)
    },
    list,
    kindOf(path) {
      const full = real(path)
      if (isNew(full)) return undefined
      if (contents.has(full)) return 'file'
      return before.has(full) ? 'folder' : files.kindOf(full)
    },
    realPath(path) {
      const full = real(path)
      if (isNew(full)) return undefined
      return contents.has(full) || before.has(full) ? full : files.realPath(path)
    },
    ...(files.pdfText ? { pdfText: files.pdfText } : {}),
  }
}

/** The entries of each folder on the way to some files. */
function entriesOf(paths: Iterable<string>): ReadonlyMap<string, ReadonlyMap<string, 'file' | 'folder'>> {
  const folders = new Map<string, Map<string, 'file' | 'folder'>>()
  for (const path of paths) {
    let kind: 'file' | 'folder' = 'file'
    for (let at = path; dirname(at) !== at; at = dirname(at)) {
      const entries = folders.get(dirname(at)) ?? new Map<string, 'file' | 'folder'>()
      folders.set(dirname(at), entries.set(basename(at), kind))
      kind = 'folder'
    }
  }
  return folders
}

/** The real path of the part that exists, and the rest as written. */
function realPathOf(files: Files, path: string): string {
  const found = files.realPath(path)
  if (found !== undefined) return found
  return dirname(path) === path ? path : join(realPathOf(files, dirname(path)), basename(path))
}
