import type { Config } from '../../app/index.ts'
import { systemPorts } from '../../io/system.ts'
import type { Ports } from '../../model/ports.ts'
import type { StoreHealth } from '../../model/records/health.ts'
import { storedRoot, storedWorkspaceOf } from '../../text/paths/stored-root.ts'
import { text, texts, UsageError, type Call, type OptionTable } from './verb.ts'

export const storeOption = {
  store: {
    type: 'string',
    value: 'URL',
    doc:
      'Store grants, keys and receipts in this PostgreSQL database, such as ' +
      'postgres://lorefence@db.internal/lorefence?sslmode=verify-full; the password may be in PGPASSWORD. ' +
      'Default: "store" of your config, or files.',
  },
} as const satisfies OptionTable

type Opening = Pick<Call, 'values' | 'terminal'> & Partial<Call>

export const storeUrl = ({ values }: Pick<Call, 'values'>, { store }: Pick<Config, 'store'>): string | undefined =>
  text(values['store']) ?? store

/** The ports of a verb: the stores are files, or the database of `--store` or of the user's config. */
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

/** The state of the database, before anything uses it; `undefined` if the stores are files. */
export async function storeHealth(call: Opening, config: Config): Promise<StoreHealth | undefined> {
  const url = storeUrl(call, config)
  if (url === undefined) return undefined
  const { inspectStore } = await import('../../io/postgres/index.ts')
  return inspectStore(url, call.terminal.env)
}

/** The ports and the config, which a stored workspace may restrict: it is read once its files can be. */
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

export const workspaceOption = {
  workspace: {
    type: 'string',
    value: 'NAME',
    doc: 'A workspace that "lorefence push" stored in the database of --store, instead of a folder.',
  },
} as const satisfies OptionTable

export function workspaceName(written: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(written)) return written
  throw new UsageError(
    `"${written}" is not a valid workspace name: use at most 64 letters, digits, "_", "-" and ".". ` +
      'Set one with --workspace.',
  )
}

/** The stored workspace that one of the paths names. */
function storedWorkspaceIn({ values, positionals = [] }: Pick<Call, 'values'> & Partial<Call>): string | undefined {
  const names = [...texts(values['root']), ...positionals].flatMap((path) => storedWorkspaceOf(path) ?? [])
  const [name, other] = new Set(names)
  if (other !== undefined)
    throw new UsageError(`one command can use only one stored workspace, not "${name}" and "${other}".`)
  return name === undefined ? undefined : workspaceName(name)
}

/** `--workspace` is short for the path of the stored workspace. */
export function atStoredRoot(call: Call): Call {
  const name = text(call.values['workspace'])
  if (name === undefined) return call
  if (texts(call.values['root']).length > 0)
    throw new UsageError('--workspace and --root contradict each other; remove one.')
  return { ...call, values: { ...call.values, root: [storedRoot(workspaceName(name))] } }
}
