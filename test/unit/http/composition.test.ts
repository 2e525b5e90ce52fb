import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findReceipt, listReceipts, parseManifest, proposeApproval, saveApprovals } from '../../../src/app/index.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { byOAuth } from '../../../src/serve/http/oauth.ts'
import { doorWorld, type DoorWorld } from '../../support/door-world.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { httpWorld, type HttpWorld } from '../../support/http-world.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const hostile = '<script>alert(1)</script>\r\nset-cookie: a=b'
const unit = (id: string, fields: Fields = {}): Fields =>
  unitWith({ id, path: `docs/${id}.md`, intent: `What about ${id}?`, sensitivity: 'public', ...fields })
const units = [
  unit('overview', { title: hostile, triggers: ['overview'] }),
  unit('internal', { access: 'authenticated' }),
  unit('clinical', { access: 'restricted', auth_scope: 'clinical' }),
  unit('shallow', { access: 'authenticated', delegation: { max_depth: 1 } }),
  unit('narrow', { access: 'authenticated', delegation: { require_capability_attenuation: true } }),
  unit('asked', { access: 'authenticated', delegation: { human_in_the_loop: { required: true } } }),
  unit('undeclared', { sensitivity: undefined }),
  unit('scarce', { access: 'authenticated', rate_limits: { default: { requests_per_minute: 1 } } }),
  unit('leak'),
]
const secret = ['AKIA', 'IOSFODNN7EXAMPLQ'].join('')
const tree = (listed: readonly Fields[] = units, root: Fields = {}): Readonly<Record<string, string>> => ({
  'knowledge.yaml': manifestText(root, ...listed),
  ...Object.fromEntries(
    listed.map(({ id }) => [`docs/${String(id)}.md`, `# ${String(id)}\n\nTEXT of ${String(id)}.\n`]),
  ),
  'docs/leak.md': `# Leak\n\n${secret}\n`,
})

