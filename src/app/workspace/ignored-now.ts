import { gitIgnored } from '../../discover/git-ignored.ts'
import { isFileIgnored, startIgnoring } from '../../discover/ignore-chain.ts'
import { storedSummary } from './stored-scan.ts'
import { isBelow, type WorkspacePorts } from './workspace.ts'

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
 * Scanned repositories and folders around a root, outermost first. What their configs omit is omitted in it too; for git,
 * only the repository directly around it can ignore its folder.
 */
const scannedAround = (ports: WorkspacePorts, root: string): readonly string[] =>
  (storedSummary(ports)?.repositories ?? [])
    .map((repository) => repository.root)
    .filter((outer) => outer !== root && isBelow(root, outer))
    .sort((a, b) => a.length - b.length)
