import { formatOf } from '../../formats/format-of.ts'
import { limits } from '../../model/limits.ts'
import type { Files, FolderEntry } from '../../model/ports.ts'
import { frontmatterLength } from '../../parse/pack/frontmatter.ts'
import { fileName, fileStem, folderOf, joinPath, pathProblem } from '../../text/paths/paths.ts'
import { classifyDocument, type DocumentClass } from './document-class.ts'

/** What was not drafted, and why. */
export interface SkippedFile {
  readonly path: string
  readonly reason: string
  /** A form, a licence, a template, test data: nothing that a reader would look for. */
  readonly isDocument?: false
}

export interface FoundFile {
  readonly path: string
  readonly class: DocumentClass
}

export interface FoundDocuments {
  /** The README of the root, other documents by path, then references. */
  readonly candidates: readonly FoundFile[]
  readonly leftOut: readonly SkippedFile[]
  /** How many files and folders nobody means: hidden, ignored, of dependencies. */
  readonly passedOver: number
}

export interface FindDocumentsOptions {
  /** Default: hidden files and folders. */
  readonly passesOver?: PassesOver
  /** Whether git ignores a file or folder, which is listed with others; one that is named is not asked about. */
  readonly isIgnored?: (path: string, isFolder: boolean, beside?: readonly FolderEntry[]) => boolean
}

type PassesOver = (path: string, kind: FolderEntry['kind']) => boolean

/** Names with a dot are settings, except the folder where a repository keeps its policies. */
const hidden: PassesOver = (path) => fileName(path).startsWith('.') && fileName(path) !== '.github'

/** Finds documents by their paths, within the limits of a walk. `starts` are files or folders below the root. */
export function findDocuments(
  files: Files,
  root: string,
  starts: readonly string[],
  { passesOver = hidden, isIgnored = () => false }: FindDocumentsOptions = {},
): FoundDocuments {
  const collection = new Collection(passesOver)
  const folders: string[] = []
  for (const start of starts) {
    if (pathProblem(start)) collection.leave(start, 'it is outside the root')
    else if (start === '' || files.kindOf(`${root}/${joinPath(start)}`) === 'folder') folders.push(joinPath(start))
    else if (!collection.take(joinPath(start), true)) collection.leave(start, 'its format is not supported')
  }
  walk(files, root, folders, { collection, isIgnored })
  return collection.found()
}

class Collection {
  readonly #candidates = new Map<string, FoundFile>()
  readonly #leftOut = new Map<string, SkippedFile>()
  readonly #passesOver: PassesOver
  /** By their paths without the ending. */
  readonly #pictures = new Map<string, string>()
  /** Paths of documents in a format that is not read. */
  readonly #unread = new Set<string>()
  #passedOver = 0

  constructor(passesOver: PassesOver) {
    this.#passesOver = passesOver
  }

  /** Whether nobody means it. */
  passOver(path: string, kind: FolderEntry['kind']): boolean {
    const isOut = this.#passesOver(path, kind) || (kind === 'folder' && skippedSilently.has(fileName(path)))
    if (isOut && (kind === 'folder' || classifyDocument(path) !== undefined)) this.#passedOver += 1
    return isOut
  }

  leave(path: string, reason: string): void {
    this.#candidates.delete(path)
    this.#leftOut.set(path, { path, reason })
  }

  /** It is no document of the project. */
  leaveOther(path: string, reason: string): void {
    this.#candidates.delete(path)
    this.#leftOut.set(path, { path, reason, isDocument: false })
  }

  leaveFolder(path: string, { reason, isTooDeep }: { readonly reason: string; readonly isTooDeep?: true }): void {
    if (isTooDeep) this.leave(`${path}/`, reason)
    else this.leaveOther(`${path}/`, reason)
    this.#passedOver += 1
  }

