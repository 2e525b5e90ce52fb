import type { Ports, SharedStores } from '../../model/ports.ts'
import { approvalsIn, copiesIn, editionsIn, grantsIn, keysIn, switchesIn } from '../stores/entry-stores.ts'
import type { Environment } from '../stores/state-folder.ts'
import type { StoreLine } from '../stores/store-lines.ts'
import type { RecordKeeping } from '../system.ts'
import { connectDatabase, type Database } from './connect.ts'
import { linesIntoDatabase, linesOfDatabase } from './database-content.ts'
import { migrateDatabase } from './migrate.ts'
import { StoreMirror } from './mirror.ts'
import { receiptTable } from './receipt-table.ts'
import { sessionTable } from './session-table.ts'
import { usageTable } from './usage-table.ts'
import { databaseWatcher } from './watcher.ts'

export interface PostgresStore {
  readonly url: string
  readonly env: Environment
  readonly keeping: RecordKeeping
}

/** The ports of a system with its stores in a database, which is brought up to date first. */
export async function postgresPorts(
  system: Ports,
  { url, env, keeping }: PostgresStore,
): Promise<Ports & { readonly shared: SharedStores }> {
  const { database } = await openStore(url, env)
  try {
    return await portsOver(database, system, keeping)
  } catch (error) {
    await database.close()
    throw database.trouble(error)
  }
}

/** A database that is up to date. */
export async function openStore(
  url: string,
  env: Environment,
): Promise<{
  readonly database: Database
  /** Names of the migrations that were missing. */
  readonly applied: readonly string[]
  lines(): AsyncIterable<StoreLine>
  fill(lines: AsyncIterable<StoreLine>): Promise<void>
}> {
  const database = connectDatabase(url, env)
  try {
    const applied = await migrateDatabase(database)
    return {
      database,
      applied,
      lines: () => linesOfDatabase(database),
      fill: (lines) => linesIntoDatabase(database, lines),
    }
  } catch (error) {
    await database.close()
    throw database.trouble(error)
  }
}

async function portsOver(
  database: Database,
  system: Ports,
  keeping: RecordKeeping,
): Promise<Ports & { readonly shared: SharedStores }> {
  const mirror = new StoreMirror(database)
  const [secret] = await database.sql<{ key: string }[]>`select key from lorefence.secret`
  await mirror.current()
  return {
    ...system,
    grants: grantsIn(mirror.entries('grants')),
    approvals: approvalsIn(mirror.entries('approvals')),
    switches: switchesIn(mirror.entries('disabled')),
    editions: editionsIn(mirror.entries('editions')),
    copies: copiesIn(mirror.entries('copies')),
    keys: keysIn(mirror.entries('keys')),
    usage: usageTable(database),
    sessions: sessionTable(database),
    receipts:
      keeping.records === 'memory'
        ? system.receipts
        : receiptTable(database, secret?.key ?? '', { keepDays: keeping.recordsDays }),
    watcher: databaseWatcher(database, {
      others: system.watcher,
      current: () => mirror.current(),
      concerns: (store) => store === 'grants' || store === 'disabled',
      onConnect: true,
    }),
    shared: {
      shown: database.shown,
      current: () => mirror.current(),
      settled: () => mirror.settled(),
      close: () => database.close(),
    },
  }
}
