import { expect, onTestFinished, test, vi } from 'vitest'
import { connectDatabase, type Database } from '../../../src/io/postgres/connect.ts'
import { migrateDatabase } from '../../../src/io/postgres/migrate.ts'
import { StoreMirror } from '../../../src/io/postgres/mirror.ts'
import { postgresPorts } from '../../../src/io/postgres/postgres-ports.ts'
import { systemPorts } from '../../../src/io/system.ts'
import { connected, describePostgres, freshDatabase, ownCluster } from '../../support/postgres.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** Counts the statements that a database is asked. */
function counted(database: Database): { readonly database: Database; readonly asked: string[] } {
  const asked: string[] = []
  const sql = new Proxy(database.sql, {
    apply(target, self, args: [TemplateStringsArray, ...never[]]) {
      if (Array.isArray(args[0])) asked.push(args[0].join('?'))
      return Reflect.apply(target, self, args)
    },
  })
  return { database: { ...database, sql }, asked }
}

describePostgres('the mirror of the small stores', () => {
  test('asks one row for many requests at once, and twice at most while they come in', async () => {
    const { database, asked } = counted(connected(await freshDatabase()))
    await migrateDatabase(database)
    const mirror = new StoreMirror(database)
    await mirror.current()
    asked.length = 0
    await Promise.all(Array.from({ length: 200 }, () => mirror.current()))
    expect(asked).toEqual(['select latest from lorefence.version', 'select latest from lorefence.version'])
  })

  test('whoever asks during a look waits for one that begins later', async () => {
    const url = await freshDatabase()
    const [reader, writer] = [connected(url), connected(url)]
    await migrateDatabase(reader)
    const [mirror, other] = [new StoreMirror(reader), new StoreMirror(writer)]
    await Promise.all([mirror.current(), other.current()])
    for (let i = 0; i < 20; i++) {
      const under = mirror.current()
      other.entries('keys').put(`k${i}`, i)
      await other.settled()
      await mirror.current()
      expect(mirror.entries('keys').get(`k${i}`)).toBe(i)
      await under
    }
  })

  test('notices a change that a person made with SQL, and a database that was restored', async () => {
    const database = connected(await freshDatabase())
    await migrateDatabase(database)
    const mirror = new StoreMirror(database)
    const keys = mirror.entries('keys')
    for (const key of ['a', 'b']) keys.put(key, 1)
    await mirror.settled()
    await database.sql`update lorefence.keys set entry = null where entry ->> 'key' = 'a'`
    await mirror.current()
    expect([keys.get('a'), keys.get('b')]).toEqual([undefined, 1])
    await database.sql`alter table lorefence.keys disable trigger all`
    await database.sql`delete from lorefence.keys`
    await database.sql`update lorefence.version set latest = 1`
    await mirror.current()
    expect(keys.isEmpty()).toBe(true)
  })

  test('rejects while the database is away, keeps nothing that was not stored, and goes on by itself', async () => {
    const cluster = ownCluster({ durable: true })
    onTestFinished(() => cluster.remove())
    const database = connectDatabase(cluster.url('postgres'), {})
    onTestFinished(() => database.close())
    await migrateDatabase(database)
    const mirror = new StoreMirror(database)
    const keys = mirror.entries('keys')
    keys.put('before', 1)
    await mirror.settled()
    cluster.kill()
    await expect(mirror.current()).rejects.toThrow('cannot be used now')
    keys.put('lost', 1)
    await expect(mirror.settled()).rejects.toThrow('cannot be used now')
    cluster.start()
    await vi.waitFor(() => mirror.current(), { timeout: 20_000 })
    expect([keys.get('before'), keys.get('lost')]).toEqual([1, undefined])
  }, 60_000)

  test('a grant on one server wakes the watchers of another at once', async () => {
    const [url, env] = [await freshDatabase(), { HOME: tempFolder() }]
    const open = async () => {
      const ports = await postgresPorts(systemPorts(env), { url, env, keeping: { records: 'files' } })
      onTestFinished(() => ports.shared.close())
      return ports
    }
    const [a, b] = [await open(), await open()]
    const seen: boolean[] = []
    const stop = b.watcher?.watch({ folders: [], files: [] }, () => void seen.push(b.grants.isEmpty()))
    onTestFinished(() => stop?.())
    await vi.waitFor(() => expect(seen).toEqual([true]))
    a.grants.save({ path: '/no/a', given: 'terminal', at: '2026' })
    await a.shared.settled()
    await vi.waitFor(() => expect(seen.at(-1)).toBe(false), { timeout: 5000 })
  })
})
