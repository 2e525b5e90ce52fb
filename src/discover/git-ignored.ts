import type { Files } from '../model/ports.ts'
import { folderOf } from '../text/paths/paths.ts'
import { repositoriesAround } from '../text/paths/repositories.ts'
import { isIgnored, startIgnoring, withIgnoreFile, type IgnoreChain } from './ignore-chain.ts'

/** Whether git ignores a path below a root, by the rules of the repository around it; one that is named is not asked about. */
export function gitIgnored(files: Files, root: string): (path: string, isFolder: boolean) => boolean {
  const [top = root] = repositoriesAround(root, (path) => files.kindOf(path) !== undefined)
  const fromTop = (path: string): string => [root.slice(top.length + 1), path].filter(Boolean).join('/')
  const excluded = withIgnoreFile(startIgnoring(files, top), files, {
    folder: `${top}/.git/info`,
    path: '',
    file: 'exclude',
  })
  const chains = new Map<string, IgnoreChain>()
  const chainAt = (folder: string): IgnoreChain => {
    const known = chains.get(folder)
    if (known) return known
    const above = folder === '' ? excluded : chainAt(folderOf(folder))
    const chain = withIgnoreFile(above, files, { folder: folder === '' ? top : `${top}/${folder}`, path: folder })
    chains.set(folder, chain)
    return chain
  }
  return (path, isFolder) => isIgnored(chainAt(folderOf(fromTop(path))), fromTop(path), isFolder)
}
