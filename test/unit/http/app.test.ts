import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { findReceipt } from '../../../src/app/index.ts'
import { doorWorld } from '../../support/door-world.ts'
import { httpWorld } from '../../support/http-world.ts'

const battery = { task: 'How long does the battery last?' }
const staff = { authorization: 'Bearer staff' }
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

interface Body {
  readonly text?: string
  readonly receipt?: string
  readonly outcome?: string
  readonly type?: string
  readonly status?: number
  readonly detail?: string
  readonly refs?: readonly string[]
}
const bodyOf = async (response: Response | Promise<Response>): Promise<Body> => (await (await response).json()) as Body
const statusOf = async (response: Promise<Response>): Promise<number> => (await response).status

describe('the API of lorefence serve', () => {
  test('a read returns fenced text, its receipt and its facts', async () => {
    const { post } = await httpWorld()
    const response = await post('/v1/read', battery)
    const body = await bodyOf(response)
    expect(response.status).toBe(200)
    expect(body).toMatchObject({
      schemaVersion: 1,
      kind: 'reply',
      verb: 'read',
      outcome: 'answered',
      refs: ['pack:kiosk'],
    })
    expect(body.text).toMatch(/^<knowledge_pack name="kiosk"[^]*nine hours[^]*<\/knowledge_pack>$/)
    expect(response.headers.get('lorefence-receipt')).toBe(body.receipt)
  })

  test.each([
    ['/v1/catalog', 'kiosk'],
    ['/v1/catalog?filter=battery', 'kiosk'],
    ['/v1/activate?name=kiosk', 'Support knowledge'],
    ['/v1/explain?name=kiosk', 'pack:kiosk'],
    ['/v1/evidence?name=kiosk&section=compiled/facts.md%23battery', 'nine hours'],
  ])('GET %s', async (path, text) => {
    const { get } = await httpWorld()
    const response = await get(path)
    expect(response.status).toBe(200)
    expect((await bodyOf(response)).text).toContain(text)
  })

  test('a query', async () => {
    const { post } = await httpWorld()
    expect(await bodyOf(post('/v1/query', { terms: ['setup', 'kiosk'] }))).toMatchObject({
      refs: ['unit:harbor/setup'],
    })
  })

  test('KCP-223: an accepted credential opens no unit that is not for it, on any route', async () => {
    const { get, post } = await httpWorld()
    const payroll = 'unit:harbor/payroll'
    const answers = [
      get(`/v1/activate?name=${payroll}`),
      get(`/v1/explain?name=${payroll}`),
      get('/v1/catalog?name=manifest:harbor'),
      post('/v1/read', { task: 'Who earns what?', name: [payroll] }),
      post('/v1/read', { task: 'Who earns what?' }),
      post('/v1/query', { terms: ['payroll', 'earns'] }),
    ]
    for (const answer of answers) expect(await (await answer).text()).not.toMatch(/salaries|harbor\/payroll/)
    expect(await statusOf(get(`/v1/activate?name=${payroll}`))).toBe(404)
    expect((await bodyOf(get(`/v1/activate?name=${payroll}`, staff))).text).toContain('salaries')
  })

  test('what nobody granted has no effect', async () => {
    const { get, post } = await httpWorld()
    for (const response of [
      get('/v1/catalog'),
      get('/v1/activate?name=stranger'),
      post('/v1/read', { task: 'Which battery tricks are there?' }),
    ])
      expect(await (await response).text()).not.toContain('UNSEEN')
  })

  test('what is refused because of its status is a problem, with no content', async () => {
    const { get } = await httpWorld()
    const response = await get('/v1/activate?name=voice')
    expect([response.status, response.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
    expect(await bodyOf(response)).toEqual({
      type: 'urn:lorefence:problem:refused',
      title: 'Not released',
      status: 403,
      detail: 'Not released: pack:voice (status-draft). Only the operator can change that.',
    })
  })

  test('what the request says about the requester changes nothing', async () => {
    const { post } = await httpWorld()
    const claims = {
      requester: { clearance: 'restricted' },
      clearance: 'restricted',
      role: 'admin',
      as: 'clearance=restricted',
    }
    const headers = {
      'x-role': 'admin',
      'x-kcp-role': 'admin',
      'x-clearance': 'restricted',
      'x-forwarded-user': 'staff',
    }
    const body = await bodyOf(post('/v1/read', { task: 'Which salaries are there?' }, headers))
    expect(body.text).not.toContain('salaries')
    for (const [name, value] of Object.entries(claims)) {
      const response = await post('/v1/read', { task: 'Which salaries are there?', [name]: value }, headers)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        detail: expect.stringContaining(`There is no argument "${name}".`),
      })
    }
  })
})

