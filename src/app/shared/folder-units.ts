import { isIgnored, startIgnoring, withIgnoreFile, type IgnoreChain } from '../../discover/ignore-chain.ts'
import { isSkipped } from '../../discover/skipped-folders.ts'
import { formatOf } from '../../formats/format-of.ts'
import type { AllowedUnit } from '../../model/brands.ts'
import type { EntryFile } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Files, FolderEntry } from '../../model/ports.ts'
import { fileName, fileStem, folderOf, normalizePath, pathProblem, treeKey } from '../../text/paths/paths.ts'

/** The text files of a unit whose path is a folder, in reading order. */
export type UnitFolder = NonNullable<AllowedUnit['folder']>

type Manifest = Pick<EntryFile, 'folder' | 'root' | 'file'>

/** Finds what units with a folder as path contain. No file is opened but `.gitignore`; each parent folder is listed once. */
export function folderUnits(
  files: Files,
  ignore: readonly string[] = [],
): (found: Manifest, path: string) => UnitFolder | undefined {
  const folders = new Map<string, ReadonlySet<string>>()
  const isFolder = (place: string): boolean => {
    const above = folderOf(place)
    const known = folders.get(above) ?? notFiles(files, above)
    folders.set(above, known)
    // What is listed as a file is none; links, and names that are spelled otherwise on the disk, are looked at.
    return !known.has(fileName(place)) && files.kindOf(place) === 'folder'
  }
  return (found, written) => {
    if (pathProblem(written)) return undefined
    const path = normalizePath(written)
    const place = path === '' ? found.folder : `${found.folder}/${path}`
    if (!isFolder(place)) return undefined
    return isInside(files, found.folder, place) ? textFiles(files, found, path, ignore) : nothingInside
  }
}

const nothingInside: UnitFolder = { files: [], incomplete: false }

const notFiles = (files: Files, folder: string): ReadonlySet<string> =>
  new Set((files.list(folder) ?? []).flatMap(({ name, kind }) => (kind === 'file' ? [name] : [])))

/** A link may not lead out of the folder of the manifest; not even the names of what is there are listed. */
function isInside(files: Files, root: string, place: string): boolean {
  const real = files.realPath(place)
  const home = files.realPath(root)
  return real !== undefined && home !== undefined && (real === home || real.startsWith(`${home}/`))
}

interface Level {
  /** Relative to the folder of the manifest. */
  readonly path: string
  readonly depth: number
}

/** Whether a file or folder, by its path below a root, is hidden, generated, a dependency or ignored. */
export function leftOutOf(
  files: Files,
  root: string,
  ignore: readonly string[] = [],
): (path: string, kind: FolderEntry['kind']) => boolean {
  const chains = new Map<string, IgnoreChain>()
  const chainAt = (folder: string): IgnoreChain => {
    const known = chains.get(folder)
    if (known) return known
    const above = folder === '' ? startIgnoring(files, root, ignore) : chainAt(folderOf(folder))
    const chain = withIgnoreFile(above, files, { folder: join(root, folder), path: folder })
    chains.set(folder, chain)
    return chain
  }
  return (path, kind) => isLeftOut(fileName(path), kind) || isIgnored(chainAt(folderOf(path)), path, kind === 'folder')
}

/** Links are not followed; hidden, generated and ignored files are not content. */
function textFiles(files: Files, found: Manifest, folder: string, ignore: readonly string[]): UnitFolder {
  const prefix = found.folder.startsWith(`${found.root}/`) ? found.folder.slice(found.root.length + 1) : ''
  const fromRoot = (path: string): string => join(prefix, path)
  const texts: string[] = []
  let incomplete = false
  const isOut = leftOutOf(files, found.root, ignore)
  const pending: Level[] = [{ path: folder, depth: 0 }]
  for (let level = pending.pop(); level; level = pending.pop()) {
    for (const { name, kind } of files.list(join(found.folder, level.path)) ?? []) {
      const path = join(level.path, name)
      if (isOut(fromRoot(path), kind)) continue
      if (kind === 'folder' && level.depth >= limits.walkDepth) incomplete = true
      else if (kind === 'folder') pending.push({ path, depth: level.depth + 1 })
      else if (kind === 'file' && isContent(path, found.file)) texts.push(path)
    }
    if (texts.length > limits.packFiles) {
      incomplete = true
      break
    }
  }
  const ordered = inReadingOrder(texts, folder)
  const [first] = ordered
  return {
    files: ordered.slice(0, limits.folderFiles),
    incomplete: incomplete || ordered.length > limits.folderFiles,
    ...(first !== undefined && isOpening(first, folder) ? { opening: first } : {}),
  }
}

const join = (folder: string, name: string): string =>
  folder === '' || name === '' ? folder || name : `${folder}/${name}`

const isContent = (path: string, manifest: string): boolean => path !== manifest && formatOf(path) !== undefined

const isLeftOut = (name: string, kind: FolderEntry['kind']): boolean =>
  kind === 'folder' ? isSkipped(name) : name.startsWith('.')

/** Whether a file, relative to the folder of a unit, can be content of that unit; without a look at ignore rules. */
export function canBeContent(path: string): boolean {
  const folder = folderOf(path)
  return (
    !(folder !== '' && folder.split('/').some(isSkipped)) &&
    !fileName(path).startsWith('.') &&
    formatOf(path) !== undefined
  )
}

/** The index or README of the folder first, then as a tree is read. */
function inReadingOrder(texts: readonly string[], folder: string): readonly string[] {
  const key = (path: string): string => `${isOpening(path, folder) ? 0 : 1}${treeKey(path)}`
  return texts
    .map((path) => ({ path, key: key(path) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ path }) => path)
}

/** The file that introduces a folder. */
const isOpening = (path: string, folder: string): boolean =>
  folderOf(path) === folder && /^(?:index|readme)$/i.test(fileStem(path))
