import type { Database, Sql, TransactionSql } from './connect.ts'
import { migrations, type Migration } from './migrations/migrations.ts'

/** Any number that nothing else in the database locks. */
const lock = 7_434_018

/**
 * Brings the schema `lorefence` up to date, in one transaction: all of it or nothing. Servers that start at once wait
 * for each other, and the second finds nothing to do. Where nothing is missing no right but to read is needed.
 */
export async function migrateDatabase(
  { sql, shown }: Database,
  known: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  if (missing(await appliedIn(sql), known, shown).length === 0) return []
  return sql.begin(async (tx) => {
    // An index of a large table takes longer than a request may.
    await tx`set local statement_timeout = 0`
    await tx`select pg_advisory_xact_lock(${lock})`
    await prepare(tx)
    const due = missing(await appliedIn(tx), known, shown)
    for (const { id, name, statements } of due) {
      await tx.unsafe(statements)
      await tx`insert into lorefence.migrations (id, name) values (${id}, ${name})`
    }
    return due.map(({ name }) => name)
  })
}

/** Those that are not applied yet; a database of a newer program is refused. */
export const pendingMigrations = async ({
  sql,
  shown,
}: Pick<Database, 'sql' | 'shown'>): Promise<readonly Migration[]> => missing(await appliedIn(sql), migrations, shown)

/**
 * The migrations that are not applied yet. A database of a newer program is refused, because its tables may have
 * changed.
 */
function missing(applied: readonly Applied[], known: readonly Migration[], shown: string): readonly Migration[] {
  const foreign = applied.find(({ id }) => !known.some((migration) => migration.id === id))
  if (foreign)
    throw new Error(
      `the database ${shown} was changed by a newer lorefence ` +
        `(migration ${foreign.id}, "${foreign.name}"). Update this one.`,
    )
  return known.filter(({ id }) => !applied.some((done) => done.id === id))
}

interface Applied {
  readonly id: number
  readonly name: string
}

async function appliedIn(sql: Sql | TransactionSql): Promise<readonly Applied[]> {
  const [found] = await sql<{ there: boolean }[]>`select to_regclass('lorefence.migrations') is not null as there`
  return found?.there ? sql<Applied[]>`select id, name from lorefence.migrations order by id` : []
}

/** Not `create schema if not exists`, which needs the right to create one even where it is there. */
async function prepare(tx: TransactionSql): Promise<void> {
  const [found] = await tx<{ there: boolean }[]>`select to_regnamespace('lorefence') is not null as there`
  if (!found?.there) await tx`create schema lorefence`
  await tx`create table if not exists lorefence.migrations (
    id integer primary key, name text not null, applied timestamptz not null default now())`
}
