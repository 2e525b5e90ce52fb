import type { EntryFile, Root } from '../model/catalog.ts'
import type { Diagnostic, Finding } from '../model/codes/diagnostic.ts'
import { limits } from '../model/limits.ts'
import type { Files, FolderEntry, ReadFile } from '../model/ports.ts'
import { diagnose } from '../parse/diagnose.ts'
import { startsWithFence } from '../parse/pack/frontmatter.ts'
import { folderOf, joinPath, treeKey } from '../text/paths/paths.ts'
import { isIgnored, startIgnoring, withIgnoreFile, type IgnoreChain } from './ignore-chain.ts'
import { readHead } from './read-head.ts'
import { isSkipped } from './skipped-folders.ts'
import { compareText } from '../text/compare.ts'

export interface WalkOptions<Checked = unknown> {
  readonly depth?: number
  readonly folders?: number
  readonly respectGitignore?: boolean
  /** Globs of paths to skip, relative to the root. */
  readonly ignore?: readonly string[]
  /** Whether a pack is skipped; called before it is opened. */
  readonly passOver?: (found: EntryFile) => boolean
  /** The result for a pack whose head has not changed since it was checked; it is not opened. */
  readonly known?: (found: EntryFile) => CheckedHead<Checked> | undefined
  /** Absolute folders that are visited even if the walk stopped at a limit. */
  readonly granted?: () => readonly string[]
}

/**
 * Checks the head of a KNOWLEDGE.md as soon as it is read, so that only the results of thousands of heads stay in
 * memory.
 */
export type CheckHead<Checked> = (found: EntryFile, read: ReadFile) => CheckedHead<Checked>

export interface CheckedHead<Checked> {
  readonly isUsable: boolean
  readonly isGranted: boolean
  readonly checked: Checked
}

export interface Walked<Checked> {
  /** In path order. */
  readonly entries: readonly EntryFile[]
  /** Results for the packs among them. */
  readonly checked: ReadonlyMap<EntryFile, Checked>
  /** Files named KNOWLEDGE.md without frontmatter, relative to the root: notes, not packs. */
  readonly notes: readonly string[]
  readonly exists: boolean
  /** Number of skipped folders. */
  readonly skipped: number
  readonly diagnostics: readonly Diagnostic[]
}

/** Visited although they are hidden; lorefence's own comes first. */
const knowledgeFolders = ['.lorefence/knowledge', '.agents/knowledge'] as const

/**
 * Finds entry files below one root. Hidden folders other than the knowledge folders of a workspace are skipped. A
 * usable pack is a leaf: nothing inside it is another pack (AK-030); an unusable one hides nothing (AK-031), and an
 * ungranted one hides no granted entry. Links to folders are not followed, so that the walk cannot loop or leave the
 * root.
 */
export function walkRoot<Checked>(
  files: Files,
  root: Root,
  checkHead: CheckHead<Checked>,
  options: WalkOptions<Checked> = {},
): Walked<Checked> {
  const walk = new Walk(files, root, checkHead, options)
  walk.run()
  return walk.result()
}

interface Visit {
  readonly path: string
  readonly depth: number
  /** Whether it is a knowledge folder or inside one. */
  readonly declared: boolean
  /** Whether it is inside an ungranted pack, where only granted folders are visited. */
  readonly grantedOnly: boolean
  readonly ignored: IgnoreChain
}

type Leaf = 'granted' | 'ungranted'

class Walk<Checked> {
  readonly #files: Files
  readonly #root: Root
  readonly #checkHead: CheckHead<Checked>
  readonly #options: WalkOptions<Checked>
  readonly #entries: EntryFile[] = []
  readonly #checked = new Map<EntryFile, Checked>()
  readonly #notes: string[] = []
  readonly #findings: (Finding & { readonly at: string })[] = []
  readonly #limits: { readonly depth: number; readonly folders: number }
  /** Breadth first, so that folders near the root are visited before a limit is reached. */
  readonly #queue: Visit[] = []
  /** Whether the path of the root contains no link; determined when the first head is read. */
  #isReal: boolean | undefined
  #granted: readonly string[] | undefined
  #exists = true
  #skipped = 0
  /** Number of folders that are not queued, because the walk stops before them. */
  #beyond = 0
  #hitDepth = false

  constructor(files: Files, root: Root, checkHead: CheckHead<Checked>, options: WalkOptions<Checked>) {
    this.#files = files
    this.#root = root
    this.#checkHead = checkHead
    this.#options = options
    this.#limits = { depth: options.depth ?? limits.walkDepth, folders: options.folders ?? limits.walkFolders }
  }

