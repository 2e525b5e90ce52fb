import { createLocalJWKSet, exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findReceipt } from '../../../src/app/index.ts'
import { sha256Of } from '../../../src/io/secrets.ts'
import { keyStore } from '../../../src/io/stores/entry-stores.ts'
import type { Fetcher } from '../../../src/model/ports.ts'
import type { Requester } from '../../../src/model/decisions/requester.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { byAny, byKey } from '../../../src/serve/http/identity.ts'
import { byOAuth, fetchedKeys, resourceMetadata } from '../../../src/serve/http/oauth.ts'
import { doorWorld, type DoorWorld } from '../../support/door-world.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { httpWorld, type HttpWorld } from '../../support/http-world.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const start = new Date('2026-05-04T10:00:00Z')

/** A clock that a test moves. */
function movedClock(): { now(): Date; at: Date } {
  const clock = { at: start, now: () => clock.at }
  return clock
}

const bearer = (token: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` })
const statusOf = async (response: Promise<Response>): Promise<number> => (await response).status

describe('keys', () => {
  /** The command line of one person. */
  function person(): {
    run(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }>
    state: string
  } {
    const home = tempFolder({ 'config/lorefence/lorefence.yaml': 'grants: unattended\n' })
    const elsewhere = tempFolder()
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), LOREFENCE_STATE: join(home, 'state') }
    return {
      state: join(home, 'state'),
      async run(...argv) {
        const terminal = fakeTerminal({ cwd: elsewhere, env })
        return { code: await main(['key', ...argv], terminal), out: terminal.stdout, err: terminal.stderr }
      },
    }
  }

  test('a key is shown once, stored as a digest that only its owner can read, listed without it and revoked', async () => {
    const { run, state } = person()
    const added = await run('add', 'support-bot', '--as', 'role=support,clearance=internal', '--days', '90', '--yes')
    const token = added.out.trim()
    expect([added.code, token]).toEqual([0, expect.stringMatching(/^lf_[\w-]{43}$/)])
    const files = readdirSync(join(state, 'keys')).map((name) => join(state, 'keys', name))
    const [file = ''] = files
    expect([files.length, statSync(file).mode & 0o777, readFileSync(file, 'utf8').includes(token)]).toEqual([
      1,
      0o600,
      false,
    ])
    const listed = await run('list', '--json')
    expect(JSON.parse(listed.out)).toMatchObject({
      kind: 'key',
      keys: [{ name: 'support-bot', requester: { role: 'support', clearance: 'internal', authenticated: true } }],
    })
    expect(listed.out).not.toMatch(new RegExp(`${token}|${sha256Of(token)}`))
    expect((await run('list')).out).toMatch(/^support-bot {2}until \S+ {2}.*role=support/)
    expect((await run('add', 'support-bot', '--yes')).err).toContain('the key "support-bot" already exists')
    expect((await run('revoke', 'support-bot')).code).toBe(0)
    expect((await run('list')).err).toContain('There are no keys')
    expect((await run('revoke', 'support-bot')).code).toBe(2)
  })

  test('an operator key is asked for, listed as one and accepted as that of a person; another is not', async () => {
    const { run, state } = person()
    const added = await run('add', 'mira', '--operator', '--as', 'clearance=internal', '--yes')
    expect(added.err).toContain('It is for a person')
    const bot = await run('add', 'bot', '--yes')
    expect((await run('list')).out).toMatch(/^bot {2}no end {2}credentials[^]*\nmira {2}no end {2}operator {2}/)
    const identityOf = byKey(keyStore(state), movedClock())
    const who = (token: string) => identityOf(new Request('http://127.0.0.1/', { headers: bearer(token.trim()) }))
    expect(await who(added.out)).toMatchObject({ client: 'key:mira', person: 'operator' })
    expect(await who(bot.out)).not.toHaveProperty('person')
  })

  test.each([
    [['add', '../x', '--yes'], 'is not a valid key name'],
    [['add', 'x'], 'stdin is not a terminal'],
    [['add', 'x', '--as', 'rolle=y', '--yes'], 'Did you mean "role"'],
    [['add', 'x', '--days', '1.5', '--yes'], '--days takes a whole number'],
    [['other'], 'key takes add, list or revoke'],
  ])('key %j is refused', async (argv, reason) => {
    const { code, err } = await person().run(...argv)
    expect([code, err]).toEqual([2, expect.stringContaining(reason)])
  })

  async function withKeys(requester: Requester, expires?: string) {
    const world = doorWorld()
    const [keys, clock] = [keyStore(tempFolder()), movedClock()]
    keys.save({
      name: 'bot',
      tokenSha256: sha256Of('key-1'),
      requester,
      created: start.toISOString(),
      ...(expires ? { expires } : {}),
    })
    return { keys, clock, world, ...(await httpWorld({ authenticate: byKey(keys, clock) }, world)) }
  }

  test('a key reads as its facts say, and its receipts name it', async () => {
    const { get, world } = await withKeys({ clearance: 'restricted' })
    const response = await get('/v1/activate?name=unit:harbor/payroll', bearer('key-1'))
    expect(await response.text()).toContain('salaries')
    const receipt = await findReceipt(world.ports.receipts, response.headers.get('lorefence-receipt') ?? '')
    expect(receipt?.client).toBe('key:bot')
    expect(await statusOf(get('/v1/catalog', bearer('key-2')))).toBe(401)
  })

  test('a key that expired or was revoked is not accepted from the next request on', async () => {
    const { get, clock, keys } = await withKeys({}, '2026-05-04T11:00:00.000Z')
    expect(await statusOf(get('/v1/catalog', bearer('key-1')))).toBe(200)
    clock.at = new Date('2026-05-04T10:59:59Z')
    expect(await statusOf(get('/v1/catalog', bearer('key-1')))).toBe(200)
    clock.at = new Date('2026-05-04T11:00:00Z')
    expect(await statusOf(get('/v1/catalog', bearer('key-1')))).toBe(401)
    clock.at = start
    keys.remove('bot')
    for (const path of ['/v1/catalog', '/mcp', '/metrics'])
      expect([path, await statusOf(get(path, bearer('key-1')))]).toEqual([path, 401])
  })
})

describe('tokens of an authorization server', async () => {
  const [issuer, audience] = ['https://id.example.com', 'https://knowledge.example.com']
  const pair = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256', { extractable: true })
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256' }
  const oauth = {
    issuer,
    audience,
    jwksUri: 'https://id.example.com/jwks',
    requester: { clearance: 'internal' as const },
  }
  const authenticate = byOAuth(oauth, { keys: createLocalJWKSet({ keys: [publicKey] }), clock: { now: () => start } })
  const seconds = start.getTime() / 1000
  const claims = { iss: issuer, aud: audience, sub: 'agent-7', exp: seconds + 600, scope: 'read:tickets read:docs' }
  const sign = (payload: JWTPayload, header: object = {}, key = pair.privateKey): Promise<string> =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key)
  const identityOf = (token: string) => authenticate(new Request('http://127.0.0.1/', { headers: bearer(token) }))

  test('scopes, role and depth come from the token, clearance from the config', async () => {
    expect(await identityOf(await sign({ ...claims, kcp_role: 'support', clearance: 'restricted' }))).toEqual({
      client: 'oauth:agent-7',
      requester: {
        authenticated: true,
        credentials: ['oauth2', 'bearer_token'],
        clearance: 'internal',
        scopes: ['read:tickets', 'read:docs'],
        depth: 1,
        role: 'support',
      },
    })
  })

  test.each([
    [undefined, 1],
    [{ sub: 'b' }, 2],
    [{ sub: 'c', act: { sub: 'b' } }, 3],
    ['x', 1],
  ])('act %j is depth %j', async (act, depth) => {
    expect((await identityOf(await sign({ ...claims, act })))?.requester.depth).toBe(depth)
  })

  test('two subjects have two names, whatever characters they use', async () => {
    const names = await Promise.all(
      ['a b', 'a_b', 'a\nb', 'a'.repeat(200)].map(
        async (sub) => (await identityOf(await sign({ ...claims, sub })))?.client ?? '',
      ),
    )
    expect(new Set(names).size).toBe(4)
    for (const name of names) expect(name).toMatch(/^oauth:[\w~]{1,120}$/)
  })

  const secret = new TextEncoder().encode(await exportSPKI(pair.publicKey))
  const hostile: Readonly<Record<string, () => Promise<string> | string>> = {
    expired: () => sign({ ...claims, exp: seconds - 31 }),
    'without an end': () => sign({ iss: issuer, aud: audience, sub: 'agent-7' }),
    'not valid yet': () => sign({ ...claims, nbf: seconds + 3600 }),
    'of another issuer': () => sign({ ...claims, iss: 'https://evil.example' }),
    'for another audience': () => sign({ ...claims, aud: 'https://other.example.com' }),
    'for no audience': () => sign({ iss: issuer, sub: 'agent-7', exp: seconds + 600 }),
    'without a subject': () => sign({ iss: issuer, aud: audience, exp: seconds + 600 }),
    'signed with another key': () => sign(claims, {}, other.privateKey),
    'with an unknown key': () => sign(claims, { kid: 'k2' }),
    'with its own key at jku': () => sign(claims, { kid: 'k2', jku: 'https://evil.example/jwks' }, other.privateKey),
    'with its own certificate at x5u': () => sign(claims, { x5u: 'https://evil.example/cert' }, other.privateKey),
    'with its own key inside': async () => sign(claims, { jwk: await exportJWK(other.publicKey) }, other.privateKey),
    'with alg none': () => new UnsecuredJWT(claims).encode(),
    'with alg none and a signature': async () => {
      const [, payload, signature] = (await sign(claims)).split('.')
      return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.${signature}`
    },
    'signed with the public key as a secret': () =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret),
    'with other claims under its signature': async () => {
      const [header, , signature] = (await sign(claims)).split('.')
      return `${header}.${Buffer.from(JSON.stringify({ ...claims, scope: 'admin' })).toString('base64url')}.${signature}`
    },
    'with an extension that must be understood': () => sign(claims, { crit: ['x'], x: 1 }).catch(() => 'a.b.c'),
    'of three words': () => 'a.b.c',
    empty: () => '..',
  }

  test.each(Object.entries(hostile))('a token %s is not accepted', async (_, make) => {
    expect(await identityOf(await make())).toBeUndefined()
  })

  test('keys are fetched once, again for a new one, and not for every unknown one', async () => {
    const clock = movedClock()
    const calls: string[] = []
    let keys: object[] = []
    const fetcher: Fetcher = {
      fetch: async ({ url }) => {
        calls.push(url)
        const bytes = new TextEncoder().encode(JSON.stringify({ keys }))
        return { outcome: 'fetched', url, redirects: 0, address: '192.0.2.1', bytes, digest: '', cache: 'unused' }
      },
    }
    const check = byOAuth(oauth, { keys: fetchedKeys(oauth, fetcher, clock), clock })
    const known = new Request('http://127.0.0.1/', { headers: bearer(await sign(claims)) })
    expect(await check(known)).toBeUndefined()
    expect(await check(known)).toBeUndefined()
    expect(calls).toEqual(['https://id.example.com/jwks'])
    keys = [publicKey]
    clock.at = new Date(start.getTime() + 31_000)
    expect((await check(known))?.client).toBe('oauth:agent-7')
    await check(known)
    expect(calls).toHaveLength(2)
  })

  test('when keys cannot be fetched the server says so to its operator, and answers nothing', async () => {
    const fetcher: Fetcher = { fetch: async () => ({ outcome: 'failed', code: 'RUN720', message: 'no route' }) }
    const keys = fetchedKeys(oauth, fetcher, { now: () => start })
    const { get, logged } = await httpWorld({ authenticate: byOAuth(oauth, { keys, clock: { now: () => start } }) })
    expect(await statusOf(get('/v1/catalog', bearer(await sign(claims))))).toBe(500)
    expect(JSON.stringify(logged)).toContain('no route')
  })

  test('a client without a token is told where to get one', async () => {
    const { get } = await httpWorld({ oauth: { issuer, audience }, authenticate })
    const refused = await get('/mcp', bearer('x'))
    const url = 'https://knowledge.example.com/.well-known/oauth-protected-resource'
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${url}"`,
    ])
    const metadata = { resource: audience, authorization_servers: [issuer], bearer_methods_supported: ['header'] }
    for (const path of ['', '/mcp'])
      expect(await (await get(`/.well-known/oauth-protected-resource${path}`, bearer('x'))).json()).toEqual(metadata)
    expect(resourceMetadata({ issuer, audience: `${audience}/kb` }).url).toBe(`${url}/kb`)
  })
})

