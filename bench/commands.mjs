import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { median } from './measure.mjs'

export const title =
  'Hooks around shell commands: 50 commands in six forms, tokens of their outputs, and the start of a hook against node'

const hook = fileURLToPath(new URL('../dist/hook.cjs', import.meta.url))
const cards = readFileSync(new URL('../dist/command-cards.txt', import.meta.url), 'utf8')

/** Commands whose output has known noise, with a sample line for each pattern. */
const noisy = cards
  .split('\n\n')
  .flatMap((card) => {
    const key = card.trim().split(': ')[0]
    const noise = [...card.matchAll(/^noise (.*)$/gm)].map(([, pattern]) => sampleOf(pattern))
    return noise.length > 0 ? [{ key, noise }] : []
  })
  .slice(0, 50)

const errors = ['error: planted fault in line 7', 'FAILED planted_test', 'fatal: planted end']

/** A line that the pattern matches: the first of several alternatives, one of each repetition. */
function sampleOf(pattern) {
  const kept = []
  const keep = (character) => String.fromCharCode(0xdfff + kept.push(character))
  const ofKind = { d: '1', w: 'x', S: 'x', s: ' ' }
  let line = pattern
    .replace(/^\^|\$$/g, '')
    .replace(/\\(.)|\[(\^?)\\?((.)(?:\\.|[^\]])*)\]|\./g, (written, escaped, isNot, _, first) => {
      if (escaped !== undefined) return keep(ofKind[escaped] ?? escaped)
      if (isNot || first === undefined) return keep('x')
      return keep(written[1] === '\\' ? (ofKind[first] ?? first) : first)
    })
  while (/\([^()]*\)/.test(line)) line = line.replace(/\((?:\?:)?([^|()]*)(?:\|[^()]*)?\)/g, '$1')
  line = line
    .split('|')[0]
    .replace(/(.)\{(\d+)(?:,\d*)?\}/g, (_, character, times) => character.repeat(Number(times)))
    .replace(/[*+?]/g, '')
    .replace(/[\ue000-\uf8ff]/g, (mark) => kept[mark.charCodeAt(0) - 0xe000])
  if (!new RegExp(pattern).test(line)) throw new Error(`"${line}" is no sample of ${pattern}`)
  return line
}

const forms = {
  success: { line: (key) => key, output: (noise) => [...noise, 'all done'] },
  failure: {
    line: (key) => key,
    output: (noise) => [...noise.slice(0, 100), ...errors, ...noise.slice(0, 40), 'exit status 1'],
  },
  pipe: { line: (key) => `${key} | tail -300`, output: (noise) => [...noise, ...errors] },
  and: { line: (key) => `cd app && ${key}`, output: (noise) => [...noise, ...errors, 'all done'] },
  redirect: { line: (key) => `${key} > out.log`, output: () => [] },
  huge: {
    line: (key) => key,
    output: (noise) => [...Array.from({ length: 20 }, () => noise).flat(), ...errors, 'all done'],
  },
}

/** Reports that must arrive complete, whatever a card calls noise and however few lines it allows. */
const reports = [
  ...errors,
  'Traceback (most recent call last):\n  File "run.py", line 12, in <module>\n    main(3)\nZeroDivisionError: division',
  'Exception in thread "main" a.B: no route\n\tat a.Router.find(Router.java:40)\nCaused by: a.C: closed\n\t... 12 more',
  'goroutine 1 [running]:\nmain.main()\n\t/srv/main.go:4 +0x1d',
  'error[E0308]: mismatched types\n --> src/lib.rs:3:24\n  |\n3 | pub fn b() -> S { 3 }',
  'warning: unused variable: `x`',
  'a.c:3:5: Fehler: »x« nicht deklariert',
  'ошибка: не удалось открыть файл',
  '错误: 找不到符号',
  'Tests run: 4, Failures: 1',
  'Plan: 3 to add, 0 to change, 1 to destroy.',
]

/**
 * Installs the manifests of a folder as the user's cards and filters 300 lines with reports among them through each.
 */
function published(folder, home, call) {
  cpSync(folder, join(home, '.kcp', 'commands'), { recursive: true })
  let [manifests, filtered, before, after, lost] = [0, 0, 0, 0, 0]
  const field = (text, name) => new RegExp(`^${name}: *["']?([^"'\\n]+)`, 'm').exec(text)?.[1].trim() ?? ''
  const steps = Array.from({ length: 300 }, (_, i) => `step ${i}: reading part ${i * 7} of the input`)
  const stdout = steps.flatMap((step, i) => [
    step,
    ...(i % 20 === 10 && i / 20 < reports.length ? [reports[(i - 10) / 20]] : []),
  ])
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.yaml'))) {
    const text = readFileSync(join(folder, name), 'utf8')
    const command = `${field(text, 'command')} ${field(text, 'subcommand')}`.trim()
    const tool_response = { stdout: stdout.join('\n') }
    const reply = call('post-tool-use', { session_id: name, tool_name: 'Bash', tool_input: { command }, tool_response })
    const shown = reply.stdout
      ? JSON.parse(reply.stdout).hookSpecificOutput.updatedToolOutput.stdout
      : tool_response.stdout
    manifests += 1
    filtered += shown === tool_response.stdout ? 0 : 1
    before += countTokens(tool_response.stdout)
    after += countTokens(shown)
    lost += reports.filter((report) => !shown.includes(report)).length
  }
  const missed = lost > 0 ? { missed: 'a report' } : {}
  return { name: 'published manifests', commands: manifests, filtered, before, after, 'errors lost': lost, ...missed }
}

