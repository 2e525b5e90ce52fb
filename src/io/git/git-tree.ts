import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { limits } from '../../model/limits.ts'
import type { OpenedTree, SourceChange } from '../../model/distribution/installation.ts'
import { compareText } from '../../text/compare.ts'
import { clashIn, treeNameProblem } from '../../text/paths/tree-names.ts'
import { readObjects } from './read-objects.ts'
import { runGit } from './run-git.ts'

interface Blob {
  readonly object: string
  readonly size: number
}

/** The git folder of a checkout or of a bare repository; `undefined` if it is neither. */
export function gitFolder(repository: string): string | undefined {
  const inner = join(repository, '.git')
  if (statSync(inner, { throwIfNoEntry: false })?.isDirectory()) return inner
  return existsSync(join(repository, 'HEAD')) && existsSync(join(repository, 'objects')) ? repository : undefined
}

/**
 * The files of a commit, read as objects: nothing is checked out, so no hook, filter or submodule has any effect, and a
 * link is only a name.
 */
export function gitTree(folder: string, ref = 'HEAD'): OpenedTree {
  const options = ['--no-replace-objects', '--git-dir', folder]
  const git = (args: readonly string[]) => runGit(folder, [...options, ...args])
  const named = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
  if (!named.ok) return { ok: false, why: 'failed', detail: `The repository has no branch, tag or commit "${ref}".` }
  const commit = text(named.bytes).trim()
  // A few small trees that contain each other name billions of files.
  const most = limits.archiveNames * 256
  const listed = runGit(folder, [...options, 'ls-tree', '-r', '-z', '-l', '--full-tree', commit], '', most)
  if (!listed.ok) return invalid(listed.detail)
  const files = new Map<string, Blob>()
  const odd: string[] = []
  const lines = text(listed.bytes).split('\0').filter(Boolean)
  if (lines.length > limits.archiveNames) return invalid(`It has more than ${limits.archiveNames} names.`)
  for (const line of lines) {
    const [, mode = '', object = '', size = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t([^]*)$/.exec(line) ?? []
    const problem = path.includes('\ufffd') ? 'is not UTF-8' : treeNameProblem(path)
    if (problem !== undefined) return invalid(`The name "${path}" ${problem}.`)
    if (mode.startsWith('100')) files.set(path, { object, size: Number(size) })
    else odd.push(path)
  }
  const paths = [...files.keys(), ...odd]
  const clash = paths.length === lines.length ? clashIn(paths) : 'a path'
  if (clash !== undefined) return invalid(`The name "${clash}" stands in it twice.`)
  return {
    ok: true,
    tree: {
      paths: [...files.keys()].sort(compareText),
      odd,
      commit,
      read: async (wanted) => readBlobs(folder, files, wanted),
      changeOf: async (path) => changeIn(git(['rev-list', '-1', '--timestamp', commit, '--', `:(literal)${path}`])),
    },
  }
}

const invalid = (detail: string): OpenedTree => ({ ok: false, why: 'invalid', detail })

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

function readBlobs(
  folder: string,
  files: ReadonlyMap<string, Blob>,
  wanted: readonly string[],
): ReadonlyMap<string, Uint8Array> {
  const blobs = wanted.flatMap((path) => {
    const blob = files.get(path)
    return blob ? [{ path, ...blob }] : []
  })
  if (blobs.reduce((sum, { size }) => sum + size, 0) > limits.unpackedBytes) return new Map()
  const read = readObjects(
    folder,
    [...new Set(blobs.map(({ object }) => object))],
    ['--no-replace-objects', '--git-dir', folder],
  )
  if (!read.ok) return new Map()
  return new Map(
    blobs.flatMap(({ path, object }) => {
      const bytes = read.objects.get(object)
      return bytes ? [[path, bytes] as const] : []
    }),
  )
}

/** `<seconds> <commit>`. */
function changeIn(listed: ReturnType<typeof runGit>): SourceChange {
  const [, seconds, commit] = (listed.ok && /^(\d{1,11}) ([0-9a-f]{40,64})\s*$/.exec(text(listed.bytes))) || []
  return commit === undefined ? {} : { commit, date: dateOf(new Date(Number(seconds) * 1000)) }
}

const dateOf = (date: Date): string => date.toISOString().slice(0, 10)

/** A checkout writes the time of the checkout into its files; so the commit counts, where there is one. */
export function fileChange(file: string): SourceChange {
  const listed = runGit(dirname(file), ['rev-list', '-1', '--timestamp', 'HEAD', '--', `:(literal)${basename(file)}`])
  const change = changeIn(listed)
  if (change.commit !== undefined) return change
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? { date: dateOf(stat.mtime) } : {}
}

/** Whether a file is the same in two commits. */
export function isSameIn(folder: string, path: string, [one, other]: readonly [string, string]): boolean {
  const objects = [one, other].map((commit) =>
    runGit(folder, [
      '--no-replace-objects',
      '--git-dir',
      folder,
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${commit}:${path}`,
    ]),
  )
  const [a, b] = objects.map((object) => (object.ok ? text(object.bytes) : undefined))
  return a !== undefined && a === b
}
