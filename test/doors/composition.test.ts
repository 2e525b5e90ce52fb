import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseManifest } from '../../src/app/index.ts'
import { sha256Of } from '../../src/io/secrets.ts'
import { doorWorld } from '../support/door-world.ts'
import { federationServer } from '../support/federation-server.ts'
import { manifestText, unitWith, type Fields } from '../support/manifest-text.ts'
import { serveProgram, writeConfig, type ServingProgram } from '../support/serve-program.ts'
import { tempFolder } from '../support/temp-folder.ts'

const unit = (id: string, fields: Fields = {}): Fields =>
  unitWith({ id, path: `docs/${id}.md`, intent: `What about ${id}?`, sensitivity: 'public', ...fields })

/** Two organisations with a unit for everybody, one for whoever is known, one for a scope, one that a person approves. */
const treeOf = (project: string): Readonly<Record<string, string>> => {
  const units = [
    unit('overview'),
    unit('protocol', { access: 'authenticated', delegation: { max_depth: 1 } }),
    unit('cohort', { access: 'restricted', auth_scope: 'clinical' }),
    unit('patients', {
      access: 'restricted',
      auth_scope: 'clinical',
      delegation: { human_in_the_loop: { required: true } },
    }),
  ]
  return {
    'knowledge.yaml': manifestText({ project }, ...units),
    ...Object.fromEntries(
      units.map(({ id }) => [`docs/${String(id)}.md`, `# ${String(id)}\n\nTEXT of ${String(id)} at ${project}.\n`]),
    ),
  }
}

const config = [
  'grants: unattended',
  'clients:',
  `  - { token_sha256: ${sha256Of('helper')}, requester: { depth: 2 } }`,
  `  - { token_sha256: ${sha256Of('clinician')}, requester: { scopes: [clinical] } }`,
  '',
]
  .join('\n')
  .replaceAll('requester: {', 'requester: { authenticated: true,')

/** The four phases of KCP §12, by one agent at one server: what it found, and the status of every unit. */
async function composed({ url }: ServingProgram, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const get = (path: string): Promise<Response> => fetch(new URL(path, url), { headers })
  const card = (await (await get('/.well-known/agent.json')).json()) as { knowledgeManifest: string }
  const discovery = (await (await get(card.knowledgeManifest)).json()) as { manifest: string }
  const { manifest } = parseManifest(await (await get(discovery.manifest)).text())
  const units: Record<string, number> = {}
  const texts: string[] = []
  for (const id of ['overview', 'protocol', 'cohort', 'patients']) {
    const response = await get(manifest?.units.find((known) => known.id === id)?.path ?? `units/${id}`)
    units[id] = response.status
    if (response.ok) texts.push(...((await response.text()).match(/TEXT of \w+ at \w+/g) ?? []))
  }
  return { listed: manifest?.units.map(({ id }) => id) ?? [], units, texts }
}

test('KCP-222, KCP-223: card, discovery document, manifest and units, at two servers for three agents', async () => {
  const worlds = ['clinic', 'registry'].map((project) => doorWorld(treeOf(project)))
  for (const world of worlds) writeConfig(world, config)
  const servers = await Promise.all(worlds.map((world) => serveProgram(world)))
  for (const [i, project] of ['clinic', 'registry'].entries()) {
    const server = servers[i]
    const world = worlds[i]
    if (!server || !world) throw new Error('There are two of each.')
    expect(await composed(server)).toEqual({
      listed: ['overview'],
      units: { overview: 200, protocol: 401, cohort: 401, patients: 401 },
      texts: [`TEXT of overview at ${project}`],
    })
    expect(await composed(server, 'helper')).toEqual({
      listed: ['overview'],
      units: { overview: 200, protocol: 404, cohort: 404, patients: 404 },
      texts: [`TEXT of overview at ${project}`],
    })
    const pending = {
      listed: ['overview', 'protocol', 'cohort', 'patients'],
      units: { overview: 200, protocol: 200, cohort: 200, patients: 403 },
      texts: ['overview', 'protocol', 'cohort'].map((id) => `TEXT of ${id} at ${project}`),
    }
    expect(await composed(server, 'clinician')).toEqual(pending)
    const run = (...args: readonly string[]): string =>
      execFileSync(process.execPath, [resolve('dist/cli.js'), ...args], {
        cwd: world.cwd,
        env: world.env,
        encoding: 'utf8',
      })
    const as = ['--as', 'authenticated=true,scopes=clinical']
    run('approve', 'patients', ...as, '--by', 'ada', '--yes')
    expect((await composed(server, 'clinician')).units).toEqual({ ...pending.units, patients: 200 })
    expect((await composed(server, 'helper')).units['patients']).toBe(404)
    run('approve', 'patients', ...as, '--refuse', '--by', 'ada', '--yes')
    expect((await composed(server, 'clinician')).units).toEqual(pending.units)
    const { receipts } = JSON.parse(run('receipts', 'list', '--json')) as {
      receipts: readonly { kind: string; client: string; refused?: true; named: readonly string[] }[]
    }
    const refusals = receipts.filter(({ refused }) => refused)
    expect(new Set(refusals.map(({ client }) => client)).size).toBe(3)
    expect(refusals.length).toBe(3 + 3 + 1 + 3 + 1)
    expect((JSON.parse(run('receipts', 'verify', '--json')) as { ok: boolean }).ok).toBe(true)
  }
}, 180_000)

