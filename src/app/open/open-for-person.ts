import { resolve } from 'node:path'
import { homeFolder, type Environment } from '../../io/stores/state-folder.ts'
import { systemPorts } from '../../io/system.ts'
import { openOptionsFor, personConfig } from './config.ts'
import { openKnowledge, type Knowledge } from './open.ts'

/** Opens workspaces for the user of this machine, with their config, grants and own packs. */
export async function openForPerson(folders: readonly string[], env: Environment): Promise<Knowledge> {
  const workspaces = folders.map((folder) => resolve(folder))
  const config = personConfig(systemPorts(env).files, env, { workspaces, named: true })
  if (config.trouble?.stops === 'everything') throw new Error(config.trouble.message)
  const options = openOptionsFor(config, { workspaces, packs: [], home: homeFolder(env) })
  const system = systemPorts(env, config)
  if (config.store === undefined) return openKnowledge({ ...options, ports: system })
  const { postgresPorts } = await import('../../io/postgres/index.ts')
  return openKnowledge({ ...options, ports: await postgresPorts(system, { url: config.store, env, keeping: config }) })
}