  run(): void {
    const ignored = startIgnoring(this.#files, this.#root.path, this.#options.ignore)
    if (!this.#root.bare) this.#enterKnowledgeFolders(ignored)
    this.#queue.push({ path: '', depth: 0, declared: this.#root.bare === true, grantedOnly: false, ignored })
    for (let i = 0; i < this.#queue.length; i++) {
      const visit = this.#queue[i]
      if (i >= this.#limits.folders) {
        this.#find(
          'AK115',
          `The walk stopped after ${this.#limits.folders} folders; ${this.#queue.length - i + this.#beyond} or more were not visited.`,
          '',
        )
        return this.#visitGranted(ignored, new Set(this.#queue.slice(0, i).map(({ path }) => path)))
      }
      if (visit) this.#visit(visit)
    }
  }

  /** Granted folders are visited even after a limit, so that adding folders cannot hide them. */
  #visitGranted(ignored: IgnoreChain, visited: ReadonlySet<string>): void {
    for (const path of this.#grantedBelow()) {
      if (visited.has(path) || !this.#mayEnter(path, ignored)) continue
      const folder = this.#absolute(path)
      this.#takeEntries(this.#files.list(folder, tellingFiles) ?? [], { path, ignored }, folder)
    }
  }

  /** Granted folders, relative to the root. */
  #grantedBelow(): readonly string[] {
    const root = this.#granted ? undefined : this.#files.realPath(this.#root.path)
    this.#granted ??=
      root === undefined
        ? []
        : (this.#options.granted?.() ?? []).flatMap((granted) =>
            granted.startsWith(`${root}/`) ? granted.slice(root.length + 1) : [],
          )
    return this.#granted
  }

