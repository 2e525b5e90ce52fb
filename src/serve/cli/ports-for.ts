import type { Config } from '../../app/index.ts'
import { systemPorts } from '../../io/system.ts'
import type { Ports } from '../../model/ports.ts'
import { text, type Call, type OptionTable } from './verb.ts'

export const storeOption = {
  store: {
    type: 'string',
    value: 'URL',
    doc: 'Keep grants, keys and receipts in this PostgreSQL database, such as postgres://lorefence@db.internal/lorefence?sslmode=verify-full; the password may be in PGPASSWORD. Default: "store" of your config, or files.',
  },
} as const satisfies OptionTable

/** The ports of a verb: the stores are in files, or in the database of `--store` or of the user's config. */
export async function portsFor(
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
  config: Config,
): Promise<Ports> {
  const system = systemPorts(terminal.env, config)
  const url = text(values['store']) ?? config.store
  if (url === undefined) return system
  const { postgresPorts } = await import('../../io/postgres/postgres-ports.ts')
  const ports = await postgresPorts(system, { url, env: terminal.env, keeping: config })
  terminal.atEnd?.(() => ports.shared.close())
  return ports
}
