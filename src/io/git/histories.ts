import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { FileHistory, Histories, History, OtherWork } from '../../model/records/history.ts'
import { limits } from '../../model/limits.ts'
import { compareText } from '../../text/compare.ts'
import { readObjects } from './read-objects.ts'
import { runGitAround } from './run-git.ts'
import { withoutFilters } from './without-filters.ts'

export const gitHistories: Histories = {
  of: (folder) => {
    const repository = repositoryAround(folder)
    return repository && historyOf(repository)
  },
  otherWork: (folder) => {
    const repository = repositoryAround(folder)
    return repository && otherWorkOf(repository)
  },
}

interface Repository {
  readonly root: string
  /** The output as text, `undefined` where git fails. */
  git(args: readonly string[], input?: string): string | undefined
}

/** Settings of a repository may name any folder as its work tree; the one that was found counts. */
function repositoryAround(folder: string): Repository | undefined {
  let root = realPath(folder)
  while (root !== undefined && !existsSync(join(root, '.git')))
    root = dirname(root) === root ? undefined : dirname(root)
  return root === undefined ? undefined : repositoryAt(root)
}

function repositoryAt(root: string): Repository {
  const options = ['--no-replace-objects', `--work-tree=${root}`]
  return {
    root,
    git: (args, input) => {
      const result = runGitAround(root, [...options, ...args], input)
      return result.ok ? Buffer.from(result.bytes).toString('utf8') : undefined
    },
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function historyOf(repository: Repository): History | undefined {
  const { root, git } = repository
  const most = limits.historyCommits
  // Plumbing commands only: `git log` would run a program of the repository to check signatures.
  const listed = git(['rev-list', `--max-count=${most + 1}`, '--format=%cs', 'HEAD'])
  const uncommitted = uncommittedIn(repository)
  if (listed === undefined || !uncommitted) return undefined
  const dates = datesIn(listed)
  const isShallow = git(['rev-parse', '--is-shallow-repository'])?.trim() !== 'false'
  const commits = [...dates.keys()].slice(0, most)
  const files = filesIn(git([...changes, ...(isShallow ? [] : ['--root']), '--stdin'], lines(commits)) ?? '', dates)
  return {
    root,
    files,
    isWhole: !isShallow && dates.size <= most,
    uncommitted: new Set(uncommitted),
    before: (path) => bytesBefore(root, path, files.get(path)),
  }
}

const changes = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--ignore-submodules=all']

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('')

/** `commit <id>` and a date, in turns. */
function datesIn(listed: string): ReadonlyMap<string, string> {
  const dates = new Map<string, string>()
  let commit = ''
  for (const line of listed.split('\n')) {
    if (line.startsWith('commit ')) commit = line.slice('commit '.length)
    else if (/^\d{4}-\d\d-\d\d$/.test(line)) dates.set(commit, line)
  }
  return dates
}

/** The id of a commit, then `:<modes, objects, status>` and a path for each change; newest commits first. */
function filesIn(listed: string, dates: ReadonlyMap<string, string>): ReadonlyMap<string, FileHistory> {
  const files = new Map<string, FileHistory>()
  const fields = listed.split('\0')
  let commit = ''
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] ?? ''
    if (!field.startsWith(':')) {
      commit = field
      continue
    }
    const path = fields[++i] ?? ''
    if (!isText(path)) continue
    const known = files.get(path)
    files.set(
      path,
      known ? { ...known, commits: known.commits + 1 } : { commits: 1, commit, date: dates.get(commit) ?? '' },
    )
  }
  return files
}

const isText = (path: string): boolean => path !== '' && !path.includes('\ufffd')

const names = (listed: string | undefined): readonly string[] => (listed ?? '').split('\0').filter(isText)

/** `undefined` where a filter of the repository would have to run. */
function uncommittedIn({ root, git }: Repository): readonly string[] | undefined {
  const filters = withoutFilters(root, runGitAround)
  if (!filters.ok) return undefined
  const diff = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=all', 'HEAD', '--']
  return [
    ...names(git([...filters.options, ...diff])),
    ...names(git(['ls-files', '-z', '--others', '--exclude-standard'])),
  ]
}

function bytesBefore(root: string, path: string, known: FileHistory | undefined): Uint8Array | undefined {
  if (!known) return undefined
  const options = ['--no-replace-objects']
  const named = runGitAround(root, [
    ...options,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${known.commit}^:${path}`,
  ])
  if (!named.ok) return undefined
  const object = Buffer.from(named.bytes).toString('utf8').trim()
  const read = readObjects(root, [object], options, runGitAround)
  return read.ok ? read.objects.get(object) : undefined
}

function otherWorkOf(repository: Repository): readonly OtherWork[] | undefined {
  const { git } = repository
  const unmerged = (commit: string): readonly string[] => names(git([...changedNames, 'HEAD', commit]))
  const trees = otherTrees(repository)
  if (!trees) return undefined
  const inTrees = trees.map(({ tree, name, commit }) => {
    const uncommitted = uncommittedIn(tree)
    const work = { kind: 'work-tree' as const, name, path: tree.root, unmerged: unmerged(commit) }
    return uncommitted && { ...work, uncommitted }
  })
  const known = inTrees.filter((work) => work !== undefined)
  if (known.length < inTrees.length) return undefined
  const isInTree = new Set(known.map(({ name }) => name))
  const branches = (git([...branchList]) ?? '')
    .split('\n')
    .map((line) => splitAt(line, ' '))
    .filter(([commit, name]) => commit !== '' && isText(name) && !isInTree.has(name))
    .map(([commit, name]): OtherWork => ({ kind: 'branch', name, uncommitted: [], unmerged: unmerged(commit) }))
  return [...known, ...branches]
    .filter((work) => work.uncommitted.length + work.unmerged.length > 0)
    .sort((a, b) => compareText(b.kind, a.kind) || compareText(a.name, b.name))
}

interface OtherTree {
  readonly tree: Repository
  readonly name: string
  readonly commit: string
}

function otherTrees(repository: Repository): readonly OtherTree[] | undefined {
  const listed = repository.git(['worktree', 'list', '--porcelain', '-z'])
  const common = commonFolder(repository)
  return listed?.split('\0\0').flatMap((record): readonly OtherTree[] => {
    const fields = new Map(record.split('\0').map((line) => splitAt(line, ' ')))
    const path = realPath(fields.get('worktree') ?? '')
    const commit = fields.get('HEAD') ?? ''
    if (path === undefined || path === repository.root || !/^[0-9a-f]{40,64}$/.test(commit)) return []
    const tree = repositoryAt(path)
    // A repository may list any folder; only one that belongs to it is looked into.
    if (!existsSync(join(path, '.git')) || commonFolder(tree) !== common) return []
    const name = fields.get('branch')?.replace(/^refs\/heads\//, '') ?? commit.slice(0, 12)
    return [{ tree, name, commit }]
  })
}

const commonFolder = ({ root, git }: Repository): string | undefined =>
  realPath(resolve(root, git(['rev-parse', '--git-common-dir'])?.replace(/\r?\n$/, '') ?? ''))

/** Since the two have a common commit. */
const changedNames = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--no-ext-diff', '--merge-base']

const branchList = [
  'for-each-ref',
  '--no-merged=HEAD',
  '--sort=-committerdate',
  `--count=${limits.comparedBranches}`,
  '--format=%(objectname) %(refname:lstrip=2)',
  'refs/heads',
]

function splitAt(line: string, separator: string): [string, string] {
  const at = line.indexOf(separator)
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
}
