import type { Files, FolderEntry } from '../model/ports.ts'
import { folderOf, repositoriesAround } from '../text/paths/paths.ts'
import { type IgnoreChain, isIgnored, startIgnoring, withIgnoreFile } from './ignore-chain.ts'

/**
 * Whether git ignores a path. `beside`: the list of its folder, if the caller has it, so that no `.gitignore` is
 * searched for.
 */
export type GitIgnored = (path: string, isFolder: boolean, beside?: readonly FolderEntry[]) => boolean

/**
 * For paths below a root, by the rules of the surrounding repository; not called for a path that somebody named.
 * `userIgnore`: the file with the user's ignore rules for every repository.
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

/** The file may be a link, as dotfile managers create them. */
function withUserFile(chain: IgnoreChain, files: Files, path: string): IgnoreChain {
  const real = files.realPath(path) ?? path
  const slash = real.lastIndexOf('/')
  return withIgnoreFile(chain, files, { folder: real.slice(0, slash), path: '', file: real.slice(slash + 1) })
}

/** The folder with the repository's own rules. In a work tree or submodule, `.git` is a file that names this folder. */
function gitFolderOf(files: Files, top: string): string {
  const named = files.kindOf(`${top}/.git`) === 'file' ? lineOf(files, top, '.git') : undefined
  if (named === undefined) return `${top}/.git`
  const folder = absoluteFrom(top, named.replace(/^gitdir:\s*/, ''))
  const common = lineOf(files, folder, 'commondir')
  return common === undefined ? folder : absoluteFrom(folder, common)
}

/** The single line of a file that git wrote. */
function lineOf(files: Files, folder: string, name: string): string | undefined {
  const read = files.read(folder, name, { limit: 4096 })
  return read.ok ? new TextDecoder().decode(read.bytes).replace(/[\r\n]+$/, '') : undefined
}

const absoluteFrom = (folder: string, path: string): string =>
  /^(?:\/|[A-Za-z]:)/.test(path) ? path : `${folder}/${path}`
