// Runs the real Claude Code, Codex and OpenCode from npm against a stand-in model, each with an empty home and no
// network but loopback, and checks that the first turn has the tool of lorefence and the second its fenced text. Needs
// Linux, unshare and ip.
// node scripts/try-clients.mjs [--keep] [CLIENT…]
// Packages are installed into a temporary folder, or into $CLIENTS_FOLDER.
import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startModel } from './stand-in-model.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
const program = join(project, 'dist', 'cli.js')
const task = 'How long does a refund take?'
const searches = ['lorefence', 'product rules documents', 'refund policy']
const wanted = 'knowledge_read'

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
    settings: ({ home }) => {
      writeFileSync(join(home, '.claude', 'settings.json'), '{ "enableAllProjectMcpServers": true }')
    },
    list: ['mcp', 'list'],
    run: ['-p', task, '--allowedTools', 'mcp__lorefence,ToolSearch'],
  },
  codex: {
    package: '@openai/codex',
    bin: 'codex',
    env: () => ({ STAND_IN_KEY: 'none' }),
    settings: ({ home, cwd }, url) => {
      const path = join(home, '.codex', 'config.toml')
      const provider = `[model_providers.stand-in]\nname = "stand-in"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "STAND_IN_KEY"\n`
      const own = `model = "stand-in"\nmodel_provider = "stand-in"\ncheck_for_update_on_startup = false\n\n[analytics]\nenabled = false\n\n[projects."${cwd}"]\ntrust_level = "trusted"\n\n`
      writeFileSync(path, `${own}${provider}\n${textOf(path)}`)
      // As the guide page says: without it, npx is too slow for the first turn.
      const shared = join(cwd, '.codex', 'config.toml')
      if (existsSync(shared)) appendFileSync(shared, 'required = true\n')
    },
    list: ['mcp', 'list'],
    run: ['exec', '--skip-git-repo-check', task],
  },
  opencode: {
    package: 'opencode-ai',
    bin: 'opencode',
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_SHARE: '1' }),
    settings: ({ home }, url) => {
      const path = join(home, '.config', 'opencode', 'opencode.json')
      const models = { model: { name: 'model', tool_call: true } }
      const provider = { 'stand-in': { npm: '@ai-sdk/openai-compatible', options: { baseURL: `${url}/v1` }, models } }
      const settings = { ...JSON.parse(textOf(path) || '{}'), provider, autoupdate: false, share: 'disabled' }
      writeFileSync(path, JSON.stringify({ ...settings, model: 'stand-in/model', small_model: 'stand-in/model' }))
    },
    list: ['mcp', 'list'],
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
  const scratch = mkdtempSync(join(tmpdir(), 'lorefence-clients-'))
  const folder = process.env['CLIENTS_FOLDER'] ?? join(scratch, 'packages')
  try {
    mkdirSync(folder, { recursive: true })
    const packages = ids.map((id) => clients[id].package)
    execute('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch], { cwd: project })
    // With install scripts: that of Claude Code installs the program for this platform.
    execute('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...packages])
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
  const failures = []
  for (const [id, ...options] of ids.split(',').flatMap((id) => [[id], [id, '--project']])) {
    const place = makeHome(id, options, { scratch, folder })
    const report = (what, holds) => {
      console.log(`  ${holds ? '✓' : '✗'} ${what}`)
      if (!holds) failures.push(`${[id, ...options].join(' ')}: ${what}`)
    }
    console.log(`${[id, ...options].join(' ')}, version ${place.version}`)
    await tryFirstTurn(place, report)
    if (id !== 'claude-code' || options.length > 0) continue
    // On by default with Anthropic's API.
    const searching = { ...place, env: { ...place.env, ENABLE_TOOL_SEARCH: 'true' } }
    console.log('  with tool search:')
    await tryFirstTurn(searching, report)
    await trySearch(searching, report)
  }
  for (const failure of failures) console.error(`failed: ${failure}`)
  process.exitCode = failures.length > 0 ? 1 : 0
}

/**
 * An empty home, the examples as the project, and the settings that `integrate` writes. Project settings start the
 * packed package.
 */
function makeHome(id, options, { scratch, folder }) {
  const base = join(scratch, [id, ...options].join(''))
  const [home, cwd] = [join(base, 'home'), join(base, 'project')]
  for (const path of ['.claude', '.codex', '.config/opencode']) mkdirSync(join(home, path), { recursive: true })
  mkdirSync(join(home, '.config', 'lorefence'), { recursive: true })
  writeFileSync(join(home, '.config', 'lorefence', 'lorefence.yaml'), 'grants: unattended\n')
  cpSync(join(project, 'examples'), cwd, { recursive: true })
  const env = { HOME: home, PATH: process.env['PATH'], TMPDIR: scratch }
  const own = (...args) => execute(process.execPath, [program, ...args], { cwd, env })
  own('trust', '.', '--yes')
  own('integrate', id, ...options, '--yes')
  if (options.length > 0) {
    writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
    execute('npm', ['install', '--offline', '--no-audit', '--no-fund', packedIn(scratch)], { cwd, env })
  }
  const { bin } = clients[id]
  const place = {
    client: clients[id],
    home,
    cwd,
    env,
    bin: join(folder, 'node_modules', '.bin', bin),
    log: join(base, 'log'),
  }
  return { ...place, version: execute(place.bin, ['--version'], { cwd, env }).trim().split('\n').at(-1) }
}

async function tryFirstTurn(place, report) {
  const { requests, listed } = await runWith(place, ({ tools, results }) => {
    const name = tools.find((tool) => tool.endsWith(wanted))
    return name !== undefined && results.length === 0 ? { name, input: { task } } : undefined
  })
  const offers = ({ tools }) => tools.some((tool) => tool.endsWith(wanted))
  const first = requests.find(({ tools }) => tools.length > 0)
  const second = requests.find(({ results }) => results.length > 0)
  report('the client lists the server as connected or enabled', /lorefence.*(?:connected|enabled)/i.test(listed))
  report('the first turn has the tool', first !== undefined && offers(first))
  report(
    'the call is answered with fenced text',
    /<knowledge_(?:pack|manifest) [^]*refund/i.test(JSON.stringify(second?.results ?? '')),
  )
}

/**
 * The client's tool search lists only tools that are not loaded, so always loading is turned off here, in settings and
 * server.
 */
async function trySearch(place, report) {
  const path = join(place.home, '.claude.json')
  const settings = JSON.parse(readFileSync(path, 'utf8'))
  const filter = `"${process.execPath}" "${program}" mcp | sed -u 's/"anthropic.alwaysLoad":true/"anthropic.alwaysLoad":false/g'`
  settings.mcpServers.lorefence = { type: 'stdio', command: 'sh', args: ['-c', filter] }
  writeFileSync(path, JSON.stringify(settings))
  for (const query of searches) {
    const { requests } = await runWith(place, ({ tools, results }) =>
      tools.includes('ToolSearch') && results.length === 0
        ? { name: 'ToolSearch', input: { query, max_results: 5 } }
        : undefined,
    )
    const found = requests.find(({ results }) => results.length > 0)?.results
    report(`its search for "${query}" finds the tool`, JSON.stringify(found ?? '').includes(wanted))
  }
}

async function runWith({ client, home, cwd, env, bin, log }, next) {
  const model = await startModel(next)
  try {
    const settings = { ...env, ...client.env(model.url) }
    client.settings?.({ home, cwd }, model.url)
    const listed = await output(bin, client.list, { cwd, env: settings })
    const said = await output(bin, client.run, { cwd, env: settings })
    appendFileSync(log, `${listed}\n${said}\n${JSON.stringify(model.requests, null, 1)}\n`)
    return { requests: model.requests, listed }
  } finally {
    model.close()
  }
}

function packedIn(folder) {
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz')),
  )
}

function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function execute(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? stderr}`)
  return stdout
}

/** Asynchronous, because the model is served by this process. */
async function output(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: 180_000 })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  await new Promise((ended) => child.on('close', ended))
  return text
}
