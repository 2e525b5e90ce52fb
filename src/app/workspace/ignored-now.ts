import { gitIgnored } from '../../discover/git-ignored.ts'
import { isFileIgnored, startIgnoring } from '../../discover/ignore-chain.ts'
import { storedSummary } from './stored-scan.ts'
import { isBelow, type WorkspacePorts } from './workspace.ts'

/** Whether git or a config leaves out a file, or a folder on the way to it, by now. */
export function ignoredNow(ports: WorkspacePorts, root: string): (path: string) => boolean {
  const { files, ignoredIn, userIgnore } = ports
  const byGit = gitIgnored(files, root, userIgnore)
  const configs = [root, ...scannedAround(ports, root)].map((folder) => ({
    folder,
    globs: startIgnoring(files, folder, ignoredIn(folder)),
  }))
  return (path) => {
    const names = path.split('/')
    const place = `${root}/${path}`
    return (
      configs.some(({ folder, globs }) => isFileIgnored(globs, place.slice(folder.length + 1))) ||
      names.some((_, i) => byGit(names.slice(0, i + 1).join('/'), i < names.length - 1))
    )
  }
}

/** Other repositories and folders of the scan that a root is in: what their configs leave out is left out in it too. */
const scannedAround = (ports: WorkspacePorts, root: string): readonly string[] =>
  (storedSummary(ports)?.repositories ?? [])
    .map((repository) => repository.root)
    .filter((outer) => outer !== root && isBelow(root, outer))