test('KL-072: a server that a manifest does not list warns at its start, and serves', async () => {
  const listing = (mcp: readonly string[] | undefined) =>
    doorWorld({
      ...treeOf('clinic'),
      'knowledge.yaml': manifestText(mcp ? { serving: { mcp } } : {}, unit('overview')),
    })
  const warns = async (mcp: readonly string[] | undefined): Promise<boolean> => {
    const { said, url } = await serveProgram(listing(mcp))
    expect((await fetch(`${url}/units/overview`)).status).toBe(200)
    return /warning: manifest:harbor lists in "serving\.mcp"/.test(said())
  }
  expect(await warns(['https://knowledge.example.com/mcp'])).toBe(true)
  expect(await warns([])).toBe(true)
  expect(await warns(undefined)).toBe(false)
  const world = listing(['https://knowledge.example.com/mcp'])
  writeConfig(world, config)
  const { said } = await serveProgram(world, ['--listen', '127.0.0.1', '--allow-host', 'knowledge.example.com'])
  expect(said()).not.toContain('serving.mcp')
}, 120_000)

test('KCP-222: what publish writes is found and fetched from any web server', async () => {
  const site = join(tempFolder(), 'site')
  const types: Readonly<Record<string, string>> = { json: 'application/json', yaml: 'application/yaml' }
  const { run, port } = await federationServer(
    (request, response) => {
      const path = join(site, new URL(request.url ?? '', 'https://x').pathname)
      if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return void response.writeHead(404).end()
      response.setHeader('content-type', types[path.split('.').at(-1) ?? ''] ?? 'text/plain')
      return void response.end(readFileSync(path))
    },
    (own) => ({
      'knowledge.yaml': manifestText(
        { project: 'hub', manifests: [{ id: 'clinic', url: `https://127.0.0.1:${own}/knowledge.yaml` }] },
        unit('local'),
      ),
      'docs/local.md': '# Local\n',
      ...Object.fromEntries(Object.entries(treeOf('clinic')).map(([path, text]) => [`origin/${path}`, text])),
    }),
  )
  expect((await run('trust', '.', '--yes')).code).toBe(0)
  expect((await run('trust', 'origin', '--yes')).code).toBe(0)
  expect((await run('publish', 'origin', '--out', site, '--url', 'https://docs.example.com')).code).toBe(0)
  expect((await run('validate', site)).code).toBe(0)
  const found = JSON.parse((await run('federate', `https://127.0.0.1:${port}`, '--json')).out) as Record<
    string,
    unknown
  >
  expect(JSON.stringify(found)).toContain('"via":"well-known"')
  expect(JSON.stringify(found)).not.toContain('KCP715')
  expect((await run('federate', '--content')).code).toBe(0)
  await run('trust', '.', '--yes')
  expect((await run('read', 'What about overview?')).out).toContain('TEXT of overview at clinic')
  expect(readFileSync(join(site, 'knowledge.yaml'), 'utf8')).not.toMatch(/protocol|cohort|patients/)
}, 180_000)

test('the guide page was run as written', () => {
  const page = readFileSync('docs/guide/publish.md', 'utf8')
  const [, manifest = ''] = /```yaml\n([^]*?)```/.exec(page) ?? []
  const [, transcript = ''] = /```console\n([^]*?)```/.exec(page) ?? []
  const top = tempFolder({
    'ws/knowledge.yaml': manifest,
    'ws/docs/setup.md': '# Setup\n',
    'ws/docs/payroll.md': '# Payroll\n',
    'home/.config/lorefence/lorefence.yaml': 'grants: unattended\n',
  })
  const run = (line: string): string => {
    const words = line.split(' ').slice(1)
    const { stdout, stderr } = spawnSync(process.execPath, [resolve('dist/cli.js'), ...words], {
      cwd: join(top, 'ws'),
      env: { HOME: join(top, 'home'), PATH: process.env['PATH'] },
      encoding: 'utf8',
    })
    return `${stdout}${words[0] === 'trust' ? '' : stderr}`
  }
  for (const [, line = '', printed = ''] of transcript.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm))
    expect([line, run(line)]).toEqual([line, printed])
}, 60_000)
