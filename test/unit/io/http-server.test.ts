import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serveHttp } from '../../../src/io/http-server.ts'

const times = { headers: 300, body: 600, still: 400, check: 50 }

const parts = 64
const part = new Uint8Array(1024 * 1024)

async function server(): Promise<{ open(): Socket; readonly port: number; readonly aborted: Promise<void> }> {
  let abort = (): void => undefined
  const aborted = new Promise<void>((done) => (abort = done))
  const large = (): ReadableStream => {
    let left = parts
    return new ReadableStream({
      pull: (stream) => (left-- > 0 ? stream.enqueue(part) : stream.close()),
      cancel: () => abort(),
    })
  }
  const answer = async (request: Request): Promise<Response> => {
    if (request.url.endsWith('/large')) return new Response(large())
    return new Response((await request.text()) || 'ok')
  }
  const { port, close } = await serveHttp(answer, { port: 0, times })
  onTestFinished(() => close())
  return {
    port,
    aborted,
    open() {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      onTestFinished(() => void socket.destroy())
      return socket
    },
  }
}

const closed = (socket: Socket): Promise<void> => new Promise((done) => socket.once('close', () => done()))

/** One byte every few milliseconds, for as long as the server listens. */
function trickle(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => {
    if (at >= text.length || socket.destroyed) clearInterval(timer)
    else socket.write(text[at++] ?? '')
  }, 10)
}

describe('a slow client is disconnected', () => {
  test('whose headers come byte by byte', async () => {
    const socket = (await server()).open()
    socket.resume()
    trickle(socket, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(1000)}\r\n\r\n`)
    await closed(socket)
  })

  test('whose body comes byte by byte', async () => {
    const socket = (await server()).open()
    socket.resume()
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n')
    trickle(socket, 'x'.repeat(1000))
    await closed(socket)
  })

  test('that never reads its answer', async () => {
    const { open, port, aborted } = await server()
    open().pause().write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
    await aborted
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok')
  })
})

test('one that reads is served, however much it is', async () => {
  const { port } = await server()
  const { byteLength } = await (await fetch(`http://127.0.0.1:${port}/large`)).arrayBuffer()
  expect(byteLength).toBe(parts * part.length)
})
