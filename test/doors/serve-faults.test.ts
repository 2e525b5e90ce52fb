import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { doorWorld, type DoorWorld } from '../support/door-world.ts'
import { call, newClient, textsOf } from '../support/mcp-client.ts'
import { serveProgram, writeConfig } from '../support/serve-program.ts'
import { tempFolder } from '../support/temp-folder.ts'

const cli = resolve('dist/cli.js')
const task = 'How long does the battery last?'
const body = JSON.stringify({ task })

interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

async function read(url: string, token: string): Promise<Answer> {
  const response = await fetch(`${url}/v1/read`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  })
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
}

const lorefence = ({ cwd, env }: DoorWorld, ...argv: readonly string[]): string =>
  execFileSync(process.execPath, [cli, ...argv], { cwd, env, encoding: 'utf8', stdio: 'pipe' })

describe('a server whose log nobody reads', () => {
  test('goes on answering, and ends when it is told to', { timeout: 60_000 }, async () => {
    const { url, child } = await serveProgram(doorWorld())
    child.stderr?.pause()
    // More lines than a pipe holds.
    for (let round = 0; round < 40; round++) {
      const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await fetch(`${url}/healthz`)).status))
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})

describe('a server that cannot record', () => {
  test('releases nothing, says 503, and answers again once it can', async () => {
    const world = doorWorld()
    const { url, token, said } = await serveProgram(world)
    expect((await read(url, token)).text).toContain('nine hours')
    const receipts = join(world.env['LOREFENCE_STATE'] ?? '', 'receipts')
    renameSync(receipts, `${receipts}-away`)
    writeFileSync(receipts, '')
    const refused = await Promise.all(Array.from({ length: 8 }, () => read(url, token)))
    expect(new Set(refused.map(({ status, type }) => `${status} ${type}`))).toEqual(
      new Set(['503 application/problem+json']),
    )
    expect(refused.map(({ text }) => text).join()).not.toMatch(/nine hours|receipts/)
    expect(said()).toContain('What cannot be recorded is not released.')
    execFileSync('rm', [receipts])
    renameSync(`${receipts}-away`, receipts)
    expect((await read(url, token)).text).toContain('nine hours')
    expect(lorefence(world, 'receipts', 'verify')).toContain('ok: 2 receipts')
  })

  const mayMount =
    spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=64k tmpfs /mnt'], { encoding: 'utf8' }).status ===
    0

  test.runIf(mayMount)('a full disk: the same, and no acknowledged record is lost', { timeout: 120_000 }, async () => {
    const world = doorWorld()
    const signs = tempFolder()
    const state = world.env['LOREFENCE_STATE'] ?? ''
    const script = `cp -a "$S" "$S.kept"; mount -t tmpfs -o size=512k,mode=700 tmpfs "$S"; cp -a "$S.kept/." "$S"
      wait_for() { until [ -e "${signs}/$1" ]; do sleep 0.1; done; }
      ( wait_for fill; head -c 1000000 /dev/zero > "$S/ballast" 2> /dev/null; touch "${signs}/full"
        wait_for free; rm "$S/ballast"; touch "${signs}/room"
        wait_for copy; cp -a "$S/receipts" "${signs}/"; touch "${signs}/copied" ) &
      exec "${process.execPath}" "${cli}" serve --no-user --port 0`
    const child = spawn('unshare', ['-rm', 'bash', '-c', script], {
      cwd: world.cwd,
      env: { ...world.env, S: state },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part))
    const ask = async (sign: string, done: string): Promise<void> => {
      writeFileSync(join(signs, sign), '')
      await vi.waitFor(() => expect(existsSync(join(signs, done))).toBe(true), 30_000)
    }
    await vi.waitFor(() => expect(said).toMatch(/Serving /), 60_000)
    const [url = '', token = ''] = [/Serving (\S+);/.exec(said)?.[1], /Bearer (\S+)\n/.exec(said)?.[1]]
    const first = await Promise.all(Array.from({ length: 5 }, () => read(url, token)))
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await ask('fill', 'full')
    const refused = await Promise.all(Array.from({ length: 16 }, () => read(url, token)))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
    expect(refused.map(({ text }) => text).join()).not.toContain('nine hours')
    await ask('free', 'room')
    const after = await read(url, token)
    expect(after.text).toContain('nine hours')
    await ask('copy', 'copied')
    const env = { ...world.env, LOREFENCE_STATE: signs }
    const list = JSON.parse(lorefence({ ...world, env }, 'receipts', 'list', '--json')) as {
      readonly receipts: readonly { readonly id: string }[]
    }
    const acknowledged = [...first, after].map(({ text }) => (JSON.parse(text) as { readonly receipt: string }).receipt)
    expect(list.receipts.map(({ id }) => id).sort()).toEqual([...acknowledged].sort())
    expect(lorefence({ ...world, env }, 'receipts', 'verify')).toContain('ok: 6 receipts')
  })
})

test('a key that is revoked while its client is connected reads nothing more, over MCP and /v1', async () => {
  const world = doorWorld()
  writeConfig(world, 'grants: unattended\n')
  const token = lorefence(world, 'key', 'add', 'bot', '--yes').trim()
  const { url } = await serveProgram(world)
  const client = newClient()
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  expect(textsOf(await call(client, 'read', { task })).join()).toContain('nine hours')
  const inFlight = Array.from({ length: 8 }, () => read(url, token))
  lorefence(world, 'key', 'revoke', 'bot')
  // What was asked before may be answered; it is whole or refused.
  const statuses = (await Promise.all(inFlight)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([])
  await expect(call(client, 'read', { task })).rejects.toThrow()
  expect((await read(url, token)).status).toBe(401)
})

test(
  'edits, grants and revoked grants during traffic: no error, and nothing stale after a refusal',
  { timeout: 120_000 },
  async () => {
    const world = doorWorld()
    const { url, token } = await serveProgram(world)
    const facts = join(world.cwd, '.agents/knowledge/kiosk/compiled/facts.md')
    const statuses = new Set<number>()
    const over = { isSo: false }
    const traffic = Array.from({ length: 6 }, async () => {
      while (!over.isSo) statuses.add((await read(url, token)).status)
    })
    const textNow = async (): Promise<string> => (await read(url, token)).text
    const hours = ['nine', 'ten', 'eleven', 'twelve']
    for (const [i, hour] of hours.entries()) {
      if (i > 0) {
        writeFileSync(facts, `# Facts\n\n## Battery\n\nThe battery lasts ${hour} hours.\n`)
        // Bytes that nobody granted, and those before them, are not released.
        expect(await textNow()).not.toMatch(/nine hours|ten hours|eleven hours|twelve hours/)
        world.grant()
      }
      await vi.waitFor(async () => expect(await textNow()).toContain(`${hour} hours`), 30_000)
      world.ports.grants.remove(join(world.cwd, '.agents/knowledge/kiosk'))
      expect(await textNow()).not.toContain('hours')
      world.grant()
    }
    over.isSo = true
    await Promise.all(traffic)
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
  },
)
