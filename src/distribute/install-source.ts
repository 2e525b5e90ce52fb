import type { InstallSource } from '../model/distribution/installation.ts'
import { joinPath, pathProblem } from '../text/paths/paths.ts'

/** A ref that git cannot mistake for an option, a range or a search. */
const refPattern = /^(?!.*(?:\.\.|@\{|\/\/|\.lock$))[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}$/

const github = /^(?:github:)?([A-Za-z0-9][A-Za-z0-9-]{0,38})\/([A-Za-z0-9._-]{1,100}?)(?:\/\/?([^@]+))?(?:@(.+))?$/

const git = /^git\+(https:\/\/[^\s@]+?|(?:\.{0,2}\/)[^@]*?)(?:\/\/([^@]+?))?(?:@(.+))?$/

/** Whether it is the short form of a GitHub repository: `owner/repo`, with optional `/path` and `@ref`. */
export const isShort = (written: string): boolean => github.test(written) && !written.startsWith('github:')

/** Parses a source; local paths are relative to `folder`. `undefined` if it is of no known kind. */
export function parseSource(written: string, folder: string): InstallSource | undefined {
  if (/[\0-\x1f\x7f]/.test(written)) return undefined
  const [, repository, inner, ref] = git.exec(written) ?? []
  if (repository !== undefined) {
    const place = placeIn(inner, ref)
    const at = repository.startsWith('https:') ? repository : absolute(repository, folder)
    return place && { kind: 'git', repository: at, ...place }
  }
  if (/^https:\/\//i.test(written)) return { kind: 'https', url: written }
  if (/^\.{0,2}\//.test(written) || /^\.{1,2}$/.test(written))
    return { kind: 'local', place: absolute(written, folder) }
  const [, owner, name, path, branch] = github.exec(written) ?? []
  const place = owner === undefined ? undefined : placeIn(path, branch)
  return place && owner !== undefined && name !== undefined && !/^\.{1,2}$/.test(name)
    ? { kind: 'github', owner, repository: name, ...place }
    : undefined
}

/** The form in a lock: local paths are relative, so that another machine can read them. */
export function sourceText(source: InstallSource, folder: string): string {
  const path = source.path === undefined ? '' : `//${source.path}`
  const inner = source.ref === undefined ? path : `${path}@${source.ref}`
  switch (source.kind) {
    case 'local':
      return relativeTo(folder, source.place)
    case 'https':
      return source.url
    case 'git': {
      const { repository } = source
      return `git+${repository.startsWith('https:') ? repository : relativeTo(folder, repository)}${inner}`
    }
    case 'github':
      return `github:${source.owner}/${source.repository}${inner}`
  }
}

function placeIn(path: string | undefined, ref: string | undefined): Pick<InstallSource, 'path' | 'ref'> | undefined {
  if (ref !== undefined && !refPattern.test(ref)) return undefined
  if (path === undefined) return ref === undefined ? {} : { ref }
  const inner = pathProblem(path) ? '' : joinPath(path)
  return inner === '' ? undefined : { path: inner, ...(ref === undefined ? {} : { ref }) }
}

const absolute = (written: string, folder: string): string => {
  const parts: string[] = []
  for (const part of (written.startsWith('/') ? written : `${folder}/${written}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

function relativeTo(folder: string, place: string): string {
  const [from, to] = [folder, place].map((path) => path.split('/').filter(Boolean))
  let same = 0
  while (same < (from?.length ?? 0) && same < (to?.length ?? 0) && from?.[same] === to?.[same]) same++
  const up = '../'.repeat((from?.length ?? 0) - same)
  return `${up === '' ? './' : up}${to?.slice(same).join('/') ?? ''}`
}
