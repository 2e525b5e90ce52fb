import { describe, expect, test } from 'vitest'
import { findReceipt } from '../../../src/app/index.ts'
import { sha256Of } from '../../../src/io/secrets.ts'
import type { Inspection, InspectedDocument } from '../../../src/model/reading/inspection.ts'
import { byAny, byOwnToken, byTable } from '../../../src/serve/http/identity.ts'
import { doorWorld, packAt, type DoorWorld } from '../../support/door-world.ts'
import { httpWorld, type HttpWorld } from '../../support/http-world.ts'

const battery = { task: 'How long does the battery last?' }
const person = { authorization: 'Bearer person' }

const clients = [{ tokenSha256: sha256Of('guest'), requester: {} }]
const own = { tokenSha256: sha256Of('person'), requester: { clearance: 'internal' as const } }

const inspectWorld = (world: DoorWorld = doorWorld()): Promise<HttpWorld> =>
  httpWorld({ authenticate: byAny([byOwnToken(own), byTable(clients)]) }, world)

const inspected = async (response: Response | Promise<Response>): Promise<Inspection> =>
  (await (await response).json()) as Inspection

describe('POST /v1/inspect', () => {
  test('returns a read with its excerpts, parts, omissions and decisions, and records it', async () => {
    const world = doorWorld()
    const { post } = await inspectWorld(world)
    const read = await inspected(post('/v1/inspect', battery, person))
    expect(read.outcome).toBe('answered')
    expect(read.excerpts.map(({ ref, path, text }) => ({ ref, path, text }))).toEqual([
      {
        ref: 'pack:kiosk',
        path: 'compiled/facts.md',
        text: 'The battery lasts nine hours. [source: sources/sheet.md#L3]',
      },
    ])
    expect(read.parts.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      'envelope kiosk',
      'section compiled/facts.md › Facts › Battery',
      'envelope end',
      'envelope end',
    ])
    expect(read.parts.map(({ start, end }) => read.text.slice(start, end)).join('')).toBe(read.text)
    expect(read.decisions.find(({ ref }) => ref === 'unit:harbor/payroll')?.verdict).toBe('deny')
    expect((await findReceipt(world.ports.receipts, read.receipt))?.requester).toMatchObject({ clearance: 'internal' })
  })

  test('to a credential that may be an agent it gives no text outside the fence, and no name it may not know', async () => {
    const { post } = await inspectWorld()
    const response = await post('/v1/inspect', battery)
    const text = await response.text()
    const read = JSON.parse(text) as Inspection
    expect(read.text).toContain('nine hours')
    expect(read.excerpts.map((excerpt) => 'text' in excerpt)).toEqual([false])
    expect(text).not.toContain('payroll')
  })

  test.each([[{ ...battery, as: 'clearance=restricted' }], [{ ...battery, at: '2030-01-01' }]])(
    'an agent may not ask %j',
    async (body) => {
      const { post } = await inspectWorld()
      expect((await post('/v1/inspect', body)).status).toBe(403)
    },
  )

  test('a person asks as exactly another requester, and the record says so', async () => {
    const world = doorWorld()
    const { post } = await inspectWorld(world)
    const task = { task: 'salaries' }
    const mine = await inspected(post('/v1/inspect', task, person))
    const theirs = await inspected(post('/v1/inspect', { ...task, as: 'clearance=restricted' }, person))
    expect([mine.text.includes('UNSEEN'), theirs.text.includes('UNSEEN')]).toEqual([false, true])
    expect((await findReceipt(world.ports.receipts, theirs.receipt))?.requester).toEqual({
      clearance: 'restricted',
      model: 'external',
    })
  })

  test('at another date it decides for that date, and records the time of the release', async () => {
    const world = doorWorld()
    const { post } = await inspectWorld(world)
    const read = await inspected(post('/v1/inspect', { ...battery, at: '2031-05-06' }, person))
    const receipt = await findReceipt(world.ports.receipts, read.receipt)
    expect([read.at, receipt?.decidedAt]).toEqual(['2031-05-06T00:00:00.000Z', '2031-05-06T00:00:00.000Z'])
    expect(receipt?.time.startsWith('2031')).toBe(false)
  })

  test.each([[{}], [{ task: ' ' }], [{ ...battery, as: 'clearance=none' }], [{ ...battery, at: 'soon' }]])(
    'refuses %j',
    async (body) => {
      const { post } = await inspectWorld()
      expect((await post('/v1/inspect', body, person)).status).toBe(400)
    },
  )
})

