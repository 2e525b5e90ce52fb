import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import postgres from 'postgres'
import { tasks, writeWorkspace } from './texts.mjs'

/**
 * How the time of reads grows with the database, and how it compares with the embedded engine:
 * node bench/postgres/sizes.mjs postgres://… [--embedded=50000] 10000 50000 100000 1000000
 * The embedded engine is measured up to the size of `--embedded`. Results are also written to bench/results/.
 * Both servers store grants and receipts in the database, so only content and index make the difference.
 */
const program = new URL('../../dist/cli.js', import.meta.url).pathname
const [url, ...rest] = process.argv.slice(2)
const mostEmbedded = Number(rest.find((one) => one.startsWith('--embedded='))?.slice('--embedded='.length) ?? 0)
const sizes = rest.filter((one) => /^\d+$/.test(one)).map(Number)
const asked = tasks(60)

const scratch = mkdtempSync(join(tmpdir(), 'lorefence-sizes-'))
const cwd = join(scratch, 'cwd')
const env = {
  ...process.env,
  HOME: join(scratch, 'home'),
  XDG_CONFIG_HOME: join(scratch, 'config'),
  XDG_STATE_HOME: join(scratch, 'state'),
}
mkdirSync(join(scratch, 'config/lorefence'), { recursive: true })
mkdirSync(env.HOME, { recursive: true })
mkdirSync(cwd)
writeFileSync(join(scratch, 'config/lorefence/lorefence.yaml'), `grants: unattended\nstore: ${url}\n`)

/** Wall-clock and CPU seconds, and peak memory of a command. */
function run(...args) {
  const started = performance.now()
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(showUse)}`, program, ...args],
    { env, cwd, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`lorefence ${args.join(' ')}: ${stderr.slice(-500)}`)
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(stderr.trimEnd().split('\n').at(-1))
  return {
    seconds: (performance.now() - started) / 1000,
    processorSeconds: (userCPUTime + systemCPUTime) / 1e6,
    megabytes: maxRSS / 1024,
  }
}

const showUse =
  "process.on('exit', () => process.stderr.write('\\n' + JSON.stringify(process.resourceUsage()) + '\\n'))"

/** Starts a server; measures its answers to all tasks, one after another, and its memory at the end. */
async function measure(args) {
  const server = spawn(process.execPath, [program, 'serve', '--no-user', '--port', '0', ...args], { env, cwd })
  try {
    const { address, token } = await addressOf(server)
    const read = async (task) => {
      const started = performance.now()
      const reply = await fetch(`${address}/v1/read`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ task }),
      })
      const { text } = await reply.json()
      if (!reply.ok) throw new Error(`${reply.status}`)
      return { text, time: performance.now() - started }
    }
    const first = await read('a first question')
    const found = []
    const before = await processorTime(server.pid)
    for (const task of asked) found.push(await read(task))
    const after = await processorTime(server.pid)
    const times = found.map(({ time }) => time).sort((a, b) => a - b)
    return {
      first: first.time,
      processor: (after.server - before.server) / asked.length,
      processorOfDatabase: (after.database - before.database) / asked.length,
      median: times[times.length >> 1],
      p95: times[Math.floor(times.length * 0.95)],
      megabytes: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024,
      texts: found.map(({ text }) => text),
    }
  } finally {
    server.kill()
  }
}

const database = connection(url)

function connection(written) {
  const { searchParams, pathname, username } = new URL(written.replace('@/', '@socket/'))
  const host = searchParams.get('host')
  return host === null
    ? postgres(written, { max: 1 })
    : postgres({ path: `${host}/.s.PGSQL.5432`, database: pathname.slice(1), user: username, max: 1 })
}

/** CPU milliseconds of the server and its connections; on a busy machine they say more than wall-clock time. */
async function processorTime(server) {
  const backends = await database`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'lorefence'`
  return { server: timeOf(server), database: backends.reduce((sum, { pid }) => sum + timeOf(pid), 0) }
}

/** `utime` and `stime`, in hundredths of a second. */
function timeOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stderr.on('data', (part) => {
      said += part
      const [, token] = /Authorization: (Bearer \S+)/.exec(said) ?? []
      const [, address] = /Serving (\S+);/.exec(said) ?? []
      if (address) resolve({ address, token })
    })
    server.on('exit', () => reject(new Error(said.slice(-500))))
  })
}

const rounded = (numbers) =>
  Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 10) / 10 : value,
    ]),
  )

const results = []
try {
  for (const units of sizes) {
    const folder = join(scratch, `w${units}`)
    const files = writeWorkspace(folder, units)
    const push = rounded(run('push', folder))
    const { seconds: pushAgain } = run('push', folder)
    const { seconds: trust } = run('trust', `/.lorefence-store/w${units}`, '--yes')
    const { texts, ...stored } = await measure(['--workspace', `w${units}`])
    const result = { units, files, push, pushAgain, trust, load: loadavg()[0], ...stored }
    if (units <= mostEmbedded) {
      run('trust', folder, '--yes')
      const { texts: expected, ...embedded } = await measure(['--root', folder])
      const same = texts.filter((text, i) => text === expected[i]).length
      const ratio =
        (stored.processor + stored.processorOfDatabase) / (embedded.processor + embedded.processorOfDatabase)
      Object.assign(result, { embedded: rounded(embedded), ratio, same: `${same} of ${texts.length}` })
    }
    const [{ bytes }] = await database`select pg_database_size(current_database()) as bytes`
    results.push(rounded({ ...result, databaseMegabytes: Number(bytes) / 1024 / 1024 }))
    console.error(JSON.stringify(results.at(-1)))
    rmSync(folder, { recursive: true, force: true })
  }
  const text = `${JSON.stringify(results, undefined, 2)}\n`
  console.log(text)
  mkdirSync(new URL('../results/', import.meta.url), { recursive: true })
  writeFileSync(new URL('../results/postgres-sizes.json', import.meta.url), text)
} finally {
  await database.end()
  rmSync(scratch, { recursive: true, force: true })
}
