import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Grant } from '../../model/decisions/decision.ts'
import type { Files } from '../../model/ports.ts'
import { folderOf } from '../../text/paths/paths.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { pinnedGrant } from '../grants/pinned-grant.ts'

/**
 * What changed in pinned entries since their grants, by ref. File times select the entries to compare, so a list opens
 * no file while nothing has changed.
 */
export async function changedEntries(catalog: Catalog, reader: Reader): Promise<ReadonlyMap<string, string>> {
  const { files, grants } = reader.ports
  // Without any grant, thousands of entries need no lookup.
  if (grants.isEmpty()) return new Map()
  const touched = catalog.entries.filter((entry) => {
    const grant = pinnedGrant(entry, grants)
    return grant !== undefined && isTouched(entry, grant, files)
  })
  if (touched.length === 0) return new Map()
  const { changesSinceGrants } = await import('../open/stages.ts')
  return changesSinceGrants(catalog, touched, reader)
}

function isTouched({ found: { folder } }: CatalogEntry, { files: granted = {}, at }: Grant, files: Files): boolean {
  if (!files.mayHaveChanged) return true
  const paths = Object.keys(granted)
  const since = new Date(at)
  return [...new Set(paths.map(folderOf)), ...paths].some((path) => files.mayHaveChanged?.(`${folder}/${path}`, since))
}
