import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { guardedFetcher } from '../../../src/io/fetch/guarded-fetcher.ts'
import { httpsConnector } from '../../../src/io/fetch/https-connector.ts'
import type { FetchRequest } from '../../../src/model/distribution/fetch.ts'
import { tlsServer } from '../../support/tls-server.ts'

const text = 'project: harbor\n'

/** A real server and a fetcher that may reach it; names resolve to this machine only. */
async function world(
  answer: RequestListener,
  options: { readonly proxy?: string; readonly trusted?: boolean; readonly deadline?: AbortSignal } = {},
) {
  const { port, ca, asked } = await tlsServer(answer)
  const lookups: string[] = []
  const fetcher = guardedFetcher({
    resolver: {
      async resolve(name) {
        lookups.push(name)
        return ['127.0.0.1']
      },
    },
    connector: httpsConnector({
      ...(options.trusted === false ? {} : { ca }),
      ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
    }),
    clock: { now: () => new Date('2026-01-01T00:00:00Z') },
    deadline: () => options.deadline ?? new AbortController().signal,
    settings: { allow: [`platform.test:${port}`, `127.0.0.1:${port}`, `other.test:${port}`] },
  })
  const fetch = (
    path: string,
    { host = 'platform.test', ...request }: Partial<FetchRequest> & { host?: string } = {},
  ) => fetcher.fetch({ url: `https://${host}:${port}${path}`, ...request })
  return { fetch, lookups, asked, port }
}

const send =
  (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, headers).end(body)
  }

