import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { diskCache } from '../../../src/io/disk/disk-cache.ts'
import type { Fetched, NotFetched } from '../../../src/model/distribution/fetch.ts'
import { fakeCache, fakeNetwork, type FakeResponse } from '../../support/fake-network.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const site = 'https://platform.example.com/knowledge.yaml'
const names = { 'platform.example.com': [['93.184.215.14']] }
const start = Date.parse('2026-01-01T00:00:00Z')
const day = 86_400

/** A fetcher with a cache and a clock that can be moved. */
function world(responses: readonly FakeResponse[], cache = fakeCache()) {
  let seconds = 0
  const now = (): Date => new Date(start + seconds * 1000)
  const network = fakeNetwork({ names, responses: { [site]: responses }, cache, now })
  return { ...network, cache, at: (time: number) => void (seconds = time) }
}

const textOf = (result: Fetched | NotFetched): string =>
  result.outcome === 'fetched' ? `${result.cache} ${Buffer.from(result.bytes).toString()}` : result.code

const first: FakeResponse = { headers: { etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }, body: 'one' }

describe('a cached response', () => {
  test('is confirmed by its validators, and the bytes are not sent again', async () => {
    const { fetch, connections } = world([first, { status: 304 }])
    expect([textOf(await fetch(site)), textOf(await fetch(site))]).toEqual(['unused one', 'revalidated one'])
    expect(connections[0]?.headers['if-none-match']).toBeUndefined()
    expect(connections[1]?.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT',
    })
  })

  test('is replaced when the server has another', async () => {
    const { fetch } = world([first, { headers: { etag: '"2"' }, body: 'two' }, { status: 304 }])
    const texts = [await fetch(site), await fetch(site), await fetch(site)].map(textOf)
    expect(texts).toEqual(['unused one', 'unused two', 'revalidated two'])
  })

  test('is used without a connection for as long as max-age allows, less its age', async () => {
    const { fetch, at, connections } = world([
      { ...first, headers: { ...first.headers, 'cache-control': 'public, max-age=60', age: '10' } },
      { status: 304 },
    ])
    await fetch(site)
    at(49)
    expect(textOf(await fetch(site))).toBe('fresh one')
    expect(connections.length).toBe(1)
    at(50)
    expect(textOf(await fetch(site))).toBe('revalidated one')
    // The confirmation states no age, so the one from before begins again.
    at(99)
    expect(textOf(await fetch(site))).toBe('fresh one')
  })

  test.each([
    ['no-store', { 'cache-control': 'no-store, max-age=60' }],
    ['a response that varies by everything', { vary: '*', 'cache-control': 'max-age=60' }],
  ])('is none with %s', async (_, headers) => {
    const { fetch, cache } = world([{ headers, body: 'one' }])
    expect([textOf(await fetch(site)), textOf(await fetch(site)), cache.entries.size]).toEqual([
      'unused one',
      'unused one',
      0,
    ])
  })

  test('is asked about each time with no-cache, whatever a manifest states', async () => {
    const { fetch } = world([
      { ...first, headers: { etag: '"1"', 'cache-control': 'no-cache, max-age=60' } },
      { status: 304 },
    ])
    await fetch(site)
    expect(textOf(await fetch({ url: site, updateFrequency: 'never' }))).toBe('revalidated one')
  })

  test.each([
    ['hourly', day / 24],
    ['daily', day],
    ['weekly', 7 * day],
    ['monthly', 30 * day],
    ['rarely', 90 * day],
  ])('KCP-104: of a manifest that changes %s is used for that long', async (updateFrequency, seconds) => {
    const { fetch, at } = world([first, { status: 304 }])
    await fetch(site)
    at(seconds - 1)
    expect(textOf(await fetch({ url: site, updateFrequency }))).toBe('fresh one')
    at(seconds)
    expect(textOf(await fetch({ url: site, updateFrequency }))).toBe('revalidated one')
  })

  test('KCP-104: of a manifest that never changes is used for ever, and an unknown word changes nothing', async () => {
    const { fetch, at } = world([first, { status: 304 }])
    await fetch(site)
    at(5000 * day)
    expect(textOf(await fetch({ url: site, updateFrequency: 'never' }))).toBe('fresh one')
    for (const updateFrequency of ['sometimes', 'constructor'])
      expect(textOf(await fetch({ url: site, updateFrequency }))).toBe('revalidated one')
  })

  test('is not used when the clock was set back', async () => {
    const { fetch, at } = world([
      { ...first, headers: { etag: '"1"', 'cache-control': 'max-age=60' } },
      { status: 304 },
    ])
    await fetch(site)
    at(-10)
    expect(textOf(await fetch(site))).toBe('revalidated one')
  })

  test('is neither made nor used for a request with a credential', async () => {
    const { fetch, cache } = world([{ headers: { 'cache-control': 'max-age=60' }, body: 'mine' }])
    await fetch({ url: site, authorization: 'Bearer x' })
    expect(cache.entries.size).toBe(0)
    await fetch(site)
    expect(textOf(await fetch({ url: site, authorization: 'Bearer x' }))).toBe('unused mine')
  })

  test('is not used where it is larger than this request may be', async () => {
    const { fetch } = world([{ headers: { 'cache-control': 'max-age=60' }, body: 'long' }])
    await fetch(site)
    expect(textOf(await fetch({ url: site, maxBytes: 3 }))).toBe('RUN705')
  })

  test('is not used after the operator no longer allows its host', async () => {
    const cache = fakeCache()
    const url = 'https://wiki.corp.internal/'
    const network = {
      names: { 'wiki.corp.internal': [['10.0.0.7']] },
      responses: { [url]: { headers: { 'cache-control': 'max-age=60' }, body: 'inside' } },
      cache,
    }
    expect(textOf(await fakeNetwork({ ...network, settings: { allow: ['wiki.corp.internal:443'] } }).fetch(url))).toBe(
      'unused inside',
    )
    expect(textOf(await fakeNetwork(network).fetch(url))).toBe('RUN703')
  })

  test('after a redirect is asked about only where it came from', async () => {
    const other = 'https://platform.example.com/new.yaml'
    const { fetch, connections } = fakeNetwork({
      names,
      responses: {
        [site]: { status: 302, headers: { location: '/new.yaml' } },
        [other]: [{ headers: { etag: '"1"' }, body: 'one' }, { status: 304 }],
      },
      cache: fakeCache(),
    })
    expect([textOf(await fetch(site)), textOf(await fetch(site))]).toEqual(['unused one', 'revalidated one'])
    expect(connections.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined, undefined, '"1"'])
  })

  test.each(['', '{', 'null\n', '{}\none', '{"response":{},"stored":"x","maxAge":1e9}\none'])(
    'that is damaged (%s) is fetched again',
    async (damaged) => {
      const { fetch, cache } = world([{ headers: { 'cache-control': 'max-age=60' }, body: 'one' }])
      await fetch(site)
      for (const key of cache.entries.keys()) cache.entries.set(key, Buffer.from(damaged))
      expect(textOf(await fetch(site))).toBe('unused one')
    },
  )

  test('is in a folder of the user alone, under a name that does not show the URL', async () => {
    const state = tempFolder()
    mkdirSync(join(state, 'cache'))
    const network = fakeNetwork({ names, responses: { [site]: first }, cache: diskCache(state) })
    await network.fetch(site)
    const [name = ''] = readdirSync(join(state, 'cache'))
    expect(name).toMatch(/^fetch-[0-9a-f]{64}$/)
    expect(
      [statSync(join(state, 'cache')), statSync(join(state, 'cache', name))].map(({ mode }) => mode & 0o777),
    ).toEqual([0o700, 0o600])
  })
})