describe('POST /v1/document', () => {
  const placed = { ref: 'pack:kiosk', path: 'compiled/facts.md' }

  test('returns the file of an excerpt with what was released of it, to a person, and records it', async () => {
    const world = doorWorld()
    const { post } = await inspectWorld(world)
    const { receipt } = await inspected(post('/v1/inspect', battery, person))
    const response = await post('/v1/document', { receipt, ...placed }, person)
    const document = (await response.json()) as InspectedDocument
    expect(document.text).toContain('The screen is covered')
    expect(document.released.map(({ start, end }) => document.text.slice(start, end))).toEqual([
      'The battery lasts nine hours. [source: sources/sheet.md#L3]',
    ])
    expect((await findReceipt(world.ports.receipts, document.receipt))?.spans).toMatchObject([
      { ...placed, start: 0, end: document.text.length },
    ])
    expect((await post('/v1/document', { receipt, ...placed })).status).toBe(403)
  })

  test('no file that the receipt does not name, and none of another client', async () => {
    const { post } = await inspectWorld()
    const { receipt } = await inspected(post('/v1/inspect', battery, person))
    const other = await inspected(post('/v1/inspect', battery))
    expect((await post('/v1/document', { receipt, ...placed, path: 'sources/sheet.md' }, person)).status).toBe(403)
    expect((await post('/v1/document', { receipt: other.receipt, ...placed }, person)).status).toBe(404)
  })

  test('AK-362: a disputed claim of the file is blanked', async () => {
    const claim = { claim_id: 'screen', text: 'The screen lasts UNSEEN years.', status: 'disputed' }
    const world = doorWorld({
      ...packAt('kiosk', { description: 'Battery facts of the kiosk.' }),
      '.agents/knowledge/kiosk/compiled/facts.md':
        '# Facts\n\n- The battery lasts nine hours.\n- The screen lasts UNSEEN years.\n',
      '.agents/knowledge/kiosk/indexes/source-map.json': JSON.stringify({
        claims: [{ ...claim, compiled_into: ['compiled/facts.md'] }],
      }),
    })
    const { post } = await inspectWorld(world)
    const { receipt, text } = await inspected(post('/v1/inspect', battery, person))
    expect(text).toContain('nine hours')
    const document = await (await post('/v1/document', { receipt, ...placed }, person)).text()
    expect(document).toContain('nine hours')
    expect(document).not.toContain('UNSEEN')
  })
})

test('POST /v1/why says why a document was not selected, and releases nothing', async () => {
  const { post } = await inspectWorld()
  const why = await (await post('/v1/why', { ...battery, target: 'docs/payroll.md' }, person)).json()
  expect(why).toMatchObject({ ref: 'unit:harbor/payroll', verdict: 'deny', given: false })
  expect((await post('/v1/why', { ...battery, target: 'docs/payroll.md' })).status).toBe(404)
})

test('a person may write any part of a name or path: one that fits is explained, of several it may choose', async () => {
  const { post } = await inspectWorld()
  const ask = async (target: string, headers = {}): Promise<unknown> =>
    (await post('/v1/why', { ...battery, target }, headers)).json()
  expect(await ask('PAYROLL.md', person)).toMatchObject({ kind: 'why', ref: 'unit:harbor/payroll' })
  expect(await ask('facts.md', person)).toMatchObject({ kind: 'why', ref: 'pack:kiosk', path: 'compiled/facts.md' })
  const { targets } = (await ask('iosk#', person)) as { readonly targets: readonly string[] }
  expect(targets).toEqual(expect.arrayContaining(['kiosk#KNOWLEDGE.md', 'kiosk#compiled/facts.md']))
  expect(await ask('penguins', person)).toMatchObject({ status: 404 })
  for (const part of ['PAYROLL.md', 'facts.md']) expect(await ask(part)).toMatchObject({ status: 404 })
})