export function run({ rounds = 31 } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'lorefence-bench-'))
  const env = { PATH: process.env.PATH, HOME: home }
  const call = (event, sent) =>
    spawnSync(process.execPath, [hook, event], { env, cwd: home, input: JSON.stringify(sent), encoding: 'utf8' })
  try {
    const rows = Object.entries(forms).map(([form, { line, output }]) => {
      let [before, after, lost, failed] = [0, 0, 0, 0]
      for (const { key, noise } of noisy) {
        const stdout = output(Array.from({ length: 200 }, (_, i) => noise[i % noise.length])).join('\n')
        const command = line(key)
        const sent = { session_id: form, tool_name: 'Bash', tool_input: { command }, tool_response: { stdout } }
        const replies = [call('pre-tool-use', sent), call('post-tool-use', sent)]
        // The command is never changed, so its exit status is unaffected.
        failed += replies.filter(
          ({ status, stdout: text }) => status !== 0 || /"permission|"updatedInput/.test(text),
        ).length
        const shown = replies[1].stdout
          ? JSON.parse(replies[1].stdout).hookSpecificOutput.updatedToolOutput.stdout
          : stdout
        before += countTokens(stdout)
        after += countTokens(shown)
        lost += [...errors, stdout.split('\n').at(-1)].filter(
          (text) => stdout.includes(text) && !shown.includes(text),
        ).length
      }
      return {
        name: form,
        commands: noisy.length,
        before,
        after,
        'errors lost': lost,
        'in the way': failed,
        ...(lost + failed > 0 ? { missed: 'an error or an exit status' } : {}),
      }
    })
    const { MANIFESTS: folder } = process.env
    return [...rows, ...(folder ? [published(folder, home, call)] : []), ...startsOf({ env, cwd: home, rounds })]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** CPU time of hooks compared with a bare start of node, interleaved, and the same in wall-clock time. */
function startsOf({ env, cwd, rounds }) {
  const measure = (args, sent) => {
    const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" > /dev/null 2>&1'
    const command = ['-c', script, 'bash', process.execPath, ...args]
    const { stderr } = spawnSync('bash', command, { env, cwd, input: JSON.stringify(sent), encoding: 'utf8' })
    const [clock, user, system] = stderr.trim().split(' ').map(Number)
    return { clock: clock * 1000, cpu: (user + system) * 1000 }
  }
  const event = (command, more) => ({ session_id: 'one', tool_name: 'Bash', tool_input: { command }, ...more })
  const result = (stdout) => ({ tool_response: { stdout, stderr: '' } })
  const build = Array.from({ length: 200 }, (_, i) => `[INFO] --- plugin:${i} (default) @ app ---`).join('\n')
  const pre = (sent) => measure([hook, 'pre-tool-use'], sent)
  const post = (sent) => measure([hook, 'post-tool-use'], sent)
  const cases = {
    'start, everyday': { start: () => pre(event('cd app && git status | head -5')), limit: 1.5 },
    'start, line for the parser': { start: () => pre(event('X=1 git log > "$OUT"')), limit: 1.5 },
    'start, card seen': { start: () => pre(event('mvn test')), limit: 1.5 },
    'start, everyday output': { start: () => post(event('git status', result(' M a.ts'))), limit: 1.5 },
    'start, 200 lines filtered': { start: () => post(event('mvn test', result(build))), limit: 1.5 },
    // Once for each unfamiliar command of a session.
    'start, new card': { start: (round) => pre(event('mvn test', { session_id: `new ${round}` })) },
  }
  const seen = Array.from({ length: rounds + 1 }, (_, round) => ({
    bare: measure(['-e', '0'], ''),
    ...Object.fromEntries(Object.entries(cases).map(([name, { start }]) => [name, start(round)])),
  })).slice(1)
  return Object.entries(cases).map(([name, { limit }]) => ({
    name,
    bare: median(seen.map(({ bare }) => bare.cpu)),
    ours: median(seen.map((round) => round[name].cpu)),
    ratio: median(seen.map((round) => round[name].cpu / round.bare.cpu)),
    clock: median(seen.map((round) => round[name].clock / round.bare.clock)),
    ...(limit === undefined ? {} : { limit }),
  }))
}
