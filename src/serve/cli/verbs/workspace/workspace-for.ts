import { gitIgnoreOfUser, personConfig, type Config, type WorkspacePorts } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { systemPorts } from '../../../../io/system.ts'
import { workspaceStore } from '../../../../io/workspace/workspace-store.ts'
import { UsageError, type Terminal } from '../../verb.ts'

export interface OpenedWorkspace {
  readonly ports: WorkspacePorts
  readonly config: Config
}

/** The stored scan of the folders that the person turned on, and the ports to search them. */
export function workspaceFor({ cwd, env }: Pick<Terminal, 'cwd' | 'env'>): OpenedWorkspace {
  const configFor = (workspaces: readonly string[]): Config => {
    const config = personConfig(diskFiles, env, { workspaces, nearby: [cwd], named: true })
    if (config.trouble) throw new UsageError(config.trouble.message)
    return config
  }
  const config = configFor([])
  const ignoredIn = (root: string): readonly string[] => configFor([root]).restraints.ignore ?? []
  const userIgnore = gitIgnoreOfUser(diskFiles, env)
  const scanAgain: WorkspacePorts['scanAgain'] = async (ports, options) =>
    (await import('./sub-commands.ts')).scanWorkspace(ports, undefined, options)
  const own = { store: workspaceStore(env), scanAgain, ignoredIn, userIgnore }
  return { config, ports: { ...systemPorts(env, config), ...own } }
}
