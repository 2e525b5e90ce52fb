import { buildCatalog, type ReadEntry } from '../../catalog/build.ts'
import { entryPath } from '../../discover/discover.ts'
import type { Catalog, CatalogEntry, EntryFile, Root } from '../../model/catalog.ts'
import type { Grant } from '../../model/decisions/decision.ts'
import type { Ports } from '../../model/ports.ts'
import { emptyManifest } from '../../parse/manifest/manifest-head.ts'
import { folderOf, joinPath } from '../../text/paths/paths.ts'

export interface GrantLookup {
  readonly files: Ports['files']
  readonly grants: Pick<Ports['grants'], 'find' | 'below'>
  /** Reads and parses an entry file. */
  read(found: EntryFile): ReadEntry
}

/**
 * Entries that a person granted in or above the roots and that the scan does not list. Their restrictions stay in
 * force, wherever the search started and whatever was ignored, moved or broken since; only a person ends a grant.
 */
export function unlistedGrants(catalog: Catalog, roots: readonly Root[], lookup: GrantLookup): readonly CatalogEntry[] {
  const { files } = lookup
  const realOf = realFolders(files)
  const seen = new Set([...catalog.entries, ...catalog.shadowed].map(({ found }) => `${realOf(found)}/${found.file}`))
  const unlisted: CatalogEntry[] = []
  for (const root of roots.filter(({ scope }) => scope !== 'builtin')) {
    for (const { grant, folder } of grantsAround(root, lookup)) {
      const isFolderThere = files.kindOf(folder) === 'folder'
      for (const file of entryFilesOf(grant, files)) {
        const path = `${grant.path}/${file}`
        if (seen.has(path)) continue
        const found = entryIn(root, folder, file)
        // The old path may now be a link to the new place.
        const isSameFolder = isFolderThere && files.realPath(folder) === grant.path
        const isInPlace = isSameFolder && files.kindOf(entryPath(found)) !== undefined
        const to = isInPlace ? [] : placesOfMoved(file, grant, catalog, lookup)
        if (!isFolderThere && to.length === 0) continue
        seen.add(path)
        const standing = grant.follow ? 'followed' : 'granted'
        unlisted.push(
          to.length === 0
            ? lookAt({ found, standing }, catalog, lookup)
            : {
                ...withoutText({ found, standing }, 'missing'),
                moved: { grant, to: isSameFolder ? [found, ...to] : to },
              },
        )
      }
    }
  }
  return unlisted
}

interface Around {
  readonly grant: Grant
  /** Spelled as the scan would spell it. */
  readonly folder: string
}

/**
 * A folder that no longer exists restricts nothing there. But its entry may have moved together with the files it
 * restricts, even if other files stayed behind, and its text may be invalid at the new place.
 */
function placesOfMoved(
  file: string,
  { path: before, names = {}, files: pinned = {} }: Grant,
  { entries, shadowed, quarantined }: Catalog,
  { files }: GrantLookup,
): readonly EntryFile[] {
  const isAt = (folder: string, path: string): boolean => files.kindOf(`${folder}/${path}`) !== undefined
  const isStill = (path: string): boolean => files.realPath(before) === before && isAt(before, path)
  const named = names[file] ?? Object.keys(pinned)
  // `.` is no evidence of another place if other paths are known.
  const telling = named.some((path) => path !== '.') ? named.filter((path) => path !== '.') : named
  const gone = telling.filter((path) => path === '.' || !isStill(path))
  const ungranted = [...entries, ...shadowed].filter(({ standing }) => standing === 'ungranted')
  return [...ungranted, ...quarantined]
    .map(({ found }) => found)
    .filter((found) => found.file === file)
    .filter(({ folder }) => gone.some((path) => path === '.' || isAt(folder, path)))
}

function grantsAround({ path }: Root, { files, grants }: GrantLookup): readonly Around[] {
  const real = files.realPath(path)
  if (real === undefined) return []
  const around: Around[] = grants.below(path).map((grant) => ({ grant, folder: path + grant.path.slice(real.length) }))
  for (let above = folderOf(real); above !== ''; above = folderOf(above)) {
    const grant = grants.find(above)
    if (grant) around.push({ grant, folder: above })
  }
  return around.filter(({ grant }) => !grant.drafted)
}

const usualFiles = ['knowledge.yaml', 'KNOWLEDGE.md']

/** A followed folder covers every entry in it, including later ones. */
function entryFilesOf({ path, entries = {}, names = {}, follow }: Grant, files: Ports['files']): readonly string[] {
  const later = follow ? usualFiles.filter((file) => files.kindOf(`${path}/${file}`) === 'file') : []
  const known = new Set([...Object.keys(entries), ...Object.keys(names), ...later])
  return known.size > 0 ? [...known] : usualFiles.slice(0, 1)
}

function entryIn(root: Root, folder: string, file: string): EntryFile {
  const isInside = `${folder}/`.startsWith(`${root.path}/`)
  const below = isInside ? joinPath(folder.slice(root.path.length), file) : `${folder}/${file}`
  return {
    format: file === 'KNOWLEDGE.md' ? 'pack' : 'manifest',
    folder,
    file,
    scope: root.scope,
    path: isInside && root.shown !== undefined ? `${root.shown}/${below}` : below,
    root: isInside ? root.path : folder,
    via: 'walk',
    native: false,
  }
}

/** The entry as it is, or as one whose files are withheld until a person decides. */
function lookAt(
  { found, standing }: Pick<CatalogEntry, 'found' | 'standing'>,
  { quarantined }: Catalog,
  { files, read }: GrantLookup,
): CatalogEntry {
  const isMissing = files.kindOf(entryPath(found)) === undefined
  const isInvalid = isMissing || quarantined.some((one) => entryPath(one.found) === entryPath(found))
  const [usable] = isInvalid ? [] : asCatalog(read(found)).entries
  return usable ?? withoutText({ found, standing }, isMissing ? 'missing' : 'unusable')
}

const withoutText = (
  { found, standing }: Pick<CatalogEntry, 'found' | 'standing'>,
  lapsed: NonNullable<CatalogEntry['lapsed']>,
): CatalogEntry => ({
  ref: `${found.format}:${found.path}`,
  found,
  document: emptyManifest,
  diagnostics: [],
  headDigest: '',
  standing,
  enabled: true,
  lapsed,
})

const asCatalog = (entry: ReadEntry): Catalog =>
  buildCatalog([entry], { roots: [], diagnostics: [], isDisabled: () => false })

/** The walk follows no links to folders, so below the root only paths named by a document have to be resolved. */
function realFolders({ realPath }: Ports['files']): (found: EntryFile) => string {
  const roots = new Map<string, string>()
  return ({ folder, root, via }) => {
    if (via !== 'walk' && via !== 'root') return realPath(folder) ?? folder
    const real = roots.get(root) ?? realPath(root) ?? root
    roots.set(root, real)
    return real + folder.slice(root.length)
  }
}
