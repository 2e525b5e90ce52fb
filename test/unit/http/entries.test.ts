import { describe, expect, test } from 'vitest'
import { sha256Of } from '../../../src/io/secrets.ts'
import type { EntryDetail, EntryRow } from '../../../src/model/reading/inspection.ts'
import { byAny, byOwnToken, byTable } from '../../../src/serve/http/identity.ts'
import { doorWorld, packAt } from '../../support/door-world.ts'
import { httpWorld, type HttpWorld } from '../../support/http-world.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'

const person = { authorization: 'Bearer person' }
const own = { tokenSha256: sha256Of('person'), requester: { clearance: 'internal' as const } }
const clients = [{ tokenSha256: sha256Of('guest'), requester: {} }]

const world = (tree?: Readonly<Record<string, string>>): Promise<HttpWorld> =>
  httpWorld({ authenticate: byAny([byOwnToken(own), byTable(clients)]) }, tree ? doorWorld(tree) : doorWorld())

const rowsOf = async (response: Promise<Response>): Promise<readonly EntryRow[]> =>
  ((await (await response).json()) as { readonly entries: readonly EntryRow[] }).entries

const detailOf = async (response: Promise<Response>): Promise<EntryDetail> =>
  (await (await response).json()) as EntryDetail

describe('GET /v1/entries', () => {
  test('lists status, grant and last use for a person', async () => {
    const { get, post } = await world()
    await post('/v1/read', { task: 'How long does the battery last?' })
    const rows = await rowsOf(get('/v1/entries', person))
    expect(rows.map(({ ref, status, standing }) => [ref, status, standing])).toEqual([
      ['manifest:harbor', undefined, 'granted'],
      ['pack:kiosk', 'ready', 'granted'],
      ['pack:stranger', 'ready', 'ungranted'],
      ['pack:voice', 'draft', 'granted'],
    ])
    expect(rows.filter(({ lastUsed }) => lastUsed !== undefined).map(({ ref }) => ref)).toEqual(['pack:kiosk'])
  })

  test('KCP §3.7: counts stale units and says when the next one will be', async () => {
    const policy = { max_age_days: 30, on_stale: 'warn' }
    const { get } = await world({
      'knowledge.yaml': manifestText(
        {},
        unitWith({ id: 'old', path: 'docs/a.md', validated: '2020-01-01', freshness_policy: policy }),
        unitWith({ id: 'new', path: 'docs/a.md', validated: '2999-01-01', freshness_policy: policy }),
      ),
      'docs/a.md': '# A\n\nText.\n',
    })
    const [row] = await rowsOf(get('/v1/entries', person))
    expect(row?.freshness).toEqual({ stale: 1, next: '2999-02-01' })
  })

  test('says how large a granted entry is, without opening it, and nothing of the size of another', async () => {
    const { get } = await world()
    const sizes = new Map((await rowsOf(get('/v1/entries', person))).map(({ ref, bytes }) => [ref, bytes]))
    expect(sizes.get('pack:kiosk')).toBeGreaterThan(100)
    expect(sizes.get('manifest:harbor')).toBeGreaterThan(10)
    expect(sizes.get('pack:stranger')).toBeUndefined()
  })

  test('counts no file outside of a manifest, and none twice', async () => {
    const { get } = await world({
      'knowledge.yaml': manifestText(
        {},
        unitWith({ id: 'a', path: 'docs/a.md' }),
        unitWith({ id: 'b', path: 'docs/a.md' }),
        unitWith({ id: 'out', path: '../../../etc/hostname' }),
      ),
      'docs/a.md': '# A\n\nText.\n',
    })
    const [row] = await rowsOf(get('/v1/entries', person))
    expect(row?.bytes).toBe('# A\n\nText.\n'.length)
  })

  test('an agent learns no words of what nobody granted', async () => {
    const { get } = await world()
    expect(await (await get('/v1/entries')).text()).not.toContain('UNSEEN')
    expect(await (await get('/v1/entry?ref=pack:stranger')).text()).not.toContain('UNSEEN')
  })
})

describe('GET /v1/entry', () => {
  test('a pack with its decision, its guide as a model reads it, and its size', async () => {
    const { get } = await world()
    const { decision, guide, size } = await detailOf(get('/v1/entry?ref=pack:kiosk', person))
    expect(decision?.verdict).toBe('allow')
    expect(guide).toMatchObject({ outcome: 'given', text: expect.stringContaining('<knowledge_pack_guide') as string })
    expect(size?.files).toBe(3)
  })

  test('a manifest with its units, filtered', async () => {
    const { get } = await world()
    const all = await detailOf(get('/v1/entry?ref=manifest:harbor', person))
    expect(all.units?.map(({ id, sensitivity }) => [id, sensitivity])).toEqual([
      ['setup', 'public'],
      ['payroll', 'restricted'],
    ])
    const { units, unitCount, level } = await detailOf(get('/v1/entry?ref=manifest:harbor&filter=PAYROLL', person))
    expect([units?.map(({ id }) => id), unitCount, typeof level]).toEqual([['payroll'], 1, 'number'])
  })

  test('a finding with the line that it is about', async () => {
    const { get } = await world(packAt('kiosk', { description: 'Kiosk facts.', language: 'no such language' }))
    const { findings = [] } = await detailOf(get('/v1/entry?ref=pack:kiosk', person))
    expect(findings.some(({ source }) => source?.includes('no such language'))).toBe(true)
  })

  test('an agent gets the guide alone: no unit it may not know of, no findings', async () => {
    const { get } = await world()
    const text = await (await get('/v1/entry?ref=manifest:harbor')).text()
    expect(text).not.toContain('payroll')
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['schemaVersion', 'kind', 'row'])
    expect((await get('/v1/entry?ref=pack:absent', person)).status).toBe(404)
  })
})
