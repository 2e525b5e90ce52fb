import { join } from 'node:path'
import { gitUserIgnore } from '../../discover/git-user-ignore.ts'
import { homeFolder, type Environment } from '../../io/stores/state-folder.ts'
import type { Clock, Files } from '../../model/ports.ts'
import type { WorkspaceStore } from '../../model/records/workspace.ts'
import type { DeclaringPorts } from './declared.ts'

export interface WorkspacePorts extends DeclaringPorts {
  readonly store: WorkspaceStore
  readonly clock: Clock
  /** Scans the folders that a person turned on. Loaded when called, since most searches do not need it. */
  scanAgain(ports: WorkspacePorts, options?: { readonly isAnew: boolean }): Promise<unknown>
  /** Globs that the configs of the user and of a repository leave out. */
  ignoredIn(root: string): readonly string[]
  /** The user's ignore file for every repository; absent if there can be none. */
  readonly userIgnore?: string | undefined
}

export const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** The git ignore file of the user of this machine, which applies to every repository. */
export function gitIgnoreOfUser(files: Files, env: Environment): string | undefined {
  const home = homeFolder(env)
  const configs = env['XDG_CONFIG_HOME'] || join(home, '.config')
  return gitUserIgnore(files, { home, configs, globalConfig: env['GIT_CONFIG_GLOBAL'] || undefined })
}