describe('rate limits of manifests', () => {
  async function limited(limits: object): Promise<HttpWorld & { readonly clock: { at: Date } }> {
    const clock = movedClock()
    const world = doorWorld({
      'knowledge.yaml': manifestText(
        {},
        unitWith({ id: 'setup', path: 'a.md', sensitivity: 'public', rate_limits: { default: limits } }),
      ),
      'a.md': '# Setup\n\nPlug it in.\n',
    })
    const ports = { ...world.ports, clock }
    const timed: DoorWorld = { ...world, ports, open: (options) => world.open({ ...options, ports }) }
    const keys = keyStore(tempFolder())
    for (const name of ['a', 'b'])
      keys.save({ name, tokenSha256: sha256Of(name), requester: {}, created: start.toISOString() })
    return { clock, ...(await httpWorld({ authenticate: byAny([byKey(keys, clock)]) }, timed)) }
  }
  const path = '/v1/activate?name=unit:harbor/setup'

  test('each client has its own, with 429 and the seconds to wait', async () => {
    const { get, clock } = await limited({ requests_per_minute: 2 })
    expect([await statusOf(get(path, bearer('a'))), await statusOf(get(path, bearer('a')))]).toEqual([200, 200])
    const third = await get(path, bearer('a'))
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await third.text()).not.toContain('Plug')
    expect(await statusOf(get(path, bearer('b')))).toBe(200)
    clock.at = new Date(start.getTime() + 61_000)
    expect(await statusOf(get(path, bearer('a')))).toBe(200)
  })

  test('those of a day end with the UTC day', async () => {
    const { get, clock } = await limited({ requests_per_day: 1 })
    await get(path, bearer('a'))
    expect((await get(path, bearer('a'))).headers.get('retry-after')).toBe(String(14 * 3600))
    clock.at = new Date('2026-05-05T00:00:01Z')
    expect(await statusOf(get(path, bearer('a')))).toBe(200)
  })
})
