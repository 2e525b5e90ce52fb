import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from '../../../src/io/postgres/connect.ts'
import { storeAddress } from '../../../src/io/postgres/store-address.ts'
import { describePostgres, ownCluster, type Cluster } from '../../support/postgres.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { testCertificate } from '../../support/test-certificate.ts'

describe('the URL of a store', () => {
  it.each([
    [
      'postgres://ada:s%40cret@db.example:6432/knowledge',
      { host: 'db.example', port: 6432, user: 'ada', password: 's@cret', database: 'knowledge' },
    ],
    ['postgresql://ada@[::1]/knowledge', { host: '::1', port: 5432, user: 'ada', database: 'knowledge' }],
    [
      'postgres://ada@/knowledge?host=/run/postgresql',
      { host: '/run/postgresql', user: 'ada', database: 'knowledge', tls: false },
    ],
    ['postgres:///knowledge?host=%2Frun%2Fpostgresql', { host: '/run/postgresql', user: 'bea', database: 'knowledge' }],
    ['postgres://', { host: 'db.internal', user: 'bea', password: 'from-env', database: 'bea' }],
  ])('reads %s', (url, expected) => {
    const env = { PGHOST: 'db.internal', PGUSER: 'bea', PGPASSWORD: 'from-env' }
    expect(storeAddress(url, env)).toMatchObject(expected)
  })

  it('never repeats a password', () => {
    const { shown } = storeAddress('postgres://ada:hunter2@db.example/knowledge', {})
    expect(shown).toBe('postgres://ada@db.example:5432/knowledge')
    for (const broken of [
      'http://ada:hunter2@db',
      'postgres://ada:hunter2@db:port/x',
      'postgres://ada:hunter2%@db',
      'postgres://ada:hunter2@db?sslmode=full',
      'postgres://ada:hunter2@db?sslmod=x',
    ])
      expect(() => storeAddress(broken, {})).toThrow(/^(?!.*hunter2)/)
  })

  it('refuses a parameter or a mode that it does not know', () => {
    expect(() => storeAddress('postgres://db/x?sslmode=verify', {})).toThrow('sslmode is "verify"')
    expect(() => storeAddress('postgres://db/x?sslrootcrt=/a', {})).toThrow('the parameter "sslrootcrt"')
    expect(() => storeAddress('postgres://db/x?sslmode=verify-full&sslrootcert=/no/such.pem', {})).toThrow(
      '/no/such.pem',
    )
  })
})

describePostgres('TLS to a database', () => {
  const made = testCertificate({ names: ['localhost'] })
  let cluster: Cluster
  beforeAll(async () => {
    cluster = ownCluster({ tls: { port: await freePort(), ...made } })
    const { sql, close } = connectDatabase(cluster.url('postgres'), {}, 1)
    await sql`create role ada login password 'pass'`
    await close()
    return () => cluster.remove()
  })

  const ssl = async (host: string, query: string): Promise<unknown> => {
    const url = `postgres://ada:pass@${host}:${cluster.port}/postgres?${query}`
    const database = connectDatabase(url, {}, 1)
    try {
      const [found] = await database.sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
      return found?.['ssl']
    } finally {
      await database.close()
    }
  }
  const pem = (cert: string): string => {
    const file = join(tempFolder(), 'root.pem')
    writeFileSync(file, cert)
    return encodeURIComponent(file)
  }

  it('verifies certificate and name with sslmode=verify-full', async () => {
    expect(await ssl('localhost', `sslmode=verify-full&sslrootcert=${pem(made.cert)}`)).toBe(true)
    await expect(ssl('127.0.0.1', `sslmode=verify-full&sslrootcert=${pem(made.cert)}`)).rejects.toThrow(/altnames/i)
    await expect(ssl('localhost', 'sslmode=verify-full')).rejects.toThrow(/self-signed/)
    const { cert } = testCertificate({ names: ['localhost'] })
    await expect(ssl('localhost', `sslmode=verify-full&sslrootcert=${pem(cert)}`)).rejects.toThrow()
  })

  it('verifies the certificate but not the name with sslmode=verify-ca', async () => {
    expect(await ssl('127.0.0.1', `sslmode=verify-ca&sslrootcert=${pem(made.cert)}`)).toBe(true)
    await expect(ssl('127.0.0.1', 'sslmode=verify-ca')).rejects.toThrow(/self-signed/)
  })

  it('encrypts without verifying with sslmode=require, and tries to by default', async () => {
    expect(await ssl('127.0.0.1', 'sslmode=require')).toBe(true)
    expect(await ssl('127.0.0.1', '')).toBe(true)
    await expect(ssl('127.0.0.1', 'sslmode=disable')).rejects.toThrow(/pg_hba/)
  })
})

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
