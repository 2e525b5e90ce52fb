import { resolve } from 'node:path'
import {
  accountHome,
  homeFolder,
  stateFolder,
  userConfigFolder,
  type Environment,
} from '../../io/stores/state-folder.ts'
import { systemPorts } from '../../io/system.ts'
import { loadConfig, openOptionsFor } from './config.ts'
import { openKnowledge, type Knowledge } from './open.ts'

/** Opens workspaces for the user of this machine, with their config, grants and own packs. */
export async function openForPerson(folders: readonly string[], env: Environment): Promise<Knowledge> {
  const workspaces = folders.map((folder) => resolve(folder))
  const home = homeFolder(env)
  const config = loadConfig(systemPorts(env).files, {
    userFolder: userConfigFolder(env),
    home,
    account: accountHome(),
    state: stateFolder(env),
    workspaces,
    named: true,
    env,
  })
  if (config.trouble?.stops === 'everything') throw new Error(config.trouble.message)
  return openKnowledge({ ...openOptionsFor(config, { workspaces, packs: [], home }), ports: systemPorts(env, config) })
}
