import type { SourceKind } from '../../model/distribution.ts'

/** KCP Catalog §5; anything else must be reported, never skipped. */
export function sourceKindOf(source: string): SourceKind | undefined {
  if (/^\.\.?\//.test(source)) return 'relative'
  if (/^\/[^/]/.test(source)) return 'absolute'
  if (/^https:\/\/[^/\s]/i.test(source)) return 'https'
  return isGitSource(source) ? 'git' : undefined
}

/** `git+https://host/repo.git//file@ref`; the ref is optional. */
function isGitSource(source: string): boolean {
  const prefix = 'git+https://'
  if (!source.startsWith(prefix)) return false
  const rest = source.slice(prefix.length)
  const end = rest.indexOf('.git//')
  if (end < 0 || !/^[^/\s]+\/\S*[^/\s]$/.test(rest.slice(0, end))) return false
  const [path = '', ref, ...more] = rest.slice(end + '.git//'.length).split('@')
  return /^[A-Za-z0-9/_.-]+$/.test(path) && (ref === undefined || /^\S+$/.test(ref)) && more.length === 0
}
