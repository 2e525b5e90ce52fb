// Runs the real Claude Code, Codex, Gemini CLI and OpenCode from npm against a stand-in model, each with an empty home
// and no network but loopback; then scans what they wrote and searches it for the text planted in every role. Needs
// Linux, unshare and ip.
// node scripts/try-memory.mjs [--keep] [CLIENT…]
// Packages are installed into a temporary folder, or into $CLIENTS_FOLDER.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startModel } from './stand-in-model.mjs'

const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const task = 'Where does the pelican of Größe 東京 ✅ nest?'
const errand = 'Explore the cormorant and report.'

/** The planted texts, by role. `subAgent` is used if the client has one. */
const planted = {
  user: 'pelican',
  call: 'flamingo',
  result: 'ibis',
  assistant: 'heron',
  subAgentTask: 'cormorant',
  subAgent: 'kittiwake',
}
const command = 'echo flamingo ib""is'

const clients = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    bin: 'claude',
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
    }),
    calls: [
      [/^Bash$/, { command, description: 'echo' }],
      [/^(?:Task|Agent)$/, { description: 'explore', prompt: errand, subagent_type: 'general-purpose' }],
    ],
    run: ['-p', task, '--allowedTools', 'Bash,Task,Agent'],
  },
  codex: {
    package: '@openai/codex',
    bin: 'codex',
    env: () => ({ STAND_IN_KEY: 'none' }),
    settings: ({ home, cwd }, url) => {
      mkdirSync(join(home, '.codex'), { recursive: true })
      writeFileSync(
        join(home, '.codex', 'config.toml'),
        `model = "stand-in"\nmodel_provider = "stand-in"\ncheck_for_update_on_startup = false\n\n[analytics]\nenabled = false\n\n[features]\nmulti_agent = true\n\n[projects."${cwd}"]\ntrust_level = "trusted"\n\n[model_providers.stand-in]\nname = "stand-in"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "STAND_IN_KEY"\n`,
      )
    },
    calls: [
      [/^(?:exec_command|shell_command|shell)$/, { cmd: command, command }],
      [/spawn_agent$/, { message: errand, task_name: 'explore' }],
      [/wait(?:_agent)?$/, {}],
    ],
    run: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', task],
  },
  gemini: {
    package: '@google/gemini-cli',
    bin: 'gemini',
    env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none', GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    settings: ({ home }) => {
      mkdirSync(join(home, '.gemini'), { recursive: true })
      writeFileSync(
        join(home, '.gemini', 'settings.json'),
        JSON.stringify({
          security: { auth: { selectedType: 'gemini-api-key' } },
          general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
          experimental: { enableAgents: true },
        }),
      )
    },
    calls: [
      [/^run_shell_command$/, { command, description: 'echo' }],
      [/^(?:generalist|invoke_agent)$/, { request: errand, agent_name: 'generalist', prompt: errand }],
    ],
    run: ['-m', 'gemini-2.5-flash', '--yolo', '-p', task],
  },
  opencode: {
    package: 'opencode-ai',
    bin: 'opencode',
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_SHARE: '1' }),
    settings: ({ home }, url) => {
      const models = { model: { name: 'model', tool_call: true } }
      const provider = { 'stand-in': { npm: '@ai-sdk/openai-compatible', options: { baseURL: `${url}/v1` }, models } }
      mkdirSync(join(home, '.config', 'opencode'), { recursive: true })
      writeFileSync(
        join(home, '.config', 'opencode', 'opencode.json'),
        JSON.stringify({
          provider,
          autoupdate: false,
          share: 'disabled',
          model: 'stand-in/model',
          small_model: 'stand-in/model',
        }),
      )
    },
    calls: [
      [/^bash$/, { command, description: 'echo' }],
      [/^task$/, { description: 'explore', prompt: errand, subagent_type: 'general' }],
    ],
    run: ['run', task],
  },
}

const [first, ...others] = process.argv.slice(2)
if (first === '--inside') await tryInside(...others)
else prepare([first, ...others].filter((word) => word !== undefined))

