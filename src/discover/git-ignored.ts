import type { Files, FolderEntry } from '../model/ports.ts'
import { folderOf, repositoriesAround } from '../text/paths/paths.ts'
import { type IgnoreChain, isIgnored, startIgnoring, withIgnoreFile } from './ignore-chain.ts'

/** Whether git ignores a path. `beside`: what its folder lists, if the caller knows, so that no `.gitignore` is searched for. */
export type GitIgnored = (path: string, isFolder: boolean, beside?: readonly FolderEntry[]) => boolean

/**
 * For paths below a root, by the rules of the repository around it; one that is named is not asked about. `userIgnore`: the file of
 * what a user ignores in every repository.
 */
export function gitIgnored(files: Files, root: string, userIgnore?: string): GitIgnored {
  const [top = root] = repositoriesAround(root, (path) => files.kindOf(path) !== undefined)
  const start = top === root ? '' : `${root.slice(top.length + 1)}/`
  const none = startIgnoring(files, top)
  const ofUser = userIgnore === undefined ? none : withUserFile(none, files, userIgnore)
  const excluded = withIgnoreFile(ofUser, files, {
    folder: `${gitFolderOf(files, top)}/info`,
    path: '',
    file: 'exclude',
  })
  const chains = new Map<string, IgnoreChain>()
  const chainAt = (folder: string, listed?: readonly FolderEntry[]): IgnoreChain => {
    const known = chains.get(folder)
    if (known) return known
    const outer = folder === '' ? excluded : chainAt(folderOf(folder))
    const chain =
      listed?.some(({ name }) => name === '.gitignore') === false
        ? outer
        : withIgnoreFile(outer, files, { folder: folder === '' ? top : `${top}/${folder}`, path: folder })
    chains.set(folder, chain)
    return chain
  }
  return (path, isFolder, beside) => {
    const place = `${start}${path}`
    return isIgnored(chainAt(folderOf(place), beside), place, isFolder)
  }
}

/** It may be a link, as programs for dotfiles make them. */
function withUserFile(chain: IgnoreChain, files: Files, path: string): IgnoreChain {
  const real = files.realPath(path) ?? path
  const slash = real.lastIndexOf('/')
  return withIgnoreFile(chain, files, { folder: real.slice(0, slash), path: '', file: real.slice(slash + 1) })
}

/** Where a repository keeps its own rules. Of a work tree or a submodule `.git` is a file that names the folder. */
function gitFolderOf(files: Files, top: string): string {
  const named = files.kindOf(`${top}/.git`) === 'file' ? lineOf(files, top, '.git') : undefined
  if (named === undefined) return `${top}/.git`
  const folder = absoluteFrom(top, named.replace(/^gitdir:\s*/, ''))
  const common = lineOf(files, folder, 'commondir')
  return common === undefined ? folder : absoluteFrom(folder, common)
}

/** The only line of a file of git. */
function lineOf(files: Files, folder: string, name: string): string | undefined {
  const read = files.read(folder, name, { limit: 4096 })
  return read.ok ? new TextDecoder().decode(read.bytes).replace(/[\r\n]+$/, '') : undefined
}

const absoluteFrom = (folder: string, path: string): string =>
  /^(?:\/|[A-Za-z]:)/.test(path) ? path : `${folder}/${path}`
