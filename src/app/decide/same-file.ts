import { unitRef, type Named } from '../../catalog/refs.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Grant } from '../../model/decision.ts'
import type { Unit } from '../../model/manifest.ts'
import type { Files } from '../../model/ports.ts'
import { folderOf, normalizePath, pathProblem } from '../../text/paths/paths.ts'

type FilePort = Pick<Files, 'realPath' | 'list'>

/** A granted entry that covers a file. */
export interface Sharer extends Named {
  /** It changed since the grant: its new text has no effect, and its granted files need a new grant. */
  readonly waits?: true
}

/** Which granted entries cover the same file. Nothing is opened; the index is built on first use. */
export interface SameFiles {
  /**
   * All granted entries that cover the file of a unit, itself included: other units, and a pack whose folder contains
   * it. The same list for each of them; `undefined` when there is only one.
   */
  sharersOf(named: Named): readonly Sharer[] | undefined
  /** Other entries that cover files in the folder of a pack, with the path below that folder. */
  sharersIn(pack: CatalogEntry): readonly (readonly [path: string, sharer: Sharer])[]
}

export interface Granting {
  grantFor(entry: CatalogEntry): Grant | undefined
}

export function sameFiles(
  { entries, withheld = [] }: Pick<Catalog, 'entries' | 'withheld'>,
  files: FilePort,
  granting: Granting,
): SameFiles {
  let index: FileIndex | undefined
  const indexed = (): FileIndex =>
    (index ??= indexFiles(withheld.length === 0 ? entries : [...entries, ...withheld], files, granting))
  return {
    sharersOf: ({ unit }) => unit && indexed().shared.get(unit),
    sharersIn: (pack) => indexed().byPack.get(pack) ?? [],
  }
}

/** Other entries that cover the file of a unit. */
export const twinsOf = (catalog: Catalog, named: Named, files: FilePort, granting: Granting): readonly Sharer[] =>
  sameFiles(catalog, files, granting)
    .sharersOf(named)
    ?.filter(({ ref }) => ref !== named.ref) ?? []

interface PackPlace {
  readonly entry: CatalogEntry
  readonly folder: string
}

interface FileIndex {
  readonly byPack: ReadonlyMap<CatalogEntry, readonly (readonly [path: string, sharer: Sharer])[]>
  readonly shared: ReadonlyMap<Unit, readonly Sharer[]>
}

/** Ungranted entries are not indexed. */
function indexFiles(entries: readonly CatalogEntry[], files: FilePort, { grantFor }: Granting): FileIndex {
  const approved = entries.flatMap((entry) => {
    const grant = grantFor(entry)
    return grant || entry.found.scope === 'builtin' ? [{ entry, grant }] : []
  })
  const granted = approved.filter(({ grant }) => !grant?.changed).map(({ entry }) => entry)
  const packsOver = packFinder(approved.length > granted.length || granted.some(hasUnits) ? granted : [], files)
  const fileOf = realFiles(files)
  const first = new Map<string, Sharer>()
  const lists = new Map<string, Sharer[]>()
  const byPack = new Map<CatalogEntry, (readonly [string, Sharer])[]>()
  const shared = new Map<Unit, Sharer[]>()
  const note = (file: string, sharer: Sharer): void => {
    const packs = packsOver(folderOf(file))
    const earlier = first.get(file)
    if (!earlier) first.set(file, sharer)
    if (earlier || packs.length > 0) {
      const list = lists.get(file) ?? [
        ...(earlier ? [earlier] : []),
        ...packs.map(({ entry: pack }): Sharer => ({ ref: pack.ref, entry: pack })),
      ]
      lists.set(file, list)
      list.push(sharer)
      for (const { unit } of [sharer, ...(earlier ? [earlier] : [])]) if (unit) shared.set(unit, list)
    }
    for (const pack of packs) append(byPack, pack.entry, [file.slice(pack.folder.length + 1), sharer] as const)
  }
  for (const entry of granted) {
    if (entry.document.kind !== 'manifest') continue
    for (const unit of entry.document.units) {
      const file = fileOf(entry, unit.path)
      if (file !== undefined) note(file, { ref: unitRef(entry.ref, unit.id), entry, unit })
    }
  }
  for (const { entry, grant } of approved) {
    for (const path of grant?.changed ? waitingFiles(entry, grant) : []) {
      const file = fileOf(entry, path)
      if (file !== undefined) note(file, { ref: entry.ref, entry, waits: true })
    }
  }
  return { byPack, shared }
}

const hasUnits = ({ document }: CatalogEntry): boolean => document.kind === 'manifest' && document.units.length > 0

/** The files of the grant. If a pack and a manifest share it, it is unknown which file belongs to which. */
function waitingFiles({ found }: CatalogEntry, { files = {}, entries = {} }: Grant): readonly string[] {
  return Object.keys(entries).length > 1 ? [] : Object.keys(files).filter((path) => path !== found.file)
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const held = map.get(key)
  if (held) held.push(value)
  else map.set(key, [value])
}

/** The packs whose folder is this one or one above it. */
function packFinder(
  entries: readonly CatalogEntry[],
  { realPath }: FilePort,
): (folder: string) => readonly PackPlace[] {
  const packs = entries
    .filter(({ document }) => document.kind === 'pack')
    .map((entry) => ({ entry, folder: realPath(entry.found.folder) ?? entry.found.folder }))
  const known = new Map<string, readonly PackPlace[]>()
  return (folder) => {
    if (packs.length === 0) return packs
    const found = known.get(folder) ?? packs.filter((pack) => `${folder}/`.startsWith(`${pack.folder}/`))
    known.set(folder, found)
    return found
  }
}

interface Folder {
  /** `undefined` if it does not exist. */
  readonly real: string | undefined
  /** Names that are not links. */
  readonly plain: ReadonlySet<string>
}

/**
 * Real paths of declared files, with links and spellings resolved; `undefined` outside the folder of the entry. Each
 * folder is listed once, because a stat of each of 10,000 files takes too long.
 */
function realFiles({ realPath, list }: FilePort): (entry: CatalogEntry, path: string) => string | undefined {
  const folders = new Map<string, Folder>()
  const lookAt = (folder: string): Folder => {
    const plain = (list(folder) ?? []).filter(({ kind }) => kind !== 'link').map(({ name }) => name)
    const found = { real: realPath(folder), plain: new Set(plain) }
    folders.set(folder, found)
    return found
  }
  const at = (folder: string): Folder => folders.get(folder) ?? lookAt(folder)
  return ({ found }, path) => {
    if (pathProblem(path)) return undefined
    const written = `${found.folder}/${normalizePath(path)}`
    const slash = written.lastIndexOf('/')
    const name = written.slice(slash + 1)
    const { real, plain } = at(written.slice(0, slash))
    // A missing file cannot be released, so its written path suffices.
    // An unlisted name may be another spelling on a disk that ignores case.
    if (real === undefined) return written
    const place = plain.has(name) ? `${real}/${name}` : (realPath(written) ?? written)
    return place === written || place.startsWith(`${at(found.folder).real ?? found.folder}/`) ? place : undefined
  }
}
