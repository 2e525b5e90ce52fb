import { resolve } from 'node:path'
import { findDistribution, lockFile, type FoundDistribution, type InstallContext } from '../../../../app/index.ts'
import { diskInstaller } from '../../../../io/disk/disk-installer.ts'
import { systemAddresses, systemFetcher } from '../../../../io/fetch/system-fetcher.ts'
import { gitRepositories } from '../../../../io/git/repositories.ts'
import { homeFolder } from '../../../../io/stores/state-folder.ts'
import { systemPorts } from '../../../../io/system.ts'
import { configForVerb, workspaceAt } from '../../opening.ts'
import { portsFor } from '../../ports-for.ts'
import { text, UsageError, type Call, type OptionTable } from '../../verb.ts'

export const installOptions = {
  root: {
    type: 'string',
    value: 'DIR',
    doc: 'The workspace. Default: the nearest folder with knowledge, from the current one upwards.',
  },
  user: { type: 'boolean', doc: 'Use your home folder instead of a workspace.' },
  catalog: {
    type: 'string',
    value: 'FILE',
    doc: 'The catalog. Default: .kcp/catalog.yaml here, then in your home folder.',
  },
} as const satisfies OptionTable

export const dryRun = {
  'dry-run': { type: 'boolean', doc: 'Open the sources, show what would change and what is stale, write nothing.' },
} as const satisfies OptionTable

export interface Surroundings {
  readonly world: InstallContext
  readonly catalog: FoundDistribution | undefined
}

/** Runs with the real disk, network and git; what git fetched is removed afterwards. */
export async function withInstallContext<Result>(
  call: Call,
  run: (surroundings: Surroundings) => Promise<Result>,
): Promise<Result> {
  const { values, terminal } = call
  const system = systemPorts(terminal.env)
  const home = homeFolder(terminal.env)
  const isUser = values['user'] === true
  const named = text(values['root'])
  if (isUser && named !== undefined) throw new UsageError('--user and --root contradict each other; remove one.')
  const chosen = isUser
    ? home
    : named === undefined
      ? workspaceAt(terminal, system.files)
      : resolve(terminal.cwd, named)
  const root = system.files.realPath(chosen)
  if (root === undefined || system.files.kindOf(root) !== 'folder')
    throw new UsageError(`The folder "${chosen}" does not exist.`, 'not-found')
  // The home folder has the user's own config, not one of a workspace.
  const { config } = configForVerb({ values: isUser ? {} : { root: [root] }, terminal }, system)
  if (config.trouble?.stops === 'everything') throw new UsageError(config.trouble.message)
  const { files, clock, grants, editions, shared } = await portsFor(call, config)
  await shared?.current()
  const explicit = text(values['catalog'])
  const repositories = gitRepositories({
    hosts: config.install.git,
    settings: config.fetch,
    addressesOf: systemAddresses(config.fetch),
    env: terminal.env,
  })
  const world: InstallContext = {
    root,
    lockFile: isUser ? `.agents/${lockFile}` : lockFile,
    files,
    // Without a cache: the current state of a source, and no archives kept.
    fetcher: systemFetcher(config.fetch, { clock }),
    repositories,
    installer: diskInstaller,
    grants,
    editions,
    settings: config.install,
    signatures: config.restraints.signatures,
    allowTypes: config.allowTypes,
  }
  const places = {
    project: root,
    home,
    ...(explicit === undefined ? {} : { explicit: resolve(terminal.cwd, explicit) }),
  }
  try {
    const result = await run({ world, catalog: findDistribution(files, places) })
    await shared?.settled()
    return result
  } finally {
    repositories.close()
  }
}
