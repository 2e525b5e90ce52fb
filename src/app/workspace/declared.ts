import type { Catalog, CatalogEntry, EntryFile } from '../../model/catalog.ts'
import type { Grant } from '../../model/decisions/decision.ts'
import type { Ports } from '../../model/ports.ts'
import { repositoriesAround } from '../../text/paths/paths.ts'
import { contentPathsOn, unplacedRestrictions, type ContentPath } from '../decide/content-paths.ts'
import { readComposed } from '../open/read-composed.ts'
import { scanRoots } from '../open/scan.ts'
import { isEntryFile } from './walk.ts'
import { isBelow, type WorkspacePorts } from './workspace.ts'

export type DeclaringPorts = Pick<Ports, 'files' | 'grants' | 'switches' | 'editions' | 'copies'>

/** Which files packs and manifests declare, granted or not. */
export interface Declared {
  /** Takes an absolute path without links. */
  covers(file: string): boolean
  /** Whether the entry file that may restrict a file cannot be used. */
  isUnclear(file: string): boolean
  readonly catalogs: ReadonlyMap<string, Catalog>
  /** Every entry file, by its absolute path. */
  readonly entryFiles: ReadonlySet<string>
}

/**
 * Reads the entry files in and around these folders. A drafted or undeclared use of a file must not loosen what they
 * restrict, and a manifest that is ungranted, changed or unreadable restricts as well.
 */
export function declaredIn(ports: DeclaringPorts & Pick<WorkspacePorts, 'store'>, wanted: Iterable<string>): Declared {
  const { roots, above } = declaringFolders(ports, [...wanted])
  const scan = (path: string, depth?: number): Catalog =>
    scanRoots(ports, [{ path, scope: 'workspace' }], {
      inFull: true,
      compose: readComposed,
      ...(depth === undefined ? {} : { depth }),
    })
  const catalogs = new Map([
    ...roots.map((path) => [path, scan(path)] as const),
    ...above.map((path) => [path, scan(path, 0)] as const),
  ])
  const disk = contentPathsOn(ports.files)
  const covered = new Covered()
  const closed = new Set<string>()
  const entryFiles = new Set<string>()
  for (const [root, { entries, shadowed, withheld = [], quarantined }] of catalogs) {
    for (const entry of [...entries, ...shadowed, ...withheld]) {
      entryFiles.add(placeOf(entry.found))
      for (const path of pathsOf(entry)) covered.add(disk.meant(entry.found, path))
      if (isUnplaced(ports.files, entry)) closed.add(entry.found.folder)
    }
    for (const { found } of quarantined) {
      entryFiles.add(placeOf(found))
      closed.add(found.folder)
    }
    for (const grant of ports.grants.below(root))
      for (const path of stillNamed(grant, entryFiles)) covered.add(disk.meant({ folder: grant.path }, path))
  }
  const isUnknown = unknownEntries(ports.files, roots, entryFiles)
  const isUnclear = (file: string): boolean =>
    foldersAbove(file).some((folder) => closed.has(folder) || isUnknown(folder))
  return { covers: (file) => covered.has(file), isUnclear, catalogs, entryFiles }
}

/** Folders with an entry file beyond the limits of discovery, which may restrict the files around it. */
function unknownEntries(
  files: Ports['files'],
  roots: readonly string[],
  entryFiles: ReadonlySet<string>,
): (folder: string) => boolean {
  const known = new Map<string, boolean>()
  const hasUnknown = (folder: string, name: string): boolean => {
    const place = `${folder}/${name}`
    return !entryFiles.has(place) && files.kindOf(place) === 'file' && isEntryFile(files, folder, name)
  }
  return (folder) => {
    const isUnknown =
      known.get(folder) ??
      (roots.some((root) => isBelow(folder, root)) &&
        ['knowledge.yaml', 'KNOWLEDGE.md'].some((name) => hasUnknown(folder, name)))
    known.set(folder, isUnknown)
    return isUnknown
  }
}

const placeOf = ({ folder, file }: EntryFile): string => `${folder}/${file}`

/** A pack covers its folder; a manifest covers what its units name, including units that another replaces. */
const pathsOf = ({ document }: CatalogEntry): readonly string[] =>
  document.kind === 'pack' ? ['.'] : [...document.units, ...(document.displaced ?? [])].map(({ path }) => path)

const isUnplaced = (files: Ports['files'], { found, document }: CatalogEntry): boolean =>
  document.kind === 'manifest' && unplacedRestrictions(files, found, document.units).length > 0

/**
 * What a grant names stays closed when its entry file has changed or is gone. A followed entry counts as it is now, and
 * a drafted one restricts nothing.
 */
function stillNamed({ path, names = {}, follow, drafted }: Grant, entryFiles: ReadonlySet<string>): readonly string[] {
  if (drafted) return []
  return Object.entries(names).flatMap(([file, named]) => (follow && entryFiles.has(`${path}/${file}`) ? [] : named))
}

/** Files and folders, looked up by the folders above a file. */
class Covered {
  readonly #files = new Set<string>()
  readonly #folders = new Map<string, ContentPath[]>()

  add(paths: readonly ContentPath[]): void {
    for (const one of paths) {
      if (!one.isFolder) this.#files.add(one.path)
      else this.#folders.set(one.path, [...(this.#folders.get(one.path) ?? []), one])
    }
  }

  has(file: string): boolean {
    if (this.#files.has(file)) return true
    return foldersAbove(file).some((folder) =>
      this.#folders.get(folder)?.some(({ pattern }) => !pattern || pattern.holds(file.slice(folder.length + 1))),
    )
  }
}

/** Folders whose entry files can declare files of some roots. */
interface DeclaringFolders {
  /** With everything below them. */
  readonly roots: readonly string[]
  /** Without their subfolders: a manifest of a repository or scanned folder around a root can declare its files. */
  readonly above: readonly string[]
}

function declaringFolders(
  { files, store }: Pick<WorkspacePorts, 'files' | 'store'>,
  found: readonly string[],
): DeclaringFolders {
  const folders = (store.load()?.scan.folders ?? []).map(({ path }) => path)
  const around = found.map((root) => [
    ...repositoriesAround(root, (path) => files.kindOf(path) !== undefined),
    ...folders.filter((folder) => isBelow(root, folder)),
  ])
  const roots = new Set([...found, ...around.flatMap(([nearest]) => nearest ?? [])])
  const above = new Set(
    found.flatMap((root, i) => foldersAbove(root).filter((path) => around[i]?.some((outer) => isBelow(path, outer)))),
  )
  return { roots: [...roots].sort(), above: [...above].filter((path) => !roots.has(path)).sort() }
}

/** The folders above a path, nearest first. */
function foldersAbove(path: string): readonly string[] {
  const above: string[] = []
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) above.push(path.slice(0, at))
  return above
}
