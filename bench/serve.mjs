import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { median } from './measure.mjs'
import { serveWorkspace, tasks } from './serve/workspace.mjs'

export const title = `lorefence serve: reads of 32 clients at once (${tasks.length} tasks, durable receipts) against the same reads in process, and a bare route of hono`

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const part = (name) => fileURLToPath(new URL(`serve/${name}.mjs`, import.meta.url))
const clients = 32
const requester = { credentials: ['api_key'], clearance: 'internal', role: 'support', authenticated: true }
/** Minimum share of the in-process throughput that a server must reach. */
const least = 0.7

/** `--store=postgres://…` runs the server on that store; the in-process reads use files. */
export async function run({ rounds = 3, seconds = 10 } = {}) {
  const store = process.argv.find((argument) => argument.startsWith('--store='))?.slice('--store='.length)
  const scratch = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  const started = []
  try {
    const env = prepare(join(scratch, 'served'), store)
    const root = serveWorkspace(join(scratch, 'work'))
    lorefence(['trust', '.', '--yes'], root, env)
    const token = lorefence(
      ['key', 'add', 'bench', '--as', 'clearance=internal,role=support', '--yes'],
      root,
      env,
    ).trim()
    const serving = await start([cli, 'serve', '--no-user', '--port', '0'], { cwd: root, env, says: /Serving (\S+);/ })
    started.push(serving)
    const bare = await start([part('bare')], { cwd: root, env, says: /(http:\S+)/ })
    started.push(bare)
    const own = prepare(join(scratch, 'own'))
    lorefence(['trust', '.', '--yes'], root, own)
    const inProcess = await start([part('in-process'), JSON.stringify({ root, seconds, clients, requester })], {
      cwd: root,
      env: own,
      says: /ready/,
    })
    started.push(inProcess)
    const ask = (url, length) =>
      asked([part('clients'), JSON.stringify({ url, token, seconds: length, clients })], { cwd: root, env })
    await ask(serving.found, 3)
    const seen = { http: [], inProcess: [], bare: [] }
    for (let round = 0; round < rounds; round++) {
      seen.inProcess.push(JSON.parse(await inProcess.ask('go')))
      const before = cpuOf(serving.child.pid)
      const http = await ask(serving.found, seconds)
      seen.http.push({ ...http, cpuMs: (cpuOf(serving.child.pid) - before) / http.answered })
      seen.bare.push(await ask(bare.found, 2))
    }
    return rows(seen, rounds * seconds)
  } finally {
    for (const { child } of started) child.kill()
    rmSync(scratch, { recursive: true, force: true })
  }
}

function rows({ http, inProcess, bare }, seconds) {
  const of = (rounds, field) => median(rounds.map((round) => round[field]))
  const share = median(http.map(({ perSecond }, i) => perSecond / inProcess[i].perSecond))
  const errors = http.flatMap((round) => Object.entries(round.errors)).map(([what, count]) => `${count} × ${what}`)
  return [
    { name: 'in process', perSecond: of(inProcess, 'perSecond'), cpuMs: of(inProcess, 'cpuMs') },
    {
      name: `serve, ${seconds} s`,
      perSecond: of(http, 'perSecond'),
      cpuMs: of(http, 'cpuMs'),
      share,
      cpuShare: of(inProcess, 'cpuMs') / of(http, 'cpuMs'),
      p50: of(http, 'p50'),
      p99: Math.max(...http.map(({ p99 }) => p99)),
      ...(share < least ? { missed: `${least} of in process` } : {}),
      ...(errors.length > 0 ? { missed: errors.join(', ') } : {}),
    },
    { name: 'bare route of hono', perSecond: of(bare, 'perSecond'), p50: of(bare, 'p50'), p99: of(bare, 'p99') },
  ]
}

/** Separate folders; the config may name a store. */
function prepare(scratch, store) {
  mkdirSync(join(scratch, 'config', 'lorefence'), { recursive: true })
  writeFileSync(
    join(scratch, 'config', 'lorefence', 'lorefence.yaml'),
    `grants: unattended\n${store ? `store: ${store}\n` : ''}`,
  )
  return {
    PATH: process.env.PATH,
    HOME: scratch,
    LOREFENCE_STATE: join(scratch, 'state'),
    XDG_CONFIG_HOME: join(scratch, 'config'),
  }
}

const lorefence = (args, cwd, env) => ran([cli, ...args], cwd, env)

function ran(args, cwd, env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** The line of JSON that a process prints. Asynchronous, so that the server's logs are read meanwhile. */
function asked(args, options) {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout) => (error ? reject(error) : resolve(JSON.parse(stdout))))
  })
}

/** Resolves when a printed line matches `says`; `ask` sends a line and returns the next line of stdout. */
function start(args, { cwd, env, says }) {
  const child = spawn(
    process.execPath,
    [...(process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean), ...args],
    { cwd, env },
  )
  const answers = []
  const waiting = []
  return new Promise((resolve, reject) => {
    let text = ''
    const heard = (line) => {
      text += `${line}\n`
      const found = says.exec(line)
      if (found) resolve({ child, found: found[1], ask })
    }
    const ask = (line) => {
      child.stdin.write(`${line}\n`)
      return new Promise((answered) => waiting.push(answered))
    }
    child.once('exit', () => reject(new Error(text)))
    createInterface({ input: child.stderr }).on('line', heard)
    createInterface({ input: child.stdout }).on('line', (line) => {
      heard(line)
      if (waiting.length > 0) waiting.shift()(line)
      else answers.push(line)
    })
  })
}

/** Milliseconds of CPU time that a process has used. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