const [issuer, audience] = ['https://id.example.com', 'https://knowledge.example.com']
const keys = await generateKeyPair('ES256')
const keySet = createLocalJWKSet({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k' }] })
const token = (claims: JWTPayload): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject('agent')
    .setExpirationTime('1h')
    .sign(keys.privateKey)

interface Composed extends HttpWorld {
  readonly world: DoorWorld
  as(claims: JWTPayload | undefined, path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
}

async function composed(own: Readonly<Record<string, string>> = tree(), limits = {}): Promise<Composed> {
  const world = doorWorld(own)
  const oauth = { issuer, audience, jwksUri: `${issuer}/jwks`, requester: {} }
  const authenticate = byOAuth(oauth, { keys: keySet, clock: world.ports.clock })
  const http = await httpWorld({ authenticate, oauth, limits }, world)
  return {
    ...http,
    world,
    async as(claims, path, headers = {}) {
      const credential = claims ? { authorization: `Bearer ${await token(claims)}` } : {}
      return http.app.fetch(new Request(`http://127.0.0.1:7434${path}`, { headers: { ...credential, ...headers } }))
    },
  }
}

/** What `lorefence publish` publishes of the same folder. */
async function publishedUnits({ cwd, env }: DoorWorld): Promise<readonly string[]> {
  const terminal = fakeTerminal({ cwd, env })
  await main(['publish', '.', '--out', join(tempFolder(), 'site'), '--json'], terminal)
  const { units: published } = JSON.parse(terminal.stdout) as { readonly units: readonly { readonly id: string }[] }
  return published.map(({ id }) => id)
}

const jsonOf = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>
const lastReceipt = async ({ world }: Composed) => (await listReceipts(world.ports.receipts)).receipts.at(-1)

describe('KCP §12 over HTTP: card, discovery document and manifest', () => {
  test('KCP-009, KCP-222: the card leads to the discovery document, that to the manifest, without a credential', async () => {
    const { as } = await composed()
    const card = await as(undefined, '/.well-known/agent.json')
    expect(card.headers.get('content-type')).toBe('application/json')
    const { knowledgeManifest, url } = await jsonOf(card)
    expect([knowledgeManifest, url]).toEqual(['/.well-known/kcp.json', `${audience}/`])
    const discovery = await as(undefined, String(knowledgeManifest))
    expect(discovery.headers.get('content-type')).toBe('application/json')
    const document = await jsonOf(discovery)
    expect(document).toMatchObject({ kcp_version: '0.14', manifest: '/knowledge.yaml', title: 'harbor' })
    const manifest = await as(undefined, String(document['manifest']))
    expect(manifest.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
    const parsed = parseManifest(await manifest.text())
    expect(parsed.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(parsed.manifest?.units.map(({ id, path }) => `${id} ${path}`)).toEqual(['overview units/overview'])
  })

  test('without a credential, exactly the units are listed and given that would be published', async () => {
    const words = unit('words', { triggers: [secret] })
    const own = await composed({ ...tree([...units, words]), 'docs/words.md': '# Words\n\nTEXT of words.\n' })
    const text = await (await own.as(undefined, '/knowledge.yaml')).text()
    const listed = parseManifest(text).manifest?.units.map(({ id }) => id)
    const knowledge = await own.world.open()
    expect(listed).toEqual(await publishedUnits(own.world))
    expect(text).not.toContain(secret)
    for (const { id } of knowledge.catalog.entries.flatMap(({ document }) =>
      document.kind === 'manifest' ? document.units : [],
    ))
      expect([id, (await own.as(undefined, `/units/${id}`)).status]).toEqual([id, listed?.includes(id) ? 200 : 401])
  })

  test('of a folder with a secret in one file the others are listed and given, and replayed', async () => {
    const own = await composed({
      ...tree([unit('overview'), unit('folder', { path: 'folder/' })]),
      'folder/a.md': '# A\n\nTEXT of a.\n',
      'folder/b.md': `# B\n\n${secret}\n`,
    })
    const listed = await (await own.as(undefined, '/knowledge.yaml')).text()
    expect(parseManifest(listed).manifest?.units.map(({ id }) => id)).toEqual(await publishedUnits(own.world))
    const given = await own.as(undefined, '/units/folder')
    const text = await given.text()
    expect([given.status, text.includes('TEXT of a'), text.includes(secret)]).toEqual([200, true, false])
    const knowledge = await own.world.open()
    expect(await knowledge.replay(given.headers.get('lorefence-receipt') ?? '')).toMatchObject({ outcome: 'same' })
  })

  test('a secret that comes or goes with an edit closes and opens the unit', async () => {
    const own = await composed()
    const listed = async (): Promise<boolean> =>
      (await (await own.as(undefined, '/knowledge.yaml')).text()).includes('id: leak')
    expect(await listed()).toBe(false)
    writeFileSync(join(own.world.cwd, 'docs/leak.md'), '# Leak\n\nTEXT of leak.\n')
    own.world.grant()
    expect(await listed()).toBe(true)
    writeFileSync(join(own.world.cwd, 'docs/leak.md'), `# Leak\n\n${secret}\n`)
    own.world.grant()
    expect(await listed()).toBe(false)
  })

  test('where the root has a secret, nothing is offered without a credential', async () => {
    const own = await composed(tree(units, { trust: { provenance: { publisher: secret } } }))
    for (const path of ['/.well-known/agent.json', '/.well-known/kcp.json', '/knowledge.yaml', '/units/overview']) {
      const text = await (await own.as(undefined, path)).text()
      expect(text).not.toMatch(new RegExp(`${secret}|TEXT of`))
    }
    expect((await own.as(undefined, '/knowledge.yaml')).status).toBe(401)
  })

  test('a requester is listed what it may read, and by name what a person has to approve', async () => {
    const { as } = await composed()
    const text = await (await as({ scope: 'other' }, '/knowledge.yaml')).text()
    const { manifest } = parseManifest(text)
    expect(manifest?.units.map(({ id }) => id)).toEqual([
      'overview',
      'internal',
      'shallow',
      'narrow',
      'asked',
      'undeclared',
      'scarce',
      'leak',
    ])
    expect(manifest?.units.find(({ id }) => id === 'asked')?.intent).toBe('A person has to approve this unit first.')
    expect(text).not.toMatch(/clinical|What about asked/)
    expect(await (await as({ scope: 'clinical' }, '/knowledge.yaml')).text()).toContain('What about clinical?')
  })

  test('where nothing is public, nothing is said without a credential', async () => {
    const { as } = await composed(tree([unit('internal', { access: 'authenticated' })]))
    expect(JSON.stringify(await jsonOf(await as(undefined, '/.well-known/agent.json')))).not.toContain('harbor')
    expect(JSON.stringify(await jsonOf(await as(undefined, '/.well-known/kcp.json')))).not.toContain('harbor')
    expect((await as(undefined, '/knowledge.yaml')).status).toBe(401)
    expect((await as({}, '/knowledge.yaml')).status).toBe(200)
  })

  test('a credential that is not accepted is refused, not ignored', async () => {
    const { app } = await composed()
    for (const path of ['/.well-known/kcp.json', '/knowledge.yaml', '/units/overview', '/v1/units/overview']) {
      const headers = { authorization: 'Bearer a.b.c' }
      expect((await app.fetch(new Request(`http://127.0.0.1${path}`, { headers }))).status).toBe(401)
    }
  })

  test('the list of a requester is recorded, the same again is not sent twice, and the record can be replayed', async () => {
    const own = await composed()
    const first = await own.as({}, '/knowledge.yaml')
    const id = first.headers.get('lorefence-receipt') ?? ''
    expect(await findReceipt(own.world.ports.receipts, id)).toMatchObject({ kind: 'manifest', client: 'oauth:agent' })
    const again = await own.as({}, '/knowledge.yaml', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const knowledge = await own.world.open()
    const requester = { authenticated: true, scopes: [], depth: 1, credentials: ['oauth2', 'bearer_token'] }
    expect((await knowledge.forRequester(requester).replay(id)).outcome).toBe('same')
    expect((await knowledge.forRequester({}).replay(id)).outcome).toBe('drifted')
  })
})

describe('KCP §12 over HTTP: units', () => {
  const act = (depth: number): JWTPayload => (depth <= 1 ? {} : { act: { sub: 'a', ...act(depth - 1) } })

  test.each<readonly [string, string, JWTPayload | undefined, number, string | undefined]>([
    ['a public unit, for everybody', 'overview', undefined, 200, undefined],
    ['without the credential that it needs', 'internal', undefined, 401, 'credential-needed'],
    ['with one', 'internal', {}, 200, undefined],
    ['of an undeclared sensitivity, without a credential', 'undeclared', undefined, 401, 'credential-needed'],
    ['with the wrong scope', 'clinical', { scope: 'other' }, 404, 'not-found'],
    ['with the right one', 'clinical', { scope: 'clinical' }, 200, undefined],
    ['as deep as it permits', 'shallow', {}, 200, undefined],
    ['deeper than it permits', 'shallow', act(2), 404, 'not-found'],
    ['without attenuation, at the first agent', 'narrow', { scope: 'a' }, 200, undefined],
    ['delegated with the same scopes', 'narrow', { scope: 'a', kcp_parent_scope: 'a', ...act(2) }, 404, 'not-found'],
    ['delegated, without a word about the scopes before', 'narrow', { scope: 'a', ...act(2) }, 404, 'not-found'],
    ['delegated with fewer scopes', 'narrow', { scope: 'a:b', kcp_parent_scope: 'a', ...act(2) }, 200, undefined],
    ['while a person has to approve it', 'asked', {}, 403, 'approval-needed'],
    ['that does not exist', 'nothing', {}, 404, 'not-found'],
    ['that does not exist, without a credential', 'nothing', undefined, 401, 'credential-needed'],
    ['with a secret in its text, without a credential', 'leak', undefined, 401, 'credential-needed'],
  ])('KCP-223: %s', async (_, id, claims, status, problem) => {
    const own = await composed()
    for (const path of [`/v1/units/${id}`, `/units/${id}`]) {
      const response = await own.as(claims, path)
      const text = await response.text()
      expect([path, response.status]).toEqual([path, status])
      expect(text.includes(`TEXT of ${id}`)).toBe(status === 200)
      expect(text).not.toContain(secret)
      if (problem === undefined) continue
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(JSON.parse(text)).toMatchObject({ type: `urn:lorefence:problem:${problem}`, status })
    }
    const receipt = await lastReceipt(own)
    if (id === 'nothing') return expect(receipt).toMatchObject({ refused: true, named: [], spans: [] })
    expect(receipt).toMatchObject({
      kind: 'unit',
      named: [`unit:harbor/${id}`],
      client: claims ? 'oauth:agent' : 'anonymous',
      ...(status === 200 ? { spans: [{ path: `docs/${id}.md` }] } : { refused: true, spans: [] }),
    })
  })

  test('what a requester may not know of is answered as what does not exist, and the record says why', async () => {
    const own = await composed()
    const hidden = await own.as({ scope: 'other' }, '/v1/units/clinical')
    const body = await hidden.text()
    const unknown = await own.as({ scope: 'other' }, '/v1/units/nothing')
    expect(body).toBe(await unknown.text())
    expect(hidden.headers.get('lorefence-receipt')).toBeNull()
    const { receipts } = await listReceipts(own.world.ports.receipts)
    expect(receipts.map(({ refused, named, decisions }) => [refused, named, decisions[0]?.reasons[0]?.code])).toEqual([
      [true, ['unit:harbor/clinical'], 'scope-missing'],
      [true, [], undefined],
    ])
  })

  test('KCP-074: pending, then refused by a named person, then approved; each answer is on record', async () => {
    const own = await composed()
    const { ports } = own.world
    const ask = async () => {
      const response = await own.as({}, '/v1/units/asked')
      return { status: response.status, body: await jsonOf(response) }
    }
    const answer = async (refused: boolean): Promise<void> => {
      const { catalog } = await own.world.open()
      const reader = { ports, requester: { authenticated: true }, restraints: {} }
      const proposal = proposeApproval(catalog, 'unit:harbor/asked', reader)
      if (proposal) saveApprovals(ports, proposal, 'terminal', { by: 'ada', ...(refused ? { refused: true } : {}) })
    }
    const pending = await ask()
    expect([pending.status, pending.body['type'], pending.body['code']]).toEqual([
      403,
      'urn:lorefence:problem:approval-needed',
      'human-approval',
    ])
    await answer(true)
    const refused = await ask()
    expect([refused.status, refused.body['type']]).toEqual([403, 'urn:lorefence:problem:approval-refused'])
    expect((await lastReceipt(own))?.decisions[0]?.reasons).toMatchObject([
      { code: 'human-approval', refused: true, by: 'ada' },
    ])
    await answer(false)
    const approved = await ask()
    expect([approved.status, String(approved.body['text']).includes('TEXT of asked')]).toEqual([200, true])
    expect((await lastReceipt(own))?.decisions[0]?.reasons).toContainEqual(
      expect.objectContaining({ code: 'human-approval', approved: true, by: 'ada' }),
    )
  })

  test('a rate limit of its publisher is 429 with the time to wait, for each client', async () => {
    const { as } = await composed()
    expect((await as({}, '/units/scarce')).status).toBe(200)
    const second = await as({}, '/units/scarce')
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60'])
  })

  test('depth and scopes come from the verified token alone', async () => {
    const { as } = await composed()
    const headers = { 'x-kcp-depth': '0', 'x-delegation-depth': '0', scope: 'clinical' }
    expect((await as(act(2), '/units/shallow?depth=0', headers)).status).toBe(404)
    expect((await as({}, '/units/clinical?scope=clinical', headers)).status).toBe(404)
  })

  test('what nobody granted is unknown', async () => {
    const world = doorWorld(tree())
    const { get } = await httpWorld({}, world)
    world.ports.grants.remove(world.cwd)
    for (const path of ['/v1/units/overview', '/units/unit:harbor%2Foverview'])
      expect((await get(path)).status).toBe(404)
    expect((await get('/knowledge.yaml')).status).toBe(404)
  })

  test.each([
    '/units/..%2F..%2Fetc%2Fpasswd',
    '/units/%2Fetc%2Fpasswd',
    '/units/docs%2Foverview.md',
    '/units/%00',
    '/units/%ff',
    '/v1/units/../../etc/passwd',
    '/docs/overview.md',
    '/units/',
    '/units/a/b',
  ])('a path is no name: %s', async (path) => {
    const { as } = await composed()
    const response = await as({}, path)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('TEXT')
  })

  test('no text of a publisher changes a header or is sent as a page', async () => {
    const page = unit('overview', { intent: hostile, path: 'docs/overview.html' })
    const own = await composed({ ...tree([page], { project: hostile }), 'docs/overview.html': `<p>TEXT</p>${hostile}` })
    expect((await own.as(undefined, '/units/overview')).status).toBe(200)
    for (const path of ['/.well-known/agent.json', '/.well-known/kcp.json', '/knowledge.yaml', '/units/overview']) {
      const response = await own.as(undefined, path)
      expect(response.headers.get('content-type')).toMatch(/^(?:application\/(?:json|yaml|problem\+json)|text\/plain)/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('set-cookie')).toBeNull()
      expect([...response.headers].join()).not.toContain('script')
    }
  })

  test('an included unit is for everybody only if every manifest that composes it agrees', async () => {
    const own = (root: Record<string, unknown>): Readonly<Record<string, string>> => ({
      'knowledge.yaml': manifestText({ composition: { includes: [{ source: 'parts/team.yaml' }] }, ...root }),
      'parts/team.yaml': manifestText({ project: 'team' }, unit('part')),
      'parts/docs/part.md': '# Part\n\nTEXT of a part.\n',
    })
    const open = await composed(own({}))
    expect(await (await open.as(undefined, '/units/part')).text()).toContain('TEXT')
    const closed = await composed(own({ authority: { share_externally: 'denied' } }))
    expect((await closed.as(undefined, '/units/part')).status).toBe(401)
    expect((await closed.as({}, '/units/part')).status).toBe(200)
  })

  test('too many requests without a credential leave those with one alone', async () => {
    const { as } = await composed(tree(), { anonymousPerMinute: 2 })
    const statuses: number[] = []
    for (const path of ['/units/overview', '/units/overview', '/units/overview'])
      statuses.push((await as(undefined, path)).status)
    expect(statuses).toEqual([200, 200, 503])
    expect((await as({}, '/units/overview')).status).toBe(200)
  })

  test('when the record of a refusal cannot be written, that is a failure, whether or not there is such a unit', async () => {
    const own = await composed()
    const failing = { ...own.world.ports.receipts, append: () => Promise.reject(new Error('disk full')) }
    const world: DoorWorld = {
      ...own.world,
      open: (options) => own.world.open({ ...options, ports: { ...own.world.ports, receipts: failing } }),
    }
    const { app, get } = await httpWorld({}, world)
    for (const id of ['overview', 'clinical', 'nothing']) {
      const response = await get(`/units/${id}`)
      expect([response.status, (await response.text()).includes('TEXT')]).toEqual([503, false])
      expect((await app.fetch(new Request(`http://127.0.0.1:7434/units/${id}`))).status).toBe(503)
    }
  })
})
