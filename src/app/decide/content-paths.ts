import type { EntryFile } from '../../model/catalog.ts'
import type { Malformed } from '../../model/documents/governance.ts'
import type { Unit } from '../../model/documents/manifest.ts'
import type { Files, FolderEntry } from '../../model/ports.ts'
import { ignores, inAnyCase, parseIgnore } from '../../text/paths/ignore-globs.ts'
import { isGlob, pathReadings } from '../../text/paths/path-readings.ts'
import { isWebAddress, normalizePath, pathProblem } from '../../text/paths/paths.ts'

export type FilePort = Pick<Files, 'realPath' | 'list' | 'kindOf'>

type Manifest = Pick<EntryFile, 'folder'>

/** Where declared content is. */
export interface ContentPath {
  readonly path: string
  readonly isFolder: boolean
  /** For a folder named by a pattern: which files below it match. Absent: all of them. */
  readonly pattern?: PathPattern
  readonly isMissing?: true
  /** No file has the path as written; this is a file that it may mean. */
  readonly isGuess?: true
}

interface PathPattern {
  /** Whether a file, by its path below the folder, matches. */
  readonly holds: (path: string) => boolean
  /** The prefix that all matching paths share, compared without regard to case. */
  readonly beginning: string
}

interface Folder {
  /** `undefined` if it does not exist. */
  readonly real: string | undefined
  /** Kinds by name, without links. */
  readonly plain: ReadonlyMap<string, FolderEntry['kind']>
  /** All names by their normalized spelling. */
  readonly spelled: () => ReadonlyMap<string, readonly string[]>
}

export interface ContentPaths {
  /** Resolves links and spellings of one path; `undefined` outside the folder of the entry. */
  at(found: Manifest, path: string): ContentPath | undefined
  /** The same for a path that may have to be guessed: every file that it may mean. */
  meant(found: Manifest, path: string): readonly ContentPath[]
}

/** Lists each folder once, because a stat of each of 10,000 files takes too long. */
export function contentPathsOn(files: FilePort): ContentPaths {
  const { realPath, kindOf } = files
  const folderAt = folderLister(files)
  const find = (found: Manifest, path: string): ContentPath | undefined => {
    if (pathProblem(path)) return undefined
    const normal = normalizePath(path)
    const home = folderAt(found.folder).real ?? found.folder
    if (normal === '') return { path: home, isFolder: true }
    const written = `${found.folder}/${normal}`
    const slash = written.lastIndexOf('/')
    const name = written.slice(slash + 1)
    const { real, plain } = folderAt(written.slice(0, slash))
    // A missing file cannot be released, so its path as written suffices.
    if (real === undefined) return { path: written, isFolder: false, isMissing: true }
    const kind = plain.get(name)
    // An unlisted name may be another spelling on a disk that ignores case.
    const unlisted = kind === undefined ? realPath(written) : undefined
    const absolute = kind === undefined ? (unlisted ?? written) : `${real}/${name}`
    if (absolute !== written && !absolute.startsWith(`${home}/`)) return undefined
    const content = { path: absolute, isFolder: (kind ?? kindOf(absolute)) === 'folder' }
    return kind === undefined && unlisted === undefined ? { ...content, isMissing: true } : content
  }
  /** Paths on the disk that differ from the given names only in case or normal form. */
  const spelledLike = (folder: string, names: readonly string[]): readonly string[] =>
    names.reduce<readonly string[]>(
      (above, name) =>
        above.flatMap((path) => {
          const like =
            folderAt(path === '' ? folder : `${folder}/${path}`)
              .spelled()
              .get(inAnyCase(name)) ?? []
          return like.map((found) => (path === '' ? found : `${path}/${found}`))
        }),
      [''],
    )
  const guess = (found: Manifest, reading: string): readonly ContentPath[] => {
    if (pathProblem(reading)) return []
    const names = normalizePath(reading).split('/')
    const first = names.findIndex(isGlob)
    const literal = first < 0 ? names : names.slice(0, first)
    return spelledLike(found.folder, literal).flatMap((spelled): readonly ContentPath[] => {
      const at = find(found, spelled)
      if (!at || at.isMissing) return []
      const { path, isFolder } = at
      if (first < 0) return [{ path, isFolder, isGuess: true }]
      return isFolder ? [{ path, isFolder, isGuess: true, pattern: patternOf(names.slice(first).join('/')) }] : []
    })
  }
  return {
    at: find,
    meant(found, path) {
      if (isWebAddress(path)) return []
      const written = find(found, path)
      if (written && !written.isMissing) return [written]
      // Includes the path as written: the file may appear before it is read.
      return [...(written ? [written] : []), ...pathReadings(path).flatMap((reading) => guess(found, reading))]
    },
  }
}

function patternOf(written: string): PathPattern {
  // A trailing `*` may be meant to match everything below, too.
  const rules = parseIgnore([`/${written.replace(/(^|\/)\*$/, '$1**')}`], inAnyCase)
  return {
    holds: (below) => ignores(rules, below, false, inAnyCase) === true,
    beginning: /^[^*?[\\/]*/.exec(inAnyCase(written))?.[0] ?? '',
  }
}

function folderLister({ list, realPath }: FilePort): (folder: string) => Folder {
  const known = new Map<string, Folder>()
  return (folder) => {
    const before = known.get(folder)
    if (before) return before
    const listed = list(folder) ?? []
    const plain = new Map(listed.filter(({ kind }) => kind !== 'link').map(({ name, kind }) => [name, kind]))
    let spelled: ReadonlyMap<string, readonly string[]> | undefined
    const made: Folder = { real: realPath(folder), plain, spelled: () => (spelled ??= bySpelling(listed)) }
    known.set(folder, made)
    return made
  }
}

function bySpelling(listed: readonly FolderEntry[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>()
  for (const { name } of listed) names.set(inAnyCase(name), [...(names.get(inAnyCase(name)) ?? []), name])
  return names
}

/** Restrictions of units whose path, however it is read, names no file: it is unknown which text they restrict. */
export function unplacedRestrictions(files: FilePort, found: Manifest, units: readonly Unit[]): readonly Malformed[] {
  const unsure = units.filter(({ ifUnplaced }) => ifUnplaced)
  if (unsure.length === 0) return []
  const disk = contentPathsOn(files)
  return unsure.flatMap(({ path, ifUnplaced = [] }) =>
    disk.meant(found, path).every(({ isMissing }) => isMissing) ? ifUnplaced : [],
  )
}
