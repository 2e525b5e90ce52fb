import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sha256Of } from '../../src/io/secrets.ts'
import { doorWorld } from '../support/door-world.ts'
import { call, newClient, revisions, speaking, textsOf } from '../support/mcp-client.ts'
import { serveProgram, writeConfig } from '../support/serve-program.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { testCertificate } from '../support/test-certificate.ts'

const battery = JSON.stringify({ task: 'How long does the battery last?' })

function read(url: string, token: string, body = battery): Promise<Response> {
  return fetch(`${url}/v1/read`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  })
}

test('lorefence serve answers whoever has the printed token, and ends in good order', async () => {
  const { url, token, child, said } = await serveProgram(doorWorld())
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await read(url, 'other')).status).toBe(401)
  expect(await (await read(url, token)).text()).toContain('nine hours')
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  const lines = said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly route: string; readonly status: number })
  expect(lines.map(({ route, status }) => [route, status])).toEqual([
    ['/healthz', 200],
    ['/v1/read', 401],
    ['/v1/read', 200],
  ])
  expect(said()).not.toContain('battery')
})

test('the printed token for agents shows nothing of what people see; the one in the address does', async () => {
  const { url, token, personToken } = await serveProgram(doorWorld())
  expect(personToken).not.toBe(token)
  const statusOf = async (path: string, secret: string): Promise<number> =>
    (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${secret}` } })).status
  for (const path of ['/v1/review', '/v1/quality', '/v1/receipts/verify', '/v1/decisions?as=clearance%3Dinternal'])
    expect([path, await statusOf(path, token), await statusOf(path, personToken)]).toEqual([path, 403, 200])
})

test.each(revisions)('it serves MCP at /mcp with the same credentials, for revision %s', async (revision) => {
  const { url, token } = await serveProgram(doorWorld())
  const client = newClient(speaking(revision))
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  expect(textsOf(await call(client, 'read', { task: 'How long does the battery last?' })).join()).toContain(
    'nine hours',
  )
})

test('an edit of followed or newly granted knowledge is served without a restart', async () => {
  const world = doorWorld()
  const { url, token } = await serveProgram(world)
  writeFileSync(
    join(world.cwd, '.agents/knowledge/kiosk/compiled/facts.md'),
    '# Facts\n\n## Battery\n\nThe battery lasts twelve hours.\n',
  )
  expect(await (await read(url, token)).text()).not.toMatch(/nine|twelve/)
  world.grant()
  await vi.waitFor(async () => expect(await (await read(url, token)).text()).toContain('twelve hours'), 10_000)
})

test('beyond this machine it does not start without clients', async () => {
  const options = ['--listen', '0.0.0.0', '--allow-host', 'knowledge.example.com']
  await expect(serveProgram(doorWorld(), options)).rejects.toThrow('--listen needs clients')
  await expect(serveProgram(doorWorld(), options.slice(0, 2))).rejects.toThrow('need each other')
  const world = doorWorld()
  writeConfig(world, `clients:\n  - token_sha256: ${sha256Of('t')}\n`)
  expect((await serveProgram(world, options)).url).toMatch(/^http:\/\/0\.0\.0\.0:/)
})

test('with a certificate it serves HTTPS', async () => {
  const pem = testCertificate({ names: ['localhost'] })
  const folder = tempFolder({ 'cert.pem': pem.cert, 'key.pem': pem.key })
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await expect(serveProgram(doorWorld(), ['--tls-cert', cert])).rejects.toThrow(
    '--tls-cert and --tls-key need each other',
  )
  const { url } = await serveProgram(doorWorld(), ['--tls-cert', cert, '--tls-key', key])
  expect(url).toMatch(/^https:/)
  const status = await new Promise((done, fail) =>
    httpsRequest(`${url}/healthz`, { rejectUnauthorized: false }, ({ statusCode }) => done(statusCode))
      .on('error', fail)
      .end(),
  )
  expect(status).toBe(200)
})

test('clients that hang up, send rubbish or nothing leave the server as it was', async () => {
  const { url, token } = await serveProgram(doorWorld())
  const port = Number(new URL(url).port)
  const head = `POST /v1/read HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
  const openings = [
    '',
    'GET / HTTP/1.1\r\n',
    'NONSENSE\r\n\r\n',
    `${head}Content-Length: 1000\r\n\r\n{"task":`,
    `${head}Transfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n{`,
    `${head}Content-Length: ${battery.length}\r\n\r\n${battery}`,
    'GET /v1/catalog HTTP/1.1\r\nHost: \u0001\r\n\r\n',
  ]
  for (const opening of [...openings, ...openings])
    await new Promise<void>((done) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(opening, () => {
          socket.destroy()
          done()
        })
      })
    })
  const slow = connect(port, '127.0.0.1')
  slow.write(`${head}Content-Length: 1000\r\n\r\n`)
  expect(await (await read(url, token)).text()).toContain('nine hours')
  slow.destroy()
})

test('a key that was added reads until it is revoked, and no token is printed beside it', async () => {
  const world = doorWorld()
  writeConfig(world, 'grants: unattended\n')
  const key = (...argv: readonly string[]): string =>
    execFileSync(process.execPath, [resolve('dist/cli.js'), 'key', ...argv], {
      ...world,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  const token = key('add', 'bot', '--yes').trim()
  const { url, said } = await serveProgram(world)
  expect(said()).not.toContain('Bearer')
  expect(await (await read(url, token)).text()).toContain('nine hours')
  key('revoke', 'bot')
  expect((await read(url, token)).status).toBe(401)
})
