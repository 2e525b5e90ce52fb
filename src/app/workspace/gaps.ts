import { classifyDocument } from '../../author/documents/document-class.ts'
import type { Histories } from '../../model/records/history.ts'
import { limits } from '../../model/limits.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import type { WorkspaceFile, WorkspaceFileKind, WorkspaceRepository } from '../../model/records/workspace.ts'
import { compareText } from '../../text/compare.ts'
import { findLinks } from '../../text/markdown/links.ts'
import { percentDecoded, fileName, folderOf, joinPath, localPath, pathProblem } from '../../text/paths/paths.ts'
import { shellWord } from '../../text/messages/show-value.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { isMarkdown } from '../../validate/pack-facts/text-files.ts'
import { shownPath } from '../shared/shown-path.ts'
import { declaredIn } from './declared.ts'
import { isBelow, type WorkspacePorts } from './workspace.ts'

/** How often a file was used, by kind of use. */
interface Uses {
  /** Documents that link to it. */
  readonly links: number
  /** Commits that changed it after the first. */
  readonly changes: number
  /** Reads that released a part of it. */
  readonly reads: number
  /** Messages of past sessions that name it. */
  readonly mentions: number
}

export interface Gap {
  /** Absolute root of its repository. */
  readonly root: string
  readonly path: string
  readonly kind: WorkspaceFileKind
  readonly uses: Uses
}

interface GapOptions {
  readonly repositories: readonly WorkspaceRepository[]
  readonly receipts: readonly Pick<Receipt, 'spans'>[]
  /** Messages of the sessions that were started in a repository. */
  messagesIn(root: string): Iterable<string>
  /** Absolute paths of declared files that every gate allows; only these and undeclared files are opened. */
  readonly allowed: ReadonlySet<string>
}

/** Files with fewer uses are not reported. */
const leastUses = 2

/**
 * Files that are used but that no pack or manifest declares, ordered by the number of kinds of use, then of uses.
 * Ignored and secret files are not in a scan, so they are not reported.
 */
export function findGaps(
  ports: WorkspacePorts & { readonly histories: Histories },
  { repositories, receipts, messagesIn, allowed }: GapOptions,
): readonly Gap[] {
  const declared = declaredIn(
    ports,
    repositories.map(({ root }) => root),
  )
  const reads = readCounts(receipts)
  const gaps = repositories.flatMap((repository): readonly Gap[] => {
    const { root } = repository
    const isOpen = (path: string): boolean => {
      const place = `${root}/${path}`
      return !declared.covers(place) && !declared.isUnclear(place) && !declared.entryFiles.has(place)
    }
    const open = repository.files.filter(({ path }) => isOpen(path))
    const readable = repository.files.filter(({ path }) => isOpen(path) || allowed.has(`${root}/${path}`))
    const links = linkCounts(ports.files, root, readable)
    const mentions = mentionCounts(root, open, messagesIn(root))
    const commits = commitCounts(ports.histories, root)
    return open.flatMap(({ path, kind, digest }): readonly Gap[] => {
      if (kind === 'document' && !isDrafted(path)) return []
      const uses: Uses = {
        links: links.get(path) ?? 0,
        changes: Math.max(0, (commits(path) ?? 0) - 1),
        reads: digest === undefined ? 0 : (reads.get(digest) ?? 0),
        mentions: mentions.get(path) ?? 0,
      }
      return total({ kind, uses }) >= leastUses ? [{ root, path, kind, uses }] : []
    })
  })
  return gaps.sort(
    (a, b) => ways(b) - ways(a) || total(b) - total(a) || compareText(a.root, b.root) || compareText(a.path, b.path),
  )
}

/** Whether a draft would include it; a license, for example, is not a document. */
function isDrafted(path: string): boolean {
  const classified = classifyDocument(path)
  return classified !== undefined && 'document' in classified
}

/** Code and configuration change often, so their changes do not count. */
const counts = ({ kind, uses: { links, changes, reads, mentions } }: Pick<Gap, 'kind' | 'uses'>): readonly number[] =>
  kind === 'document' || kind === 'pdf' ? [links, changes, reads, mentions] : [links, reads, mentions]

