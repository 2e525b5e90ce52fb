import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, timeOf } from './measure.mjs'
import { writePastSessions } from './past-sessions.mjs'

export const title =
  'Past sessions: a scan of 1,000 unchanged ones against listing their files, a search over 100,000 messages against a read of the same text'

const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const words = 'deploy cache heron migration worker lock billing queue retry timeout index shard leader quorum'.split(
  ' ',
)

const sentence = (seed) => Array.from({ length: 12 }, (_, at) => words[(seed * 7 + at * at) % words.length]).join(' ')

/** 1,000 sessions of 100 messages each, from all four clients, and the same text as documents. */
function worldOf(count, length) {
  const home = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  const project = join(home, 'project')
  for (const folder of [join(project, 'docs'), join(home, 'config', 'lorefence')])
    mkdirSync(folder, { recursive: true })
  writeFileSync(join(home, 'config', 'lorefence', 'lorefence.yaml'), 'grants: unattended\n')
  const sessions = Array.from({ length: count }, (_, session) => ({
    id: `s-${session}`,
    messages: Array.from({ length }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      time: Date.UTC(2026, 0, 1) + session * 60_000 + at,
      text: `Message ${session}-${at}: ${sentence(session + at)}.`,
    })),
  }))
  writePastSessions(home, project, sessions)
  for (const [session, { messages }] of sessions.entries()) {
    const texts = messages.map(({ text }) => text)
    writeFileSync(join(project, 'docs', `s-${session}.md`), `# Session ${session}\n\n${texts.join('\n\n')}\n`)
  }
  return { home, project, sessions }
}

/** Adds a message to a session of each client. */
function goOn({ home, project, sessions }) {
  for (const { id, messages } of sessions.slice(0, 4)) {
    const time = Date.UTC(2026, 1, 1)
    messages.push({ role: 'user', time, text: `And what is new in ${id}?` })
  }
  writePastSessions(home, project, sessions)
}

const places = [
  ['.claude', 'projects'],
  ['.codex', 'sessions'],
  ['.gemini', 'tmp'],
  ['.local', 'share', 'opencode'],
]

const listFiles = (home) => {
  for (const place of places)
    for (const name of readdirSync(join(home, ...place), { recursive: true })) lstatSync(join(home, ...place, name))
}

export function run({ rounds = 5 } = {}) {
  const world = worldOf(1000, 100)
  const { home, project } = world
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
  }
  const call = (...argv) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...argv], {
      cwd: project,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    return stdout
  }
  try {
    const first = timeOf(() => call('memory', 'scan', '--yes'))
    const start = median(Array.from({ length: rounds }, () => timeOf(() => call('--version'))))
    const rescan = median(Array.from({ length: rounds }, () => timeOf(() => call('memory', 'scan'))))
    const listing = median(Array.from({ length: rounds }, () => timeOf(() => listFiles(home))))
    goOn(world)
    const gained = timeOf(() => call('memory', 'scan'))
    const task = 'Which message has the quorum of the leader, 512-40?'
    const firstSearch = timeOf(() => call('memory', 'search', task))
    const search = median(Array.from({ length: rounds }, () => timeOf(() => call('memory', 'search', task))))
    call('init')
    call('trust', '.', '--yes')
    call('read', task)
    const read = median(Array.from({ length: rounds }, () => timeOf(() => call('read', task))))
    return [
      { name: 'first scan', ours: first },
      {
        name: 'scan of 1,000 unchanged sessions',
        bare: listing + start,
        ours: rescan,
        ratio: rescan / (listing + start),
      },
      { name: 'scan after every file was written again, four with one more message', ours: gained },
      { name: 'first search', ours: firstSearch },
      { name: 'search over 100,000 messages', bare: read, ours: search, ratio: search / read, limit: 1 },
    ]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
