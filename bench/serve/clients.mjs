// Clients of a server in a separate process: `node clients.mjs '{"url","token","seconds","clients"}'` prints their
// results.
import { Agent, request } from 'node:http'
import { tasks } from './workspace.mjs'

const { url, token, seconds, clients } = JSON.parse(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: clients })
const times = []
const errors = new Map()
const end = performance.now() + seconds * 1000
let next = 0

const read = (task) =>
  new Promise((done) => {
    const body = JSON.stringify({ task })
    const asked = request(`${url}/v1/read`, {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        authorization: `Bearer ${token}`,
      },
    })
    asked.on('error', (error) => done(error.code ?? error.message))
    asked.on('response', (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('error', (error) => done(error.message))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        done(
          response.statusCode === 200 && text.includes('"kind":"reply"') ? undefined : `status ${response.statusCode}`,
        )
      })
    })
    asked.end(body)
  })

async function client() {
  while (performance.now() < end) {
    const start = performance.now()
    const error = await read(tasks[next++ % tasks.length])
    times.push(performance.now() - start)
    if (error !== undefined) errors.set(error, (errors.get(error) ?? 0) + 1)
  }
}

const start = performance.now()
await Promise.all(Array.from({ length: clients }, client))
const passed = (performance.now() - start) / 1000
agent.destroy()
times.sort((a, b) => a - b)
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
console.log(
  JSON.stringify({
    answered: times.length,
    perSecond: times.length / passed,
    p50: at(0.5),
    p99: at(0.99),
    errors: Object.fromEntries(errors),
  }),
)
