import type { StoreHealth } from '../../model/records/health.ts'
import type { Environment } from '../stores/state-folder.ts'
import { connectDatabase, type Database, type Sql } from './connect.ts'
import { pendingMigrations } from './migrate.ts'
import { storeAddress, type StoreAddress } from './store-address.ts'

/** The rights that a server needs on each table, besides reading. */
const needed: Readonly<Record<string, readonly string[]>> = {
  segments: ['insert'],
  receipts: ['insert'],
  heads: ['insert', 'update', 'delete'],
  usage: ['insert', 'update'],
  sessions: ['insert', 'update'],
  editions: ['insert', 'update'],
}

const readOnly = ['migrations', 'version', 'secret', 'grants', 'approvals', 'disabled', 'copies', 'keys']

/** Inspects the database of the stores without changes. */
export async function inspectStore(url: string, env: Environment): Promise<StoreHealth> {
  const address = storeAddress(url, env)
  const database = connectDatabase(url, env, 1)
  try {
    return await database.within(inspected(database, address))
  } catch (error) {
    return { shown: database.shown, unusable: database.trouble(error).message }
  } finally {
    await database.close()
  }
}

async function inspected(database: Database, address: StoreAddress): Promise<StoreHealth> {
  const { sql, shown } = database
  const asked = Date.now()
  const [found] = await sql<{ time: Date; role: string; encrypted: boolean; commit: string; fsync: string }[]>`
    select clock_timestamp() as time, current_user as role, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted`
  const answered = Date.now()
  const pending = (await pendingMigrations(database)).map(({ name }) => name)
  return {
    shown,
    role: found?.role ?? '',
    pending,
    ...(pending.length > 0 ? {} : await rightsIn(sql)),
    privacy: privacyOf(address, found?.encrypted === true),
    volatile: [
      ...(found?.commit === 'off' ? ['synchronous_commit'] : []),
      ...(found?.fsync === 'off' ? ['fsync'] : []),
    ],
    aheadSeconds: Math.round(((found?.time.getTime() ?? asked) - (asked + answered) / 2) / 1000),
  }
}

async function rightsIn(sql: Sql): Promise<Pick<StoreHealth, 'lacks' | 'exceeds'>> {
  const wanted = [
    ...[...readOnly, ...Object.keys(needed)].map((table) => ({ table, right: 'select' })),
    ...Object.entries(needed).flatMap(([table, rights]) => rights.map((right) => ({ table, right }))),
  ]
  const excessive = ['update', 'delete'].map((right) => ({ table: 'receipts', right }))
  const asked = [...wanted, ...excessive]
  const rows = await sql<{ has: boolean }[]>`
    select has_table_privilege('lorefence.' || asked.name, asked.privilege) as has
    from unnest(${asked.map(({ table }) => table)}::text[], ${asked.map(({ right }) => right)}::text[])
      with ordinality as asked (name, privilege, place) order by place`
  const named = asked.map(({ table, right }, i) => ({ name: `${right} on lorefence.${table}`, has: rows[i]?.has }))
  return {
    lacks: named.slice(0, wanted.length).flatMap(({ name, has }) => (has ? [] : [name])),
    exceeds: named.slice(wanted.length).flatMap(({ name, has }) => (has ? [name] : [])),
  }
}

function privacyOf({ host, tls }: StoreAddress, isEncrypted: boolean): NonNullable<StoreHealth['privacy']> {
  if (host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host)) return 'local'
  if (!isEncrypted) return 'open'
  return typeof tls === 'object' && tls.rejectUnauthorized !== false ? 'verified' : 'unverified'
}