/** Installs the clients with network access, then continues without it. */
function prepare(words) {
  const chosen = words.filter((word) => word in clients)
  const ids = chosen.length > 0 ? chosen : Object.keys(clients)
  const scratch = mkdtempSync(join(tmpdir(), 'lorefence-memory-'))
  const folder = process.env['CLIENTS_FOLDER'] ?? join(scratch, 'packages')
  try {
    mkdirSync(folder, { recursive: true })
    if (process.env['CLIENTS_FOLDER'] === undefined)
      execute('npm', [
        'install',
        '--prefix',
        folder,
        '--no-audit',
        '--no-fund',
        ...ids.map((id) => clients[id].package),
      ])
    const inside = ['ip link set lo up && exec "$0" "$@"', process.execPath, fileURLToPath(import.meta.url)]
    const { status } = spawnSync(
      'unshare',
      ['--map-root-user', '--net', 'sh', '-c', ...inside, '--inside', scratch, folder, ids.join(',')],
      { stdio: 'inherit' },
    )
    process.exitCode = status ?? 2
  } finally {
    if (words.includes('--keep')) console.log(`kept: ${scratch}`)
    else rmSync(scratch, { recursive: true, force: true })
  }
}

async function tryInside(scratch, folder, ids) {
  let failed = 0
  for (const id of ids.split(',')) {
    const place = makeHome(id, { scratch, folder })
    console.log(`${id}, version ${place.version}`)
    const { hasSubAgent } = await runSession(clients[id], place)
    const own = (...args) => execute(process.execPath, [program, ...args], place)
    console.log(`  ${own('memory', 'scan', '--yes').trim()}`)
    for (const [role, word] of Object.entries(planted)) {
      if (role.startsWith('subAgent') && !hasSubAgent) continue
      const isFound = own('memory', 'search', word).includes(word)
      console.log(`  ${isFound ? '✓' : '✗'} ${role}: ${word}`)
      if (!isFound) failed += 1
    }
  }
  process.exitCode = failed > 0 ? 1 : 0
}

function makeHome(id, { scratch, folder }) {
  const [home, cwd] = [join(scratch, id, 'home'), join(scratch, id, 'project')]
  mkdirSync(join(home, '.config', 'lorefence'), { recursive: true })
  mkdirSync(join(cwd, '.git'), { recursive: true })
  writeFileSync(join(home, '.config', 'lorefence', 'lorefence.yaml'), 'grants: unattended\n')
  execute('git', ['init', '--quiet', cwd])
  const bin = join(folder, 'node_modules', '.bin', clients[id].bin)
  const env = { HOME: home, PATH: `${join(bin, '..')}:${process.env['PATH']}`, TMPDIR: scratch }
  const version = execute(bin, ['--version'], { cwd, env }).trim().split('\n').at(-1)
  return { home, cwd, env, bin, version, log: join(scratch, id, 'log') }
}

/** One call of each kind, one per turn; the sub-agent knows its errand but not the task. */
async function runSession(client, { home, cwd, env, bin, log }) {
  const used = new Set()
  let hasSubAgent = false
  const model = await startModel(({ text, tools }) => {
    if (!text.includes('pelican')) {
      hasSubAgent ||= text.includes(errand)
      return { text: 'The kittiwake is on the cliff.' }
    }
    for (const [pattern, input] of client.calls) {
      const name = tools.find((tool) => pattern.test(tool))
      if (name === undefined || used.has(pattern)) continue
      used.add(pattern)
      return { name, input }
    }
    return { text: 'The heron knows.' }
  })
  try {
    client.settings?.({ home, cwd }, model.url)
    const said = await output(bin, client.run, { cwd, env: { ...env, ...client.env(model.url) } })
    writeFileSync(log, `${said}\n${JSON.stringify(model.requests, null, 1)}\n`)
    return { hasSubAgent }
  } finally {
    model.close()
  }
}

function execute(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? stderr}`)
  return stdout
}

/** Asynchronous, because the model is served by this process. */
async function output(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  await new Promise((ended) => child.on('close', ended))
  return text
}
