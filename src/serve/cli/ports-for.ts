import type { Config } from '../../app/index.ts'
import { systemPorts } from '../../io/system.ts'
import type { Ports } from '../../model/ports.ts'
import type { StoreHealth } from '../../model/health.ts'
import { storedWorkspaceIn } from './stored-workspace.ts'
import { text, UsageError, type Call, type OptionTable } from './verb.ts'

export const storeOption = {
  store: {
    type: 'string',
    value: 'URL',
    doc: 'Keep grants, keys and receipts in this PostgreSQL database, such as postgres://lorefence@db.internal/lorefence?sslmode=verify-full; the password may be in PGPASSWORD. Default: "store" of your config, or files.',
  },
} as const satisfies OptionTable

type Opening = Pick<Call, 'values' | 'terminal'> & Partial<Call>

export const storeUrl = ({ values }: Pick<Call, 'values'>, { store }: Pick<Config, 'store'>): string | undefined =>
  text(values['store']) ?? store

/** The ports of a verb: the stores, and a workspace there, are in files, or in the database of `--store` or of the user's config. */
export async function portsFor(call: Opening, config: Config): Promise<Ports> {
  const { terminal } = call
  const { env } = terminal
  const system = systemPorts(env, config)
  const url = storeUrl(call, config)
  const workspace = storedWorkspaceIn(call)
  if (url === undefined && workspace === undefined) return system
  if (url === undefined)
    throw new UsageError('a stored workspace needs --store with the URL of its database, or "store" in your config.')
  const { postgresPorts, withWorkspace } = await import('../../io/postgres/index.ts')
  let ports = await postgresPorts(system, { url, env, keeping: config })
  terminal.atEnd?.(() => ports.shared.close())
  if (workspace !== undefined) ports = await withWorkspace(ports, { url, env, workspace })
  return ports
}

/** Of the database of the stores, before anything uses it; `undefined` where they are files. */
export async function storeHealth(call: Opening, config: Config): Promise<StoreHealth | undefined> {
  const url = storeUrl(call, config)
  if (url === undefined) return undefined
  const { inspectStore } = await import('../../io/postgres/index.ts')
  return inspectStore(url, call.terminal.env)
}

/** The same, with the config of a stored workspace, which may restrict it: it is known once its files are. */
export async function portsAndConfig<Configured extends { readonly config: Config }>(
  call: Opening,
  configure: (ports: Pick<Ports, 'files'>) => Configured,
): Promise<Configured & { readonly ports: Ports }> {
  const first = configure(systemPorts(call.terminal.env))
  if (first.config.trouble?.stops === 'everything') throw new UsageError(first.config.trouble.message)
  const ports = await portsFor(call, first.config)
  if (storedWorkspaceIn(call) === undefined) return { ...first, ports }
  const configured = configure(ports)
  if (configured.config.trouble?.stops === 'everything') throw new UsageError(configured.config.trouble.message)
  return { ...configured, ports }
}
