import postgres, { type Sql, type TransactionSql } from 'postgres'
import { StoreTrouble } from '../../model/records/store-trouble.ts'
import type { Environment } from '../stores/state-folder.ts'
import { storeAddress } from './store-address.ts'

export type { Sql, TransactionSql }

/** Connections to one database; they are made when needed and again when they were lost. */
export interface Database {
  readonly sql: Sql
  /** For messages: the address without the password. */
  readonly shown: string
  /** Waits no longer than a request may: a network that swallows packets answers nothing at all. */
  within<T>(work: Promise<T>): Promise<T>
  /** The error to report for a failed query, without the sent values. */
  trouble(error: unknown): StoreTrouble
  /** Ends what runs within this time, and every connection. */
  close(): Promise<void>
}

/** Seconds. */
const [connectTimeout, closeTimeout] = [5, 5]
/** Milliseconds: a server that waits longer for an answer refuses the request. */
const statementTimeout = 10_000
const answerTimeout = statementTimeout + 2000

/** Nothing is connected yet: the first query shows whether the database can be reached. */
export function connectDatabase(url: string, env: Environment, connections = 8): Database {
  const { host, port, database, user, password, tls, shown } = storeAddress(url, env)
  const sql = postgres({
    ...(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : {}),
    host,
    port,
    database,
    user,
    // Present even if empty, so that the library looks up nothing itself.
    password: () => password,
    ssl: tls,
    max: connections,
    connect_timeout: connectTimeout,
    idle_timeout: 60,
    // Soon again: a request that is refused meanwhile is asked again by its client.
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
    onnotice: () => {},
    connection: { application_name: 'lorefence', statement_timeout: statementTimeout, search_path: 'pg_catalog' },
  })
  return {
    sql,
    shown,
    async within(work) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_done, fail) => {
        timer = setTimeout(() => fail(new Error('it does not answer')), answerTimeout)
      })
      try {
        return await Promise.race([work, late])
      } finally {
        clearTimeout(timer)
      }
    },
    trouble(error) {
      const { message = 'unknown', code } = error as { readonly message?: string; readonly code?: string }
      if (error instanceof StoreTrouble) return error
      return new StoreTrouble(`the store ${shown} cannot be used now: ${message || code}`, { cause: error })
    },
    close: () => sql.end({ timeout: closeTimeout }),
  }
}
