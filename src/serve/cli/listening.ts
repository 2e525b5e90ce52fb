import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { Listening } from '../../io/http-server.ts'
import { text, texts, UsageError, wholeNumber, type Call, type OptionTable } from './verb.ts'

/** Options of the verbs that listen. */
export const listeningOptions = {
  listen: {
    type: 'string',
    value: 'ADDRESS',
    doc:
      'The address to listen on: in a container, behind a proxy that adds TLS, or with a certificate. ' +
      'Needs --allow-host, and clients with credentials of their own. Default: 127.0.0.1',
  },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    doc:
      'With --listen: an accepted host name of requests, without a port; repeatable. ' +
      'Names of this machine are always accepted.',
  },
} as const satisfies OptionTable

export interface ListeningChoice {
  readonly listening: Listening
  readonly allowedHosts: readonly string[]
  /** Other machines can reach it. */
  readonly isRemote: boolean
}

export function listeningFor({ values }: Pick<Call, 'values'>, defaultPort: number): ListeningChoice {
  const [address, allowedHosts] = [addressOf(text(values['listen'])), texts(values['allow-host'])]
  if ((address === undefined) !== (allowedHosts.length === 0))
    throw new UsageError('--listen and --allow-host need each other.')
  const port = portOf(text(values['port']), defaultPort)
  return {
    listening: { port, ...(address === undefined ? {} : { address }) },
    allowedHosts,
    isRemote: address !== undefined,
  }
}

/** The certificate and key of --tls-cert and --tls-key. */
export function tlsFor({ values, terminal }: Pick<Call, 'values' | 'terminal'>): Pick<Listening, 'tls'> {
  const [cert, key] = [text(values['tls-cert']), text(values['tls-key'])]
  if (cert === undefined && key === undefined) return {}
  if (cert === undefined || key === undefined) throw new UsageError('--tls-cert and --tls-key need each other.')
  const fileAt = (path: string): string => readFileSync(resolve(terminal.cwd, path), 'utf8')
  return { tls: { cert: fileAt(cert), key: fileAt(key) } }
}

function addressOf(written: string | undefined): string | undefined {
  if (written === undefined || isIP(written) !== 0) return written
  throw new UsageError(`--listen takes an IP address, not "${written}".`)
}

function portOf(written: string | undefined, defaultPort: number): number {
  const port = wholeNumber(written, 'port') ?? defaultPort
  if (port > 65_535) throw new UsageError(`--port takes a number up to 65535, not "${written}".`)
  return port
}
