import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { FakeResponse } from '../../support/fake-network.ts'
import { federatedWorld } from '../../support/federated-world.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { listed, policy, testKey } from '../../support/signing.ts'

const ours = testKey()
const theirs = testKey()
const at = 'https://a.example/knowledge.yaml'
const text = '# Battery\n\nThe kiosk battery lasts nine hours.\n'
const hash = { algorithm: 'sha256', value: createHash('sha256').update(text).digest('hex') }
const scoped = policy([listed('k', ours, 'a.example')])
const hub = {
  '/w/knowledge.yaml': manifestText({ project: 'hub', manifests: [{ id: 'a', url: at }] }),
  '/w/setup.md': '# Setup\n',
}
const manifest = (root: Fields = {}): string =>
  manifestText(
    { project: 'a', ...root },
    unitWith({ id: 'hashed', path: 'a.md', content_hash: hash }),
    unitWith({ id: 'plain', path: 'b.md' }),
  )
const served = (body: string, signature?: string): Record<string, string | FakeResponse> => ({
  [at]: body,
  'https://a.example/a.md': text,
  'https://a.example/b.md': text,
  ...(signature === undefined ? {} : { [`${at}.sig`]: signature }),
})

async function signatureCodes(own: ReturnType<typeof federatedWorld>, ids = ['hashed', 'plain']) {
  const knowledge = await own.open()
  const decisions = await Promise.all(ids.map((id) => knowledge.explain(`unit:a/${id}`)))
  return decisions.map(({ reasons }) => reasons.find(({ gate }) => gate === 'signature')?.code)
}

