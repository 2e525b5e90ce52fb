import type { RequestListener } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { guardedFetcher } from '../../../src/io/fetch/guarded-fetcher.ts'
import { httpsConnector } from '../../../src/io/fetch/https-connector.ts'
import { tlsServer } from '../../support/tls-server.ts'

const text = 'project: harbor\n'
const ok: RequestListener = (_request, response) => void response.end(text)

interface World {
  readonly ca: string
  readonly allow: readonly string[]
  /** The answers of the resolver, the last one again and again. */
  readonly answers?: readonly (readonly string[])[]
  readonly deadline?: AbortSignal
}

function fetcherFor({ ca, allow, answers = [['127.0.0.1']], deadline }: World) {
  let lookups = 0
  return guardedFetcher({
    resolver: { resolve: async () => answers[Math.min(lookups++, answers.length - 1)] ?? [] },
    connector: httpsConnector({ ca }),
    clock: { now: () => new Date('2026-01-01T00:00:00Z') },
    deadline: () => deadline ?? new AbortController().signal,
    settings: { allow },
  })
}

describe('a certificate that its issuer vouches for', () => {
  test.each([
    ['has ended', [-30, -1], 'CERT_HAS_EXPIRED'],
    ['has not begun', [1, 30], 'CERT_NOT_YET_VALID'],
  ] as const)('KCP-231: and that %s: nothing is asked', async (_, days, code) => {
    const { port, ca, asked } = await tlsServer(ok, { days })
    const fetcher = fetcherFor({ ca, allow: [`platform.test:${port}`] })
    expect(await fetcher.fetch({ url: `https://platform.test:${port}/` })).toEqual({
      outcome: 'failed',
      code: 'RUN720',
      message: `The connection failed (${code}).`,
    })
    expect(asked).toEqual([])
  })

  test('KCP-231: and that is valid: the near miss', async () => {
    const { port, ca } = await tlsServer(ok, { days: [-1, 30] })
    const fetcher = fetcherFor({ ca, allow: [`platform.test:${port}`] })
    expect(await fetcher.fetch({ url: `https://platform.test:${port}/` })).toMatchObject({ outcome: 'fetched' })
  })
})

test('KCP-234: a name that flips to another machine after the check is connected to where it was checked', async () => {
  const first = await tlsServer(ok)
  const second = await tlsServer(ok, { address: '127.0.0.2', port: first.port })
  const fetcher = fetcherFor({
    ca: first.ca,
    allow: [`platform.test:${first.port}`],
    answers: [['127.0.0.1'], ['127.0.0.2']],
  })
  expect(await fetcher.fetch({ url: `https://platform.test:${first.port}/` })).toMatchObject({ address: '127.0.0.1' })
  expect([first.asked.length, second.asked.length]).toEqual([1, 0])
})

describe('a redirect with a credential', () => {
  const to =
    (location: () => string): RequestListener =>
    (request, response) =>
      void (request.url === '/' ? response.writeHead(307, { location: location() }).end() : response.end(text))

  test('KCP-236: to another origin takes neither the credential nor its own header along', async () => {
    const seen: unknown[] = []
    const { port, ca } = await tlsServer((request, response) => {
      seen.push([request.url, request.headers.authorization, request.headers['x-api-key'], request.headers.cookie])
      to(() => `https://127.0.0.1:${port}/other`)(request, response)
    })
    const fetcher = fetcherFor({ ca, allow: [`platform.test:${port}`, `127.0.0.1:${port}`] })
    await fetcher.fetch({ url: `https://platform.test:${port}/`, authorization: 'secret', header: 'x-api-key' })
    expect(seen).toEqual([
      ['/', undefined, 'secret', undefined],
      ['/other', undefined, undefined, undefined],
    ])
  })

  test('KCP-236: to a machine that is not allowed is refused before a connection', async () => {
    const { port, ca } = await tlsServer(to(() => `https://127.0.0.2:${other.port}/`))
    const other = await tlsServer(ok, { address: '127.0.0.2' })
    const fetcher = fetcherFor({ ca, allow: [`platform.test:${port}`] })
    const found = await fetcher.fetch({ url: `https://platform.test:${port}/`, authorization: 'Bearer secret' })
    expect(found).toMatchObject({ outcome: 'refused', code: 'RUN703' })
    expect(JSON.stringify(found)).not.toContain('secret')
    expect(other.asked).toEqual([])
  })
})

describe('KCP-116: a body', () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024)
  test.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ])('that is small as %s and large after it is refused', async (encoding, body) => {
    const { port, ca } = await tlsServer(
      (_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    const fetcher = fetcherFor({ ca, allow: [`platform.test:${port}`] })
    const found = await fetcher.fetch({ url: `https://platform.test:${port}/` })
    expect(found).toMatchObject({ outcome: 'refused' })
  })

  test('that drips ends with the time, however often a byte comes', async () => {
    const deadline = new AbortController()
    let sent = 0
    const { port, ca } = await tlsServer((_, response) => {
      const timer = setInterval(() => {
        response.write('a')
        if (++sent === 20) deadline.abort()
      }, 1)
      response.on('close', () => clearInterval(timer))
    })
    const fetcher = fetcherFor({ ca, allow: [`platform.test:${port}`], deadline: deadline.signal })
    expect(await fetcher.fetch({ url: `https://platform.test:${port}/` })).toMatchObject({ code: 'RUN721' })
  })

  test('that is longer than its length gives nothing beyond it', async () => {
    const { port, ca } = await tlsServer(
      (request) => void request.socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 3\r\nconnection: close\r\n\r\nabcdef`),
    )
    const fetcher = fetcherFor({ ca, allow: [`platform.test:${port}`] })
    const found = await fetcher.fetch({ url: `https://platform.test:${port}/` })
    expect(found.outcome === 'fetched' ? Buffer.from(found.bytes).toString() : found.code).toMatch(/^(?:abc|RUN720)$/)
  })
})
