import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, timeOf } from './measure.mjs'

export const title =
  'Past sessions: a scan of 1,000 unchanged ones against listing their files, a search over 100,000 messages against a read of the same text'

const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const words = 'deploy cache heron migration worker lock billing queue retry timeout index shard leader quorum'.split(
  ' ',
)

const sentence = (seed) => Array.from({ length: 12 }, (_, at) => words[(seed * 7 + at * at) % words.length]).join(' ')

/** 1,000 sessions of 100 messages, and the same text as documents. */
function worldOf(sessions, messages) {
  const home = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  const [project, transcripts] = [join(home, 'project'), join(home, '.claude', 'projects', 'p')]
  for (const folder of [transcripts, join(project, 'docs'), join(home, 'config', 'lorefence')])
    mkdirSync(folder, { recursive: true })
  writeFileSync(join(home, 'config', 'lorefence', 'lorefence.yaml'), 'grants: unattended\n')
  for (let session = 0; session < sessions; session++) {
    const texts = Array.from({ length: messages }, (_, at) => `Message ${session}-${at}: ${sentence(session + at)}.`)
    const lines = texts.map((content, at) => {
      const type = at % 2 === 0 ? 'user' : 'assistant'
      const timestamp = new Date(Date.UTC(2026, 0, 1) + session * 60_000 + at).toISOString()
      return JSON.stringify({
        type,
        sessionId: `s-${session}`,
        cwd: project,
        timestamp,
        message: { role: type, content },
      })
    })
    writeFileSync(join(transcripts, `s-${session}.jsonl`), `${lines.join('\n')}\n`)
    writeFileSync(join(project, 'docs', `s-${session}.md`), `# Session ${session}\n\n${texts.join('\n\n')}\n`)
  }
  return { home, project, transcripts }
}

export function run({ rounds = 5 } = {}) {
  const { home, project, transcripts } = worldOf(1000, 100)
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
    const listing = median(
      Array.from({ length: rounds }, () =>
        timeOf(() => readdirSync(transcripts).forEach((name) => lstatSync(join(transcripts, name)))),
      ),
    )
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
      { name: 'first search', ours: firstSearch },
      { name: 'search over 100,000 messages', bare: read, ours: search, ratio: search / read, limit: 1 },
    ]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