  /** Whether the walk would have reached the folder. */
  #mayEnter(path: string, ignored: IgnoreChain): boolean {
    const names = path.split('/')
    const inKnowledge = knowledgeFolders.some((folder) => path === folder || path.startsWith(`${folder}/`))
    return (
      names.every((name, i) => (inKnowledge && i < 2) || !isSkipped(name)) &&
      !names.some((_, i) => isIgnored(ignored, names.slice(0, i + 1).join('/'), true))
    )
  }

  #enterKnowledgeFolders(outer: IgnoreChain): void {
    const ignored = this.#options.respectGitignore
      ? withIgnoreFile(outer, this.#files, { folder: this.#root.path, path: '' })
      : outer
    for (const path of knowledgeFolders) {
      if (!this.#isFolder(path)) continue
      if (isIgnored(ignored, folderOf(path), true) || isIgnored(ignored, path, true)) this.#skipped += 1
      else this.#queue.push({ path, depth: 1, declared: true, grantedOnly: false, ignored })
    }
  }

  /** A linked knowledge folder may lead outside the root. */
  #isFolder(path: string): boolean {
    let above = this.#root.path
    for (const name of path.split('/')) {
      const entry =
        this.#files.kindOf(`${above}/${name}`) === 'folder'
          ? this.#files.list(above)?.find((listed) => listed.name === name)
          : undefined
      if (entry?.kind === 'link') this.#findLink(path)
      if (entry?.kind !== 'folder') return false
      above = `${above}/${name}`
    }
    return true
  }

  #visit(visit: Visit): void {
    const folder = this.#absolute(visit.path)
    const listed = this.#files.list(folder, tellingFiles)
    if (!listed) return this.#visitUnlisted(visit.path, folder)
    const hasRules = this.#options.respectGitignore === true && listed.some(({ name }) => name === '.gitignore')
    const here = hasRules
      ? { ...visit, ignored: withIgnoreFile(visit.ignored, this.#files, { folder, path: visit.path }) }
      : visit
    const isWanted = !here.grantedOnly || this.#grantedBelow().includes(visit.path)
    const leaf = isWanted ? this.#takeEntries(listed, here, folder) : 'ungranted'
    if (leaf === 'granted') return
    if (leaf === 'ungranted' || here.grantedOnly) return this.#enterGranted(listed, { ...here, grantedOnly: true })
    for (const { name, kind } of listed) {
      if (kind === 'folder') this.#enter(name, here)
      else if (kind === 'link' && here.declared && this.#files.kindOf(`${folder}/${name}`) === 'folder')
        this.#findLink(joinPath(visit.path, name))
    }
  }

  /** Enters only folders above granted ones. */
  #enterGranted(listed: readonly FolderEntry[], here: Visit): void {
    const folders = listed.filter(({ kind }) => kind === 'folder')
    if (folders.length === 0) return
    const start = here.path === '' ? '' : `${here.path}/`
    const wanted = new Set(
      this.#grantedBelow().flatMap((path) =>
        path.startsWith(start) ? (path.slice(start.length).split('/')[0] ?? []) : [],
      ),
    )
    for (const { name } of folders) if (wanted.has(name)) this.#enter(name, here)
  }

  #visitUnlisted(path: string, folder: string): void {
    const isThere = this.#files.kindOf(folder) === 'folder'
    if (path === '') this.#exists = isThere
    if (isThere) this.#find('AK116', `The folder "${path === '' ? '.' : path}" cannot be listed.`, path)
  }

  #enter(name: string, { path: above, depth, declared, grantedOnly, ignored }: Visit): void {
    const path = pathIn(above, name)
    if (isSkipped(name) || isIgnored(ignored, path, true)) this.#skipped += this.#isHome(path) ? 0 : 1
    else if (depth < this.#limits.depth && this.#queue.length > this.#limits.folders) this.#beyond += 1
    else if (depth < this.#limits.depth) this.#queue.push({ path, depth: depth + 1, declared, grantedOnly, ignored })
    else {
      this.#skipped += 1
      if (!this.#hitDepth)
        this.#find(
          'AK115',
          `Folders more than ${this.#limits.depth} levels down were not visited; the first is "${path}".`,
          path,
        )
      this.#hitDepth = true
    }
  }

  /** Whether the folder is a usable pack, and whether it is granted. */
  #takeEntries(
    listed: readonly FolderEntry[],
    { path: above, ignored }: Pick<Visit, 'path' | 'ignored'>,
    folder: string,
  ): Leaf | undefined {
    if (listed.some(isManifest)) {
      const path = pathIn(above, 'knowledge.yaml')
      if (!isIgnored(ignored, path, false)) this.#entries.push(this.#entry('manifest', folder, path))
    }
    const path = pathIn(above, 'KNOWLEDGE.md')
    return !listed.some(isGuide) || isIgnored(ignored, path, false) ? undefined : this.#takePack(folder, path)
  }

  #takePack(folder: string, path: string): Leaf | undefined {
    const entry = this.#entry('pack', folder, path)
    if (this.#options.passOver?.(entry)) return undefined
    const known = this.#options.known?.(entry)
    if (known) return this.#take(entry, known)
    this.#isReal ??= this.#files.realPath(this.#root.path) === this.#root.path
    const read = readHead(this.#files, folder, this.#isReal)
    if (read.ok && !startsWithFence(read.bytes)) {
      this.#notes.push(path)
      return undefined
    }
    const head = this.#checkHead(entry, read)
    // A file that cannot be opened counts as a pack, so that the error is reported.
    return this.#take(entry, { ...head, isUsable: head.isUsable || !read.ok })
  }

  #take(entry: EntryFile, { isUsable, isGranted, checked }: CheckedHead<Checked>): Leaf | undefined {
    this.#entries.push(entry)
    this.#checked.set(entry, checked)
    if (!isUsable) return undefined
    return isGranted ? 'granted' : 'ungranted'
  }

  #entry(format: EntryFile['format'], folder: string, path: string): EntryFile {
    const { scope, native } = this.#root
    const file = format === 'pack' ? 'KNOWLEDGE.md' : 'knowledge.yaml'
    return {
      format,
      folder,
      file,
      scope,
      path: this.#shown(path),
      root: this.#root.path,
      via: path === 'knowledge.yaml' ? 'root' : 'walk',
      native: native === true || path.startsWith('.lorefence/'),
    }
  }

  /** Parents of the knowledge folders, which were visited first. */
  #isHome(path: string): boolean {
    return !this.#root.bare && knowledgeFolders.some((folder) => folder === `${path}/knowledge`)
  }

  #find(code: Finding['code'], message: string, at: string): void {
    this.#findings.push({ code, message, at })
  }

  #findLink(path: string): void {
    this.#skipped += 1
    this.#find('AK117', `The link "${path}" leads to a folder and is not followed.`, path)
  }

  #absolute(path: string): string {
    return path === '' ? this.#root.path : `${this.#root.path}/${path}`
  }

  #shown(path: string): string {
    return this.#root.shown === undefined ? path : `${this.#root.shown}/${path}`
  }

  result(): Walked<Checked> {
    const entries = inTreeOrder(this.#entries)
    const diagnostics = this.#findings.flatMap(({ at, ...finding }) =>
      diagnose([finding], { file: at === '' ? (this.#root.shown ?? '.') : this.#shown(at), text: '' }),
    )
    return {
      entries,
      checked: this.#checked,
      notes: this.#notes.sort(),
      exists: this.#exists,
      skipped: this.#skipped,
      diagnostics,
    }
  }
}

/** The files that a walk needs; most files are others. */
export const tellingFiles: ReadonlySet<string> = new Set(['KNOWLEDGE.md', 'knowledge.yaml', '.gitignore'])

/** Also matches a folder of that name, so that it is reported. */
const isManifest = ({ name }: FolderEntry): boolean => name === 'knowledge.yaml'
const isGuide = ({ name, kind }: FolderEntry): boolean => name === 'KNOWLEDGE.md' && kind !== 'folder'

const pathIn = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

function inTreeOrder(entries: readonly EntryFile[]): readonly EntryFile[] {
  const keyed = entries.map((entry) => ({ entry, key: treeKey(entry.path) }))
  return keyed.sort((a, b) => compareText(a.key, b.key)).map(({ entry }) => entry)
}
