import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { load } from 'js-yaml'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { removeGrants } from '../../src/app/index.ts'
import { handlerFor } from '../../src/serve/mcp/handler.ts'
import { doorWorld, type DoorWorld } from '../support/door-world.ts'
import { call, newClient, revisions, speaking, textsOf } from '../support/mcp-client.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Running {
  readonly url: string
  readonly said: string
  readonly child: ChildProcess
}

/** The built program with --http, once it serves. */
function start({ cwd, env }: DoorWorld, config?: string, options: readonly string[] = []): Promise<Running> {
  if (config !== undefined) {
    mkdirSync(`${env['HOME']}/.config/lorefence`, { recursive: true })
    writeFileSync(`${env['HOME']}/.config/lorefence/lorefence.yaml`, config)
  }
  const child = spawn(
    process.execPath,
    [resolve('dist/cli.js'), 'mcp', '--no-user', '--http', '--port', '0', ...options],
    { cwd, env: { ...env }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  onTestFinished(() => void child.kill())
  return new Promise((done, fail) => {
    let said = ''
    child.once('close', () => fail(new Error(said)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const url = /Serving (\S+);[^]*\n/.exec(said)?.[1]
      if (url !== undefined && (config !== undefined || /Bearer \S+\n/.test(said))) done({ url, said, child })
    })
  })
}

const table = [
  'clients:',
  `  - token_sha256: ${sha256('token-of-support')}`,
  '    requester: { clearance: restricted }',
  `  - token_sha256: ${sha256('token-of-a-guest')}`,
  '',
].join('\n')

async function connected(url: string, token: string, client = newClient()) {
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

const post = (url: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  }).then(({ status }) => status)

test('a session that starts right after a grant was taken back sees no topics of what it was for', async () => {
  const world = doorWorld()
  const handler = handlerFor(await world.open(), { requesterOf: () => ({ clearance: 'internal' }) })
  onTestFinished(() => handler.close())
  const started = async (): Promise<string> => {
    const client = newClient()
    const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
      fetch: (url, options) => handler.fetch(new Request(url, options)),
    })
    await client.connect(transport)
    return /Topics: .*/.exec(client.getInstructions() ?? '')?.[0] ?? 'no topics'
  }
  expect(await started()).toBe('Topics: harbor, kiosk, voice, setup.')
  removeGrants(world.ports, '.', world.cwd)
  expect(await started()).toBe('no topics')
  world.grant()
  expect(await started()).toBe('Topics: harbor, kiosk, voice, setup.')
  world.ports.switches.set('pack:kiosk', false)
  expect(await started()).toBe('Topics: harbor, voice, setup.')
})

describe('lorefence mcp --http', () => {
  test('each token reads what the facts of its row allow', async () => {
    const { url } = await start(doorWorld(), table)
    const payroll = { task: 'Which salaries are there?', name: 'unit:harbor/payroll' }
    expect(textsOf(await call(await connected(url, 'token-of-support'), 'read', payroll)).join()).toContain('salaries')
    const guest = await connected(url, 'token-of-a-guest')
    expect(textsOf(await call(guest, 'read', payroll)).join()).toMatch(/^Nothing has that name/)
    expect((await guest.listResources()).resources.map(({ name }) => name)).not.toContain('unit:harbor/payroll')
  })

  test('without an accepted token, Host and Origin nothing is answered', async () => {
    const { url } = await start(doorWorld(), table)
    const authorization = 'Bearer token-of-support'
    expect(await post(url, { authorization })).toBe(200)
    expect(await post(url, { authorization, origin: 'http://localhost:3000' })).toBe(200)
    for (const headers of [
      {},
      { authorization: 'Bearer other' },
      { authorization: 'Bearer ' },
      { authorization: 'Basic x' },
    ])
      expect([headers, await post(url, headers)]).toEqual([headers, 401])
    for (const origin of ['https://evil.example', 'null']) expect(await post(url, { authorization, origin })).toBe(403)
    expect(await post(`${url}x`, { authorization })).toBe(404)
  })

  const elsewhere = ['--listen', '0.0.0.0', '--allow-host', 'knowledge.example.com']

  test('--listen serves other machines, by the table of tokens and a listed Host only', async () => {
    const { url } = await start(doorWorld(), table, elsewhere)
    const { port } = new URL(url)
    const status = (host: string, authorization: string): Promise<number | undefined> =>
      new Promise((done, fail) => {
        const sent = request({ host: '127.0.0.2', port, path: '/mcp', method: 'POST' })
        sent.setHeader('host', host).setHeader('authorization', authorization)
        sent.setHeader('content-type', 'application/json').setHeader('accept', 'application/json, text/event-stream')
        sent.on('response', ({ statusCode }) => done(statusCode)).on('error', fail)
        sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))
      })
    expect(await status('knowledge.example.com', 'Bearer token-of-support')).toBe(200)
    expect(await status('knowledge.example.com', 'Bearer other')).toBe(401)
    expect(await status('other.example.com', 'Bearer token-of-support')).toBe(403)
    expect(await status('127.0.0.2', 'Bearer token-of-support')).toBe(403)
  })

  test('compose.yaml starts it for listed clients and names only, and publishes it on this machine only', async () => {
    const text = readFileSync('compose.yaml', 'utf8').replace(/\$\{LOREFENCE_HOST:[^}]*\}/, 'knowledge.example.com')
    const { lorefence } = (load(text) as { services: Record<string, { command: string[]; ports: string[] }> }).services
    expect(lorefence?.ports).toEqual(['127.0.0.1:7433:7433'])
    const [verb, http, ...options] = lorefence?.command ?? []
    expect([verb, http]).toEqual(['mcp', '--http'])
    expect((await start(doorWorld(), table, options)).url).toMatch(/^http:\/\/0\.0\.0\.0:/)
    await expect(start(doorWorld(), 'grants: unattended\n', options)).rejects.toThrow('--listen needs clients')
  })

  test('without --listen no other address is served', async () => {
    const { url } = await start(doorWorld(), table)
    const { port } = new URL(url)
    await expect(post(`http://127.0.0.2:${port}/mcp`, {})).rejects.toThrow('fetch failed')
  })

  test.each([
    ['no clients', 'grants: unattended\n', elsewhere, '--listen needs clients in your config'],
    ['no host', table, elsewhere.slice(0, 2), '--listen and --allow-host need each other'],
    ['a host alone', table, elsewhere.slice(2), '--listen and --allow-host need each other'],
    ['a name', table, ['--listen', 'example.com', ...elsewhere.slice(2)], '--listen takes an IP address'],
    ['a port', table, [...elsewhere, '--allow-host', 'a.example:80'], 'not a host name without a port'],
  ])('--listen with %s does not start', async (_, config, options, reason) => {
    await expect(start(doorWorld(), config, options)).rejects.toThrow(reason)
  })

  test.each(revisions)('without clients in the config a printed token works, for revision %s', async (revision) => {
    const world = doorWorld()
    const { url, said, child } = await start(world)
    const [, token = ''] = /Bearer (\S+)\n/.exec(said) ?? []
    const client = await connected(url, token, newClient(speaking(revision)))
    expect(textsOf(await call(client, 'read', { task: 'How long does the battery last?' })).join()).toContain(
      'nine hours',
    )
    expect(await post(url, { authorization: `Bearer ${sha256(token)}` })).toBe(401)
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGINT')
    expect(await ended).toBe(0)
  })
})
