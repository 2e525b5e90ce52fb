import { unitRef, type Named } from '../../catalog/refs.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Unit } from '../../model/manifest.ts'
import type { Files } from '../../model/ports.ts'
import { folderOf, normalizePath } from '../../text/paths.ts'

type FilePort = Pick<Files, 'realPath' | 'list'>

/** A unit and where its content really lies, whatever links and spellings lead there. */
export interface UnitFile extends Named {
  readonly unit: Unit
  readonly file: string
}

/** Which entries of a catalog stand for one file. Nothing is opened, and nothing is looked up before it is asked for. */
export interface SameFiles {
  /**
   * Everything that stands for the file of a unit, itself included: other units, and a pack whose folder holds it
   * (DESIGN §7). The same list for each of them; `undefined` when it stands alone.
   */
  sharersOf(named: Named): readonly Named[] | undefined
  /** The units whose file lies in the folder of a pack, each with its path below that folder. */
  unitsIn(pack: CatalogEntry): readonly (readonly [path: string, unit: UnitFile])[]
}

export function sameFiles({ entries }: Pick<Catalog, 'entries'>, files: FilePort): SameFiles {
  let index: FileIndex | undefined
  const indexed = (): FileIndex => (index ??= indexFiles(entries, files))
  return {
    sharersOf: ({ unit }) => unit && indexed().shared.get(unit),
    unitsIn: (pack) => indexed().byPack.get(pack) ?? [],
  }
}

/** What else stands for the file of a unit. */
export const twinsOf = (catalog: Catalog, named: Named, files: FilePort): readonly Named[] =>
  sameFiles(catalog, files).sharersOf(named)?.filter(({ ref }) => ref !== named.ref) ?? []

interface PackPlace {
  readonly entry: CatalogEntry
  readonly folder: string
}

interface FileIndex {
  readonly byPack: ReadonlyMap<CatalogEntry, readonly (readonly [path: string, unit: UnitFile])[]>
  readonly shared: ReadonlyMap<Unit, readonly Named[]>
}

function indexFiles(entries: readonly CatalogEntry[], files: FilePort): FileIndex {
  const packsOver = packFinder(entries, files)
  const fileOf = realFiles(files)
  const first = new Map<string, UnitFile>()
  const lists = new Map<string, Named[]>()
  const byPack = new Map<CatalogEntry, (readonly [string, UnitFile])[]>()
  const shared = new Map<Unit, Named[]>()
  for (const entry of entries) {
    if (entry.document.kind !== 'manifest') continue
    for (const unit of entry.document.units) {
      const file = fileOf(entry, unit)
      const named = { ref: unitRef(entry.ref, unit.id), entry, unit, file }
      const packs = packsOver(folderOf(file))
      const earlier = first.get(file)
      if (!earlier) first.set(file, named)
      if (earlier || packs.length > 0) {
        const list = lists.get(file) ?? [...(earlier ? [earlier] : []), ...packs.map(({ entry: pack }): Named => ({ ref: pack.ref, entry: pack }))]
        lists.set(file, list)
        list.push(named)
        shared.set(unit, list)
        if (earlier) shared.set(earlier.unit, list)
      }
      for (const pack of packs) append(byPack, pack.entry, [file.slice(pack.folder.length + 1), named] as const)
    }
  }
  return { byPack, shared }
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const held = map.get(key)
  if (held) held.push(value)
  else map.set(key, [value])
}

/** The packs whose folder is this one or lies above it. */
function packFinder(entries: readonly CatalogEntry[], { realPath }: FilePort): (folder: string) => readonly PackPlace[] {
  const hasUnits = entries.some(({ document }) => document.kind === 'manifest' && document.units.length > 0)
  // Without units no file is shared, and a thousand packs need no look at the disk.
  const packs = entries.filter(({ document }) => hasUnits && document.kind === 'pack').map((entry) => ({ entry, folder: realPath(entry.found.folder) ?? entry.found.folder }))
  const known = new Map<string, readonly PackPlace[]>()
  return (folder) => {
    if (packs.length === 0) return packs
    const found = known.get(folder) ?? packs.filter((pack) => `${folder}/`.startsWith(`${pack.folder}/`))
    known.set(folder, found)
    return found
  }
}

interface Folder {
  /** `undefined` when it is not there. */
  readonly real: string | undefined
  /** Names that are no links. */
  readonly plain: ReadonlySet<string>
}

/** Where the content of units lies. Each folder is listed once, because a look at each of 10,000 files takes too long. */
function realFiles({ realPath, list }: FilePort): (entry: CatalogEntry, unit: Unit) => string {
  const folders = new Map<string, Folder>()
  const lookAt = (folder: string): Folder => {
    const plain = (list(folder) ?? []).filter(({ kind }) => kind !== 'link').map(({ name }) => name)
    const found = { real: realPath(folder), plain: new Set(plain) }
    folders.set(folder, found)
    return found
  }
  return ({ found }, { path }) => {
    const written = `${found.folder}/${normalizePath(path)}`
    const slash = written.lastIndexOf('/')
    const folder = written.slice(0, slash)
    const name = written.slice(slash + 1)
    const { real, plain } = folders.get(folder) ?? lookAt(folder)
    // A file that is not there cannot be given; its written place will do. What is not listed may be spelled otherwise on a disk that ignores case.
    if (real === undefined) return written
    return plain.has(name) ? `${real}/${name}` : (realPath(written) ?? written)
  }
}
