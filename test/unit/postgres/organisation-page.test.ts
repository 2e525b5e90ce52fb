import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Database } from '../../../src/io/postgres/connect.ts'
import { migrateDatabase } from '../../../src/io/postgres/migrate.ts'
import { postgresPorts } from '../../../src/io/postgres/postgres-ports.ts'
import { receiptTable } from '../../../src/io/postgres/receipt-table.ts'
import { systemPorts } from '../../../src/io/system.ts'
import type { Ports } from '../../../src/model/ports.ts'
import { verifyReceipts } from '../../../src/record/verify.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { append } from '../../contract/stores.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { describePostgres, ownCluster, type Cluster } from '../../support/postgres.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const sqlIn = (page: string): readonly string[] =>
  [...readFileSync(`docs/guide/${page}.md`, 'utf8').matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql)

const [roles = '', rights = '', months = '', drop = ''] = sqlIn('organisation')
const [publisher = '', publisherRights = ''] = sqlIn('push')

describePostgres('the SQL of docs/guide/organisation.md', () => {
  let cluster: Cluster
  const open: Database[] = []
  const as = (user: string, database = 'lorefence'): Database => {
    const opened = connectDatabase(cluster.url(database).replace('postgres@', `${user}@`), {}, 2)
    open.push(opened)
    return opened
  }
  const portsAs = async (user: string): Promise<Ports> => {
    const env = { HOME: tempFolder() }
    const url = cluster.url('lorefence').replace('postgres@', `${user}@`)
    const ports = await postgresPorts(systemPorts(env), { url, env, keeping: { records: 'files' } })
    open.push({ close: () => ports.shared.close() } as Database)
    return ports
  }
  beforeAll(async () => {
    cluster = ownCluster()
    const admin = as('postgres', 'postgres')
    for (const statement of roles.split(';').filter((one) => one.trim() !== '')) await admin.sql.unsafe(statement)
    const owner = as('lorefence_owner')
    await migrateDatabase(owner)
    await owner.sql.unsafe(rights)
  }, 60_000)
  afterAll(async () => {
    await Promise.all(open.map((one) => one.close()))
    cluster.remove()
  })

  test('lets a server record, count and look, and grant nothing', async () => {
    const server = await portsAs('lorefence_server')
    await append(server, 'r-1')
    await append(server, 'r-2')
    await server.sessions.note('s', new Map([['a', 'b']]))
    const now = new Date('2026-05-06T09:10:00Z')
    server.usage.count('unit:a/b', now, { requestsPerDay: 1 })
    expect([await server.usage.take?.(['unit:a/b'], now), await server.usage.take?.(['unit:a/b'], now)]).toEqual([
      true,
      false,
    ])
    server.editions?.save('/no/a', { version: '1' })
    await server.shared?.settled()
    expect(await verifyReceipts(server.receipts)).toMatchObject({ ok: true, records: 2 })
    server.grants.save({ path: '/no/a', given: 'terminal', at: '2026' })
    await expect(server.shared?.settled()).rejects.toThrow('permission denied for table grants')
    await server.shared?.current()
    expect(server.grants.isEmpty()).toBe(true)
    const { sql } = as('lorefence_server')
    for (const forbidden of [
      'update lorefence.receipts set record = record',
      'delete from lorefence.receipts',
      'delete from lorefence.segments',
      'update lorefence.secret set key = key',
      'update lorefence.version set latest = 0',
      'update lorefence.keys set entry = null',
    ])
      await expect(sql.unsafe(forbidden)).rejects.toThrow('permission denied')
  })

  test('lets an operator grant and revoke', async () => {
    const operator = await portsAs('lorefence_operator')
    operator.grants.save({ path: '/no/a', given: 'terminal', at: '2026' })
    operator.keys?.save({ name: 'bot', tokenSha256: 'a'.repeat(64), requester: {}, created: '2026' })
    await operator.shared?.settled()
    expect((await portsAs('lorefence_server')).grants.find('/no/a')).toBeDefined()
    await expect(as('lorefence_operator').sql.unsafe('delete from lorefence.grants')).rejects.toThrow()
  })

  test('with that of docs/guide/push.md, a publisher pushes and grants nothing, and a server serves what was pushed', async () => {
    await as('postgres').sql.unsafe(publisher)
    await as('lorefence_owner').sql.unsafe(publisherRights)
    const url = (user: string): string => cluster.url('lorefence').replace('postgres@', `${user}@`)
    const env = { HOME: tempFolder(), LOREFENCE_STATE: join(tempFolder(), 'state') }
    const run = async (user: string, ...argv: readonly string[]): Promise<string> => {
      mkdirSync(join(env.HOME, '.config/lorefence'), { recursive: true })
      writeFileSync(join(env.HOME, '.config/lorefence/lorefence.yaml'), `grants: unattended\nstore: "${url(user)}"\n`)
      const terminal = fakeTerminal({ cwd: tempFolder(), env })
      await main(argv, terminal)
      return `${terminal.stdout}${terminal.stderr}`
    }
    const folder = tempFolder({
      'knowledge.yaml': manifestText({}, unitWith({ id: 'tides', path: 'tides.md', sensitivity: 'public' })),
      'tides.md': '# Tides\n\nThe tide table is printed on Monday.\n',
    })
    const root = '/.lorefence-store/harbor'
    const push = ['push', folder, '--store', url('lorefence_publisher'), '--workspace', 'harbor']
    expect(await run('lorefence_publisher', ...push)).toContain('harbor: revision 1')
    expect(await run('lorefence_publisher', 'trust', root, '--yes')).toContain('permission denied')
    expect(await run('lorefence_operator', 'trust', root, '--yes')).toContain('granted')
    expect(await run('lorefence_server', 'read', 'When is the tide table printed?', '--root', root)).toContain('Monday')
  }, 120_000)

  test('no one deletes an entry unseen, not even the owner', async () => {
    await expect(as('lorefence_owner').sql.unsafe('delete from lorefence.grants')).rejects.toThrow('set entry to null')
    await expect(as('lorefence_owner').sql.unsafe('truncate lorefence.keys')).rejects.toThrow('set entry to null')
  })

  test('a month of receipts is dropped where they have expired, and is missed where not', async () => {
    const owner = as('lorefence_owner')
    await owner.sql.unsafe(months)
    const at = (time: string, keepDays?: number): Ports =>
      ({ receipts: receiptTable(owner, 'x', { now: () => new Date(time), keepDays }) }) as Ports
    await append(at('2027-01-10T00:00:00Z'), 'r-january')
    await append(at('2027-02-10T00:00:00Z'), 'r-february')
    const [found] = await owner.sql`select count(*)::int as rows from lorefence.receipts_2027_01`
    expect(found?.['rows']).toBe(1)
    await owner.sql.unsafe(drop)
    const { receipts } = at('2027-02-11T00:00:00Z')
    expect((await verifyReceipts(receipts)).failures.map(({ problem }) => problem)).toEqual(['shortened'])
    await append(at('2027-02-20T00:00:00Z', 30), 'r-later')
    expect(await verifyReceipts(receipts)).toMatchObject({ ok: true, failures: [] })
  })
})
