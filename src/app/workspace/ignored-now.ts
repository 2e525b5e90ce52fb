import { gitIgnored } from '../../discover/git-ignored.ts'
import { isFileIgnored, startIgnoring } from '../../discover/ignore-chain.ts'
import { storedSummary } from './stored-scan.ts'
import { isBelow, type WorkspacePorts } from './workspace.ts'

/** Whether git or a config leaves out a file, or a folder on the way to it, by now. */
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

/** A path with those of the folders that it is in, outermost first. */
const pathsTo = (path: string): readonly string[] =>
  path.split('/').map((_, i, names) => names.slice(0, i + 1).join('/'))

/**
 * Other repositories and folders of the scan that a root is in, outermost first. What their configs leave out is left out in it
 * too; git ignores in a repository only what the one right around it says of its folder.
 */
const scannedAround = (ports: WorkspacePorts, root: string): readonly string[] =>
  (storedSummary(ports)?.repositories ?? [])
    .map((repository) => repository.root)
    .filter((outer) => outer !== root && isBelow(root, outer))
    .sort((a, b) => a.length - b.length)
