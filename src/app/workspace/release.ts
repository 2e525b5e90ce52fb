import { gitIgnored } from '../../discover/git-ignored.ts'
import { isFileIgnored, startIgnoring } from '../../discover/ignore-chain.ts'
import type { WorkspaceFile, WorkspaceRepository } from '../../model/records/workspace.ts'
import { DamagedIndex } from '../../rank/stored-text.ts'
import { cutText } from '../memory/stored-text.ts'
import { declaredIn, type Declared } from './declared.ts'
import { openFile } from './open-file.ts'
import { storedSummary } from './stored-scan.ts'
import { isBelow, type WorkspacePorts } from './workspace.ts'

/** A place in a file as it is now. */
export interface Released {
  readonly line: number
  /** Secrets are masked. */
  readonly excerpt: string
}

interface Place {
  readonly start: number
  readonly end: number
}

interface Rules {
  readonly declared: Declared
  readonly isIgnored: (path: string) => boolean
  readonly stampOf: (path: string) => string | undefined
}

/**
 * Decides before it reads: files that a pack or manifest now declares, or that git ignores, are not opened. Throws if
 * the digest of a file has changed but not its stamp, because the next scan would not notice.
 */
export function releaseCheck(
  ports: WorkspacePorts,
): (
  repository: Pick<WorkspaceRepository, 'root'>,
  file: WorkspaceFile,
  place: Place,
) => Released | 'withheld' | 'changed' {
  const { files } = ports
  const rules = new Map<string, Rules>()
  const rulesOf = (root: string): Rules => {
    const known = rules.get(root) ?? {
      declared: declaredIn(ports, [root]),
      isIgnored: ignoredNow(ports, root),
      stampOf: files.stamps?.(root) ?? (() => undefined),
    }
    rules.set(root, known)
    return known
  }
  return ({ root }, file, place) => {
    const { declared, isIgnored, stampOf } = rulesOf(root)
    const path = `${root}/${file.path}`
    if (declared.covers(path) || declared.isUnclear(path) || declared.entryFiles.has(path)) return 'withheld'
    if (isIgnored(file.path)) return 'withheld'
    const opened = openFile(files, root, file)
    if ('reason' in opened || opened.digest !== file.digest) {
      if (file.stamp !== undefined && stampOf(file.path) === file.stamp) throw new DamagedIndex()
      return 'changed'
    }
    return {
      line: 1 + (opened.text.slice(0, place.start).match(/\n/g)?.length ?? 0),
      excerpt: excerptOf(opened.text, place),
    }
  }
}

const excerptLength = 600

/** The place with the lines around it, in whole lines where they fit. */
function excerptOf(text: string, { start, end }: Place): string {
  const around = Math.max(0, excerptLength - (end - start)) / 2
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const before = text.indexOf('\n', Math.max(0, Math.floor(start - around)) - 1)
  const from = start - around <= 0 ? 0 : Math.min(before < 0 ? start : before + 1, Math.max(lineStart, 0))
  const last = Math.min(text.length, Math.max(end, start) + Math.ceil(around), start + 2 * excerptLength)
  const after = last >= text.length ? text.length : text.lastIndexOf('\n', last)
  const to = after > Math.min(end, last) ? after : last
  return cutText(text, Math.max(from, start - excerptLength), to).replace(/^\n+|\s+$/g, '')
}

/** Whether git or a config now omits a file or a folder above it. */
export function ignoredNow(ports: WorkspacePorts, root: string): (path: string) => boolean {
  const { files, ignoredIn, userIgnore } = ports
  const byGit = gitIgnored(files, root, userIgnore)
  const around = [...scannedAround(ports, root), root]
  const configs = around.map((folder) => ({ folder, globs: startIgnoring(files, folder, ignoredIn(folder)) }))
  const isRootIgnored = around.slice(1).some((inner, i) => {
    const outer = around[i] ?? root
    const isIgnored = gitIgnored(files, outer, userIgnore)
    return pathsTo(inner.slice(outer.length + 1)).some((path) => isIgnored(path, true))
  })
  return (path) => {
    const place = `${root}/${path}`
    return (
      isRootIgnored ||
      configs.some(({ folder, globs }) => isFileIgnored(globs, place.slice(folder.length + 1))) ||
      pathsTo(path).some((one) => byGit(one, one !== path))
    )
  }
}

/** A path and the folders above it, outermost first. */
const pathsTo = (path: string): readonly string[] =>
  path.split('/').map((_, i, names) => names.slice(0, i + 1).join('/'))

/**
 * Scanned repositories and folders around a root, outermost first. What their configs omit is omitted in it too; for
 * git, only the repository directly around it can ignore its folder.
 */
const scannedAround = (ports: WorkspacePorts, root: string): readonly string[] =>
  (storedSummary(ports)?.repositories ?? [])
    .map((repository) => repository.root)
    .filter((outer) => outer !== root && isBelow(root, outer))
    .sort((a, b) => a.length - b.length)
