import { createHash } from 'node:crypto'
import { limits } from '../../model/limits.ts'
import type { Sessions } from '../../model/ports.ts'
import type { Database } from './connect.ts'

/**
 * Sessions by a digest of their id, as in files, and by the clock of the database. A key is stored as JSON, because it
 * may be any text. A forgotten session stays as an expired row, so that servers need no right to delete.
 */
export function sessionTable({ sql }: Pick<Database, 'sql'>): Sessions {
  const idOf = (session: string): string => createHash('sha256').update(session).digest('hex').slice(0, 32)
  return {
    async given(session) {
      const rows = await sql<{ key: string; digest: string }[]>`
        select key, digest from lorefence.sessions
        where session = ${idOf(session)} and noted > now() - make_interval(hours => ${limits.sessionHours})`
      return new Map(rows.map(({ key, digest }) => [JSON.parse(key) as string, digest]))
    },
    async note(session, given) {
      const keys = [...given.keys()].map((key) => JSON.stringify(key))
      await sql.begin(async (tx) => {
        await tx`insert into lorefence.sessions (session, key, digest)
          select ${idOf(session)}, * from unnest(${keys}::text[], ${[...given.values()]}::text[])
          on conflict (session, key) do update set digest = excluded.digest, noted = now()`
        await tx`update lorefence.sessions set noted = now()
          where session = ${idOf(session)} and noted > now() - make_interval(hours => ${limits.sessionHours})`
      })
    },
    async forget(session) {
      await sql`update lorefence.sessions set noted = '-infinity' where session = ${idOf(session)}`
    },
  }
}
