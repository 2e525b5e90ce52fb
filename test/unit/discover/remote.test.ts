import { describe, expect, test } from 'vitest'
import { discoverRemote } from '../../../src/app/index.ts'
import type { FakeResponse } from '../../support/fake-network.ts'
import { federatedWorld } from '../../support/federated-world.ts'
import { manifestText } from '../../support/manifest-text.ts'

const at = (path: string, host = 'docs.example'): string => `https://${host}${path}`
const wellKnown = (manifest: string, network?: object): FakeResponse => ({
  body: JSON.stringify({ kcp_version: '0.14', manifest, ...(network ? { network } : {}) }),
  headers: { 'content-type': 'application/json' },
})
const manifestOf = (project: string): string => manifestText({ project })

async function discovered(remote: Readonly<Record<string, string | FakeResponse>>, origin = at('')) {
  const own = federatedWorld({ remote: { [at('/none')]: '', ...remote } })
  const found = await discoverRemote(new URL(origin), own.fetcher)
  return {
    ...found,
    asked: own.asked(),
    shown: found.steps.map(({ via, outcome }) => `${via} ${outcome}`),
    tree: own.tree,
  }
}

describe('the manifest of an origin', () => {
  test('KCP-011, KCP-012: the well-known document leads to it with one more fetch, and no copy at the root is needed', async () => {
    const { manifest, asked, tree } = await discovered({
      [at('/.well-known/kcp.json')]: wellKnown('/docs/knowledge.yaml'),
      [at('/docs/knowledge.yaml')]: manifestOf('docs'),
    })
    expect(manifest).toMatchObject({ project: 'docs', via: 'well-known', url: at('/docs/knowledge.yaml'), units: 1 })
    expect([asked, tree]).toEqual([[at('/.well-known/kcp.json'), at('/docs/knowledge.yaml')], {}])
  })

  const all = {
    [at('/.well-known/kcp.json')]: wellKnown('/a.yaml'),
    [at('/a.yaml')]: manifestOf('a'),
    [at('/llms.txt')]: '# Docs\n\n> knowledge: /b.yaml\n',
    [at('/b.yaml')]: manifestOf('b'),
    [at('/knowledge.yaml')]: manifestOf('c'),
  }
  const without = (...paths: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([url]) => !paths.map((path) => at(path)).includes(url)))

  test.each([
    ['nothing is missing', [], 'a', ['well-known used']],
    ['there is no well-known document', ['/.well-known/kcp.json'], 'b', ['well-known passed', 'llms.txt used']],
    ['what it names is not there', ['/a.yaml'], 'b', ['well-known passed', 'llms.txt used']],
    [
      'only the root has one',
      ['/.well-known/kcp.json', '/llms.txt'],
      'c',
      ['well-known passed', 'llms.txt passed', 'root used'],
    ],
  ])('KCP-013: well-known, then llms.txt, then the root; where %s', async (_, missing, project, shown) => {
    expect(await discovered(without(...missing))).toMatchObject({ manifest: { project }, shown })
  })

  test.each([
    ['/docs/knowledge.yaml', at('/docs/knowledge.yaml')],
    ['https://other.example/k.yaml', at('/k.yaml', 'other.example')],
    ['HTTPS://Other.Example:443/k.yaml', at('/k.yaml', 'other.example')],
    ['http://docs.example/k.yaml', undefined],
    ['file:///etc/k.yaml', undefined],
    ['//other.example/k.yaml', undefined],
    ['k.yaml', undefined],
    ['/\\other.example/k.yaml', undefined],
  ])('KCP-008: the manifest %s is at %s', async (written, url) => {
    const { steps } = await discovered({ [at('/.well-known/kcp.json')]: wellKnown(written) })
    expect(steps[0]?.manifest).toBe(url)
  })

  test('KCP-008: what it names is fetched like everything remote: not from this machine', async () => {
    const { manifest, asked, steps } = await discovered({
      [at('/.well-known/kcp.json')]: wellKnown('https://127.0.0.1/k.yaml'),
    })
    expect([manifest, steps[0]?.code, asked.filter((url) => url.includes('127'))]).toEqual([undefined, 'RUN703', []])
  })

  test('KCP-009: a document of another type is read, with a warning', async () => {
    const found = await discovered({
      [at('/.well-known/kcp.json')]: { ...wellKnown('/k.yaml'), headers: { 'content-type': 'text/html' } },
      [at('/k.yaml')]: manifestOf('k'),
    })
    expect(found.manifest?.project).toBe('k')
    expect(found.diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      ['KCP715', 'warning', 'The discovery document is served as "text/html", not as "application/json".'],
    ])
  })

  test('KCP-019: a leaf names its hub, which is shown and not fetched', async () => {
    const found = await discovered({
      [at('/.well-known/kcp.json')]: wellKnown('/k.yaml', {
        role: 'leaf',
        entry_point: 'https://hub.example/knowledge.yaml',
        registry_label: 'Harbor',
      }),
      [at('/k.yaml')]: manifestOf('k'),
      [at('/knowledge.yaml', 'hub.example')]: manifestOf('hub'),
    })
    expect(found.network).toEqual({ role: 'leaf', entryPoint: 'https://hub.example/knowledge.yaml', label: 'Harbor' })
    expect(found.asked).toEqual([at('/.well-known/kcp.json'), at('/k.yaml')])
  })

  test('an origin that is refused is asked for nothing, once', async () => {
    const { steps, asked, code } = await discovered({}, 'https://169.254.169.254')
    expect([steps.length, asked, code]).toEqual([1, [], 'RUN703'])
  })
})