describe('the signature of what was fetched', () => {
  test('KL-046, KL-047: our own fetch establishes the origin; what has no hash is not trusted by it', async () => {
    const own = federatedWorld({ tree: hub, remote: served(manifest(), ours.file(manifest())), policy: scoped })
    expect((await own.run({ content: true })).sources).toMatchObject([{ outcome: 'fetched', tier: 'trusted' }])
    own.trust('.')
    expect(await signatureCodes(own)).toEqual(['signature-trusted', 'signature-trusted-unhashed'])
  })

  test('KL-046: a copy that is checked in, and not fetched here, is of no established origin', async () => {
    const own = federatedWorld({ tree: hub, remote: served(manifest(), ours.file(manifest())), policy: scoped })
    await own.run({ content: true })
    const clone = federatedWorld({ tree: own.tree as Record<string, string>, policy: scoped })
    expect(await signatureCodes(clone)).toEqual(['signature-elsewhere', 'signature-elsewhere'])
  })

  test('KL-046: what was put in the place of a copy since is of no established origin', async () => {
    const own = federatedWorld({ tree: hub, remote: served(manifest(), ours.file(manifest())), policy: scoped })
    await own.run({ content: true })
    const copy =
      Object.keys(own.tree).find((path) => path.endsWith('/knowledge.yaml') && path.includes('federated')) ?? ''
    const other = manifest({ version: '9.0.0' })
    own.tree[copy] = other
    own.tree[`${copy}.sig`] = ours.file(other)
    own.trust('.')
    expect(await signatureCodes(own)).toEqual(['signature-elsewhere', 'signature-elsewhere'])
  })

  test.each([
    ['by another key', () => served(manifest(), theirs.file(manifest()))],
    ['of other bytes', () => served(manifest(), ours.file('other'))],
    ['that cannot be read', () => served(manifest(), 'no signature')],
    ['that is missing, though a key of the user is for this origin', () => served(manifest())],
  ])('KL-044, KL-045: of a manifest with a signature %s nothing is written or followed', async (_, remote) => {
    const declaring = Object.fromEntries(
      Object.entries(remote()).map(([url, body]) => [
        url,
        url === at ? manifest({ manifests: [{ id: 'next', url: 'https://next.example/knowledge.yaml' }] }) : body,
      ]),
    )
    for (const answers of [remote(), declaring]) {
      const own = federatedWorld({ tree: hub, remote: answers, policy: scoped })
      expect((await own.run()).sources).toMatchObject([{ id: 'a', outcome: 'refused', code: 'RUN712' }])
      expect(Object.keys(own.tree)).toEqual(Object.keys(hub))
      expect(own.lookups).not.toContain('next.example')
    }
  })

  test('KL-070: a trusted manifest from an address that it does not list is known at most', async () => {
    const elsewhere = manifest({ serving: { manifest: ['https://home.example/knowledge.yaml'] } })
    const own = federatedWorld({ tree: hub, remote: served(elsewhere, ours.file(elsewhere)), policy: scoped })
    const { diagnostics } = await own.run({ content: true })
    own.trust('.')
    expect(await signatureCodes(own)).toEqual(['signature-not-served', 'signature-not-served'])
    expect(diagnostics.map(({ code }) => code)).toEqual(['RUN711'])
    expect((await own.open()).catalog.entries.find(({ ref }) => ref === 'manifest:a')?.signature?.tier).toBe('known')
    const home = manifest({ serving: { manifest: [at] } })
    const right = federatedWorld({ tree: hub, remote: served(home, ours.file(home)), policy: scoped })
    await right.run({ content: true })
    right.trust('.')
    expect((await signatureCodes(right))[0]).toBe('signature-trusted')
  })

  test('KL-070: a local file is not compared with the addresses that it lists', async () => {
    const local = manifest({ serving: { manifest: ['https://home.example/knowledge.yaml'] } })
    const own = federatedWorld({
      tree: { '/w/knowledge.yaml': local, '/w/knowledge.yaml.sig': ours.file(local), '/w/a.md': text, '/w/b.md': text },
      policy: policy([listed('k', ours)], { allowDerivedOrigin: true }),
    })
    expect(await signatureCodes(own)).toEqual(['signature-trusted', 'signature-trusted'])
  })

  test('KL-053: each manifest has its own tier; a trusted one that declares an unsigned one is reported; nothing is fetched without the verb', async () => {
    const signed = manifest({ manifests: [{ id: 'b', url: 'https://b.example/knowledge.yaml' }] })
    const own = federatedWorld({
      tree: hub,
      remote: {
        ...served(signed, ours.file(signed)),
        'https://b.example/knowledge.yaml': manifestText({ project: 'b' }),
      },
      policy: scoped,
    })
    const knowledge = await own.open()
    await knowledge.query({ terms: ['kiosk'], federation_scope: 'declared' })
    await knowledge.read({ task: 'How long does the battery last?' })
    expect(own.asked()).toEqual([])
    const { sources, diagnostics } = await own.run()
    expect(sources.map(({ id, tier }) => [id, tier])).toEqual([
      ['a', 'trusted'],
      ['b', 'unsigned'],
    ])
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['RUN713', 'The manifest "b" is unsigned, and a trusted one declares it.'],
    ])
  })

  test('KL-040: no signature is asked for where it can matter to nobody', async () => {
    const own = federatedWorld({ tree: hub, remote: served(manifest(), ours.file(manifest())) })
    await own.run()
    expect(own.asked()).toEqual([at])
  })

  describe('KL-044: a copy that was signed, and now has other bytes', () => {
    const signature = '/w/.lorefence/federated/'
    const changed = manifest({ version: '2.0.0' })
    const once = async () => {
      const own = federatedWorld({
        tree: hub,
        remote: served(manifest(), ours.file(manifest())),
        policy: policy([listed('k', ours)]),
      })
      await own.run()
      return own
    }
    const again = async (remote: Parameters<typeof federatedWorld>[0]['remote'], before: Record<string, unknown>) => {
      const own = federatedWorld({ tree: { ...before } as Record<string, string>, remote: remote ?? {} })
      const [source] = (await own.run()).sources
      const files = Object.keys(own.tree).filter((path) => path.startsWith(signature))
      return { source, files: files.map((path) => path.slice(path.lastIndexOf('/') + 1)), own }
    }

    test('and a new signature gets both, though nobody here has keys', async () => {
      const { source, own } = await again(served(changed, ours.file(changed)), (await once()).tree)
      expect(source).toMatchObject({ outcome: 'fetched', version: '2.0.0' })
      const [, bytes] = Object.entries(own.tree).find(([path]) => path.endsWith('.sig')) ?? []
      expect(Buffer.from(bytes as Uint8Array).toString()).toBe(ours.file(changed))
    })

    test('and no signature any more loses the old one', async () => {
      const { source, files } = await again(served(changed), (await once()).tree)
      expect(source).toMatchObject({ outcome: 'fetched', version: '2.0.0', tier: 'unsigned' })
      expect(files).toEqual(['knowledge.yaml'])
    })

    test('and a signature that cannot be fetched stays as it was', async () => {
      const broken = {
        ...served(changed),
        [`${at}.sig`]: { breaks: { in: 'connection', code: 'ECONNRESET' } } as const,
      }
      const before = (await once()).tree
      const { source, files, own } = await again(broken, before)
      expect(source).toMatchObject({ outcome: 'refused', code: 'RUN712' })
      expect(files).toEqual(['knowledge.yaml', 'knowledge.yaml.sig'])
      expect(own.tree).toEqual(before)
    })

    test('the near miss: the same bytes keep their signature', async () => {
      const broken = {
        ...served(manifest()),
        [`${at}.sig`]: { breaks: { in: 'connection', code: 'ECONNRESET' } } as const,
      }
      const { source, files } = await again(broken, (await once()).tree)
      expect(source).toMatchObject({ outcome: 'unchanged' })
      expect(files).toEqual(['knowledge.yaml', 'knowledge.yaml.sig'])
    })
  })
})
