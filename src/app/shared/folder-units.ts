import { isIgnored, startIgnoring, withIgnoreFile, type IgnoreChain } from '../../discover/ignore-chain.ts'
import { isPrivate, isSecret, isSkipped, privateName } from '../../discover/skipped-folders.ts'
import { formatOf } from '../../formats/format-of.ts'
import type { AllowedUnit } from '../../model/decisions/brands.ts'
import type { Catalog, EntryFile } from '../../model/catalog.ts'
import { limits } from '../../model/limits.ts'
import type { Files, FolderEntry } from '../../model/ports.ts'
import { startsWithFence } from '../../parse/pack/frontmatter.ts'
import { fileName, fileStem, folderOf, normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { showValue } from '../../text/messages/show-value.ts'

/** The text files of a unit whose path is a folder, in reading order. */
type UnitFolder = NonNullable<AllowedUnit['folder']>

type Manifest = Pick<EntryFile, 'folder' | 'root' | 'file'>

export interface FolderRules {
  /** Globs of the config. */
  readonly ignore?: readonly string[]
  /** Absolute paths of all entry files: no folder unit has them as content. */
  readonly entryFiles?: ReadonlySet<string>
}

/** Every entry file that a scan found, usable or not. */
export const entryFilesOf = ({
  entries,
  shadowed,
  quarantined,
  withheld = [],
}: Pick<Catalog, 'entries' | 'shadowed' | 'quarantined' | 'withheld'>): ReadonlySet<string> =>
  new Set([...entries, ...shadowed, ...quarantined, ...withheld].map(({ found }) => `${found.folder}/${found.file}`))

/**
 * Finds the files of units whose path is a folder. Only `.gitignore` files and the start of a `KNOWLEDGE.md` are
 * opened; each parent folder is listed once.
 *
 * A folder that a unit names is opened even if it is hidden, vendored or in a `.gitignore`, since its publisher wants
 * it read. Below it, the usual rules apply. Private folders and what the config ignores stay closed, and a link opens
 * nothing that is skipped, ignored or private at its target. A single file is `undefined`, or closed in a folder of
 * secrets.
 */
export function folderUnits(
  files: Files,
  rules: FolderRules = {},
): (found: Manifest, path: string) => UnitFolder | undefined {
  const folders = new Map<string, ReadonlySet<string>>()
  const isFolder = (place: string): boolean => {
    const above = folderOf(place)
    const known = folders.get(above) ?? notFiles(files, above)
    folders.set(above, known)
    // A listed file is no folder; links, and names that are spelled differently on the disk, need a lookup.
    return !known.has(fileName(place)) && files.kindOf(place) === 'folder'
  }
  return (found, written) => {
    if (pathProblem(written)) return undefined
    const path = normalizePath(written)
    const place = join(found.folder, path)
    if (!isFolder(place)) return closedFile(path, pathBelow(files.realPath(found.folder), files.realPath(place)))
    const real = pathBelow(files.realPath(found.folder), files.realPath(place))
    return real === undefined ? closed(leavesRoot) : new UnitFolderWalk(files, found, rules).walk(path, real)
  }
}

const notFiles = (files: Files, folder: string): ReadonlySet<string> =>
  new Set((files.list(folder) ?? []).flatMap(({ name, kind }) => (kind === 'file' ? [name] : [])))

const closed = (why: string): UnitFolder => ({ files: [], closed: why })

/** A private name asks (the gate `sensitivity`); a private file behind a link with a harmless name is closed. */
function closedFile(named: string, real = ''): UnitFolder | undefined {
  const secret = [named, real].flatMap((path) => namesOf(folderOf(path))).find(isSecret)
  if (secret !== undefined) return closed(neverRead(secret))
  const hidden = privateName(named) === undefined ? privateName(real) : undefined
  return hidden === undefined
    ? undefined
    : closed(`Its path is a link to ${showValue(hidden)}, which is private by convention.`)
}

const neverRead = (name: string): string => `Folders such as ${showValue(name)} are never read.`

/** Not even the names of files outside are listed. */
const leavesRoot = 'Its path is a link that leaves the folder of the manifest.'

/** `undefined` outside the folder. */
function pathBelow(folder: string | undefined, place: string | undefined): string | undefined {
  if (folder === undefined || place === undefined) return undefined
  if (place === folder) return ''
  return place.startsWith(`${folder}/`) ? place.slice(folder.length + 1) : undefined
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
  return (path, kind) => isHidden(fileName(path), kind) || isIgnored(chainAt(folderOf(path)), path, kind === 'folder')
}

const isHidden = (name: string, kind: FolderEntry['kind']): boolean =>
  kind === 'folder' ? isSkipped(name) || isPrivate(name) : name.startsWith('.')

/** One path to a folder, relative to the folder of the manifest, and the ignore rules along it. */
interface Way {
  readonly path: string
  readonly ignored: IgnoreChain
}

interface Level {
  /** The named path and, where that is a link, the real one: rules for either apply. */
  readonly ways: readonly [Way, ...Way[]]
  readonly depth: number
}

class UnitFolderWalk {
  readonly #files: Files
  readonly #found: Manifest
  readonly #rules: FolderRules
  readonly #prefix: string

  constructor(files: Files, found: Manifest, rules: FolderRules) {
    this.#files = files
    this.#found = found
    this.#rules = rules
    this.#prefix = pathBelow(found.root, found.folder) ?? ''
  }

  walk(named: string, real: string): UnitFolder {
    const isLink = folded(named) !== folded(real)
    const why = this.#whyClosed(named, real, isLink)
    if (why !== undefined) return closed(why)
    const ways: Level['ways'] = isLink ? [this.#wayTo(named), this.#wayTo(real)] : [this.#wayTo(named)]
    const { texts, beyond } = this.#textFiles({ ways, depth: 0 })
    const isFirst = (path: string): boolean => isOpening(path, named)
    const opening = texts.find(isFirst)
    const ordered =
      opening === undefined ? texts : [...texts.filter(isFirst), ...texts.filter((path) => !isFirst(path))]
    return {
      files: ordered.slice(0, limits.packFiles),
      ...(opening === undefined ? {} : { opening }),
      ...(beyond === undefined ? {} : { beyond }),
    }
  }

  #whyClosed(named: string, real: string, isLink: boolean): string | undefined {
    const configured = startIgnoring(this.#files, this.#found.root, this.#rules.ignore)
    for (const path of isLink ? [named, real] : [real]) {
      const secret = namesOf(path).find(isPrivate)
      if (secret !== undefined) return neverRead(secret)
      if (foldersTo(path).some((folder) => isIgnored(configured, this.#fromRoot(folder), true)))
        return 'The config ignores its folder.'
    }
    if (!isLink) return undefined
    const isClosed =
      namesOf(real).some(isSkipped) ||
      foldersTo(real).some((folder) => isIgnored(this.#wayTo(folder).ignored, this.#fromRoot(folder), true))
    return isClosed ? 'Its path is a link to a folder that is hidden, generated or ignored.' : undefined
  }

  /** With the `.gitignore` of every folder above it. */
  #wayTo(path: string): Way {
    const start = startIgnoring(this.#files, this.#found.root, this.#rules.ignore)
    const above = ['', ...foldersTo(this.#fromRoot(path))].slice(0, -1)
    return { path, ignored: above.reduce((chain, folder) => this.#withRules(chain, folder), start) }
  }

  #withRules(chain: IgnoreChain, path: string): IgnoreChain {
    return withIgnoreFile(chain, this.#files, { folder: join(this.#found.root, path), path })
  }

  #fromRoot(path: string): string {
    return join(this.#prefix, path)
  }

  /** The files of each folder, then its folders. Links are not followed. */
  #textFiles(top: Level): { readonly texts: readonly string[]; readonly beyond?: string } {
    const texts: string[] = []
    let beyond: string | undefined
    let visited = 0
    const pending = [top]
    for (let level = pending.pop(); level; level = pending.pop()) {
      if (texts.length > limits.packFiles) return { texts, beyond: tooManyFiles }
      if (++visited > limits.walkFolders) return { texts, beyond: tooManyFolders }
      const inner: Level[] = []
      const [here] = level.ways
      const listed = this.#files.list(join(this.#found.folder, here.path)) ?? []
      const ways = this.#withOwnRules(level.ways, listed)
      for (const { name, kind } of listed) {
        if (kind === 'link' || kind === 'other' || this.#isLeftOut(name, kind, ways)) continue
        if (kind === 'file') texts.push(join(here.path, name))
        else if (level.depth >= limits.walkDepth) beyond ??= tooDeep
        else inner.push({ ways: into(ways, name), depth: level.depth + 1 })
      }
      pending.push(...inner.reverse())
    }
    return { texts, ...(texts.length > limits.packFiles ? { beyond: tooManyFiles } : beyond && { beyond }) }
  }

  #withOwnRules(ways: Level['ways'], listed: readonly FolderEntry[]): Level['ways'] {
    if (!listed.some(({ name }) => name === '.gitignore')) return ways
    const withRules = ({ path, ignored }: Way): Way => ({
      path,
      ignored: this.#withRules(ignored, this.#fromRoot(path)),
    })
    const [first, ...others] = ways
    return [withRules(first), ...others.map(withRules)]
  }

  #isLeftOut(name: string, kind: 'file' | 'folder', ways: Level['ways']): boolean {
    const isFolder = kind === 'folder'
    if (isFolder ? isSkipped(name) || isPrivate(name) : !isDocumentName(name)) return true
    if (ways.some(({ path, ignored }) => isIgnored(ignored, this.#fromRoot(join(path, name)), isFolder))) return true
    return !isFolder && ways.some(({ path }) => this.#isEntryFile(path, name))
  }

  /** A note named KNOWLEDGE.md that is no pack is a document. */
  #isEntryFile(path: string, name: string): boolean {
    const folder = join(this.#found.folder, path)
    if (this.#rules.entryFiles?.has(join(folder, name)) || join(path, name) === this.#found.file) return true
    if (name !== 'KNOWLEDGE.md') return false
    const start = this.#files.read(folder, name, { limit: limits.contentBytes, head: startBytes })
    return !start.ok || startsWithFence(start.bytes)
  }
}

/** Enough for a byte order mark and the fence of a frontmatter. */
const startBytes = 64

const onlyFirst = (most: number, what: string): string =>
  `Its folder has more than ${most} ${what}; only the first ${most} are read.`
const tooManyFiles = onlyFirst(limits.packFiles, 'text files')
const tooManyFolders = onlyFirst(limits.walkFolders, 'folders')
const tooDeep = `Its folder has more than ${limits.walkDepth} levels of folders; the deeper ones are not read.`

const into = ([first, ...others]: Level['ways'], name: string): Level['ways'] => {
  const next = ({ path, ignored }: Way): Way => ({ path: join(path, name), ignored })
  return [next(first), ...others.map(next)]
}

const join = (folder: string, name: string): string =>
  folder === '' || name === '' ? folder || name : `${folder}/${name}`

const namesOf = (path: string): readonly string[] => (path === '' ? [] : path.split('/'))

/** Every folder along a path, including the last one. */
const foldersTo = (path: string): readonly string[] => {
  const names = namesOf(path)
  return names.map((_, i) => names.slice(0, i + 1).join('/'))
}

/** On some disks a folder has several spellings; only a different name is a link. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase()

/** Manifests, settings, lock files, signatures and keys are text but not documents. */
const notDocuments =
  /^(?:knowledge\.yaml|lorefence\.yaml|go\.sum|npm-shrinkwrap\.json|id_(?:rsa|dsa|ecdsa|ed25519).*)$|[.-]lock(?:\.(?:json|ya?ml))?$|\.(?:sig|minisig|sigstore|pem|key|env)$/i

const isDocumentName = (name: string): boolean =>
  !name.startsWith('.') && !notDocuments.test(name) && formatOf(name) !== undefined

/** The file that introduces a folder. */
const isOpening = (path: string, folder: string): boolean =>
  folderOf(path) === folder && /^(?:index|readme)$/i.test(fileStem(path))