  /** Whether it is a document, added or left out. */
  take(path: string, isNamed = false): boolean {
    const classified = classifyDocument(path, isNamed)
    if (classified === undefined && isPicture(path)) this.#pictures.set(withoutEnding(path), path)
    if (classified === undefined) return false
    if ('unread' in classified) this.#unread.add(path)
    if ('unread' in classified) this.leave(path, classified.unread)
    else if ('leftOut' in classified) this.leaveOther(path, classified.leftOut)
    else if (!isWritable(path)) this.leave(path, 'its name cannot be written in a manifest')
    else if (this.#candidates.size >= limits.packFiles) this.leave(path, `more than ${limits.packFiles} documents`)
    else this.#candidates.set(path, { path, class: classified.document })
    return true
  }

  found(): FoundDocuments {
    this.#leaveOtherForms()
    return {
      candidates: [...this.#candidates.values()].sort(byImportance),
      leftOut: [...this.#leftOut.values()],
      passedOver: this.#passedOver,
    }
  }

  /** A figure or a print of a document is not missing where its other form is, beside it or in the folder above. */
  #leaveOtherForms(): void {
    if (this.#unread.size === 0) return
    const forms = new Map([...this.#pictures, ...[...this.#candidates.keys()].map(byPlace)])
    for (const path of this.#unread) {
      const above = joinPath(folderOf(folderOf(path)), fileStem(path))
      const form = forms.get(withoutEnding(path)) ?? forms.get(above)
      if (form !== undefined) this.leaveOther(path, `another form of "${fileName(form)}"`)
    }
  }
}

const isPicture = (path: string): boolean => /\.(?:png|svg|jpe?g|gif|webp|avif|eps|drawio)$/i.test(path)
const withoutEnding = (path: string): string => joinPath(folderOf(path), fileStem(path))
const byPlace = (path: string): [string, string] => [withoutEnding(path), path]

const ignored = 'git ignores it; name it to include it'

/** Folders that never hold documents of the project; too many to list. */
const skippedSilently = new Set(['node_modules', 'bower_components', '__pycache__', 'venv'])

const testData = new Set(['fixtures', 'testdata', '__fixtures__', '__snapshots__'])
const dependencies = new Set(['vendor', 'third_party'])
const buildOutput = new Set(['dist', 'build', 'out', 'target', 'coverage', 'tmp'])

/** Why a folder is not entered; among documents, a name such as "target" or "build" is that of a page. */
function skippedFolder(name: string, beside: readonly FolderEntry[]): string | undefined {
  if (testData.has(name)) return 'test data, not knowledge'
  const reason = besideProject(name)
  return reason !== undefined && beside.some((entry) => entry.kind === 'file' && isProjectFile(entry.name))
    ? reason
    : undefined
}

function besideProject(name: string): string | undefined {
  if (dependencies.has(name)) return 'dependencies, not knowledge of this project'
  return buildOutput.has(name) ? 'build output, not knowledge' : undefined
}

const isProjectFile = (name: string): boolean =>
  formatOf(name) === 'code' || /^(?:package|composer)\.json$/.test(name) || name === 'go.mod'

/** Links are not followed, so loops cannot occur. */
function walk(
  files: Files,
  root: string,
  starts: readonly string[],
  { collection, isIgnored }: { readonly collection: Collection } & Required<Pick<FindDocumentsOptions, 'isIgnored'>>,
): void {
  const pending = starts.map((path) => ({ path, depth: 0 }))
  for (const [visited, { path, depth }] of pending.entries()) {
    if (visited >= limits.walkFolders) return collection.leave(`${path}/`, `more than ${limits.walkFolders} folders`)
    const folder = path === '' ? root : `${root}/${path}`
    const listed = files.list(folder) ?? []
    const owner = path === '' ? undefined : ownerOf(files, folder, listed)
    if (owner) {
      collection.leaveOther(`${path}/`, owner)
      continue
    }
    for (const { name, kind } of listed) {
      const inside = path === '' ? name : `${path}/${name}`
      if (collection.passOver(inside, kind)) continue
      if (kind === 'file' && collection.take(inside) && isIgnored(inside, false, listed))
        collection.leaveOther(inside, ignored)
      if (kind !== 'folder') continue
      const reason = skippedFolder(name, listed) ?? (isIgnored(inside, true, listed) ? ignored : undefined)
      if (reason !== undefined) collection.leaveFolder(inside, { reason })
      else if (depth < limits.walkDepth) pending.push({ path: inside, depth: depth + 1 })
      else collection.leaveFolder(inside, { reason: `deeper than ${limits.walkDepth} folders`, isTooDeep: true })
    }
  }
}

/** Declared knowledge is not declared again. */
function ownerOf(files: Files, folder: string, listed: readonly FolderEntry[]): string | undefined {
  if (listed.some((entry) => entry.name === 'knowledge.yaml')) return 'it has a manifest of its own'
  if (!listed.some((entry) => entry.name === 'KNOWLEDGE.md')) return undefined
  const read = files.read(folder, 'KNOWLEDGE.md', { limit: limits.contentBytes, head: 8 })
  return read.ok && frontmatterLength(read.bytes) === 0 ? undefined : 'it is a knowledge pack'
}

const isWritable = (path: string): boolean => !/[\p{Cc}\p{Cs}\\`\ufffd]/u.test(path) && pathProblem(path) === undefined

function byImportance(a: FoundFile, b: FoundFile): number {
  return (
    Number(a.class.reference) - Number(b.class.reference) ||
    Number(!isRootReadme(a.path)) - Number(!isRootReadme(b.path)) ||
    (a.path < b.path ? -1 : 1)
  )
}

export const isRootReadme = (path: string): boolean => path === fileName(path) && /^readme(?:\.|$)/i.test(path)
