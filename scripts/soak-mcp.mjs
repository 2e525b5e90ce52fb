// `node scripts/soak-mcp.mjs [reads] [clients]`: ten MCP clients read 1,000 times each from one server while its files
// are being replaced. No call may fail, no answer may mix two editions of a file, and the heap must not grow.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { mcpHandler } from '../dist/mcp.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const [reads = 1000, clients = 10] = process.argv.slice(2).map(Number)
const scratch = mkdtempSync(join(tmpdir(), 'lorefence-soak-'))
process.env.LOREFENCE_STATE = join(scratch, 'state')
const work = join(scratch, 'work')
const pack = join(work, '.agents', 'knowledge', 'kiosk')

try {
  mkdirSync(join(pack, 'compiled'), { recursive: true })
  const outcome = await soak()
  console.log(JSON.stringify(outcome))
  if (outcome.errors + outcome.mixed + outcome.empty > 0 || outcome.heap > 1.2) process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function soak() {
  publish(0)
  followAll()
  const handler = await mcpHandler({ roots: [work], allowedHosts: ['knowledge.example'] })
  const outcome = { reads: 0, errors: 0, mixed: 0, empty: 0, editions: new Set(), messages: new Set() }
  const everybody = await Promise.all(Array.from({ length: clients }, () => connect(handler)))
  const warmUp = Math.max(20, Math.ceil(reads / 10))
  await Promise.all(everybody.map((client) => readOn(client, warmUp, outcome)))
  const before = heapNow()
  const publisher = publishing()
  await Promise.all(everybody.map((client) => readOn(client, reads, outcome)))
  await publisher.stop()
  await Promise.all(everybody.map((client) => readOn(client, 1, outcome)))
  const heap = heapNow() / before
  await Promise.all(everybody.map((client) => client.close()))
  await handler.close()
  return {
    ...outcome,
    editions: outcome.editions.size,
    published: publisher.published(),
    messages: [...outcome.messages].slice(0, 5),
    heap: Number(heap.toFixed(3)),
  }
}

/**
 * Both sections name the edition, so that a mixture of two editions is visible. The head of the pack changes now and
 * then.
 */
function publish(edition) {
  if (edition % 20 === 0)
    replace(
      join(pack, 'KNOWLEDGE.md'),
      `---\nname: kiosk\ndescription: Battery facts of the Harbor Kiosk terminal, edition ${edition}.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Kiosk\n`,
    )
  replace(
    join(pack, 'compiled', 'facts.md'),
    `# Battery\n\nThe battery lasts ${edition} hours by edition-${edition}.\n\n# Battery care\n\nThe battery is cared for after ${edition} hours by edition-${edition}.\n`,
  )
}

/** Atomically, as an editor saves. */
function replace(path, text) {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

/** Follows the folder, as a person would, so that every edition may be used. */
function followAll() {
  mkdirSync(join(scratch, 'config', 'lorefence'), { recursive: true })
  writeFileSync(join(scratch, 'config', 'lorefence', 'lorefence.yaml'), 'grants: unattended\n')
  const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [cli, 'trust', '--follow', '--yes', work], {
    env: { ...process.env, XDG_CONFIG_HOME: join(scratch, 'config') },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

async function connect(handler) {
  const client = new Client({ name: 'soak', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://knowledge.example/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    }),
  )
  return client
}

async function readOn(client, count, outcome) {
  for (let i = 0; i < count; i++) {
    try {
      const { isError, content } = await client.callTool({
        name: 'knowledge_read',
        arguments: { task: 'How long does the battery last, and when is it cared for?' },
      })
      const text = content.map((block) => block.text).join('\n')
      const editions = new Set(text.match(/edition-\d+/g))
      outcome.reads++
      if (isError) outcome.errors++
      else if (editions.size === 0) outcome.empty++
      if (isError || editions.size === 0) outcome.messages.add(text)
      if (editions.size > 1) outcome.mixed++
      for (const edition of editions) outcome.editions.add(edition)
    } catch (error) {
      outcome.errors++
      outcome.messages.add(String(error))
    }
  }
}

function publishing() {
  let edition = 0
  const state = { isOn: true }
  const done = (async () => {
    while (state.isOn) {
      publish(++edition)
      await setTimeout(7)
    }
  })()
  return {
    published: () => edition,
    stop: () => {
      state.isOn = false
      return done
    },
  }
}

function heapNow() {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}
