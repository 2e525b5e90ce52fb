import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { federationServer as world } from '../support/federation-server.ts'
import { manifestText, unitWith, type Fields } from '../support/manifest-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const names = Array.from({ length: 6 }, (_, i) => `m${i}`)
const remote = (name: string): string =>
  manifestText({ project: name }, unitWith({ id: 'u0', path: 'u0.md' }), unitWith({ id: 'u1', path: 'u1.md' }))
const declared = (port: number): readonly Fields[] =>
  names.map((name) => ({ id: name, url: `https://127.0.0.1:${port}/${name}/knowledge.yaml` }))
const hubOf = (port: number): Readonly<Record<string, string>> => ({
  'knowledge.yaml': manifestText(
    { project: 'hub', manifests: declared(port) },
    unitWith({ id: 'first', external_depends_on: [{ manifest: 'm0', unit: 'u0', on_failure: 'degrade' }] }),
    unitWith({ id: 'last', external_depends_on: [{ manifest: 'm5', unit: 'u0', on_failure: 'degrade' }] }),
    unitWith({ id: 'warned', external_depends_on: [{ manifest: 'm4', unit: 'u0', on_failure: 'warn' }] }),
    unitWith({ id: 'quiet', external_depends_on: [{ manifest: 'm3', unit: 'u0' }] }),
  ),
  'setup.md': '# Setup\n\nPlug it in.\n',
})

describe('lorefence federate', () => {
  test('KCP-108: a server that ends half way leaves what arrived, and every unit behaves as it declares', async () => {
    let answered = 0
    const { run, cwd } = await world((request, response) => {
      const [, name = ''] = (request.url ?? '').split('/')
      if (names.indexOf(name) >= 3) return void request.socket.destroy()
      answered += 1
      return void response.end(remote(name))
    }, hubOf)
    await run('trust', '.', '--yes')
    const { code, out } = await run('federate')
    expect([code, answered, readdirSync(join(cwd, '.lorefence/federated')).length]).toEqual([1, 3, 3])
    const lines = out.split('\n')
    expect(lines.filter((line) => line.startsWith('failed ')).length).toBe(3)
    expect(lines).toContain('          degrade: the unit "last" depends on it.')
    expect(lines).toContain('          warn: the unit "warned" depends on it.')
    expect(out).not.toContain('"quiet"')
    expect(out).not.toContain('"first"')
    expect(lines).toContain('6 declared manifests: 3 fetched, 3 not available; 6 units.')
    await run('trust', '.', '--yes')
    const { results } = JSON.parse((await run('query', 'set', '--json')).out) as {
      results: readonly { unit_id: string; degraded?: readonly string[] }[]
    }
    expect(results.map(({ unit_id: id, degraded }) => [id, degraded])).toEqual([
      ['first', undefined],
      ['last', ['m5']],
      ['warned', undefined],
      ['quiet', undefined],
    ])
  }, 120_000)

  test('content arrives with --content and is read after a grant; read, query and a plan send nothing', async () => {
    const asked: string[] = []
    const { run } = await world(
      (request, response) => {
        asked.push(request.url ?? '')
        response.end(
          request.url?.endsWith('.yaml')
            ? manifestText({ project: 'platform' }, unitWith({ id: 'battery', path: 'docs/battery.md' }))
            : '# Battery\n\nThe kiosk battery lasts nine hours.\n',
        )
      },
      (port) => ({
        'knowledge.yaml': manifestText({
          project: 'hub',
          manifests: [{ id: 'platform', url: `https://127.0.0.1:${port}/knowledge.yaml` }],
        }),
        'setup.md': '# Setup\n\nPlug it in.\n',
      }),
    )
    await run('trust', '.', '--yes')
    expect((await run('federate', '--plan')).out).toContain('It would be fetched without a credential.')
    await run('query', 'battery', '--federation-scope', 'declared')
    await run('read', 'How long does the battery last?')
    expect(asked).toEqual([])
    await run('federate', '--content')
    expect(asked).toEqual(['/knowledge.yaml', '/docs/battery.md'])
    expect((await run('read', 'How long does the battery last?')).out).not.toContain('nine hours')
    await run('trust', '.', '--yes')
    expect(await run('read', 'How long does the battery last?')).toMatchObject({
      code: 0,
      out: expect.stringContaining('nine hours'),
    })
    expect(asked.length).toBe(2)
  }, 60_000)

  test('writes nothing through a link', async () => {
    const outside = tempFolder({})
    const { run, cwd } = await world(
      (_, response) => void response.end(remote('m0')),
      (port) => ({
        'knowledge.yaml': manifestText({ manifests: declared(port).slice(0, 1) }),
        'setup.md': '# Setup\n',
      }),
    )
    await run('trust', '.', '--yes')
    rmSync(join(cwd, '.lorefence'), { recursive: true, force: true })
    symlinkSync(outside, join(cwd, '.lorefence'))
    expect(await run('federate')).toMatchObject({ code: 1, out: expect.stringContaining('was not written') })
    expect([readdirSync(outside), existsSync(join(outside, 'federated'))]).toEqual([[], false])
  }, 60_000)
})
