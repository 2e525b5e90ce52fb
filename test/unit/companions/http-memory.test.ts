import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { memoryToolsAt } from '../../../src/serve/cli/memory-for.ts'
import { bearerOf } from '../../../src/serve/mcp/tokens.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { httpWorld } from '../../support/http-world.ts'
import { homeWith } from '../../support/memory-world.ts'
import { as, identities } from '../../support/view-world.ts'

const everyRequest: readonly (readonly ['GET' | 'POST', string, string])[] = [
  ['POST', 'search', 'pelican'],
  ['POST', 'events_search', 'pelican'],
  ['GET', 'list', 'claude-code'],
  ['GET', 'stats', 'sessions: 1'],
  ['GET', 'session_detail?session=234531b4', 'The kittiwake is on the cliff.'],
  ['GET', 'project_context', 'The heron knows.'],
]

async function world({ memory = true } = {}) {
  const own = homeWith('claude-code')
  await own.run('scan', '--yes')
  const terminal = { cwd: own.cwd, env: own.env }
  const served = await httpWorld({
    authenticate: async (request) => identities[bearerOf(request) ?? ''],
    ...(memory ? { memory: memoryToolsAt({ values: { root: ['/work/harbor'] }, terminal }) } : {}),
  })
  const ask = (method: string, path: string, token: string): Promise<Response> =>
    method === 'GET'
      ? served.get(`/v1/memory/${path}`, as(token))
      : served.post(`/v1/memory/${path}`, { query: 'Where does the pelican nest?' }, as(token))
  const call = async (token: string, method: string, params: object = {}): Promise<string> => {
    const accept = { accept: 'application/json, text/event-stream' }
    const body = { jsonrpc: '2.0', id: 1, method, params }
    return (await served.post('/mcp', body, { ...accept, ...as(token) })).text()
  }
  return { ...served, ask, call }
}

describe('past sessions over HTTP', () => {
  test.each(everyRequest)('%s /v1/memory/%s answers a person with fenced text', async (method, path, expected) => {
    const { ask, logged } = await world()
    for (const token of ['viewer', 'operator']) {
      const response = await ask(method, path, token)
      expect(response.status).toBe(200)
      const { kind, text, line = '' } = (await response.json()) as Readonly<Record<string, string>>
      expect(kind).toBe('reply')
      if (path === 'events_search') expect(line).toContain('Nothing was found')
      else expect(text).toMatch(/^<knowledge_manifest name="memory"[^]*<\/knowledge_manifest>$/)
      if (path !== 'events_search') expect(text).toContain(expected)
    }
    // No word of a session, and no id of one, is logged.
    expect(JSON.stringify(logged)).not.toMatch(/pelican|234531b4/)
    expect(logged.at(-1)).toMatchObject({ route: '/v1/memory/:tool' })
  })

  test.each(everyRequest)('%s /v1/memory/%s refuses the keys of agents', async (method, path) => {
    const { ask } = await world()
    for (const token of ['agent', 'staff']) {
      const response = await ask(method, path, token)
      expect([response.status, await response.text()]).toEqual([403, expect.not.stringContaining('pelican')])
    }
    expect((await ask(method, path, 'nobody')).status).toBe(401)
  })

  test.each(everyRequest)('%s /v1/memory/%s is not there unless it was asked for', async (method, path) => {
    const { ask, get } = await world({ memory: false })
    expect((await ask(method, path, 'operator')).status).toBe(404)
    expect(await (await get('/v1/openapi.json', as('operator'))).text()).not.toContain('/v1/memory')
  })

  test('the OpenAPI document has the six routes where they are offered', async () => {
    const { get } = await world()
    const { paths } = (await (await get('/v1/openapi.json')).json()) as { paths: object }
    expect(Object.keys(paths).filter((path) => path.startsWith('/v1/memory/'))).toHaveLength(6)
  })

  test('a session that this project does not have is not found', async () => {
    const { ask } = await world()
    expect((await ask('GET', 'session_detail?session=other', 'viewer')).status).toBe(404)
  })

  test('a page of another origin cannot search', async () => {
    const { post } = await world()
    const headers = { ...as('viewer'), 'sec-fetch-site': 'cross-site' }
    expect((await post('/v1/memory/search', { query: 'pelican' }, headers)).status).toBe(403)
  })
})

describe('past sessions at /mcp', () => {
  test('the six tools are listed to a person and to nobody else', async () => {
    const { call } = await world()
    for (const token of ['viewer', 'operator'])
      expect((await call(token, 'tools/list')).match(/"name":"kcp_memory_/g)).toHaveLength(6)
    for (const token of ['agent', 'staff']) expect(await call(token, 'tools/list')).not.toContain('kcp_memory')
    const without = await world({ memory: false })
    expect(await without.call('operator', 'tools/list')).not.toContain('kcp_memory')
  })

  test('an agent that calls them all the same gets nothing', async () => {
    const { call } = await world()
    const params = { name: 'kcp_memory_search', arguments: { query: 'pelican' } }
    expect(await call('viewer', 'tools/call', params)).toContain('Where does the pelican')
    expect(await call('agent', 'tools/call', params)).not.toContain('Where does the pelican')
  })
})

describe('serve --memory', () => {
  const serve = async (...argv: readonly string[]) => {
    const own = homeWith()
    const terminal = fakeTerminal({ cwd: own.cwd, env: own.env })
    const code = await main(['serve', '--memory', '--port', '0', ...argv], terminal)
    return { code, err: terminal.stderr }
  }

  test.each(['0.0.0.0', '127.0.0.1', '::'])(
    'is refused with --listen %s: nothing leaves the machine',
    async (address) => {
      expect(await serve('--listen', address, '--allow-host', 'knowledge.example.com')).toMatchObject({
        code: 2,
        err: expect.stringContaining('--memory is for this machine only'),
      })
    },
  )

  test('is refused with a store: its operators may be other people', async () => {
    expect(await serve('--store', 'postgres://nobody@127.0.0.1:1/none')).toMatchObject({
      code: 2,
      err: expect.stringContaining('keys of a store may belong to others'),
    })
  })

  test('mcp --http refuses it, and names what offers it', async () => {
    const own = homeWith()
    const terminal = fakeTerminal({ cwd: own.cwd, env: own.env })
    expect(await main(['mcp', '--http', '--memory'], terminal)).toBe(2)
    expect(terminal.stderr).toContain('lorefence serve --memory')
  })
})
