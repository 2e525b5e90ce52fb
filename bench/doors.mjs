import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { openKnowledge } from '../dist/index.js'
import { median } from './measure.mjs'

export const title =
  'MCP: cold start to the tools/list answer, and a read over stdio, against a bare server of the same library with one tool; 500 packs and 10,000 units: every operation, and memory'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const task = 'How long does the battery run the kiosk when the mains power fails?'

export async function run({ starts = 15, reads = 200 } = {}) {
  const scratch = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  try {
    const env = {
      PATH: process.env.PATH,
      HOME: scratch,
      LOREFENCE_STATE: join(scratch, 'state'),
      XDG_CONFIG_HOME: join(scratch, 'config'),
    }
    const work = fileURLToPath(new URL('../examples', import.meta.url))
    grant(work, env)
    const bare = { args: [await bareServer(scratch)], cwd: work, env }
    const ours = { args: [cli, 'mcp'], cwd: work, env }
    const small = smallWorkspace(scratch)
    grant(small, env)
    const large = largeWorkspace(scratch)
    grant(large, env)
    return [
      await raceStarts(bare, ours, starts),
      await raceReads(bare, { ...ours, cwd: small }, { reads, work: small, env }),
      await readTogether({ ...ours, cwd: large }),
      ...(await useLarge({ ...ours, cwd: large })),
    ]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Reads of it are short, so that the overhead of the transport can be measured. */
function smallWorkspace(scratch) {
  const pack = join(scratch, 'small', '.agents', 'knowledge', 'kiosk')
  mkdirSync(join(pack, 'compiled'), { recursive: true })
  writeFileSync(
    join(pack, 'KNOWLEDGE.md'),
    '---\nname: kiosk\ndescription: Battery facts of the Harbor Kiosk terminal, for support.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Kiosk\n',
  )
  writeFileSync(
    join(pack, 'compiled', 'facts.md'),
    '# Battery\n\nThe battery runs the kiosk for 25 minutes when the mains power fails.\n',
  )
  return join(scratch, 'small')
}

/** 500 packs, and a manifest of 10,000 units. */
function largeWorkspace(scratch) {
  const root = join(scratch, 'large')
  for (let i = 0; i < 500; i++) {
    const pack = join(root, 'packs', `pack-${i}`)
    mkdirSync(join(pack, 'compiled'), { recursive: true })
    writeFileSync(
      join(pack, 'KNOWLEDGE.md'),
      `---\nname: pack-${i}\ndescription: Facts on product ${i} of the harbor line, for support.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Product ${i}\n`,
    )
    writeFileSync(
      join(pack, 'compiled', 'facts.md'),
      Array.from({ length: 50 }, (_, part) => `# Part ${part}\n\n${sentences(i * 50 + part)}\n`).join('\n'),
    )
  }
  mkdirSync(join(root, 'notes'))
  const units = Array.from({ length: 10_000 }, (_, i) => {
    writeFileSync(join(root, 'notes', `note-${i}.md`), `# Note ${i}\n\n${sentences(i)}\n`)
    return `  - {id: note-${i}, path: notes/note-${i}.md, intent: "What does note ${i} say?", scope: global, audience: [agent]}\n`
  })
  writeFileSync(
    join(root, 'knowledge.yaml'),
    `kcp_version: "0.14"\nproject: many\nversion: 1.0.0\nunits:\n${units.join('')}`,
  )
  return root
}

const words = ['battery', 'crane', 'ferry', 'gate', 'kiosk', 'lamp', 'mast', 'pump', 'quay', 'rope', 'screen', 'valve']
const sentences = (seed) =>
  Array.from(
    { length: 6 },
    (_, i) =>
      `The ${words[(seed + i) % 12]} of berth ${seed} is checked by crew ${(seed * 7 + i) % 997} before the ${words[(seed * 5 + i) % 12]} runs.`,
  ).join(' ')

function grant(work, env) {
  mkdirSync(join(env.XDG_CONFIG_HOME, 'lorefence'), { recursive: true })
  writeFileSync(join(env.XDG_CONFIG_HOME, 'lorefence', 'lorefence.yaml'), 'grants: unattended\n')
  const { status, stderr } = spawnSync(process.execPath, [cli, 'trust', '.', '--yes'], {
    cwd: work,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

/** Fifty concurrent reads, and the server's peak memory. */
async function readTogether({ args, cwd, env }) {
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: 'ignore' })
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(transport)
  try {
    const ask = (i) =>
      client.callTool(
        { name: 'knowledge_read', arguments: { task: `Which crew checks the ${words[i % 12]} of berth ${i * 190}?` } },
        { timeout: 600_000 },
      )
    await Promise.all(Array.from({ length: 50 }, (_, i) => ask(i)))
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${transport.pid}/status`, 'utf8')) ?? []
    return {
      name: '50 reads at once, 500 packs and 10,000 units',
      megabytes: Math.round(Number(peak) / 1024),
      mostMegabytes: 400,
    }
  } finally {
    await client.close()
  }
}

/** Each operation of one client on the large workspace, in milliseconds, and the server's peak memory. */
async function useLarge({ args, cwd, env }) {
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: 'ignore' })
  const client = new Client({ name: 'bench', version: '1' })
  const timed = async (name, work, mostMilliseconds) => {
    const milliseconds = await timeOfCall(work)
    return { name: `${name}, 500 packs and 10,000 units`, milliseconds, mostMilliseconds }
  }
  const asked = { timeout: 600_000 }
  const tool = (name, given) => () => client.callTool({ name: `knowledge_${name}`, arguments: given }, asked)
  const pages = async () => {
    let cursor
    do {
      const page = await client.request({ method: 'resources/list', params: cursor ? { cursor } : {} }, asked)
      cursor = page.nextCursor
    } while (cursor !== undefined)
  }
  const rows = [await timed('connect', () => client.connect(transport))]
  try {
    rows.push(await timed('tools/list', () => client.listTools()))
    rows.push(await timed('catalog', tool('catalog', {})))
    rows.push(await timed('catalog with filter', tool('catalog', { filter: 'product 499' })))
    rows.push(await timed('110 pages of resources', pages, 10_000))
    rows.push(
      await timed('completion', () =>
        client.complete({
          ref: { type: 'ref/resource', uri: 'lorefence://unit/{name}' },
          argument: { name: 'name', value: 'many/note-99' },
        }),
      ),
    )
    rows.push(await timed('first read', tool('read', { task: 'Which crew checks the lamp of berth 4711?' })))
    rows.push(await timed('next read', tool('read', { task: 'Which crew checks the mast of berth 815?' })))
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${transport.pid}/status`, 'utf8')) ?? []
    rows.push({ name: 'memory of all that', megabytes: Math.round(Number(peak) / 1024), mostMegabytes: 400 })
    return rows.map(({ mostMilliseconds = Infinity, ...row }) =>
      row.milliseconds > mostMilliseconds ? { ...row, missed: `${mostMilliseconds} ms` } : row,
    )
  } finally {
    await client.close()
  }
}

/** Bundled like lorefence itself. */
async function bareServer(scratch) {
  const source = fileURLToPath(new URL('bare-server.mjs', import.meta.url))
  const bundle = await rolldown({
    input: { bare: source },
    platform: 'node',
    external: [/^node:/],
    resolve: { mainFields: ['module', 'main'] },
  })
  await bundle.write({ dir: join(scratch, 'bare'), format: 'esm', entryFileNames: '[name].mjs' })
  return join(scratch, 'bare', 'bare.mjs')
}

/** Interleaved, so that a busy machine slows both equally. */
async function raceStarts(bare, ours, rounds) {
  const times = { bare: [], ours: [] }
  for (let round = 0; round <= rounds; round++) {
    const one = { bare: await timeToList(bare), ours: await timeToList(ours) }
    // The first round is a warm-up.
    if (round > 0) for (const side of ['bare', 'ours']) times[side].push(one[side])
  }
  return {
    name: 'start to tools/list (ms)',
    bare: median(times.bare),
    ours: median(times.ours),
    ratio: median(times.ours.map((time, i) => time / times.bare[i])),
    lowest: Math.min(...times.ours) / Math.min(...times.bare),
    limit: 1.6,
  }
}

/** Everything that a client sends until it has the list of tools, in one write. */
const opening = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
]
  .map((message) => `${JSON.stringify(message)}\n`)
  .join('')

