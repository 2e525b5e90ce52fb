import { describe, expect, test } from 'vitest'
import { httpWorld } from '../support/http-world.ts'

const none = { authorization: '' }
const cookie = 'lorefence-7434=guest'

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

  test('/?token=… puts an accepted token into a cookie that no script reads, and out of the address', async () => {
    const { get } = await httpWorld()
    const response = await get('/?token=guest', none)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
    expect(response.headers.get('set-cookie')).toBe(`${cookie}; Path=/; HttpOnly; SameSite=Strict`)
    expect((await get('/?token=guess', none)).headers.get('set-cookie')).toBeNull()
  })

  test.each([
    ['same-origin', 200],
    ['same-site', 401],
    ['cross-site', 401],
    ['none', 401],
    [undefined, 401],
  ])('the cookie counts for a request of the page itself: %s is %i', async (site, status) => {
    const { get, post } = await httpWorld()
    const headers = { ...none, cookie, ...(site === undefined ? {} : { 'sec-fetch-site': site }) }
    expect((await get('/v1/identity', headers)).status).toBe(status)
    expect((await post('/v1/read', { task: 'battery' }, headers)).status).toBe(status)
  })

  test('a wrong cookie is no credential, and a bearer token has precedence', async () => {
    const { get } = await httpWorld()
    const own = { 'sec-fetch-site': 'same-origin' }
    expect((await get('/v1/identity', { ...own, ...none, cookie: 'lorefence-7434=guess' })).status).toBe(401)
    const staff = await get('/v1/identity', { ...own, cookie, authorization: 'Bearer staff' })
    expect(await staff.json()).toMatchObject({ requester: { clearance: 'restricted' }, rights: { askAs: false } })
  })
})
