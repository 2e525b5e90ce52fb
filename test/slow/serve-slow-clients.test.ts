import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { unfence } from '../../src/index.ts'
import { doorWorld, type DoorWorld } from '../support/door-world.ts'
import { serveProgram, type ServingProgram } from '../support/serve-program.ts'

const task = JSON.stringify({ task: 'How long does the battery last?' })

/** What a process has in memory, in megabytes. */
const residentOf = (pid = 0): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function read({ url, token }: ServingProgram): Promise<void> {
  const response = await fetch(`${url}/v1/read`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: task,
  })
  const { text } = (await response.json()) as { readonly text: string }
  expect(response.status).toBe(200)
  expect(unfence(text).map((one) => one.text)).toEqual([expect.stringContaining('nine hours')])
  // Nothing but the envelope.
  expect(text).toMatch(/^<knowledge_pack [^]*<\/knowledge_pack>$/)
}

async function inFlight({ url, token }: ServingProgram): Promise<number> {
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return Number(/^lorefence_http_requests_in_flight (\d+)$/m.exec(await metrics.text())?.[1])
}

const verified = ({ cwd, env }: DoorWorld): string =>
  execFileSync(process.execPath, [resolve('dist/cli.js'), 'receipts', 'verify'], { cwd, env, encoding: 'utf8' })

function open({ url }: ServingProgram): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket
}

/** The head of a read, and its body. */
const message = ({ token }: ServingProgram): { readonly head: string; readonly whole: string } => {
  const head = `POST /v1/read HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${task.length}\r\n\r\n`
  return { head, whole: `${head}${task}` }
}

test('300 slow clients hold up nobody and are disconnected', { timeout: 300_000 }, async () => {
  const world = doorWorld()
  const server = await serveProgram(world)
  const { head, whole } = message(server)
  await read(server)
  const sockets = Array.from({ length: 300 }, () => open(server))
  const closed = { count: 0 }
  const [trickling, reading] = [sockets.slice(0, 200), sockets.slice(200)]
  for (const [i, socket] of trickling.entries()) {
    socket.resume().once('close', () => closed.count++)
    // Half of them send the headers slowly, half the body.
    const slow = i % 2 === 0 ? head : ' '.repeat(task.length - 1)
    if (i % 2 === 1) socket.write(head)
    let at = 0
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(slow[at++] ?? '')), 1000)
    onTestFinished(() => clearInterval(timer))
  }
  // These ask for more and more and never read an answer.
  for (const socket of reading) socket.pause().write(whole.repeat(20))
  const before = residentOf(server.child.pid)
  for (let i = 0; i < 20; i++) await vi.waitFor(() => read(server), { timeout: 60_000 })
  await vi.waitFor(() => expect(closed.count).toBe(trickling.length), { timeout: 120_000, interval: 500 })
  await read(server)
  await vi.waitFor(async () => expect(await inFlight(server)).toBeLessThan(2), { timeout: 30_000 })
  expect(residentOf(server.child.pid) - before).toBeLessThan(80)
  expect(verified(world)).toMatch(/^ok: /)
})

test('requests that are aborted at every stage leave the server as it was', { timeout: 300_000 }, async () => {
  const world = doorWorld()
  const server = await serveProgram(world)
  const { head, whole } = message(server)
  const cuts = [0, 10, head.length - 2, head.length, head.length + 5, whole.length - 1, whole.length]
  const aborted = (cut: number, waits: boolean): Promise<void> =>
    new Promise((done) => {
      const socket = open(server)
      socket.once('close', () => done())
      socket.once('connect', () => socket.write(whole.slice(0, cut), () => (waits ? undefined : socket.destroy())))
      // At the first byte of the answer.
      if (waits) socket.once('data', () => socket.destroy())
    })
  const round = async (): Promise<void> => {
    await Promise.all([...cuts.map((cut) => aborted(cut, false)), aborted(whole.length, true)])
  }
  for (let i = 0; i < 30; i++) await round()
  const before = residentOf(server.child.pid)
  for (let i = 0; i < 150; i++) await round()
  await vi.waitFor(async () => expect(await inFlight(server)).toBeLessThan(2), { timeout: 30_000 })
  expect(residentOf(server.child.pid) - before).toBeLessThan(60)
  await read(server)
  expect(server.said()).not.toMatch(/"status":500/)
  expect(verified(world)).toMatch(/^ok: /)
})
