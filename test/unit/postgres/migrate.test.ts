import { expect, it } from 'vitest'
import { migrateDatabase } from '../../../src/io/postgres/migrate.ts'
import { migrations } from '../../../src/io/postgres/migrations/migrations.ts'
import { connected, describePostgres, freshDatabase } from '../../support/postgres.ts'

describePostgres('migrations of a database', () => {
  it('applies every migration once, in the order of their numbers', async () => {
    const database = connected(await freshDatabase())
    expect(await migrateDatabase(database)).toEqual(migrations.map(({ name }) => name))
    expect(await migrateDatabase(database)).toEqual([])
    expect(migrations.map(({ id }) => id)).toEqual(migrations.map(({ id }) => id).sort((a, b) => a - b))
  })

  it('applies them once where several servers start at once', async () => {
    const url = await freshDatabase()
    const servers = Array.from({ length: 6 }, () => connected(url))
    const applied = await Promise.all(servers.map((server) => migrateDatabase(server)))
    expect(applied.filter(({ length }) => length > 0)).toEqual([migrations.map(({ name }) => name)])
  })

  it('applies nothing where one of them fails', async () => {
    const database = connected(await freshDatabase())
    const broken = [
      ...migrations,
      { id: 900, name: 'broken', statements: 'create table lorefence.half (); select 1/0' },
    ]
    await expect(migrateDatabase(database, broken)).rejects.toThrow('division by zero')
    const [found] = await database.sql`select to_regnamespace('lorefence') as schema`
    expect(found?.['schema']).toBeNull()
  })

  it('refuses a database that a newer program changed', async () => {
    const database = connected(await freshDatabase())
    await migrateDatabase(database, [...migrations, { id: 900, name: 'future', statements: 'select 1' }])
    await expect(migrateDatabase(database)).rejects.toThrow(
      /^the database postgres:\/\/postgres@\S+ was changed by a newer lorefence \(migration 900, "future"\)\. Update this one\.$/,
    )
  })

  it('needs only the right to read where nothing is missing', async () => {
    const url = await freshDatabase()
    const owner = connected(url)
    await migrateDatabase(owner)
    const role = `r${url.slice(url.indexOf('@/') + 2, url.indexOf('?'))}`
    await owner.sql.unsafe(
      `create role ${role} login; grant usage on schema lorefence to ${role}; grant select on lorefence.migrations to ${role}`,
    )
    expect(await migrateDatabase(connected(url.replace('postgres@', `${role}@`)))).toEqual([])
  })
})
