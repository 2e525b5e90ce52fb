import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, isIPv6, type LookupFunction, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { limits } from '../../model/limits.ts'
import type { Connected, Connector, ConnectRequest } from '../../model/ports.ts'
import { hostOf } from './checked-addresses.ts'
import { codeOf } from './results.ts'

export interface HttpsOptions {
  /** `http://host:port` of the operator's proxy; it connects to the checked address. */
  readonly proxy?: string
  /** Certificates to trust instead of those of the system. */
  readonly ca?: string
}

/** HTTP/1.1 over TLS, one connection for each request. Proxies and settings of TLS in the environment are ignored. */
export function httpsConnector({ proxy, ca }: HttpsOptions = {}): Connector {
  return {
    async connect(request) {
      try {
        const tunnel = proxy === undefined ? undefined : await openTunnel(new URL(proxy), request)
        return await ask(request, openTls(request, { tunnel, ca }), tunnel !== undefined)
      } catch (error) {
        return unreachable(error)
      }
    },
  }
}

const portOf = ({ port }: URL): number => Number(port || 443)

function openTls(
  { url, addresses }: ConnectRequest,
  { tunnel, ca }: { readonly tunnel: Duplex | undefined; readonly ca: string | undefined },
): TLSSocket {
  const host = hostOf(url)
  return connectTls({
    host,
    port: portOf(url),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(tunnel
      ? { socket: tunnel }
      : { lookup: pinned(addresses), autoSelectFamily: true, autoSelectFamilyAttemptTimeout }),
    ...(ca === undefined ? {} : { ca }),
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  })
}

/** The timeout for one address among several; Node's default of 250 ms is too short for distant hosts. */
const autoSelectFamilyAttemptTimeout = 1500

/** Answers with the checked addresses, whatever the name. */
const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, done) => {
    const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    const [first] = all
    if (options.all) done(null, all)
    else done(null, first?.address ?? '', first?.family)
  }

function ask(
  { url, addresses, headers, signal }: ConnectRequest,
  socket: Socket,
  isTunnelled: boolean,
): Promise<Connected> {
  return new Promise((resolve) => {
    const request = httpsRequest(url, {
      method: 'GET',
      headers,
      createConnection: () => socket,
      maxHeaderSize: limits.fetchHeaderBytes,
      insecureHTTPParser: false,
      signal,
    })
    const fail = (error: unknown): void => {
      socket.destroy()
      resolve(unreachable(error))
    }
    request.once('response', (response) => {
      const used = isTunnelled ? undefined : socket.remoteAddress
      resolve(connectedTo(response, used ?? addresses[0] ?? ''))
    })
    request.on('error', fail)
    // Without an error where the server switches to another protocol.
    request.once('close', () => resolve(unreachable(undefined)))
    request.end()
  })
}

function connectedTo(response: IncomingMessage, address: string): Connected {
  const headers = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')])
  return {
    ok: true,
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers) as Readonly<Record<string, string>>,
    address,
    body: response as AsyncIterable<Uint8Array>,
    close: () => void response.destroy(),
  }
}

/** A proxy is asked for the address, not for the name: it must not resolve it again. */
function openTunnel(proxy: URL, { url, addresses: [address = ''], signal }: ConnectRequest): Promise<Duplex> {
  const target = `${isIPv6(address) ? `[${address}]` : address}:${portOf(url)}`
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: hostOf(proxy),
      port: Number(proxy.port || 80),
      method: 'CONNECT',
      path: target,
      headers: { host: target },
      maxHeaderSize: limits.fetchHeaderBytes,
      agent: false,
      signal,
    })
    request.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      return reject(Object.assign(new Error('refused by the proxy'), { code: `PROXY_STATUS_${statusCode}` }))
    })
    request.once('response', (response) => {
      response.destroy()
      reject(Object.assign(new Error('no tunnel'), { code: 'PROXY_WITHOUT_TUNNEL' }))
    })
    request.on('error', reject)
    request.end()
  })
}

function unreachable(error: unknown): Connected {
  const code = codeOf(error)
  return code === 'HPE_HEADER_OVERFLOW'
    ? { ok: false, trouble: 'headers-too-large', detail: '' }
    : { ok: false, trouble: 'unreachable', detail: `The connection failed (${code}).` }
}
