import type { Catalog } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Watcher } from '../../model/ports.ts'
import { folderOf } from '../../text/paths/paths.ts'

export interface Watched {
  readonly watcher: Watcher
  catalog(): Catalog
  refresh(): Promise<void>
}

/** Refreshes when something changes in folders of entries, and calls `changed` when the list differs. */
export function watchCatalog({ watcher, catalog, refresh }: Watched, changed: () => void): () => void {
  let folders: readonly string[] = []
  let stop = (): void => undefined
  const watchOn = (): boolean => {
    const now = placesOf(catalog())
    if (now.join('\n') === folders.join('\n')) return false
    folders = now
    const before = stop
    stop = watcher.watch({ folders, files: entryFilesOf(catalog()) }, () => void look())
    before()
    return true
  }
  const look = async (): Promise<void> => {
    const before = listOf(catalog())
    await refresh()
    // A second refresh catches changes made before the watch started.
    if (watchOn()) await refresh()
    if (listOf(catalog()) !== before) changed()
  }
  watchOn()
  return () => stop()
}

/** Other files do not affect the list; `llms.txt`, `kcp.json` and `catalog.yaml` may name any manifest. */
const entryFilesOf = ({ entries }: Catalog): readonly string[] => [
  ...new Set([
    'KNOWLEDGE.md',
    'knowledge.yaml',
    'llms.txt',
    'kcp.json',
    'catalog.yaml',
    ...entries.map(({ found }) => found.file),
  ]),
]

/** The roots and their usual folders first: new entries appear there or beside known ones. */
function placesOf({ roots, entries, shadowed, quarantined, withheld = [] }: Catalog): readonly string[] {
  const usual = roots.flatMap(({ path }) => [
    path,
    `${path}/.agents`,
    `${path}/.agents/knowledge`,
    `${path}/.lorefence`,
    `${path}/.lorefence/knowledge`,
    `${path}/.well-known`,
    `${path}/.kcp`,
  ])
  // The folder above a root contains none of its entries, and may change often.
  const isInRoot = (folder: string): boolean => roots.some(({ path }) => `${folder}/`.startsWith(`${path}/`))
  const known = [...entries, ...shadowed, ...quarantined, ...withheld].flatMap(({ found: { folder } }) => [
    folder,
    ...[folderOf(folder)].filter(isInRoot),
  ])
  return [...new Set([...usual, ...known])].slice(0, limits.watchedFolders)
}

function listOf({ entries, shadowed, quarantined }: Catalog): string {
  const listed = [...entries, ...shadowed].map(({ ref, found, headDigest, standing, enabled }) => [
    ref,
    found.path,
    headDigest,
    standing,
    enabled,
  ])
  return JSON.stringify([listed, quarantined.map(({ found }) => found.path)])
}
