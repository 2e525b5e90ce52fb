import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { doorWorld } from '../support/door-world.ts'
import { serveProgram } from '../support/serve-program.ts'

/** 10,000 take a minute: `BODIES=10000`. */
const count = Number(process.env['BODIES'] ?? 3000)
const atOnce = 32

/** Most of what a process has had in memory, in megabytes. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test(
  `${count} bodies that are too long are refused, and the memory of the server stays as it was`,
  { timeout: 900_000 },
  async () => {
    const { url, token, child } = await serveProgram(doorWorld())
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
    const long = Buffer.alloc(300 * 1024, 'x')
    /** Every other one does not say how long it is. */
    const send = (i: number, body: Buffer): Promise<number> =>
      new Promise((done) => {
        const asked = request(
          `${url}/v1/read`,
          {
            agent,
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              authorization: `Bearer ${token}`,
              ...(i % 2 === 0 ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' }),
            },
          },
          (response) => response.resume().on('end', () => done(response.statusCode ?? 0)),
        )
        // The server may close the connection while the rest is being sent.
        asked.on('error', () => done(0))
        asked.end(body)
      })
    const statuses = new Map<number, number>()
    let next = 0
    const client = async (to: number): Promise<void> => {
      while (next < to) {
        const status = await send(next++, long)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const sendTo = (to: number): Promise<unknown> => Promise.all(Array.from({ length: atOnce }, () => client(to)))
    await sendTo(count / 10)
    const before = peakOf(child.pid ?? 0)
    await sendTo(count)
    expect(peakOf(child.pid ?? 0) - before).toBeLessThan(60)
    expect([...statuses.keys()].filter((status) => status !== 413 && status !== 0)).toEqual([])
    expect(statuses.get(413) ?? 0).toBeGreaterThan(count / 2)
    // On a connection of its own: those that were refused may be closing.
    const { status } = await fetch(`${url}/v1/read`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ task: 'How long does the battery last?' }),
    })
    expect(status).toBe(200)
    agent.destroy()
  },
)
