import { unitRef, type Named } from '../catalog/refs.ts'
import type { Catalog, CatalogEntry } from '../model/catalog.ts'
import type { Unit } from '../model/manifest.ts'
import type { Files } from '../model/ports.ts'
import { joinPath } from '../text/paths.ts'

type FilePort = Pick<Files, 'realPath'>

/** A unit and where its content really lies, whatever links and spellings lead there. */
export interface UnitFile extends Named {
  readonly unit: Unit
  readonly file: string
}

/** Every unit of a catalog with its real file. Nothing is opened. */
export function unitFiles({ entries }: Pick<Catalog, 'entries'>, files: FilePort): readonly UnitFile[] {
  return entries.flatMap((entry) =>
    entry.document.kind === 'manifest' ? entry.document.units.map((unit) => ({ ref: unitRef(entry.ref, unit.id), entry, unit, file: fileOf(entry, unit, files) })) : [],
  )
}

/** What else stands for the file of a unit: other units, and a pack whose folder holds it (DESIGN §7). */
export function twinsOf(catalog: Catalog, { ref, entry, unit }: Named, files: FilePort): readonly Named[] {
  if (!unit) return []
  const file = fileOf(entry, unit, files)
  const packs = catalog.entries.filter((other) => other.document.kind === 'pack' && file.startsWith(`${realFolder(other, files)}/`))
  return [...unitFiles(catalog, files).filter((other) => other.file === file), ...packs.map((pack): Named => ({ ref: pack.ref, entry: pack }))].filter((other) => other.ref !== ref)
}

export const realFolder = ({ found }: CatalogEntry, { realPath }: FilePort): string => realPath(found.folder) ?? found.folder

/** A file that is not there cannot be given; its written place will do. */
function fileOf({ found }: CatalogEntry, { path }: Unit, { realPath }: FilePort): string {
  const written = `${found.folder}/${joinPath(path)}`
  return realPath(written) ?? written
}
