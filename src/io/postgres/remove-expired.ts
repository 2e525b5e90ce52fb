import { limits } from '../../model/limits.ts'
import type { Database } from './connect.ts'

/**
 * Removes what nobody needs: segments of receipts up to one that a stored segment records as expired, sessions that are over, counts
 * before yesterday. A server may lack the right to do so: then it stays until somebody who has it comes by.
 */
export async function removeExpired({ sql }: Pick<Database, 'sql'>, retired: string | undefined): Promise<void> {
  await asAllowed(
    () => sql`delete from lorefence.sessions where noted <= now() - make_interval(hours => ${limits.sessionHours})`,
  )
  await asAllowed(() => sql`delete from lorefence.usage where day < (now() at time zone 'UTC')::date - 1`)
  if (retired === undefined) return
  // Oldest first and one by one: where it ends on the way, what is left is still a whole chain.
  await asAllowed(async () => {
    const expired = await sql<{ name: string }[]>`
      select name from lorefence.segments where name collate "C" <= ${retired} order by name collate "C"`
    for (const { name } of expired)
      await sql.begin((tx) => [
        tx`delete from lorefence.receipts where segment = ${name}`,
        tx`delete from lorefence.heads where segment = ${name}`,
        tx`delete from lorefence.segments where name = ${name}`,
      ])
  })
}

const insufficientPrivilege = '42501'

async function asAllowed(work: () => PromiseLike<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { readonly code?: string }).code !== insufficientPrivilege) throw error
  }
}
