import { unitRef, type NamedEntry } from '../../catalog/refs.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Grant } from '../../model/decisions/decision.ts'
import type { Unit } from '../../model/documents/manifest.ts'
import { limits } from '../../model/limits.ts'
import { inAnyCase } from '../../text/paths/ignore-globs.ts'
import { folderOf, normalizePath } from '../../text/paths/paths.ts'
import { contentPathsOn, type FilePort, type ContentPath, type ContentPaths } from './content-paths.ts'

/** A granted entry that covers a file. */
export interface Sharer extends NamedEntry {
  /**
   * It has changed since the grant, or is gone: its new text has no effect, and the files it named are withheld until a
   * person decides.
   */
  readonly waits?: true
  /**
   * Its path names no file as written but may mean this one, or the unit was displaced: only its restrictions apply.
   */
  readonly isGuess?: true
  /** The file is one of several that it covers. */
  readonly isFolder?: true
}

/** Which granted entries cover the same file. Nothing is opened; the index is built on first use. */
export interface SameFiles {
  /**
   * All granted entries that cover the file of a unit, including itself: other units, and packs whose folder contains
   * it. The list is the same for each of them; `undefined` if there is only one.
   */
  sharersOf(named: NamedEntry): readonly Sharer[] | undefined
  /** Other entries that cover files in the folder of a pack, by the path below that folder. */
  sharersIn(pack: CatalogEntry): SharersByPath
  /** The same for files in the folder of a unit, by the path below the folder of its manifest. */
  sharersBelow(folderUnit: NamedEntry, files: readonly string[]): SharersByPath
}

/** Files covered by the same entries share one list. */
type SharersByPath = ReadonlyMap<string, readonly Sharer[]>

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
export const twinsOf = (catalog: Catalog, named: NamedEntry, files: FilePort, granting: Granting): readonly Sharer[] =>
  sameFiles(catalog, files, granting)
    .sharersOf(named)
    ?.filter(({ unit, ref }) => unit !== named.unit || (unit === undefined && ref !== named.ref)) ?? []

/** A pack or a folder unit: it covers everything below one folder, even files that it would not return as content. */
interface Holder extends Pick<ContentPath, 'pattern'> {
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
  /** `undefined` for a built-in entry. */
  readonly grant: Grant | undefined
}

