import { unitRef, type Named } from '../../catalog/refs.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Grant } from '../../model/decision.ts'
import type { Unit } from '../../model/manifest.ts'
import { limits } from '../../model/limits.ts'
import { folderOf, normalizePath } from '../../text/paths/paths.ts'
import { contentPathsOn, type FilePort, type ContentPath, type ContentPaths } from './content-paths.ts'

/** A granted entry that covers a file. */
export interface Sharer extends Named {
  /** It changed since the grant, or is gone: its new text has no effect, and what it named waits for a person. */
  readonly waits?: true
  /** Its path, which names no file as written, may mean this one: its restrictions apply, and nothing else. */
  readonly isGuess?: true
  /** The file is one of several that it covers. */
  readonly isFolder?: true
}

/** Which granted entries cover the same file. Nothing is opened; the index is built on first use. */
export interface SameFiles {
  /**
   * All granted entries that cover the file of a unit, itself included: other units, and a pack whose folder contains
   * it. The same list for each of them; `undefined` when there is only one.
   */
  sharersOf(named: Named): readonly Sharer[] | undefined
  /** Other entries that cover files in the folder of a pack, with the path below that folder. */
  sharersIn(pack: CatalogEntry): readonly FileSharer[]
  /** The same for files of a unit's folder, with paths below the folder of its manifest. */
  sharersBelow(folderUnit: Named, files: readonly string[]): readonly FileSharer[]
}

type FileSharer = readonly [path: string, sharer: Sharer]

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
    sharersIn: (pack) => indexed().sharersIn(pack),
    sharersBelow: (folderUnit, paths) => indexed().sharersBelow(folderUnit, paths),
  }
}

/** Other entries that cover the file of a unit. */
export const twinsOf = (catalog: Catalog, named: Named, files: FilePort, granting: Granting): readonly Sharer[] =>
  sameFiles(catalog, files, granting)
    .sharersOf(named)
    ?.filter(({ ref }) => ref !== named.ref) ?? []

/** A pack or a folder unit: it covers everything below one folder, also what it would not give as content. */
interface Holder extends Pick<ContentPath, 'holds'> {
  readonly sharer: Sharer
  readonly folder: string
}

interface UnitPath extends ContentPath {
  readonly sharer: Sharer & { readonly unit: Unit }
}

interface WaitingPath extends ContentPath {
  readonly sharer: Sharer & { readonly waits: true }
}

interface FileIndex extends Pick<SameFiles, 'sharersIn' | 'sharersBelow'> {
  readonly shared: ReadonlyMap<Unit, readonly Sharer[]>
}

interface Approved {
  readonly entry: CatalogEntry
  /** `undefined` for a built-in one. */
  readonly grant: Grant | undefined
}

/** Ungranted entries are not indexed. */
function indexFiles(entries: readonly CatalogEntry[], files: FilePort, { grantFor }: Granting): FileIndex {
  const approved = entries.flatMap((entry): readonly Approved[] => {
    const grant = grantFor(entry)
    return grant || entry.found.scope === 'builtin' ? [{ entry, grant }] : []
  })
  const waits = ({ entry, grant }: Approved): boolean => grant?.changed === true || entry.lapsed !== undefined
  const granted = approved.filter((one) => !waits(one)).map(({ entry }) => entry)
  const disk = contentPathsOn(files)
  const paths = granted.flatMap((entry) => unitPaths(entry, disk))
  const waiting = approved.filter(waits).flatMap((one) => waitingPaths(one, disk))
  const pathOfUnit = new Map(paths.filter(({ isGuess }) => !isGuess).map((path) => [path.sharer.unit, path]))
  const packs = approved.length > granted.length || granted.some(hasUnits) ? packHolders(granted, files) : []
  const folders = [...paths, ...waiting].filter(({ isFolder }) => isFolder).map(folderHolder)
  const holdersOf = holderFinder([...packs, ...folders])
  const first = new Map<string, Sharer>()
  const lists = new Map<string, Sharer[]>()
  const byPack = new Map<CatalogEntry, FileSharer[]>()
  const shared = new Map<Unit, Sharer[]>()
  const note = (file: string, sharer: Sharer): void => {
    const holders = holdersOf(file)
    const earlier = first.get(file)
    if (!earlier) first.set(file, sharer)
    if (earlier || holders.length > 0) {
      const list = lists.get(file) ?? [...(earlier ? [earlier] : []), ...holders.map((holder) => holder.sharer)]
      lists.set(file, list)
      list.push(sharer)
      for (const { unit, isGuess } of [sharer, ...(earlier ? [earlier] : [])])
        if (unit && !isGuess) shared.set(unit, list)
    }
    for (const { sharer: holder, folder } of holders)
      if (!holder.unit) append(byPack, holder.entry, [file.slice(folder.length + 1), sharer] as const)
  }
  for (const { sharer, path, isFolder } of [...paths, ...waiting]) if (!isFolder) note(path, sharer)
  const sharersOf = (file: string): readonly Sharer[] => {
    const only = first.get(file)
    return lists.get(file) ?? [...holdersOf(file).map(({ sharer }) => sharer), ...(only ? [only] : [])]
  }
  return {
    shared,
    sharersIn(pack) {
      const own = packs.find(({ sharer }) => sharer.entry === pack)
      return [...(byPack.get(pack) ?? []), ...(own ? folders.flatMap((folder) => common(own, folder, files)) : [])]
    },
    sharersBelow({ unit }, paths) {
      const own = unit && pathOfUnit.get(unit)
      const prefix = own && normalizePath(own.sharer.unit.path)
      return paths.flatMap((path): readonly FileSharer[] => {
        const below = prefix === '' ? path : path.slice((prefix?.length ?? 0) + 1)
        const others = own ? sharersOf(`${own.path}/${below}`).filter((sharer) => sharer.unit !== unit) : []
        return others.map((sharer) => [path, sharer] as const)
      })
    },
  }
}

