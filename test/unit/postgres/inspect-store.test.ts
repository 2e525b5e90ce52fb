import { expect, onTestFinished, test } from 'vitest'
import { store } from '../../../src/app/doctor/store.ts'
import type { Examined } from '../../../src/app/doctor/check.ts'
import { inspectStore } from '../../../src/io/postgres/inspect-store.ts'
import { migrateDatabase } from '../../../src/io/postgres/migrate.ts'
import type { StoreHealth } from '../../../src/model/records/health.ts'
import { connected, describePostgres, freshDatabase } from '../../support/postgres.ts'

describePostgres('doctor inspects the store', () => {
  test('one that cannot be reached is named without its password', async () => {
    const { shown, unusable } = await inspectStore('postgres://ada:hunter2@127.0.0.1:1/lorefence', {})
    expect(shown).toBe('postgres://ada@127.0.0.1:1/lorefence')
    expect(unusable).toContain('cannot be used now')
    expect(unusable).not.toContain('hunter2')
  })

  test('one that is not prepared lists what is missing, and stays as it is', async () => {
    const url = await freshDatabase()
    expect((await inspectStore(url, {})).pending).toContain('receipts')
    expect((await connected(url).sql`select from pg_namespace where nspname = 'lorefence'`).length).toBe(0)
  })

  test('one of a newer version cannot be used', async () => {
    const url = await freshDatabase()
    const database = connected(url)
    await migrateDatabase(database)
    await database.sql`insert into lorefence.migrations (id, name) values (9000, 'later')`
    expect((await inspectStore(url, {})).unusable).toContain('changed by a newer lorefence')
  })

  test('rights that are missing and rights that are too many are named, for the role that looks', async () => {
    const url = await freshDatabase()
    const owner = connected(url)
    await migrateDatabase(owner)
    const role = `reader_${/\/(\w+)\?/.exec(url)?.[1]}`
    await owner.sql.unsafe(
      `create role ${role} login; grant usage on schema lorefence to ${role}; grant select on all tables in schema lorefence to ${role}`,
    )
    onTestFinished(() => owner.sql.unsafe(`drop owned by ${role}; drop role ${role}`).then(() => undefined))
    const reader = await inspectStore(url.replace('//postgres@', `//${role}@`), {})
    expect(reader).toMatchObject({ role, pending: [], exceeds: [], privacy: 'local', aheadSeconds: 0 })
    expect(reader.lacks).toContain('insert on lorefence.receipts')
    expect(reader.lacks).not.toContain('select on lorefence.receipts')
    const owning = await inspectStore(url, {})
    expect([owning.lacks, owning.exceeds]).toEqual([
      [],
      ['update on lorefence.receipts', 'delete on lorefence.receipts'],
    ])
    expect(owning.volatile).toEqual(['synchronous_commit', 'fsync'])
  })
})

const said = (health: Partial<StoreHealth>): readonly string[] =>
  store
    .look({ store: { shown: 'postgres://db/x', ...health } } as Examined)
    .map(({ state, detail }) => `${state}: ${detail}`)

test.each<[string, Partial<StoreHealth>, readonly string[]]>([
  ['a sound one', { role: 'server', pending: [], lacks: [], privacy: 'verified', aheadSeconds: 5 }, []],
  ['a socket', { privacy: 'local' }, []],
  ['another machine without TLS', { privacy: 'open' }, ['fix: The connection is not encrypted.']],
  ['another machine that is not verified', { privacy: 'unverified' }, ['note: The connection is encrypted, but not']],
  ['a clock that is ahead', { aheadSeconds: 6 }, ['note: Its clock is 6 seconds ahead of']],
  ['a clock that is behind', { aheadSeconds: -90 }, ['note: Its clock is 90 seconds behind']],
  ['one that is away', { unusable: 'it does not answer' }, ['fix: Nothing can be decided or recorded: it does not']],
  ['one that is not prepared', { pending: ['use'] }, ['fix: It is not prepared for this version: use is missing.']],
  [
    'a role without a right',
    { role: 'r', lacks: ['insert on a'] },
    ['fix: The role "r" lacks rights that a server needs: insert on a'],
  ],
  ['volatile settings', { volatile: ['fsync'] }, ['fix: fsync is off']],
])('what doctor says of %s', (_name, health, expected) => {
  expect(said(health)).toEqual(expected.map((beginning) => expect.stringContaining(beginning)))
})