async function timeToList({ args, cwd, env }) {
  const start = performance.now()
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write(opening)
  let time
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line)
    if (id !== 2) continue
    if (!(result.tools.length > 0)) throw new Error('no tools')
    time = performance.now() - start
    break
  }
  child.stdin.end()
  await new Promise((resolve) => child.once('exit', resolve))
  return time
}

/** The cost of a read over stdio beyond the same read in process, in calls of a bare tool. */
async function raceReads(bare, ours, { reads, work, env }) {
  Object.assign(process.env, env)
  const knowledge = await openKnowledge({ roots: [work], requester: { clearance: 'internal', model: 'external' } })
  const [bareClient, client] = [await connect(bare), await connect(ours)]
  const times = { bare: [], inProcess: [], stdio: [] }
  for (let i = 0; i < reads + 20; i++) {
    const one = {
      bare: await timeOfCall(() => bareClient.callTool({ name: 'echo', arguments: { text: task } })),
      inProcess: await timeOfCall(() => knowledge.read({ task })),
      stdio: await timeOfCall(() => client.callTool({ name: 'knowledge_read', arguments: { task } })),
    }
    // The first calls are a warm-up.
    if (i >= 20) for (const side of Object.keys(times)) times[side].push(one[side])
  }
  await Promise.all([bareClient.close(), client.close(), knowledge.close()])
  const [bareCall, inProcess, stdio] = [times.bare, times.inProcess, times.stdio].map(quickest)
  return {
    name: 'read over stdio less read in process (ms)',
    bare: bareCall,
    ours: stdio - inProcess,
    inProcess,
    stdio,
    ratio: (stdio - inProcess) / bareCall,
    limit: 2,
  }
}

/** The fastest tenth: on a busy machine, noise exceeds the difference between two long times. */
const quickest = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 10)]

async function connect({ args, cwd, env }) {
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env }))
  return client
}

async function timeOfCall(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}
