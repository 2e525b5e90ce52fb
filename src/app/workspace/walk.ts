import { gitIgnored } from '../../discover/git-ignored.ts'
import { isIgnored as isIgnoredBy, startIgnoring } from '../../discover/ignore-chain.ts'
import { isOutput, isPrivate, isSkipped, privateName } from '../../discover/skipped-folders.ts'
import { formatOf } from '../../formats/format-of.ts'
import { limits } from '../../model/limits.ts'
import type { Files, FolderEntry } from '../../model/ports.ts'
import type { WorkspaceFileKind, WorkspaceOmission } from '../../model/records/workspace.ts'
import { startsWithFence } from '../../parse/pack/frontmatter.ts'
import type { WorkspacePorts } from './workspace.ts'

/** A repository with the files that may be opened according to their names and git. */
export interface WalkedRepository {
  readonly root: string
  readonly isGit: boolean
  readonly files: { readonly path: string; readonly kind: WorkspaceFileKind }[]
  /** Paths of knowledge.yaml and KNOWLEDGE.md. */
  readonly entryFiles: string[]
  readonly leftOut: Partial<Record<WorkspaceOmission, number>>
}

interface Visit {
  readonly repository: Walking
  /** Below the root of the repository. */
  readonly path: string
  readonly depth: number
}

interface Walking extends WalkedRepository {
  /** Whether a config omits a place, including configs of the folders around. */
  readonly isLeftOut: (place: string, isFolder: boolean) => boolean
  readonly isIgnored: (path: string, isFolder: boolean) => boolean
}

/**
 * The repositories in a folder, including itself; a folder with `.git` starts one. Only `.gitignore` files and the
 * start of a KNOWLEDGE.md are opened. Links are not followed, so that the walk cannot loop or leave the folder.
 */
export function walkRepositories(
  files: Files,
  folder: string,
  { ignoredIn = () => [], userIgnore }: Partial<Pick<WorkspacePorts, 'ignoredIn' | 'userIgnore'>> = {},
): readonly WalkedRepository[] {
  const started: Walking[] = []
  const start = (root: string, outer?: Walking): Walking => {
    const isIgnoredByGit = gitIgnored(files, root, userIgnore)
    const globs = startIgnoring(files, root, ignoredIn(root))
    const isLeftOut = (place: string, isFolder: boolean): boolean =>
      isIgnoredBy(globs, place.slice(root.length + 1), isFolder) || outer?.isLeftOut(place, isFolder) === true
    const repository: Walking = {
      root,
      isLeftOut,
      isGit: files.kindOf(`${root}/.git`) !== undefined,
      files: [],
      entryFiles: [],
      leftOut: {},
      isIgnored: (path, isFolder) => isLeftOut(`${root}/${path}`, isFolder) || isIgnoredByGit(path, isFolder),
    }
    started.push(repository)
    return repository
  }
  const pending: Visit[] = [{ repository: start(folder), path: '', depth: 0 }]
  let count = 0
  for (const visit of pending) {
    const { repository, path, depth } = visit
    const place = path === '' ? repository.root : `${repository.root}/${path}`
    const listed = files.list(place)
    if (!listed) leave(repository, 'unreadable')
    for (const { name, kind } of listed ?? []) {
      if (name === '.git') continue
      const inside = path === '' ? name : `${path}/${name}`
      const reason = whyLeftOut({ name, kind }, inside, repository)
      if (reason !== undefined) leave(repository, reason)
      else if (kind === 'folder') {
        if (depth >= limits.workspaceDepth || pending.length > limits.walkFolders) leave(repository, 'limit')
        else if (files.kindOf(`${place}/${name}/.git`) === undefined)
          pending.push({ repository, path: inside, depth: depth + 1 })
        else pending.push({ repository: start(`${place}/${name}`, repository), path: '', depth: depth + 1 })
      } else if (isEntryFile(files, place, name)) repository.entryFiles.push(inside)
      else if (count >= limits.workspaceFiles) leave(repository, 'limit')
      else {
        const fileKind = kindOfFile(name)
        if (fileKind === undefined) leave(repository, 'binary')
        else {
          count += 1
          repository.files.push({ path: inside, kind: fileKind })
        }
      }
    }
  }
  return started.map(({ isIgnored: _isIgnored, isLeftOut: _isLeftOut, ...repository }) => repository)
}

function leave({ leftOut }: WalkedRepository, reason: WorkspaceOmission): void {
  leftOut[reason] = (leftOut[reason] ?? 0) + 1
}

/** Hidden folders with the policies and workflows of a repository. */
const shownFolders = new Set(['.github', '.gitlab'])

function whyLeftOut(
  { name, kind }: FolderEntry,
  path: string,
  { isGit, isIgnored }: Pick<Walking, 'isGit' | 'isIgnored'>,
): WorkspaceOmission | undefined {
  if (kind === 'link' || kind === 'other') return 'link'
  const isFolder = kind === 'folder'
  if (isFolder ? isPrivate(name) : privateName(path) !== undefined)
    return isDependencies(name) ? 'dependencies' : 'private'
  if (name.startsWith('.') && !(isFolder && shownFolders.has(name))) return 'hidden'
  // In a repository, a folder named like build output that git does not ignore may contain sources.
  const isLeft = isSkipped(name) && !(isGit && isOutput(name))
  if (isFolder && isLeft && !shownFolders.has(name)) return 'dependencies'
  if (isIgnored(path, isFolder)) return 'ignored'
  return !isFolder && isGenerated(name) ? 'generated' : undefined
}

const isDependencies = (name: string): boolean =>
  /^(?:node_modules|bower_components|jspm_packages|site-packages)$/.test(name)

/** Enough for a byte order mark and the fence of a frontmatter. */
const startBytes = 64

/** A note named KNOWLEDGE.md that is no pack is a document; one that cannot be read may be a pack. */
export function isEntryFile(files: Files, folder: string, name: string): boolean {
  if (name === 'knowledge.yaml') return true
  if (name !== 'KNOWLEDGE.md') return false
  const start = files.read(folder, name, { limit: limits.contentBytes, head: startBytes })
  return !start.ok || startsWithFence(start.bytes)
}

const configurationEndings = /\.(?:json[c5]?|ya?ml|toml|ini|cfg|conf|properties|xml|tf|hcl|env|editorconfig)$/i
const codeFormats = new Set(['code', 'notebook'])
const configurationFormats = new Set(['json', 'yaml'])

/** Lock files, bundles, drawings and signatures: text that nobody writes or searches for. */
const generated =
  /^(?:go\.sum|npm-shrinkwrap\.json)$|[.-]lock(?:\.(?:json|ya?ml))?$|\.(?:map|snap|svg|sig|minisig|sigstore|log|lockb|min\.(?:js|css|mjs))$/i

const isGenerated = (name: string): boolean => generated.test(name)

/** By the name of a file; `undefined` when it is not text. */
function kindOfFile(name: string): WorkspaceFileKind | undefined {
  const format = formatOf(name)
  if (format === undefined) return undefined
  if (format === 'pdf') return 'pdf'
  if (configurationFormats.has(format) || (format === 'code' && configurationEndings.test(name))) return 'configuration'
  return codeFormats.has(format) ? 'code' : 'document'
}
