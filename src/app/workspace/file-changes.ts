import type { Histories, History } from '../../model/history.ts'
import type { Files } from '../../model/ports.ts'

/** The last change of a file or folder; without a commit: it is changed and not committed. */
export interface LastChange {
  /** YYYY-MM-DD */
  readonly date: string
  readonly commit?: string
}

/** When files last changed, by absolute path, as git knows it; the time of a file on disk is that of its checkout. */
export interface FileChanges {
  of(path: string): LastChange | undefined
  /** The newest change of a file, or in a folder. */
  newestIn(path: string): LastChange | undefined
  /** The bytes of a file before its last change. */
  before(path: string): Uint8Array | undefined
}

/** Of the repository around a folder. */
export function fileChanges(
  { files, histories }: { readonly files: Pick<Files, 'kindOf' | 'realPath'>; readonly histories: Histories },
  folder: string,
  now: Date,
): FileChanges {
  const history = histories.of(folder)
  if (!history) return { of: () => undefined, newestIn: () => undefined, before: () => undefined }
  const inside = (path: string): string | undefined => pathIn(history, files.realPath(path))
  const changeAt = (path: string): LastChange | undefined => {
    if (history.uncommitted.has(path)) return { date: now.toISOString().slice(0, 10) }
    const known = history.files.get(path)
    return known && { date: known.date, commit: known.commit }
  }
  return {
    of(path) {
      const place = inside(path)
      return place === undefined ? undefined : changeAt(place)
    },
    newestIn(path) {
      const place = inside(path)
      if (place === undefined) return undefined
      if (files.kindOf(path) !== 'folder') return changeAt(place)
      let newest: LastChange | undefined
      for (const file of [...history.uncommitted, ...history.files.keys()]) {
        if (place !== '' && !file.startsWith(`${place}/`)) continue
        const change = changeAt(file)
        if (change && change.date > (newest?.date ?? '')) newest = change
      }
      return newest
    },
    before(path) {
      const place = inside(path)
      return place === undefined || history.uncommitted.has(place) ? undefined : history.before(place)
    },
  }
}

function pathIn({ root }: History, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  return path === root ? '' : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined
}
