import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tempFolder } from './temp-folder.ts'

/** Runs git in a folder, with a fixed date. */
export const git = (cwd: string, args: readonly string[], date = '2026-01-10'): string =>
  execFileSync('git', ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.org', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GIT_AUTHOR_DATE: `${date}T12:00:00Z`, GIT_COMMITTER_DATE: `${date}T12:00:00Z` },
  })

type Tree = Readonly<Record<string, string>>

/** Writes files and commits them. */
export function commit(folder: string, tree: Tree, date?: string): void {
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  git(folder, ['add', '-A'])
  git(folder, ['commit', '-qm', 'change'], date)
}

/** A repository with one commit, removed when the test ends. */
export function repository(tree: Tree, date?: string): string {
  const folder = tempFolder()
  git(folder, ['init', '-q', '-b', 'main'])
  commit(folder, tree, date)
  return folder
}
