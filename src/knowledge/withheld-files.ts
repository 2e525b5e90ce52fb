import type { Catalog, CatalogEntry } from '../model/catalog.ts'
import { folderOf } from '../text/paths.ts'
import type { Reader } from './ask-gates.ts'
import { decideNamed } from './decide-ref.ts'
import { realFolder, unitFiles, type UnitFile } from './same-file.ts'

/**
 * Files of a pack that a manifest names too and whose gates refuse there: the strictest decision wins (DESIGN §7).
 * Trust is left to the pack, whose grant is for these very files.
 */
export function withheldFiles(catalog: Catalog, reader: Reader, now: Date): (entry: CatalogEntry) => ReadonlyMap<string, string> {
  let below: ReadonlyMap<string, readonly UnitFile[]> | undefined
  return (entry) => {
    below ??= byFolder(unitFiles(catalog, reader.ports.files))
    if (below.size === 0) return nothing
    const folder = realFolder(entry, reader.ports.files)
    return new Map((below.get(folder) ?? []).flatMap((named) => {
      const decision = decideNamed(named, reader, { action: 'read', activation: 'resolver-driven', now })
      const reason = decision?.reasons.find(({ gate, verdict }) => gate !== 'trust' && verdict !== 'allow')
      return reason ? [[named.file.slice(folder.length + 1), `${named.entry.ref} names this file too. ${reason.sentence}`] as const] : []
    }))
  }
}

const nothing: ReadonlyMap<string, string> = new Map()

/** The units whose file lies in a folder or deeper. */
function byFolder(units: readonly UnitFile[]): ReadonlyMap<string, readonly UnitFile[]> {
  const folders = new Map<string, UnitFile[]>()
  for (const unit of units) {
    for (let folder = folderOf(unit.file); folder !== ''; folder = folderOf(folder)) {
      const held = folders.get(folder)
      if (held) held.push(unit)
      else folders.set(folder, [unit])
    }
  }
  return folders
}
