import { spawnSync, type SpawnSyncOptionsWithBufferEncoding } from 'node:child_process'
import { devNull } from 'node:os'

export type GitResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly detail: string }

/**
 * Settings of a repository could start other programs; none of them is needed to read objects. Checked-in files that
 * look like a git folder are no repository.
 */
const inert = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  'core.pager=cat',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting])

const environment = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
}

/** Git sets these for its hooks; they would select another repository than the one around the folder. */
const ofHooks = Object.fromEntries(
  [
    'GIT_DIR',
    'GIT_WORK_TREE',
    'GIT_INDEX_FILE',
    'GIT_COMMON_DIR',
    'GIT_OBJECT_DIRECTORY',
    'GIT_ALTERNATE_OBJECT_DIRECTORIES',
    'GIT_NAMESPACE',
    'GIT_PREFIX',
    'GIT_CONFIG',
    'GIT_CONFIG_PARAMETERS',
    'GIT_CONFIG_COUNT',
    'GIT_SHALLOW_FILE',
    'GIT_GRAFT_FILE',
  ].map((name) => [name, undefined]),
)

export type RunGit = typeof runGit

/** Runs a git command that only reads; its output as bytes, which may not be more than `maxBuffer`. */
export function runGit(
  cwd: string,
  args: readonly string[],
  input: string = '',
  maxBuffer: number = 1 << 30,
): GitResult {
  return run(args, { cwd, input, maxBuffer, env: { ...process.env, ...environment } })
}

/** The same for the repository around the folder, whatever repository this process was started for. */
export const runGitAround: RunGit = (cwd, args, input = '', maxBuffer = 1 << 30) =>
  run(args, { cwd, input, maxBuffer, env: { ...process.env, ...ofHooks, ...environment } })

function run(args: readonly string[], options: SpawnSyncOptionsWithBufferEncoding): GitResult {
  const child = spawnSync('git', [...inert, ...args], options)
  if (child.error) return { ok: false, detail: startFailure(child.error) }
  if (child.status === 0) return { ok: true, bytes: child.stdout }
  return {
    ok: false,
    detail: child.stderr
      .toString('utf8')
      .trim()
      .replace(/^fatal: /, ''),
  }
}

function startFailure({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOBUFS') return 'Git printed more than the limit.'
  return code === 'ENOENT' ? 'The program "git" is not installed.' : message
}
