import { expect, onTestFinished, test, vi } from 'vitest'
import { receiptTable } from '../../../src/io/postgres/receipt-table.ts'
import { sessionTable } from '../../../src/io/postgres/session-table.ts'
import { migrateDatabase } from '../../../src/io/postgres/migrate.ts'
import { connectDatabase } from '../../../src/io/postgres/connect.ts'
import type { Ports } from '../../../src/model/ports.ts'
import { listReceipts } from '../../../src/record/list.ts'
import { verifyReceipts } from '../../../src/record/verify.ts'
import { append } from '../../contract/stores.ts'
import { connected, describePostgres, freshDatabase } from '../../support/postgres.ts'

/** Receipts of four days in January, of a server each, and of one that keeps thirty days in March. */
async function kept(): Promise<{ readonly url: string; readonly ports: Ports; afterMarch(): Promise<Ports> }> {
  const url = await freshDatabase()
  const database = connected(url)
  await migrateDatabase(database)
  const at = (time: string, keepDays?: number): Ports =>
    ({ receipts: receiptTable(database, 'x', { now: () => new Date(time), keepDays }) }) as Ports
  for (const day of ['01', '02', '03', '04']) await append(at(`2027-01-${day}T00:00:00Z`), `r-${day}`)
  await append(at('2027-02-25T00:00:00Z'), 'r-february')
  return {
    url,
    ports: at('2027-02-26T00:00:00Z'),
    async afterMarch() {
      const march = at('2027-03-10T00:00:00Z', 30)
      await append(march, 'r-march')
      return march
    },
  }
}

const idsOf = async ({ receipts }: Ports): Promise<readonly string[]> =>
  (await listReceipts(receipts)).receipts.map(({ id }) => id)

describePostgres('what has expired in a database', () => {
  test('receipts older than records_days are removed as in files, and the rest verifies', async () => {
    const { url, ports, afterMarch } = await kept()
    expect(await idsOf(ports)).toHaveLength(5)
    const march = await afterMarch()
    await vi.waitFor(async () => expect(await idsOf(march)).toEqual(['r-february', 'r-march']))
    expect(await verifyReceipts(march.receipts)).toMatchObject({ ok: true, failures: [] })
    expect(await march.receipts.segments()).toHaveLength(2)
    const [rows] = await connected(url).sql`select count(*)::int as rows from lorefence.receipts`
    expect(rows?.['rows']).toBe(2)
  })

  test('one that is removed without having expired is missed', async () => {
    const { url, ports, afterMarch } = await kept()
    await afterMarch()
    const { sql } = connected(url)
    await sql`delete from lorefence.segments where since > '2027-02-01' and since < '2027-03-01'`
    expect((await verifyReceipts(ports.receipts)).failures.map(({ problem }) => problem)).toEqual(['segment-missing'])
  })

  test('nothing is removed without records_days, nor by a server that may not; its receipts are stored all the same', async () => {
    const { url, ports } = await kept()
    const owner = connected(url)
    const role = `server_${/\/(\w+)\?/.exec(url)?.[1]}`
    await owner.sql.unsafe(`create role ${role} login;
      grant usage on schema lorefence to ${role}; grant select on all tables in schema lorefence to ${role};
      grant insert on lorefence.segments, lorefence.receipts to ${role};
      grant insert, update, delete on lorefence.heads to ${role};`)
    const server = connectDatabase(url.replace('//postgres@', `//${role}@`), {}, 2)
    onTestFinished(async () => {
      await server.close()
      await owner.sql.unsafe(`drop owned by ${role}; drop role ${role}`)
    })
    const receipts = receiptTable(server, 'x', { now: () => new Date('2027-03-10T00:00:00Z'), keepDays: 30 })
    await append({ receipts } as Ports, 'r-march')
    await append({ receipts } as Ports, 'r-march-2')
    expect(await idsOf(ports)).toHaveLength(7)
    expect(await verifyReceipts(ports.receipts)).toMatchObject({ ok: true })
  })

  test('sessions that are over and counts before yesterday go with the next segment', async () => {
    const { url, afterMarch } = await kept()
    const { sql } = connected(url)
    await sessionTable({ sql }).note('old', new Map([['a', 'b']]))
    await sql`update lorefence.sessions set noted = now() - interval '25 hours'`
    await sessionTable({ sql }).note('new', new Map([['a', 'b']]))
    await sql`insert into lorefence.usage (ref, day, requests, recent)
      values ('a', current_date - 3, 1, '{}'), ('a', current_date, 1, '{}')`
    await afterMarch()
    const counted = async (): Promise<unknown> => {
      const [sessions, usage] = await Promise.all([
        sql`select from lorefence.sessions`,
        sql`select from lorefence.usage`,
      ])
      return [sessions.length, usage.length]
    }
    await vi.waitFor(async () => expect(await counted()).toEqual([1, 1]))
  })
})
