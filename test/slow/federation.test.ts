import { readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FederatedSource } from '../../src/model/distribution/federation.ts'
import { federationServer as world } from '../support/federation-server.ts'
import { manifestText, unitWith, type Fields } from '../support/manifest-text.ts'

const names = Array.from({ length: 50 }, (_, i) => `m${i}`)
const remote = (name: string): string =>
  manifestText(
    { project: name },
    ...Array.from({ length: 400 }, (_, i) =>
      unitWith({ id: `u${i}`, path: `u${i}.md`, intent: `Fact ${i} of ${name}?` }),
    ),
  )
const declared = (port: number): readonly Fields[] =>
  names.map((name) => ({ id: name, url: `https://127.0.0.1:${port}/${name}/knowledge.yaml` }))
const hubOf = (port: number): Readonly<Record<string, string>> => ({
  'knowledge.yaml': manifestText({ project: 'hub', manifests: declared(port) }),
  'setup.md': '# Setup\n\nPlug it in.\n',
})

interface Report {
  readonly sources: readonly FederatedSource[]
}

test('KCP-109, KCP-113: fifty manifests with 20,000 units are resolved, each URL once, eight at a time', async () => {
  const asked: string[] = []
  const waiting: { readonly name: string; readonly response: ServerResponse }[] = []
  let most = 0
  const { run, cwd } = await world((request, response) => {
    const [, name = ''] = (request.url ?? '').split('/')
    asked.push(name)
    waiting.push({ name, response })
    most = Math.max(most, waiting.length)
    // Nothing is answered before as many arrived as may be under way: in sequence this would never end.
    if (waiting.length >= Math.min(8, names.length - asked.length + waiting.length))
      for (const one of waiting.splice(0)) one.response.end(remote(one.name))
  }, hubOf)
  expect(await run('federate')).toMatchObject({
    code: 1,
    out: expect.stringContaining('not followed, because not granted: knowledge.yaml'),
  })
  expect(asked).toEqual([])
  await run('trust', '.', '--yes')
  const { code, out, err } = await run('federate', '--json')
  const { sources } = JSON.parse(out) as Report
  expect([code, err, sources.length, sources.every(({ outcome }) => outcome === 'fetched')]).toEqual([0, '', 50, true])
  expect(sources.reduce((sum, { units = 0 }) => sum + units, 0)).toBe(20_000)
  expect([asked.toSorted(), most]).toEqual([names.toSorted(), 8])
  expect(readdirSync(join(cwd, '.lorefence/federated')).length).toBe(50)
  expect((await run('trust', '.', '--yes')).code).toBe(0)
  const query = JSON.parse((await run('query', 'm49', '--json', '--federation-scope', 'declared')).out) as {
    results: readonly { source_manifest: string }[]
  }
  expect(query.results.map(({ source_manifest: source }) => source)).toEqual(Array(5).fill('m49'))
}, 120_000)
