import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { describe, onTestFinished } from 'vitest'
import { connectDatabase, type Database } from '../../src/io/postgres/connect.ts'

/** The folder with `initdb` and `postgres`; Debian has one for each version. */
const programs = [
  ...(existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []),
  ...(process.env['PATH'] ?? '').split(':'),
].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))

/** Tests with PostgreSQL: reported as skipped if it is missing; if `CI` is set, they fail instead. */
export function describePostgres(name: string, tests: () => void): void {
  if (programs === undefined && process.env['CI'] !== 'true')
    describe.skip(`${name} (PostgreSQL is not installed: apt-get install postgresql)`, tests)
  else describe(name, tests)
}

/** A separate server, reached through a socket in its folder, and over TCP if a port is set. */
export interface Cluster {
  readonly folder: string
  readonly port: number
  /** URL of a database, as the superuser. */
  url(database: string): string
  /** Like `kill -9` of all its processes. */
  kill(): void
  /** Returns once it accepts connections. */
  start(): void
  /** Stops it and removes its folder. */
  remove(): void
}

export interface ClusterOptions {
  readonly durable?: boolean
  /** PEM; listens on 127.0.0.1 with TLS, for users with a password. */
  readonly tls?: { readonly port: number; readonly cert: string; readonly key: string }
}

/** `initdb` refuses to run as root, so the user `postgres` runs it. */
const isRoot = process.getuid?.() === 0
function run(program: string, args: readonly string[]): string {
  const [command, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args]
  return execFileSync(command ?? '', rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' })
}

/** Creates a server and starts it; it ends with this process at the latest. */
function createCluster(folder: string, { durable = false, tls }: ClusterOptions = {}): Cluster {
  if (programs === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  const data = join(folder, 'data')
  const port = tls?.port ?? 5432
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  if (isRoot) execFileSync('chown', ['postgres', folder])
  run(join(programs, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-N',
    '--no-instructions',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ])
  const settings = [
    `unix_socket_directories = '${folder}'`,
    `port = ${port}`,
    tls ? `listen_addresses = '127.0.0.1'` : `listen_addresses = ''`,
    ...(tls ? ['ssl = on', `ssl_cert_file = '${folder}/server.pem'`, `ssl_key_file = '${folder}/server.key'`] : []),
    ...(durable ? [] : ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off']),
    'max_connections = 200',
    'shared_buffers = 32MB',
  ]
  writeFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  if (tls) {
    for (const [name, text] of [
      ['server.pem', tls.cert],
      ['server.key', tls.key],
    ] as const) {
      writeFileSync(join(folder, name), text, { mode: 0o600 })
      if (isRoot) execFileSync('chown', ['postgres', join(folder, name)])
    }
    writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n')
  }
  const control = (...args: readonly string[]): string => run(join(programs, 'pg_ctl'), ['-D', data, ...args])
  const cluster: Cluster = {
    folder,
    port,
    url: (database) => `postgres://postgres@:${port}/${database}?host=${encodeURIComponent(folder)}`,
    start() {
      // Killed processes may take a moment to disappear.
      for (let left = 50; ; left--)
        try {
          return void control('-w', '-t', '60', '-l', join(folder, 'log'), 'start')
        } catch (error) {
          if (left === 0) throw error
          execFileSync('sleep', ['0.2'])
        }
    },
    remove() {
      control('-w', '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
    kill() {
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
      for (const one of [pid, ...children]) if (one !== '') process.kill(Number(one), 'SIGKILL')
    },
  }
  cluster.start()
  stopWith(process.pid, folder, join(programs, 'pg_ctl'))
  return cluster
}

/** A separate watcher stops the server when this process is gone, however it ended. */
function stopWith(pid: number, folder: string, control: string): void {
  const stop = `${isRoot ? 'runuser -u postgres -- ' : ''}'${control}' -D '${folder}/data' -m immediate stop`
  const script = `while kill -0 ${pid} 2>/dev/null && [ -d '${folder}' ]; do sleep 1; done; ${stop}; rm -rf '${folder}'`
  spawn('sh', ['-c', script], { detached: true, stdio: 'ignore', cwd: '/' }).unref()
}

/** One server for all tests of a run: threads share the process, and the first that needs it creates it. */
async function sharedCluster(): Promise<string> {
  const folder = `/tmp/lorefence-pg-${process.pid}`
  try {
    mkdirSync(folder, { mode: 0o711 })
  } catch {
    while (!existsSync(join(folder, 'ready'))) {
      if (existsSync(join(folder, 'failed'))) throw new Error(readFileSync(join(folder, 'failed'), 'utf8'))
      await new Promise((done) => setTimeout(done, 50))
    }
    return folder
  }
  try {
    createCluster(folder)
    writeFileSync(join(folder, 'ready'), '')
  } catch (error) {
    writeFileSync(join(folder, 'failed'), String(error))
    throw error
  }
  return folder
}

/** The URL of an empty database on the server of this run. */
export async function freshDatabase(): Promise<string> {
  const folder = await sharedCluster()
  const host = encodeURIComponent(folder)
  const name = `t${randomBytes(6).toString('hex')}`
  const admin = connectDatabase(`postgres://postgres@/postgres?host=${host}`, {}, 1)
  await admin.sql.unsafe(`create database ${name}`)
  await admin.close()
  return `postgres://postgres@/${name}?host=${host}`
}

/** Connections that are closed when the test ends. */
export function connected(url: string): Database {
  const database = connectDatabase(url, {})
  onTestFinished(() => database.close())
  return database
}

/** A separate server for tests that stop or configure it; the caller removes it. */
export function ownCluster(options: ClusterOptions = {}): Cluster {
  return createCluster(`/tmp/lorefence-pg-${process.pid}-${randomBytes(4).toString('hex')}`, options)
}
