import { expect, it, onTestFinished, vi } from 'vitest'
import { connectDatabase } from '../../src/io/postgres/connect.ts'
import { doorWorld, type DoorWorld } from '../support/door-world.ts'
import { lorefence } from '../support/lorefence-program.ts'
import { mcpPosts } from '../support/mcp-posts.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { connected, describePostgres, freshDatabase, ownCluster } from '../support/postgres.ts'
import { serveProgram, writeConfig, type ServingProgram } from '../support/serve-program.ts'

/** Two servers on one database, and a key for a client. */
async function twoServers(
  world: DoorWorld,
  url: string,
): Promise<{ readonly servers: readonly ServingProgram[]; readonly key: string }> {
  writeConfig(world, `grants: unattended\nstore: "${url}"\n`)
  await lorefence(world, 'trust', '.', '--yes')
  const key = (await lorefence(world, 'key', 'add', 'bot', '--yes')).trim()
  return { servers: await Promise.all([serveProgram(world), serveProgram(world)]), key }
}

const read = (url: string, key: string): Promise<Response> =>
  fetch(`${url}/v1/read`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ task: 'How long does the battery last?' }),
  })

const activate = (url: string, key: string): Promise<Response> =>
  fetch(`${url}/v1/activate?name=unit:harbor/setup`, { headers: { authorization: `Bearer ${key}` } })

const texts = (servers: readonly ServingProgram[], key: string): Promise<readonly string[]> =>
  Promise.all(servers.map(async ({ url }) => (await read(url, key)).text()))

describePostgres('lorefence serve with a store in PostgreSQL', () => {
  it('a revoked grant holds before the next read on every server', async () => {
    const world = doorWorld()
    const { servers, key } = await twoServers(world, await freshDatabase())
    for (const text of await texts(servers, key)) expect(text).toContain('nine hours')
    await lorefence(world, 'trust', '--remove', '.agents/knowledge/kiosk')
    for (const text of await texts(servers, key)) expect(text).not.toContain('nine hours')
    await lorefence(world, 'trust', '.agents/knowledge/kiosk', '--yes')
    for (const text of await texts(servers, key)) expect(text).toContain('nine hours')
  })

  it('a revoked key is refused by every server at once', async () => {
    const world = doorWorld()
    const { servers, key } = await twoServers(world, await freshDatabase())
    await lorefence(world, 'key', 'revoke', 'bot')
    for (const { url } of servers) expect((await read(url, key)).status).toBe(401)
  })

  it('receipts of every server are one record, which any of them shows and the operator verifies', async () => {
    const world = doorWorld()
    const { servers, key } = await twoServers(world, await freshDatabase())
    const [a, b] = servers.map(({ url }) => url)
    const { receipt } = (await (await read(a ?? '', key)).json()) as { readonly receipt: string }
    const shown = await fetch(`${b}/v1/receipts/${receipt}`, { headers: { authorization: `Bearer ${key}` } })
    expect(await shown.json()).toMatchObject({ receipt: { id: receipt, client: 'key:bot' } })
    await read(b ?? '', key)
    expect(await lorefence(world, 'receipts', 'verify')).toContain('ok: 2 receipts in 2 segments.')
  })

  it('KCP-159: a rate limit is exact across servers, however many requests come at once', async () => {
    const world = doorWorld({
      'knowledge.yaml': manifestText(
        { rate_limits: { default: { requests_per_minute: 5 } } },
        unitWith({ id: 'setup', path: 'docs/setup.md', intent: 'How is a kiosk set up?', sensitivity: 'public' }),
      ),
      'docs/setup.md': '# Setup\n\nPlug the kiosk into the mains and wait for the green light.\n',
    })
    const { servers, key } = await twoServers(world, await freshDatabase())
    const replies = await Promise.all(Array.from({ length: 24 }, (_, i) => activate(servers[i % 2]?.url ?? '', key)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(19)
    const given = await Promise.all(replies.map((reply) => reply.text()))
    expect(given.filter((text) => text.includes('green light'))).toHaveLength(5)
  })

  it('AK-142: an MCP session is the same on every server, until it ends, and of its client alone', async () => {
    const [world, database] = [doorWorld(), await freshDatabase()]
    const { servers, key } = await twoServers(world, database)
    const [a = '', b = ''] = servers.map(({ url }) => url)
    const client = mcpPosts(key)
    const session = await client.initialize(a)
    const task = 'How long does the battery last?'
    expect(await client.call(a, 'read', { task }, session)).toContain('nine hours')
    expect(await client.call(b, 'read', { task }, session)).toContain('Already returned')
    expect(await client.call(b, 'read', { task, again: true }, session)).toContain('nine hours')
    const other = mcpPosts((await lorefence(world, 'key', 'add', 'other', '--yes')).trim())
    expect(await other.call(b, 'read', { task }, session)).toContain('nine hours')
    expect(await client.call(a, 'read', { task }, session)).toContain('Already returned')
    await connected(database).sql`update lorefence.sessions set noted = noted - interval '25 hours'`
    expect(await client.call(a, 'read', { task }, session)).toContain('nine hours')
  })

  it('two servers that start at once on an empty database both serve', async () => {
    const [world, url] = [doorWorld(), await freshDatabase()]
    world.grant()
    const servers = await Promise.all([1, 2, 3].map(() => serveProgram(world, ['--store', url])))
    expect(await Promise.all(servers.map(async (server) => (await fetch(`${server.url}/readyz`)).status))).toEqual([
      200, 200, 200,
    ])
  })

  it('a database that is killed under load: refused while it is away, then served again, and no acknowledged receipt is lost', async () => {
    const cluster = ownCluster({ durable: true })
    onTestFinished(() => cluster.remove())
    const world = doorWorld()
    const { servers, key } = await twoServers(world, cluster.url('postgres'))
    const acknowledged: string[] = []
    const statuses = new Map<number, number>()
    const load = new AbortController()
    onTestFinished(() => load.abort())
    const clients = Array.from({ length: 8 }, async (_, i) => {
      while (!load.signal.aborted) {
        const reply = await read(servers[i % 2]?.url ?? '', key)
        const text = await reply.text()
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        if (reply.status === 200) acknowledged.push((JSON.parse(text) as { readonly receipt: string }).receipt)
        else expect(text).not.toContain('nine hours')
      }
    })
    const count = (status: number): number => statuses.get(status) ?? 0
    const more = async (status: number): Promise<void> => {
      const before = count(status)
      await vi.waitFor(() => expect(count(status)).toBeGreaterThan(before + 10), { timeout: 20_000, interval: 20 })
    }
    await more(200)
    cluster.kill()
    await more(503)
    expect((await fetch(`${servers[0]?.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${servers[0]?.url}/healthz`)).status).toBe(200)
    cluster.start()
    await more(200)
    load.abort()
    await Promise.all(clients)
    expect([...statuses.keys()].sort()).toEqual([200, 503])
    const database = connectDatabase(cluster.url('postgres'), {}, 1)
    const rows = await database.sql<{ id: string }[]>`select id from lorefence.receipts`
    await database.close()
    const stored = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(await lorefence(world, 'receipts', 'verify')).toMatch(/^ok: /)
  }, 90_000)

  it('a store that cannot be reached is named without its password', async () => {
    const world = doorWorld()
    const url = 'postgres://ada:hunter2@127.0.0.1:1/lorefence'
    const failed = await serveProgram(world, ['--store', url]).catch((error: Error) => error.message)
    expect(failed).toContain('the store postgres://ada@127.0.0.1:1/lorefence cannot be used now')
    expect(failed).not.toContain('hunter2')
  })
})
