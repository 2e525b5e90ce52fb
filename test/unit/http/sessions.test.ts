import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test, vi } from 'vitest'
import { memorySessions } from '../../../src/io/memory/memory-sessions.ts'
import type { Sessions } from '../../../src/model/ports.ts'
import { doorWorld, type DoorWorld } from '../../support/door-world.ts'
import { httpWorld } from '../../support/http-world.ts'
import { call, newClient, revisions, speaking, textsOf } from '../../support/mcp-client.ts'
import { mcpPosts } from '../../support/mcp-posts.ts'
import { recordedText } from '../../support/recorded-text.ts'

const task = 'How long does the battery last?'
const url = 'http://127.0.0.1:7434'

/** A server whose sessions are these; any number of them can share the world and the sessions. */
async function server(world: DoorWorld, sessions: Sessions) {
  const ports = { ...world.ports, sessions }
  const { app } = await httpWorld({ sessions }, { ...world, open: (options) => world.open({ ...options, ports }) })
  return async (address: string, init: RequestInit): Promise<Response> => app.fetch(new Request(address, init))
}

describe('AK-142, AK-198: sessions of MCP clients over HTTP', () => {
  test('a text comes once in a session, on whichever server; again: true repeats it', async () => {
    const [world, sessions] = [doorWorld(), memorySessions()]
    const [a, b] = [await server(world, sessions), await server(world, sessions)]
    const [onA, onB] = [mcpPosts('guest', a), mcpPosts('guest', b)]
    const session = await onA.initialize(url)
    expect(session).toMatch(/^[\w-]{43}$/)
    expect(await onA.call(url, 'read', { task }, session)).toContain('nine hours')
    const second = await onB.call(url, 'read', { task }, session)
    expect(second).toContain('Already returned')
    expect(second).not.toContain('nine hours')
    expect(await onB.call(url, 'read', { task, again: true }, session)).toContain('nine hours')
    expect(await onA.call(url, 'activate', { name: 'kiosk' }, session)).toContain('Support knowledge')
    expect(await onB.call(url, 'activate', { name: 'kiosk' }, session)).not.toContain('Support knowledge')
  })

  test('another identity with the id of a session, and the same one in another session, get the text', async () => {
    const send = await server(doorWorld(), memorySessions())
    const [guest, staff] = [mcpPosts('guest', send), mcpPosts('staff', send)]
    const session = await guest.initialize(url)
    await guest.call(url, 'read', { task }, session)
    expect(await staff.call(url, 'read', { task }, session)).toContain('nine hours')
    expect(await guest.call(url, 'read', { task }, await guest.initialize(url))).toContain('nine hours')
    expect(await staff.end(url, session)).toBe(204)
    expect(await guest.call(url, 'read', { task }, session)).not.toContain('nine hours')
  })

  test('without a session, or with an id that is none, every call gets the text', async () => {
    const { call: ask } = mcpPosts('guest', await server(doorWorld(), memorySessions()))
    for (const session of [undefined, undefined, '', 'two words', 'two words', 'x'.repeat(129), 'x'.repeat(129)])
      expect(await ask(url, 'read', { task }, session)).toContain('nine hours')
  })

  test('a session that its client ended, and one of which a reply was not received, have nothing', async () => {
    const sessions = memorySessions()
    const send = await server(doorWorld(), sessions)
    const { initialize, call: ask, end } = mcpPosts('guest', send)
    const session = await initialize(url)
    await ask(url, 'read', { task }, session)
    expect(await end(url, session)).toBe(204)
    expect(await ask(url, 'read', { task }, session)).toContain('nine hours')
    const away = new AbortController()
    const lost = mcpPosts('guest', (address, init) => send(address, { ...init, signal: away.signal }))
    await lost.call(url, 'read', { task }, session).catch(() => undefined)
    away.abort()
    await vi.waitFor(async () => expect(await ask(url, 'read', { task }, session)).toContain('nine hours'))
  })

  test('neither the store nor a receipt has the id of a session', async () => {
    const [world, kept] = [doorWorld(), new Set<string>()]
    const sessions = memorySessions()
    const noting: Sessions = { ...sessions, note: (id, given) => (kept.add(id), sessions.note(id, given)) }
    const { initialize, call: ask } = mcpPosts('guest', await server(world, noting))
    const session = await initialize(url)
    await ask(url, 'read', { task }, session)
    expect(kept.size).toBe(1)
    for (const text of [...kept, await recordedText(world.ports.receipts)]) expect(text).not.toContain(session)
  })

  test.each(revisions)('a client of %s works, with a session where the revision has them', async (revision) => {
    const send = await server(doorWorld(), memorySessions())
    const client = newClient(speaking(revision))
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: 'Bearer guest' } },
      fetch: (address, init) => send(String(address), init ?? {}),
    })
    await client.connect(transport)
    expect(textsOf(await call(client, 'read', { task })).join()).toContain('nine hours')
    const second = textsOf(await call(client, 'read', { task })).join()
    expect(second.includes('nine hours')).toBe(revision === '2026-07-28')
    expect(transport.sessionId === undefined).toBe(revision === '2026-07-28')
  })
})

test('sessions in memory: the oldest of many is forgotten', () => {
  const sessions = memorySessions()
  for (let i = 0; i <= 1000; i++) sessions.note(`s${i}`, new Map([['a', 'b']]))
  expect([sessions.given('s0'), sessions.given('s1')].map((one) => (one as ReadonlyMap<string, string>).size)).toEqual([
    0, 1,
  ])
})

test('sessions in memory end a day after their last note', () => {
  const clock = { hours: 0 }
  const sessions = memorySessions(() => clock.hours * 3_600_000)
  sessions.note('s', new Map([['a', 'b']]))
  const sizes = [23, 24].map((hours) => {
    clock.hours = hours
    return (sessions.given('s') as ReadonlyMap<string, string>).size
  })
  expect(sizes).toEqual([1, 0])
})