describe('over TLS to this machine, which the operator allowed', () => {
  test('the bytes arrive with their facts, from the checked address, under the name of the URL', async () => {
    const { fetch, lookups, asked, port } = await world(
      send(gzipSync(text), {
        'content-type': 'Application/YAML; charset=utf-8',
        'content-encoding': 'gzip',
        etag: '"1"',
        'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      }),
    )
    const fetched = await fetch('/knowledge.yaml?x=1#part')
    expect(fetched).toEqual({
      outcome: 'fetched',
      url: `https://platform.test:${port}/knowledge.yaml?x=1`,
      redirects: 0,
      address: '127.0.0.1',
      bytes: Buffer.from(text),
      digest: 'sha256:f81d7e2469f3af19bc77a9964b8690b4e7918ce44696e4d2d2472210f90b824f',
      contentType: 'application/yaml',
      etag: '"1"',
      lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT',
      cache: 'unused',
    })
    expect([lookups, asked]).toEqual([['platform.test'], [{ name: 'platform.test', host: `platform.test:${port}` }]])
  })

  test('an address in the URL needs no name', async () => {
    const { fetch, lookups, asked } = await world(send(text))
    expect(await fetch('/', { host: '127.0.0.1' })).toMatchObject({ outcome: 'fetched' })
    expect([lookups, asked[0]?.name]).toEqual([[], false])
  })

  test('a redirect is followed', async () => {
    const { fetch, port } = await world((request, response) =>
      request.url === '/old'
        ? void response.writeHead(301, { location: '/new' }).end('moved')
        : void response.writeHead(200).end(text),
    )
    expect(await fetch('/old')).toMatchObject({
      outcome: 'fetched',
      url: `https://platform.test:${port}/new`,
      redirects: 1,
    })
  })

  test('the headers of a trace go with every hop, a credential only to its origin', async () => {
    const seen: (readonly (string | undefined)[])[] = []
    const { fetch, port } = await world((request, response) => {
      const { host, traceparent, tracestate, authorization } = request.headers
      seen.push([host?.split(':')[0], traceparent as string, tracestate as string, authorization])
      const next = { '/1': '/2', '/2': `https://127.0.0.1:${port}/3` }[request.url ?? '']
      if (next === undefined) response.end(text)
      else response.writeHead(302, { location: next }).end()
    })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await fetch('/1', { authorization: 'Bearer x', trace: { traceparent, tracestate: 'a=1' } })
    expect(seen).toEqual([
      ['platform.test', traceparent, 'a=1', 'Bearer x'],
      ['platform.test', traceparent, 'a=1', 'Bearer x'],
      ['127.0.0.1', traceparent, 'a=1', undefined],
    ])
  })
})

describe('what a real server can do wrong', () => {
  const cases: readonly (readonly [string, RequestListener, string])[] = [
    ['headers over the limit', send(text, { 'x-filler': 'a'.repeat(40_000) }), 'RUN706'],
    ['a body over the limit', send('a'.repeat(1_048_577)), 'RUN705'],
    [
      'an endless body without a length',
      (_, response) => {
        const write = (): void => void (response.writable && response.write('a'.repeat(65_536), write))
        response.on('error', () => undefined)
        write()
      },
      'RUN705',
    ],
    [
      'less than its length',
      (_, response) => void response.writeHead(200, { 'content-length': '99' }).end('a', () => response.destroy()),
      'RUN720',
    ],
    ['an end before the headers', (request) => void request.socket.destroy(), 'RUN720'],
    ['no HTTP', (request) => void request.socket.end('SSH-2.0-OpenSSH\r\n'), 'RUN720'],
    [
      'another protocol',
      (request) =>
        void request.socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      'RUN720',
    ],
    [
      'two lengths',
      (request) => void request.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 5\r\n\r\nabcde'),
      'RUN720',
    ],
    [
      'a length and chunks',
      (request) =>
        void request.socket.end(
          'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
        ),
      'RUN720',
    ],
  ]
  test.each(cases)('%s', async (_, answer, code) => {
    const { fetch } = await world(answer)
    expect(await fetch('/')).toMatchObject({ code })
  })

  test.each(['headers', 'body'])(
    'KCP-116: %s that never come end with the time, and so does the connection',
    async (part) => {
      const deadline = new AbortController()
      let hasEnded: (() => void) | undefined
      const ended = new Promise<void>((done) => (hasEnded = done))
      const { fetch } = await world(
        (request, response) => {
          request.socket.once('close', () => hasEnded?.())
          if (part === 'body') response.write('a')
          setTimeout(() => deadline.abort(), 50)
        },
        { deadline: deadline.signal },
      )
      expect(await fetch('/')).toMatchObject({ outcome: 'failed', code: 'RUN721' })
      await ended
    },
  )

  test('a certificate that nobody trusts, also where the environment says not to look', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { fetch, asked } = await world(send(text), { trusted: false })
    expect(await fetch('/')).toMatchObject({ outcome: 'failed', code: 'RUN720' })
    expect(asked).toEqual([])
  })

  test('a certificate for another name', async () => {
    const { fetch, asked } = await world(send(text))
    expect(await fetch('/', { host: 'other.test' })).toEqual({
      outcome: 'failed',
      code: 'RUN720',
      message: 'The connection failed (ERR_TLS_CERT_ALTNAME_INVALID).',
    })
    expect(asked).toEqual([])
  })
})

describe('a proxy', () => {
  /** A proxy on this machine with what it was asked for. */
  async function proxy(status = '200 OK') {
    const targets: string[] = []
    const server = createServer()
    server.on('connect', ({ url = '' }: IncomingMessage, client) => {
      targets.push(url)
      const [host = '', port = ''] = url.split(':')
      const upstream = connect({ host, port: Number(port) }, () => {
        client.write(`HTTP/1.1 ${status}\r\n\r\n`)
        upstream.pipe(client).pipe(upstream)
      })
      client.on('error', () => upstream.destroy())
      upstream.on('error', () => client.destroy())
    })
    await new Promise<void>((listening) => server.listen({ host: '127.0.0.1', port: 0 }, listening))
    onTestFinished(() => void server.close())
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, targets }
  }

  test('of the config is asked for the checked address, and sees nothing of the request', async () => {
    const { url, targets } = await proxy()
    const { fetch, asked, port } = await world(send(text), { proxy: url })
    expect(await fetch('/')).toMatchObject({ outcome: 'fetched', address: '127.0.0.1' })
    expect([targets, asked[0]?.name]).toEqual([[`127.0.0.1:${port}`], 'platform.test'])
  })

  test('that refuses is a failure', async () => {
    const { url } = await proxy('403 Forbidden')
    const { fetch, asked } = await world(send(text), { proxy: url })
    expect(await fetch('/')).toMatchObject({ code: 'RUN720', message: 'The connection failed (PROXY_STATUS_403).' })
    expect(asked).toEqual([])
  })

  test('of the environment is ignored', async () => {
    const { url, targets } = await proxy()
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'HTTP_PROXY']) vi.stubEnv(name, url)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { fetch } = await world(send(text))
    expect(await fetch('/')).toMatchObject({ outcome: 'fetched' })
    expect(targets).toEqual([])
  })
})