function unitPaths(entry: CatalogEntry, disk: ContentPaths): readonly UnitPath[] {
  if (entry.document.kind !== 'manifest') return []
  return entry.document.units.flatMap((unit) => {
    const sharer = { ref: unitRef(entry.ref, unit.id), entry, unit }
    return disk
      .meant(entry.found, unit.path)
      .map((path) => ({
        ...path,
        sharer:
          path.isGuess || path.isFolder
            ? { ...sharer, ...(path.isGuess ? { isGuess: true } : {}), ...(path.isFolder ? { isFolder: true } : {}) }
            : sharer,
      }))
  })
}

/** Files of a pack that are also those of a folder unit. */
function common(pack: Holder, unit: Holder, { list }: FilePort): readonly FileSharer[] {
  const isBelow = (folder: string, other: string): boolean => `${folder}/`.startsWith(`${other}/`)
  const smaller = isBelow(pack.folder, unit.folder) ? pack.folder : unit.folder
  if (!isBelow(smaller, pack.folder)) return []
  return filesUnder(smaller, list).map((file) => [file.slice(pack.folder.length + 1), unit.sharer] as const)
}

/** Links are not followed. */
function filesUnder(folder: string, list: FilePort['list']): readonly string[] {
  const found: string[] = []
  const pending = [{ path: folder, depth: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const { name, kind } of list(next.path) ?? []) {
      if (kind === 'file') found.push(`${next.path}/${name}`)
      else if (kind === 'folder' && next.depth < limits.walkDepth)
        pending.push({ path: `${next.path}/${name}`, depth: next.depth + 1 })
    }
  }
  return found.sort()
}

const hasUnits = ({ document }: CatalogEntry): boolean => document.kind === 'manifest' && document.units.length > 0

/** What the entry named when it was granted; if that is unknown, every file of the grant, or the followed folder. */
function waitingPaths({ entry, grant }: Approved, disk: ContentPaths): readonly WaitingPath[] {
  const { names = {}, files = {}, entries = {}, follow } = grant ?? {}
  const listed = follow ? ['.'] : Object.keys(files).filter((path) => !Object.hasOwn(entries, path))
  const sharer = { ref: entry.ref, entry, waits: true } as const
  return (names[entry.found.file] ?? listed).flatMap((path) =>
    disk.meant(entry.found, path).map((meant) => ({ ...meant, sharer })),
  )
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const held = map.get(key)
  if (held) held.push(value)
  else map.set(key, [value])
}

const packHolders = (entries: readonly CatalogEntry[], { realPath }: FilePort): readonly Holder[] =>
  entries
    .filter(({ document }) => document.kind === 'pack')
    .map((entry) => ({ sharer: { ref: entry.ref, entry }, folder: realPath(entry.found.folder) ?? entry.found.folder }))

const folderHolder = ({ sharer, path, holds }: UnitPath | WaitingPath): Holder => ({
  sharer,
  folder: path,
  ...(holds ? { holds } : {}),
})

/** The packs and folder units that a file belongs to. */
function holderFinder(holders: readonly Holder[]): (file: string) => readonly Holder[] {
  const known = new Map<string, readonly Holder[]>()
  return (file) => {
    if (holders.length === 0) return holders
    const folder = folderOf(file)
    const over = known.get(folder) ?? holders.filter((holder) => `${folder}/`.startsWith(`${holder.folder}/`))
    known.set(folder, over)
    return over.every(({ holds }) => !holds)
      ? over
      : over.filter(({ folder: top, holds }) => holds?.(file.slice(top.length + 1)) ?? true)
  }
}