/** Ungranted entries are not indexed. */
function indexFiles(entries: readonly CatalogEntry[], files: FilePort, { grantFor }: Granting): FileIndex {
  const approved = entries.flatMap((entry): readonly Approved[] => {
    const grant = entry.moved?.grant ?? grantFor(entry)
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
  const folderOfPack = new Map(packs.map(({ sharer, folder }) => [sharer.entry, folder]))
  const filesBelow = once((folder: string) => filesUnder(folder, files.list))
  const first = new Map<string, Sharer>()
  const lists = new Map<string, Sharer[]>()
  const byPack = new Map<CatalogEntry, Map<string, Sharer[]>>()
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
    for (const { sharer: holder, folder } of holders) {
      if (holder.unit) continue
      const below = byPack.get(holder.entry) ?? new Map<string, Sharer[]>()
      append(below, file.slice(folder.length + 1), sharer)
      byPack.set(holder.entry, below)
    }
  }
  for (const { sharer, path, isFolder } of [...paths, ...waiting]) if (!isFolder) note(path, sharer)
  return {
    shared,
    sharersIn(pack) {
      const own = folderOfPack.get(pack)
      const found = new Map([...(byPack.get(pack) ?? [])].map(([path, sharers]) => [path, [...sharers]]))
      if (own === undefined) return found
      for (const { sharer, folder, pattern } of folders) {
        const inBoth = smallerOf(own, folder)
        for (const file of inBoth === undefined ? [] : filesBelow(inBoth))
          if (!pattern || pattern.holds(file.slice(folder.length + 1)))
            append(found, file.slice(own.length + 1), sharer)
      }
      return found
    },
    sharersBelow({ unit }, paths) {
      const own = unit && pathOfUnit.get(unit)
      if (!own) return new Map()
      const prefix = normalizePath(own.sharer.unit.path)
      const others = once((sharers: readonly Sharer[]) => sharers.filter((sharer) => sharer.unit !== unit))
      const over = once((holders: readonly Holder[]) => others(holders.map(({ sharer }) => sharer)))
      return new Map(
        paths.map((path) => {
          const file = `${own.path}/${prefix === '' ? path : path.slice(prefix.length + 1)}`
          const list = lists.get(file)
          const only = first.get(file)
          return [path, list ? others(list) : only ? [only] : over(holdersOf(file))]
        }),
      )
    },
  }
}

/** Computes the value of each key once. */
function once<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

function unitPaths(entry: CatalogEntry, disk: ContentPaths): readonly UnitPath[] {
  if (entry.document.kind !== 'manifest') return []
  const { units, displaced = [] } = entry.document
  return [
    ...units.flatMap((unit) => placesOf(entry, unit, disk)),
    ...displaced.flatMap((unit) => restrictedBy(entry, unit, disk)),
  ]
}

/** Excluding an included unit does not lift its restrictions on reading its file. */
const restrictedBy = (entry: CatalogEntry, unit: Unit, disk: ContentPaths): readonly UnitPath[] =>
  placesOf(entry, unit, disk).map((path) => ({ ...path, isGuess: true, sharer: { ...path.sharer, isGuess: true } }))

function placesOf(entry: CatalogEntry, unit: Unit, disk: ContentPaths): readonly UnitPath[] {
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
}

/** The inner folder, if one of the two contains the other or they are the same. */
function smallerOf(a: string, b: string): string | undefined {
  if (isBelow(a, b)) return a
  return isBelow(b, a) ? b : undefined
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

/** The paths that the entry named when it was granted; if unknown, every file of the grant, or the followed folder. */
function waitingPaths({ entry, grant }: Approved, disk: ContentPaths): readonly WaitingPath[] {
  const { names = {}, files = {}, entries = {}, follow } = grant ?? {}
  const listed = follow ? ['.'] : Object.keys(files).filter((path) => !Object.hasOwn(entries, path))
  const sharer = { ref: entry.ref, entry, waits: true } as const
  return (names[entry.found.file] ?? listed).flatMap((path) =>
    (entry.moved?.to ?? [entry.found]).flatMap((found) =>
      disk.meant(found, path).map((meant) => ({ ...meant, sharer })),
    ),
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

const folderHolder = ({ sharer, path, pattern }: UnitPath | WaitingPath): Holder => ({
  sharer,
  folder: path,
  ...(pattern ? { pattern } : {}),
})

/**
 * The packs and folder units that a file belongs to. There may be thousands of both, so holders are looked up by the
 * folders above the file, and patterns by the prefix of their files. Files of a folder that match no pattern share one
 * list.
 */
function holderFinder(holders: readonly Holder[]): (file: string) => readonly Holder[] {
  const order = new Map(holders.map((holder, i) => [holder, i]))
  const inOrder = (found: readonly Holder[]): readonly Holder[] =>
    [...found].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  const byFolder = new Map<string, Holder[]>()
  const byBeginning = new Map<string, Holder[]>()
  for (const holder of holders)
    if (holder.pattern) append(byBeginning, inAnyCase(`${holder.folder}/${holder.pattern.beginning}`), holder)
    else append(byFolder, holder.folder, holder)
  const lengths = [...new Set([...byBeginning.keys()].map(({ length }) => length))]
  const above = new Map<string, readonly Holder[]>()
  return (file) => {
    const folder = folderOf(file)
    const over = above.get(folder) ?? inOrder(foldersAbove(folder).flatMap((one) => byFolder.get(one) ?? []))
    above.set(folder, over)
    if (lengths.length === 0) return over
    const spelled = inAnyCase(file)
    const meant = lengths
      .flatMap((length) => byBeginning.get(spelled.slice(0, length)) ?? [])
      .filter((holder) => isBelow(folder, holder.folder) && holder.pattern?.holds(file.slice(holder.folder.length + 1)))
    return meant.length === 0 ? over : inOrder([...over, ...meant])
  }
}

/** A folder and all folders above it. */
function foldersAbove(folder: string): readonly string[] {
  const above = [folder]
  for (let at = folder.lastIndexOf('/'); at >= 0; at = at === 0 ? -1 : folder.lastIndexOf('/', at - 1))
    above.push(folder.slice(0, at))
  return above
}

const isBelow = (folder: string, other: string): boolean => `${folder}/`.startsWith(`${other}/`)