describe('what the operator allows', () => {
  const at = (url: string, addresses: readonly string[], allow: readonly string[]) =>
    fakeNetwork({
      names: { 'wiki.corp.internal': [addresses] },
      responses: { [url]: { body: 'inside' } },
      settings: { allow },
    }).fetch(url)

  test.each([
    ['https://wiki.corp.internal/', ['10.0.0.7'], 'wiki.corp.internal:443'],
    ['https://wiki.corp.internal:8443/', ['10.0.0.7', 'fd12::7'], 'Wiki.Corp.Internal:8443'],
    ['https://127.0.0.1:8443/', [], '127.0.0.1:8443'],
    ['https://[::1]:8443/', [], '[::1]:8443'],
    ['https://wiki.corp.internal/', ['93.184.215.14'], 'other.corp.internal:443'],
  ])('%s at %j is fetched with "%s"', async (url, addresses, allow) => {
    expect(await at(url, addresses, [allow])).toMatchObject({ outcome: 'fetched' })
  })

  test.each([
    ['another port', 'https://wiki.corp.internal:8443/', ['10.0.0.7'], 'wiki.corp.internal:443'],
    ['another host', 'https://wiki.corp.internal/', ['10.0.0.7'], 'corp.internal:443'],
    ['the address of a name', 'https://wiki.corp.internal/', ['10.0.0.7'], '10.0.0.7:443'],
    ['a link-local address', 'https://169.254.169.254/', [], '169.254.169.254:443'],
    ['a name at a metadata service', 'https://wiki.corp.internal/', ['169.254.169.254'], 'wiki.corp.internal:443'],
    ['a metadata service in public space', 'https://168.63.129.16/', [], '168.63.129.16:443'],
    ['a metadata service in private space', 'https://[fd00:ec2::254]/', [], '[fd00:ec2::254]:443'],
    ['the unspecified address', 'https://0.0.0.0/', [], '0.0.0.0:443'],
    ['one bad answer among several', 'https://wiki.corp.internal/', ['10.0.0.7', 'fe80::1'], 'wiki.corp.internal:443'],
    ['plain HTTP', 'http://wiki.corp.internal:443/', ['10.0.0.7'], 'wiki.corp.internal:443'],
    ['what is no host', 'https://wiki.corp.internal/', ['10.0.0.7'], 'wiki.corp.internal:99999'],
  ])('does not cover %s', async (_, url, addresses, allow) => {
    expect(await at(url, addresses, [allow])).toMatchObject({ outcome: 'refused' })
  })
})
