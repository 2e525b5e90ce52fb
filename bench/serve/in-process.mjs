// The same reads without a server: `node in-process.mjs '{"root","seconds","clients","requester"}'` starts on a line
// from stdin.
import { createInterface } from 'node:readline'
import { openKnowledge } from '../../dist/index.js'
import { tasks } from './workspace.mjs'

const { root, seconds, clients, requester } = JSON.parse(process.argv[2])
const knowledge = (await openKnowledge({ roots: [root], hideTasks: true })).forRequester(requester, {
  client: 'key:bench',
})
let next = 0
await readFor(2)
console.log('ready')
for await (const _line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await readFor(seconds)))

async function readFor(length) {
  const end = performance.now() + length * 1000
  const start = performance.now()
  const before = process.cpuUsage()
  let answered = 0
  const reader = async () => {
    while (performance.now() < end) {
      await knowledge.read({ task: tasks[next++ % tasks.length] })
      answered++
    }
  }
  await Promise.all(Array.from({ length: clients }, reader))
  const { user, system } = process.cpuUsage(before)
  return {
    answered,
    perSecond: (answered * 1000) / (performance.now() - start),
    cpuMs: (user + system) / 1000 / answered,
  }
}
