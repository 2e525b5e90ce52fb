import { resolve } from 'node:path'
import { readObjects } from './read-objects.ts'
import { runGit } from './run-git.ts'
import { withoutFilters } from './without-filters.ts'

/** How the files of a repository differed at an earlier revision from now. */
export interface Revision {
  readonly commit: string
  /** Absolute path of a file that has changed, with its bytes at the revision; `undefined` where it did not exist. */
  readonly changed: ReadonlyMap<string, Uint8Array | undefined>
}

export type OpenedRevision =
  | { readonly ok: true; readonly revision: Revision }
  | { readonly ok: false; readonly detail: string }

/** Whether a folder is in a git repository that has a commit. */
export const isRepository = (folder: string): boolean => runGit(folder, ['rev-parse', '--verify', '--quiet', 'HEAD']).ok

/** The commit at which the current branch left `name`, and what has changed since, uncommitted files included. */
export function openRevision(cwd: string, name: string): OpenedRevision {
  const top = runGit(cwd, ['rev-parse', '--show-toplevel'])
  if (!top.ok) return top
  const isFirst = name === 'HEAD' && !isRepository(cwd)
  // Before the first commit everything is new: the tree without files.
  const named = isFirst
    ? runGit(cwd, ['hash-object', '-t', 'tree', '--stdin'], '')
    : runGit(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])
  if (!named.ok) return { ok: false, detail: unknownRevision(cwd, name) }
  const commit = textOf(named.bytes).trim()
  const base = runGit(cwd, ['merge-base', commit, 'HEAD'])
  const from = base.ok ? textOf(base.bytes).trim() : commit
  const root = textOf(top.bytes).replace(/\r?\n$/, '')
  const filters = withoutFilters(root)
  if (!filters.ok) return filters
  const diff = runGit(root, [
    ...filters.options,
    'diff',
    '--raw',
    '-z',
    '--no-abbrev',
    '--no-renames',
    '--no-ext-diff',
    '--ignore-submodules',
    from,
    '--',
  ])
  const untracked = runGit(root, ['ls-files', '-z', '--others', '--exclude-standard'])
  if (!diff.ok) return diff
  if (!untracked.ok) return untracked
  const changed = new Map<string, Uint8Array | undefined>()
  for (const path of names(untracked.bytes)) changed.set(resolve(root, path), undefined)
  const before = rawChanges(names(diff.bytes))
  const contents = readObjects(
    root,
    before.flatMap(({ object }) => object ?? []),
  )
  if (!contents.ok) return contents
  for (const { path, object } of before)
    changed.set(resolve(root, path), object === undefined ? undefined : contents.objects.get(object))
  return { ok: true, revision: { commit: from, changed } }
}

function unknownRevision(cwd: string, name: string): string {
  const shallow = runGit(cwd, ['rev-parse', '--is-shallow-repository'])
  const isShallow = shallow.ok && textOf(shallow.bytes).trim() === 'true'
  const advice = isShallow ? ' The clone is shallow; fetch more of its history.' : ''
  return `The revision "${name}" is not in this clone.${advice}`
}

interface RawChange {
  readonly path: string
  /** The object of a regular file at the revision. */
  readonly object?: string
}

/** `:<mode> <mode> <object> <object> <status>` and the path, in turns. */
function rawChanges(fields: readonly string[]): readonly RawChange[] {
  const changes: RawChange[] = []
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [mode = '', , object] = (fields[i] ?? '').slice(1).split(' ')
    const path = fields[i + 1] ?? ''
    changes.push(object !== undefined && mode.startsWith('100') ? { path, object } : { path })
  }
  return changes
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

const names = (bytes: Uint8Array): readonly string[] => textOf(bytes).split('\0').filter(Boolean)
