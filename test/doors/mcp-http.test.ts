import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { doorWorld, type DoorWorld } from '../support/door-world.ts'
import { call, newClient, revisions, speaking, textsOf } from '../support/mcp-client.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Running {
  readonly url: string
  readonly said: string
  readonly child: ChildProcess
}

/** The built program with --http, once it serves. */
function start({ cwd, env }: DoorWorld, config?: string): Promise<Running> {
  if (config !== undefined) {
    mkdirSync(`${env['HOME']}/.config/lorefence`, { recursive: true })
    writeFileSync(`${env['HOME']}/.config/lorefence/lorefence.yaml`, config)
  }
  const child = spawn(process.execPath, [resolve('dist/cli.js'), 'mcp', '--no-user', '--http', '--port', '0'], {
    cwd,
    env: { ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill())
  return new Promise((done, fail) => {
    let said = ''
    child.once('exit', () => fail(new Error(said)))
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
