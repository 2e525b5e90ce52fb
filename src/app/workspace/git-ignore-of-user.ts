import { join } from 'node:path'
import { gitUserIgnore } from '../../discover/git-user-ignore.ts'
import { homeFolder, type Environment } from '../../io/stores/state-folder.ts'
import type { Files } from '../../model/ports.ts'

/** The file of what the user of this machine has git ignore in every repository. */
export function gitIgnoreOfUser(files: Files, env: Environment): string | undefined {
  const home = homeFolder(env)
  const configs = env['XDG_CONFIG_HOME'] || join(home, '.config')
  return gitUserIgnore(files, { home, configs, globalConfig: env['GIT_CONFIG_GLOBAL'] || undefined })
}