describe('requests that are not answered', () => {
  test.each([{}, { authorization: 'Bearer other' }, { authorization: 'Basic Z3Vlc3Q6' }, { authorization: 'Bearer' }])(
    'with %j',
    async (headers) => {
      const { app } = await httpWorld()
      for (const path of ['/v1/catalog', '/v1/read', '/mcp', '/metrics', '/v1/receipts/r-1', '/nowhere']) {
        const response = await app.fetch(new Request(`http://127.0.0.1${path}`, { headers }))
        expect([path, response.status, response.headers.get('www-authenticate')]).toEqual([path, 401, 'Bearer'])
      }
    },
  )

  test('of another Host or Origin', async () => {
    const { get, post } = await httpWorld({
      allowedHosts: ['knowledge.example.com'],
      allowedOrigins: ['https://app.example.com'],
    })
    expect(await statusOf(get('/v1/catalog', { host: 'evil.example' }))).toBe(403)
    expect(await statusOf(get('/healthz', { host: 'evil.example' }))).toBe(403)
    expect(await statusOf(post('/v1/read', battery, { origin: 'https://evil.example' }))).toBe(403)
    expect(await statusOf(post('/v1/read', battery, { origin: 'https://app.example.com' }))).toBe(200)
    expect(await statusOf(get('/v1/catalog', { host: 'knowledge.example.com' }))).toBe(200)
  })

  test.each([
    ['no JSON', 'task=x', {}, 400],
    ['another media type', battery, { 'content-type': 'text/plain' }, 415],
    ['a list', [], {}, 400],
    ['no task', {}, {}, 400],
    ['an empty task', { task: ' ' }, {}, 400],
    ['a task of another type', { task: { a: 1 } }, {}, 400],
    ['a misspelled argument', { ...battery, budgt: 5 }, {}, 400],
    ['a path as name', { ...battery, name: ['../../etc/passwd'] }, {}, 404],
  ])('with %s', async (_, body, headers, status) => {
    const { post } = await httpWorld()
    const response = await post('/v1/read', body, headers)
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
  })

  test('with too long a body, whether it says so or not', async () => {
    const { app, post } = await httpWorld()
    expect(await statusOf(post('/v1/read', { task: 'x'.repeat(300_000) }, { 'content-length': '300020' }))).toBe(413)
    const stream = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(100_000).fill(32)) })
    const headers = { authorization: 'Bearer guest', 'content-type': 'application/json' }
    const init = { method: 'POST', body: stream, headers, duplex: 'half' } as RequestInit
    expect((await app.fetch(new Request('http://127.0.0.1/v1/read', init))).status).toBe(413)
  })

  test('with the other method', async () => {
    const { get, post } = await httpWorld()
    const response = await get('/v1/read?task=x')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await statusOf(post('/v1/catalog', {}))).toBe(405)
    expect(await statusOf(get('/v1/nothing'))).toBe(404)
  })

  test('when too many are answered at once, with the time to wait', async () => {
    const { post } = await httpWorld({ limits: { atOnce: 2 } })
    const responses = await Promise.all([1, 2, 3, 4].map(() => post('/v1/read', battery)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 503, 503])
    expect(responses[2]?.headers.get('retry-after')).toBe('1')
    expect(await statusOf(post('/v1/read', battery))).toBe(200)
  })

  test('when they take too long', async () => {
    const { post } = await httpWorld({ limits: { milliseconds: 0 } })
    expect(await statusOf(post('/v1/read', battery))).toBe(504)
  })

  test('once the server ends: what was asked before is answered', async () => {
    const { app, get, post } = await httpWorld()
    const asked = post('/v1/read', battery)
    await Promise.resolve()
    expect(await statusOf(get('/readyz'))).toBe(200)
    const drained = app.drain(10_000)
    expect(await statusOf(get('/readyz'))).toBe(503)
    expect(await statusOf(post('/v1/read', battery))).toBe(503)
    await drained
    expect(await statusOf(asked)).toBe(200)
    expect(await statusOf(get('/healthz'))).toBe(200)
  })

  test('when the record cannot be written, and nothing says why but the log', async () => {
    const world = doorWorld()
    const fail = (): never => {
      throw new Error('the disk /srv/state is full')
    }
    const full = { ...world, ports: { ...world.ports, receipts: { ...world.ports.receipts, append: fail } } }
    const opened: typeof world = { ...full, open: (options) => world.open({ ...options, ports: full.ports }) }
    const { post, logged } = await httpWorld({}, opened)
    const text = await (await post('/v1/read', battery)).text()
    expect(JSON.parse(text)).toMatchObject({ status: 503, type: 'urn:lorefence:problem:unavailable' })
    expect(text).not.toMatch(/nine hours|srv/)
    expect(logged).toContainEqual({ level: 'error', message: 'the disk /srv/state is full' })
  })
})

