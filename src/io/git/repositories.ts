import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FetchSettings } from '../../model/distribution/fetch.ts'
import type { OpenedTree, SourceChange } from '../../model/distribution/installation.ts'
import { limits } from '../../model/limits.ts'
import type { Repositories } from '../../model/ports.ts'
import { hostOf, type CheckedAddresses } from '../fetch/checked-addresses.ts'
import { readUrl } from '../fetch/read-url.ts'
import { fileChange, gitFolder, gitTree, isSameIn } from './git-tree.ts'

export interface RepositoriesOptions {
  /** `host` or `host:port` from which git may fetch. */
  readonly hosts: readonly string[]
  readonly settings: FetchSettings
  /** Resolves and checks a host as the fetcher does. */
  addressesOf(url: URL): Promise<CheckedAddresses>
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The repositories of this process; `close` removes fetched copies. */
export function gitRepositories(options: RepositoriesOptions): Repositories & { close(): void } {
  const copies: string[] = []
  return {
    async open(repository, ref) {
      if (!/^https:/i.test(repository)) return openLocal(repository, ref)
      const copy = mkdtempSync(join(tmpdir(), 'lorefence-git-'))
      copies.push(copy)
      return openRemote(repository, ref, { ...options, copy })
    },
    changeOf: (file) => fileChange(file),
    close: () => copies.forEach((copy) => rmSync(copy, { recursive: true, force: true })),
  }
}

function openLocal(repository: string, ref: string | undefined): OpenedTree {
  const folder = gitFolder(repository)
  return folder === undefined
    ? { ok: false, why: 'failed', detail: `"${repository}" is not a git repository.` }
    : gitTree(folder, ref)
}

async function openRemote(
  repository: string,
  ref: string | undefined,
  options: RepositoriesOptions & { readonly copy: string },
): Promise<OpenedTree> {
  const { copy, env } = options
  const url = readUrl(repository)
  if (!(url instanceof URL)) return { ok: false, why: 'refused', detail: url.message }
  const allowed = options.hosts.map((host) => (host.includes(':') ? host : `${host}:443`).toLowerCase())
  const host = `${hostOf(url)}:${url.port || '443'}`
  if (!allowed.includes(host))
    return {
      ok: false,
      why: 'refused',
      detail:
        `Git may not fetch from "${host.replace(/:443$/, '')}". It makes its own connections; ` +
        'add the host to "install: {git: [host]}" in your own config.',
    }
  const checked = await options.addressesOf(url)
  if (!checked.ok) return { ok: false, why: checked.result.outcome, detail: checked.result.message }
  const run = (args: readonly string[]): Promise<string | undefined> => runFetch(args, copy, env)
  const pinned = settingOptions([
    `http.curloptResolve=${host}:${checked.addresses.join(',')}`,
    `http.proxy=${options.settings.proxy ?? ''}`,
  ])
  const fetchRef = (name: string): Promise<string | undefined> =>
    run([...pinned, '--git-dir', copy, 'fetch', ...fetchOptions, '--end-of-options', url.href, name])
  const trouble = (await run(['init', '--quiet', '--bare', '--template=', copy])) ?? (await fetchRef(ref ?? 'HEAD'))
  if (trouble !== undefined) return { ok: false, why: 'failed', detail: trouble }
  const opened = gitTree(copy, 'FETCH_HEAD')
  if (!opened.ok) return opened
  const { commit = '' } = opened.tree
  // Without history it is unknown when a file changed, only whether it changed since another commit.
  const changeOf = async (path: string, known?: string): Promise<SourceChange> => {
    if (known === undefined || known === commit || !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(known)) return { commit }
    const isSame = (await fetchRef(known)) === undefined && isSameIn(copy, path, [commit, known])
    return { commit: isSame ? known : commit }
  }
  return { ok: true, tree: { ...opened.tree, origin: `${hostOf(url)}${url.pathname}`, changeOf } }
}

const fetchOptions = ['--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--no-auto-gc']

const settingOptions = (settings: readonly string[]): readonly string[] =>
  settings.flatMap((setting) => ['-c', setting])

/** No user settings, credentials, redirects, other protocols or programs of a repository. */
const fetchSettings = settingOptions([
  'protocol.allow=never',
  'protocol.https.allow=always',
  'http.followRedirects=false',
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=30',
  'http.sslVerify=true',
  'credential.helper=',
  'core.askPass=',
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'gc.auto=0',
  'core.bigFileThreshold=16m',
  'maintenance.auto=false',
])

/** How often the size of the received files is checked. */
const lookMilliseconds = 200

/** Why it failed; `undefined` if it did not. */
function runFetch(args: readonly string[], copy: string, env: RepositoriesOptions['env']): Promise<string | undefined> {
  return new Promise((done) => {
    const child = spawn('git', [...fetchSettings, ...args], {
      cwd: copy,
      // Git starts other programs, which end only with their process group.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: fetchEnvironment(copy, env),
    })
    let output = ''
    let stopped: string | undefined
    const stop = (why: string): void => {
      stopped = why
      endGroup(child)
    }
    const late = setTimeout(
      () => stop(`Git took longer than ${limits.archiveMilliseconds / 1000} seconds.`),
      limits.archiveMilliseconds,
    )
    const look = setInterval(() => {
      if (sizeOf(copy) > limits.unpackedBytes) stop(`The repository has more than ${limits.unpackedBytes} bytes.`)
    }, lookMilliseconds)
    child.stderr.on('data', (part: Buffer) => (output = `${output}${part.toString('utf8')}`.slice(0, 4096)))
    const end = (why: string | undefined): void => {
      clearTimeout(late)
      clearInterval(look)
      done(why)
    }
    child.on('error', ({ code }: NodeJS.ErrnoException) =>
      end(code === 'ENOENT' ? 'The program "git" is not installed.' : 'Git cannot be started.'),
    )
    child.on('close', (code) => end(stopped ?? (code === 0 ? undefined : failure(output))))
  })
}

const fetchEnvironment = (copy: string, env: RepositoriesOptions['env']): RepositoriesOptions['env'] => ({
  PATH: env['PATH'],
  ...(env['GIT_SSL_CAINFO'] === undefined ? {} : { GIT_SSL_CAINFO: env['GIT_SSL_CAINFO'] }),
  HOME: copy,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: 'https',
  GIT_PROTOCOL_FROM_USER: '0',
  GIT_NO_LAZY_FETCH: '1',
  LC_ALL: 'C',
})

function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended, or the system has no process groups.
    child.kill('SIGKILL')
  }
}

const failure = (output: string): string =>
  `Git could not fetch it: ${output.trim().replace(/\s+/g, ' ').slice(0, 300)}`

function sizeOf(copy: string): number {
  const objects = join(copy, 'objects')
  try {
    return readdirSync(objects, { recursive: true, encoding: 'utf8' })
      .map((path) => statSync(join(objects, path), { throwIfNoEntry: false }))
      .reduce((sum, stat) => sum + (stat?.isFile() ? stat.size : 0), 0)
  } catch {
    // A folder went away while it was listed.
    return 0
  }
}