const ways = (gap: Pick<Gap, 'kind' | 'uses'>): number => counts(gap).filter((count) => count > 0).length
const total = (gap: Pick<Gap, 'kind' | 'uses'>): number => counts(gap).reduce((sum, count) => sum + count, 0)

/** By the digest of the file, since a receipt has the path that the entry had at that time. */
function readCounts(receipts: GapOptions['receipts']): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { spans } of receipts)
    for (const digest of new Set(spans.map(({ fileDigest }) => fileDigest)))
      found.set(digest, (found.get(digest) ?? 0) + 1)
  return found
}

/** By path; a document that links to a file several times counts once. */
function linkCounts(
  files: WorkspacePorts['files'],
  root: string,
  documents: readonly WorkspaceFile[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { path } of documents) {
    if (!isMarkdown(path)) continue
    const read = files.read(root, path, { limit: limits.checkedFileBytes })
    const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
    if (!decoded?.ok) continue
    const targets = findLinks(decoded.text).flatMap(({ destination }) => targetOf(path, destination) ?? [])
    for (const target of new Set(targets)) if (target !== path) found.set(target, (found.get(target) ?? 0) + 1)
  }
  return found
}

function targetOf(from: string, destination: string): string | undefined {
  const local = localPath(destination)
  const written = local === undefined ? undefined : percentDecoded(local)
  if (written === undefined) return undefined
  const path = written.startsWith('/') ? written.slice(1) : `${folderOf(from)}/${written}`.replace(/^\//, '')
  return pathProblem(path) ? undefined : joinPath(path)
}

function commitCounts(histories: Histories, root: string): (path: string) => number | undefined {
  const history = histories.of(root)
  if (!history || !isBelow(root, history.root)) return () => undefined
  const prefix = root === history.root ? '' : `${root.slice(history.root.length + 1)}/`
  return (path) => history.files.get(`${prefix}${path}`)?.commits
}

/** Something that looks like a path or a file name. */
const pathLike = /[\w@+-][\w@.+-]*(?:\/[\w@.+-]+)+|[\w@+-][\w@.+-]*\.\w{1,8}/g

/** Counts mentions of a file by its path from the root, or by its name if that is unique. */
function mentionCounts(
  root: string,
  files: readonly WorkspaceFile[],
  messages: Iterable<string>,
): ReadonlyMap<string, number> {
  const names = new Map<string, string | undefined>()
  for (const { path } of files) names.set(fileName(path), names.has(fileName(path)) ? undefined : path)
  for (const { path } of files) names.set(path, path)
  const found = new Map<string, number>()
  for (const message of messages) {
    const named = new Set<string>()
    for (const [written] of message.replaceAll(`${root}/`, '').matchAll(pathLike)) {
      const path = names.get(written.replace(/^\.\//, '')) ?? names.get(written.replace(/[.]+$/, ''))
      if (path !== undefined) named.add(path)
    }
    for (const path of named) found.set(path, (found.get(path) ?? 0) + 1)
  }
  return found
}

/** The command that declares the documents of each repository; other files are not drafted. */
export function commandsForGaps(
  { files }: Pick<WorkspacePorts, 'files'>,
  gaps: readonly Gap[],
  cwd: string,
): readonly string[] {
  const shown = (path: string): string => shellWord(isBelow(path, cwd) ? shownPath(cwd, path) : path)
  const roots = [...new Set(gaps.map(({ root }) => root))]
  return roots.flatMap((root) => {
    const documents = gaps.filter((gap) => gap.root === root && gap.kind === 'document')
    const paths = documents.map(({ path }) => shown(`${root}/${path}`))
    const update = files.kindOf(`${root}/knowledge.yaml`) === undefined ? '' : ' --update'
    const at = root === cwd ? '' : ` --root ${shown(root)}`
    return paths.length === 0 ? [] : [`lorefence init${update}${at} ${paths.join(' ')}`]
  })
}