describe('what is recorded and reported', () => {
  test('a receipt has the client and the trace, and its proof is the same without them', async () => {
    const world = doorWorld()
    const { post } = await httpWorld({}, world)
    const traced = await bodyOf(post('/v1/read', battery, { traceparent }))
    const plain = await bodyOf(post('/v1/read', battery, { traceparent: `${traceparent}x` }))
    const [first, second] = await Promise.all(
      [traced, plain].map(({ receipt = '' }) => findReceipt(world.ports.receipts, receipt)),
    )
    expect(first).toMatchObject({ client: 'token:84983c60f7da', traceparent, task: '' })
    expect(first?.taskHash).toMatch(/^hmac-sha256:/)
    expect(second?.traceparent).toBeUndefined()
    expect(second?.proof).toBe(first?.proof)
  })

  test('a client reads what was released to it under a receipt, and to nobody else', async () => {
    const { get, post } = await httpWorld()
    const { receipt = '' } = await bodyOf(post('/v1/read', battery))
    const own = (await (await get(`/v1/receipts/${receipt}`)).json()) as { receipt: Record<string, unknown> }
    expect(own.receipt).toMatchObject({
      id: receipt,
      strength: 'answered',
      spans: [{ ref: 'pack:kiosk', path: 'compiled/facts.md' }],
    })
    expect(Object.keys(own.receipt)).not.toContain('decisions')
    expect(await statusOf(get(`/v1/receipts/${receipt}`, staff))).toBe(404)
    expect(await statusOf(get('/v1/receipts/r-0000000000000000'))).toBe(404)
  })

  test('the same list is not sent twice: an ETag is for a text, and each reply has a receipt', async () => {
    const { get } = await httpWorld()
    const first = await get('/v1/activate?name=kiosk')
    const tag = first.headers.get('etag') ?? ''
    const again = await get('/v1/activate?name=kiosk', { 'if-none-match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('lorefence-receipt')).toMatch(/^r-/)
    expect(again.headers.get('lorefence-receipt')).not.toBe(first.headers.get('lorefence-receipt'))
    expect((await get('/v1/activate?name=kiosk', { 'if-none-match': '"other"' })).status).toBe(200)
    expect(first.headers.get('vary')).toContain('authorization')
  })

  test('the log has a line for each request, with no task, name or text in it', async () => {
    const { get, post, logged } = await httpWorld()
    const response = await post('/v1/read', battery, { 'x-request-id': 'abc-1', traceparent })
    await get('/v1/activate?name=kiosk')
    await get('/SECRET/battery', { 'x-request-id': 'two words' })
    expect(response.headers.get('x-request-id')).toBe('abc-1')
    expect(logged[0]).toEqual({
      level: 'info',
      request: 'abc-1',
      method: 'POST',
      route: '/v1/read',
      status: 200,
      ms: expect.any(Number) as number,
      client: 'token:84983c60f7da',
      receipt: expect.stringMatching(/^r-/) as string,
      trace: '4bf92f3577b34da6a3ce929d0e0e4736',
    })
    expect(logged.map(({ route, status }) => [route, status])).toEqual([
      ['/v1/read', 200],
      ['/v1/activate', 200],
      ['other', 404],
    ])
    expect(JSON.stringify(logged)).not.toMatch(/battery|kiosk|SECRET|two words/i)
  })

  test('the metrics do not count what was not found as given', async () => {
    const { get } = await httpWorld()
    await get('/v1/activate?name=nobody')
    expect(await (await get('/metrics')).text()).toContain(
      'lorefence_replies_total{verb="activate",outcome="unknown"} 1',
    )
  })

  test('the metrics count requests, replies and tokens', async () => {
    const { get, post } = await httpWorld()
    await post('/v1/read', battery)
    await post('/v1/read', { task: 'zebra quantum' })
    await get('/nowhere')
    const text = await (await get('/metrics')).text()
    expect(text).toContain('lorefence_http_requests_total{route="/v1/read",method="POST",status="200"} 2')
    expect(text).toContain('lorefence_http_requests_total{route="other",method="GET",status="404"} 1')
    expect(text).toContain('lorefence_replies_total{verb="read",outcome="answered"} 1')
    expect(text).toMatch(/lorefence_tokens_total\{verb="read"\} [1-9]/)
    expect(text).toContain('# TYPE lorefence_http_request_seconds histogram')
    expect(text).toContain('lorefence_http_request_seconds_bucket{route="/v1/read",le="+Inf"} 2')
    expect(text).toContain('lorefence_entries 4')
  })
})

test('the OpenAPI document describes every route, and replies fit its schema', async () => {
  const { get, post } = await httpWorld()
  const response = await get('/v1/openapi.json', { authorization: '' })
  const document = (await response.json()) as {
    openapi: string
    paths: Record<string, Record<string, { requestBody?: unknown; parameters?: readonly { name: string }[] }>>
    components: { schemas: Record<string, object> }
  }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.entries(document.paths).map(([path, methods]) => `${Object.keys(methods).join()} ${path}`)).toEqual([
    'get /v1/catalog',
    'get /v1/activate',
    'post /v1/read',
    'post /v1/query',
    'get /v1/explain',
    'get /v1/evidence',
    'post /v1/inspect',
    'post /v1/why',
    'post /v1/document',
    'get /v1/entries',
    'get /v1/entry',
    'get /v1/graph',
    'get /v1/decisions',
    'get /v1/receipts',
    'get /v1/receipts/verify',
    'get /v1/receipts/export',
    'post /v1/receipts/{id}/replay',
    'get /v1/receipts/{id}',
    'get /v1/quality',
    'get /v1/review',
    'get,post /v1/review/{id}',
    'get /v1/units/{id}',
    'get /healthz',
    'get /readyz',
    'get /metrics',
    'get /v1/identity',
    'get /v1/openapi.json',
    'get /.well-known/agent.json',
    'get /.well-known/kcp.json',
    'get /knowledge.yaml',
  ])
  expect(document.paths['/v1/activate']?.['get']?.parameters?.map(({ name }) => name)).toEqual(['name', 'again'])
  const ajv = new Ajv2020({ strict: false })
  const { Reply = {}, Problem = {} } = document.components.schemas
  const [isReply, isProblem] = [ajv.compile(Reply), ajv.compile(Problem)]
  expect(isReply(await bodyOf(post('/v1/read', battery)))).toBe(true)
  expect(isProblem(await bodyOf(get('/v1/activate?name=voice')))).toBe(true)
  const tag = response.headers.get('etag') ?? ''
  expect(await statusOf(get('/v1/openapi.json', { 'if-none-match': tag }))).toBe(304)
})

test('clients whose bodies arrive slowly take no place from others, and one that hangs up is no error', async () => {
  const { app, post, logged } = await httpWorld({ limits: { atOnce: 2 } })
  const senders = ['/v1/read', '/v1/query', '/mcp', '/v1/inspect'].map((path) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const headers = { authorization: 'Bearer guest', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: readable, duplex: 'half' } as RequestInit
    const answer = Promise.resolve(app.fetch(new Request(`http://127.0.0.1:7434${path}`, init)))
    return { writer: writable.getWriter(), answer }
  })
  for (const { writer } of senders) await writer.write(new TextEncoder().encode('{'))
  expect((await post('/v1/read', { task: 'How long does the battery last?' })).status).toBe(200)
  for (const { writer } of senders) void writer.abort(new Error('gone')).catch(() => undefined)
  for (const { answer } of senders) expect((await answer).status).toBe(400)
  expect(logged.filter(({ level }) => level === 'error')).toEqual([])
})
