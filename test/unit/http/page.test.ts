import { describe, expect, test } from 'vitest'
import type { Authenticate } from '../../../src/serve/http/identity.ts'
import { httpWorld, type HttpWorld } from '../../support/http-world.ts'

const none = { authorization: '' }

/** What a browser sends once it has opened `/?token=…`. */
async function signedIn(get: HttpWorld['get']) {
  const { headers } = await get('/?token=guest', none)
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
  const page = (headers.get('location') ?? '').replace('/?page=', '')
  return { ...none, cookie, 'x-lorefence-page': page, 'sec-fetch-site': 'same-origin' }
}

describe('the page', () => {
  test('is served without a credential, under a policy that allows no inline script or style', async () => {
    const { get } = await httpWorld()
    const response = await get('/', none)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const html = await response.text()
    expect(html).not.toMatch(/<script>|<style|\son\w+=|style=/)
    const [script = ''] = /page\/page-[\w-]+\.js/.exec(html) ?? []
    const file = await get(`/${script}`, none)
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await get('/page/absent.js', none)).status).toBe(404)
  })

  test('/?token=… starts a session: a cookie that no script reads, and the page without the token in its address', async () => {
    const { get } = await httpWorld()
    const response = await get('/?token=guest', none)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/\?page=[\w-]{43}$/),
    ])
    expect(response.headers.get('set-cookie')).toMatch(
      /^lorefence-7434=[\w-]{43}; Path=\/v1\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    )
  })

  test('a wrong token starts none, and the page is told so', async () => {
    const { get } = await httpWorld()
    const response = await get('/?token=guess', none)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/?page=refused'])
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test.each([
    ['same-origin', 200],
    ['same-site', 401],
    ['cross-site', 401],
    ['none', 401],
    [undefined, 401],
  ])('a session counts for a request of the page itself: %s is %i', async (site, status) => {
    const { get, post } = await httpWorld()
    const { 'sec-fetch-site': _site, ...session } = await signedIn(get)
    const headers = { ...session, ...(site === undefined ? {} : { 'sec-fetch-site': site }) }
    expect((await get('/v1/identity', headers)).status).toBe(status)
    expect((await post('/v1/read', { task: 'battery' }, headers)).status).toBe(status)
  })

  test('a stolen cookie is no key: not alone, not as a bearer token, not for MCP or metrics', async () => {
    const { get, post } = await httpWorld()
    const session = await signedIn(get)
    const { 'x-lorefence-page': page, ...cookieAlone } = session
    const [, stolen = ''] = session.cookie.split('=')
    expect((await get('/v1/identity', cookieAlone)).status).toBe(401)
    expect((await get('/v1/identity', { ...session, 'x-lorefence-page': stolen })).status).toBe(401)
    expect((await get('/v1/identity', { ...session, cookie: `lorefence-7435=${stolen}` })).status).toBe(401)
    for (const half of [stolen, page])
      expect((await get('/v1/identity', { authorization: `Bearer ${half}` })).status).toBe(401)
    expect((await get('/metrics', session)).status).toBe(401)
    expect((await post('/mcp', {}, session)).status).toBe(401)
  })

  test('a session ends after 12 hours, with its credential, and with the server', async () => {
    let now = new Date('2026-05-04T10:00:00Z')
    let isRevoked = false
    const authenticate: Authenticate = async ({ headers }) =>
      headers.get('authorization') === 'Bearer guest' && !isRevoked ? { client: 'key:guest', requester: {} } : undefined
    const { get } = await httpWorld({ clock: { now: () => now }, authenticate })
    const session = await signedIn(get)
    now = new Date('2026-05-04T21:59:59Z')
    expect((await get('/v1/identity', session)).status).toBe(200)
    const next = await httpWorld({ clock: { now: () => now }, authenticate })
    expect((await next.get('/v1/identity', session)).status).toBe(401)
    isRevoked = true
    expect((await get('/v1/identity', session)).status).toBe(401)
    isRevoked = false
    now = new Date('2026-05-04T22:00:00Z')
    expect((await get('/v1/identity', session)).status).toBe(401)
  })

  test('signing out ends the session of this browser alone, and needs both halves and our own page', async () => {
    const { get, post } = await httpWorld()
    const [session, other] = [await signedIn(get), await signedIn(get)]
    const { 'x-lorefence-page': _page, ...cookieAlone } = session
    for (const headers of [
      cookieAlone,
      { ...session, 'sec-fetch-site': 'cross-site' },
      { ...session, cookie: 'a=b' },
    ]) {
      await post('/v1/sign-out', {}, headers)
      expect((await get('/v1/identity', session)).status).toBe(200)
    }
    const response = await post('/v1/sign-out', {}, session)
    expect([response.status, response.headers.get('set-cookie')]).toEqual([
      204,
      'lorefence-7434=; Path=/v1/; Max-Age=0',
    ])
    expect((await get('/v1/identity', session)).status).toBe(401)
    expect((await get('/v1/identity', other)).status).toBe(200)
  })

  test('whoever signs in often ends only sessions of their own', async () => {
    const { get } = await httpWorld()
    const session = await signedIn(get)
    for (let i = 0; i < 100; i++) await get('/?token=staff', none)
    expect((await get('/v1/identity', session)).status).toBe(200)
    const second = await signedIn(get)
    for (let i = 0; i < 100; i++) await get('/?token=guest', none)
    expect((await get('/v1/identity', second)).status).toBe(401)
  })

  test('a cookie of the same name that another port has set ends no session', async () => {
    const { get } = await httpWorld()
    const { cookie, ...session } = await signedIn(get)
    const both = { ...session, cookie: `lorefence-7434=other; ${cookie}` }
    expect((await get('/v1/identity', both)).status).toBe(200)
  })

  test('a bearer token has precedence over a session', async () => {
    const { get } = await httpWorld()
    const staff = await get('/v1/identity', { ...(await signedIn(get)), authorization: 'Bearer staff' })
    expect(await staff.json()).toMatchObject({ requester: { clearance: 'restricted' }, rights: { askAs: false } })
  })
})
