import { createHash } from 'node:crypto'
import type { Sessions } from '../../model/ports.ts'
import type { Database } from './connect.ts'

/** Sessions by a digest of their id, as in files. A key is kept as JSON, because it may be any text. */
export function sessionTable({ sql }: Database): Sessions {
  const idOf = (session: string): string => createHash('sha256').update(session).digest('hex').slice(0, 32)
  return {
    async given(session) {
      const rows = await sql<{ key: string; digest: string }[]>`
        select key, digest from lorefence.sessions where session = ${idOf(session)}`
      return new Map(rows.map(({ key, digest }) => [JSON.parse(key) as string, digest]))
    },
    async note(session, given) {
      const keys = [...given.keys()].map((key) => JSON.stringify(key))
      await sql`insert into lorefence.sessions (session, key, digest)
        select ${idOf(session)}, * from unnest(${keys}::text[], ${[...given.values()]}::text[])
        on conflict (session, key) do update set digest = excluded.digest, noted = now()`
    },
  }
}
