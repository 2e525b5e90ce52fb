import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import type { Environment } from '../stores/state-folder.ts'

/** Where a database is and how it is reached. */
export interface StoreAddress {
  /** A name, an address, or the folder of a socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  readonly tls: false | 'prefer' | 'require' | ConnectionOptions
  /** For messages: without the password. */
  readonly shown: string
}

/**
 * Further parameters of a URL that have a meaning here; another one is refused, so that no setting is ignored unseen.
 */
const known = ['host', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']

/** Reads a URL as PostgreSQL's own programs do; parts that it lacks come from the same variables. */
export function storeAddress(written: string, env: Environment): StoreAddress {
  const url = parsed(written)
  const settings = Object.fromEntries(url.searchParams)
  for (const name of Object.keys(settings))
    if (!known.includes(name))
      throw new Error(`the store URL has the parameter "${name}"; known are ${known.join(', ')}.`)
  const host = settings['host'] || hostOf(url) || env['PGHOST'] || 'localhost'
  const user = decoded(url.username) || env['PGUSER'] || userInfo().username
  const database = decoded(url.pathname.slice(1)) || env['PGDATABASE'] || user
  const port = Number(url.port || env['PGPORT'] || 5432)
  const mode = settings['sslmode'] ?? env['PGSSLMODE']
  return {
    host,
    port,
    database,
    user,
    password: decoded(url.password) || env['PGPASSWORD'] || '',
    tls: host.startsWith('/') ? false : tlsFor(host, mode, { ...pathsIn(env), ...settings }),
    shown: `postgres://${user}@${host.startsWith('/') ? encodeURIComponent(host) : host}:${port}/${database}`,
  }
}

/** A URL must have a host to be parsed; one with a user and a socket has none. */
const noHost = 'no-host.invalid'

/** Never quotes the address, which may contain a password. */
function parsed(written: string): URL {
  if (!/^postgres(?:ql)?:\/\//.test(written)) throw new Error('the store is not a URL that begins with "postgres://".')
  try {
    return new URL(
      written.replace(/^postgres(?:ql)?:/, 'postgres:').replace(/^(postgres:\/\/[^/?#]*@)(?=[/?#:]|$)/, `$1${noHost}`),
    )
  } catch {
    throw new Error('the store URL cannot be read; write postgres://user@host:5432/database')
  }
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => (hostname === noHost ? '' : decoded(hostname).replace(/^\[(.*)\]$/, '$1'))

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('the store URL has a "%" that encodes nothing; write it as "%25".')
  }
}

const pathsIn = (env: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => {
      const value = env[`PG${name.toUpperCase()}`]
      return value ? [[name, value]] : []
    }),
  )

type TlsSettings = Readonly<Record<string, string | undefined>>

/** The modes of PostgreSQL. Those that verify do so against `sslrootcert`, or the certificates of the system. */
function tlsFor(host: string, mode: string | undefined, settings: TlsSettings): StoreAddress['tls'] {
  const file = (name: string): Buffer | undefined => {
    const path = settings[name]
    if (path === undefined || path === 'system') return undefined
    try {
      return readFileSync(path)
    } catch (error) {
      throw new Error(`the file "${path}" of ${name} cannot be read.`, { cause: error })
    }
  }
  const [ca, cert, key] = [file('sslrootcert'), file('sslcert'), file('sslkey')]
  const own = { ...(ca ? { ca } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) }
  switch (mode ?? 'prefer') {
    case 'disable':
      return false
    case 'prefer':
      return 'prefer'
    case 'require':
      // As PostgreSQL's own programs: with certificates to compare with, they are compared.
      return ca ? { ...own, checkServerIdentity: () => undefined } : { ...own, rejectUnauthorized: false }
    case 'verify-ca':
      return { ...own, checkServerIdentity: () => undefined }
    case 'verify-full':
      return { ...own, checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate) }
    default:
      throw new Error(
        `sslmode is "${mode}"; use disable, prefer, require, verify-ca or verify-full (which verifies the server).`,
      )
  }
}
