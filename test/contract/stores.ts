import { describe, expect, test } from 'vitest'
import type { ApiKey } from '../../src/model/decisions/api-key.ts'
import type { Approval, Grant } from '../../src/model/decisions/decision.ts'
import type { RequestLimits } from '../../src/model/documents/effective.ts'
import type { Ports, Usage } from '../../src/model/ports.ts'
import type { Receipt } from '../../src/model/records/receipt.ts'
import { findReceipt, listReceipts } from '../../src/record/list.ts'
import { makeReceipt } from '../../src/record/receipt.ts'
import { verifyReceipts } from '../../src/record/verify.ts'

/** One place that keeps what is saved. */
export interface StoreWorld {
  /** The ports of one more server, or process, on the same place; up to date when it returns. */
  open(): Promise<Ports>
  /** As if everything that sessions noted had been noted these hours earlier. */
  ageSessions(hours: number): Promise<void>
}

/** What another server sees next. */
async function settled(writer: Ports, ...readers: readonly Ports[]): Promise<void> {
  await writer.shared?.settled()
  for (const { shared } of readers) await shared?.current()
}

const grant = (path: string): Grant => ({
  path,
  files: { 'a.md': 'sha256:a' },
  given: 'terminal',
  at: '2026-05-06T09:10:00.000Z',
  version: '0.1.0',
})

const approval = (ref: string, code: string, until: string): Approval =>
  ({ ref, path: '/w', code, given: 'terminal', at: '2026-05-06T09:10:00.000Z', until }) as Approval

const key = (name: string, tokenSha256: string): ApiKey => ({
  name,
  tokenSha256,
  requester: { authenticated: true, role: 'support' },
  created: '2026-05-06T09:10:00.000Z',
})

const release = {
  task: 'How long does the battery last?',
  requester: {},
  budget: 2000,
  tokenizer: 'o200k_base',
  version: '0.1.0',
  decisions: [],
  spans: [],
  fencedDigest: `sha256:${'0'.repeat(64)}`,
}

export const append = (ports: Ports, id: string): Promise<Receipt> =>
  ports.receipts.append((place) => makeReceipt(release, id, '2026-05-06T09:10:00.000Z', place))

/** Decided and counted as a release is. */
async function mayPass(usage: Usage, limits: RequestLimits, now: Date): Promise<boolean> {
  const ref = 'unit:harbor/setup'
  const { minute, day } = usage.count(ref, now, limits)
  const { requestsPerMinute = Infinity, requestsPerHour = Infinity, requestsPerDay = Infinity } = limits
  const hour = usage.hour?.(ref, now) ?? day
  if (minute >= requestsPerMinute || hour >= requestsPerHour || day >= requestsPerDay) return false
  if (usage.take) return usage.take([ref], now)
  usage.note(ref, now)
  return true
}

/** What every place of stores promises, whatever it is. */
export function storeContract(make: () => Promise<StoreWorld>): void {
  describe('grants', () => {
    test('are found by their folder, on every server, until they are removed', async () => {
      const world = await make()
      const [a, b] = [await world.open(), await world.open()]
      expect([a.grants.isEmpty(), a.grants.find('/no/x')]).toEqual([true, undefined])
      const before = b.grants.stamp?.()
      a.grants.save(grant('/no/x'))
      a.grants.save(grant('/no/x/below'))
      a.grants.save(grant('/no/xy'))
      await settled(a, b)
      expect(b.grants.stamp?.()).not.toBe(before)
      for (const { grants } of [a, b]) {
        expect(grants.find('/no/x')).toEqual(grant('/no/x'))
        expect(grants.below('/no/x').map(({ path }) => path)).toEqual(['/no/x', '/no/x/below'])
        expect(grants.isEmpty()).toBe(false)
      }
      expect([b.grants.remove('/no/x'), b.grants.remove('/no/z')]).toEqual([true, false])
      await settled(b, a)
      expect(a.grants.find('/no/x')).toBeUndefined()
      expect(a.grants.below('/no').map(({ path }) => path)).toEqual(['/no/x/below', '/no/xy'])
    })

    test('of any path, and the newest of two', async () => {
      const world = await make()
      const ports = await world.open()
      for (const path of ['/no/ünï "q" \\ $1 \u{1f600}', `/no/${'long/'.repeat(800)}x`]) {
        ports.grants.save(grant(path))
        ports.grants.save({ ...grant(path), version: '0.2.0' })
        await settled(ports)
        expect((await world.open()).grants.find(path)).toMatchObject({ path, version: '0.2.0' })
      }
    })

    test('that two servers save at once are both kept', async () => {
      const world = await make()
      const servers = [await world.open(), await world.open()]
      for (const [i, { grants }] of servers.entries()) for (let k = 0; k < 20; k++) grants.save(grant(`/no/${i}-${k}`))
      await Promise.all(servers.map((server) => settled(server)))
      expect((await world.open()).grants.below('/no')).toHaveLength(40)
    })
  })

  test('approvals are kept by ref and code; a newer one replaces', async () => {
    const world = await make()
    const ports = await world.open()
    ports.approvals.save(approval('unit:a/b', 'first', '2026'))
    ports.approvals.save(approval('unit:a/b', 'second', '2026'))
    ports.approvals.save(approval('unit:a/b', 'first', '2027'))
    ports.approvals.save(approval('unit:a/c', 'first', '2026'))
    await settled(ports)
    const { approvals } = await world.open()
    const found = approvals.find('unit:a/b').map(({ code, until }) => [code, until])
    expect(found.sort()).toEqual([
      ['first', '2027'],
      ['second', '2026'],
    ])
    expect(approvals.find('unit:a/d')).toEqual([])
  })

  test('switches are seen by every server', async () => {
    const world = await make()
    const [a, b] = [await world.open(), await world.open()]
    a.switches.set('pack:x', false)
    a.switches.set('pack:y', false)
    a.switches.set('pack:x', true)
    await settled(a, b)
    expect([...b.switches.disabled()]).toEqual(['pack:y'])
  })

  test('editions are forgotten with their folder, copies are found by their place', async () => {
    const world = await make()
    const ports = await world.open()
    for (const place of ['/no/p/KNOWLEDGE.md', '/no/p/q/knowledge.yaml', '/no/pq/KNOWLEDGE.md'])
      ports.editions?.save(place, { version: '1.0.0' })
    ports.copies?.save('/no/p/c.yaml', { url: 'https://a.example/c.yaml', digest: 'sha256:c' })
    ports.editions?.forget('/no/p')
    await settled(ports)
    const { editions, copies } = await world.open()
    expect(
      ['/no/p/KNOWLEDGE.md', '/no/p/q/knowledge.yaml', '/no/pq/KNOWLEDGE.md'].map((at) => editions?.find(at)),
    ).toEqual([undefined, undefined, { version: '1.0.0' }])
    expect(copies?.find('/no/p/c.yaml')).toEqual({ url: 'https://a.example/c.yaml', digest: 'sha256:c' })
  })

  test('keys are found by their digest until they are revoked', async () => {
    const world = await make()
    const [a, b] = [await world.open(), await world.open()]
    a.keys?.save(key('beta', 'b'.repeat(64)))
    a.keys?.save(key('alpha', 'a'.repeat(64)))
    await settled(a, b)
    expect(b.keys?.list().map(({ name }) => name)).toEqual(['alpha', 'beta'])
    expect(b.keys?.find('a'.repeat(64))).toEqual(key('alpha', 'a'.repeat(64)))
    expect([b.keys?.remove('alpha'), b.keys?.remove('gamma')]).toEqual([true, false])
    await settled(b, a)
    expect(a.keys?.find('a'.repeat(64))).toBeUndefined()
  })

  test('sessions have what any server noted', async () => {
    const world = await make()
    const [a, b] = [await world.open(), await world.open()]
    await a.sessions.note(
      's 1',
      new Map([
        ['span:\n"x"\u0000', 'sha256:1'],
        ['guide:y', 'sha256:2'],
      ]),
    )
    await b.sessions.note('s 1', new Map([['guide:y', 'sha256:3']]))
    expect([...(await a.sessions.given('s 1'))].sort()).toEqual([
      ['guide:y', 'sha256:3'],
      ['span:\n"x"\u0000', 'sha256:1'],
    ])
    expect((await b.sessions.given('s 2')).size).toBe(0)
  })

  test('sessions end a day after their last note, on every server, and begin anew without what they had', async () => {
    const world = await make()
    const [a, b] = [await world.open(), await world.open()]
    const keys = async (ports: Ports): Promise<readonly string[]> =>
      [...(await ports.sessions.given('s')).keys()].sort()
    await a.sessions.note('s', new Map([['first', 'sha256:1']]))
    await world.ageSessions(23)
    await b.sessions.note('s', new Map([['second', 'sha256:2']]))
    await world.ageSessions(23)
    expect([await keys(a), await keys(b)]).toEqual([
      ['first', 'second'],
      ['first', 'second'],
    ])
    await world.ageSessions(2)
    expect([await keys(a), await keys(b)]).toEqual([[], []])
    await b.sessions.note('s', new Map([['third', 'sha256:3']]))
    expect([await keys(a), await keys(b)]).toEqual([['third'], ['third']])
  })

  test('a session that is forgotten is forgotten by every server, and no other', async () => {
    const world = await make()
    const [a, b] = [await world.open(), await world.open()]
    for (const session of ['s', 'other']) await a.sessions.note(session, new Map([['first', 'sha256:1']]))
    await b.sessions.forget('s')
    await b.sessions.forget('never noted')
    await a.sessions.note('s', new Map([['second', 'sha256:2']]))
    expect([...(await b.sessions.given('s')).keys()]).toEqual(['second'])
    expect((await a.sessions.given('other')).size).toBe(1)
  })

  describe('requests', () => {
    /** One request after the other, on the servers in turn; whether each may pass. */
    const passes = async (limits: RequestLimits, times: readonly string[]): Promise<readonly boolean[]> => {
      const world = await make()
      const servers = [await world.open(), await world.open()]
      const passed: boolean[] = []
      for (const [i, time] of times.entries()) {
        const { usage } = servers[i % 2] as Ports
        passed.push(await mayPass(usage, limits, new Date(`2026-05-${time}Z`)))
      }
      return passed
    }

    test.each<[string, RequestLimits, Readonly<Record<string, boolean>>]>([
      [
        'KCP-159: a rolling minute',
        { requestsPerMinute: 2 },
        { '06T09:10:00': true, '06T09:10:30': true, '06T09:10:59': false, '06T09:11:00': true, '06T09:11:29': false },
      ],
      [
        'KL-084: a rolling hour, not the day',
        { requestsPerHour: 2 },
        { '06T09:10:00': true, '06T09:40:00': true, '06T10:09:59': false, '06T10:10:00': true, '06T10:39:59': false },
      ],
      [
        'KL-084: an hour over midnight',
        { requestsPerHour: 2 },
        { '06T23:30:00': true, '06T23:50:00': true, '07T00:29:59': false, '07T00:30:00': true, '07T00:50:00': true },
      ],
      [
        'KCP-159: a UTC day',
        { requestsPerDay: 2 },
        { '06T09:10:00': true, '06T23:00:00': true, '06T23:59:59': false, '07T00:00:00': true },
      ],
      [
        'KL-084: the tightest of three',
        { requestsPerMinute: 1, requestsPerHour: 2, requestsPerDay: 3 },
        {
          '06T09:10:00': true,
          '06T09:10:30': false,
          '06T09:20:00': true,
          '06T09:30:00': false,
          '06T11:00:00': true,
          '06T13:00:00': false,
        },
      ],
      ['no request at all', { requestsPerHour: 0 }, { '06T09:10:00': false }],
    ])('%s', async (_title, limits, expected) => {
      expect(await passes(limits, Object.keys(expected))).toEqual(Object.values(expected))
    })
  })

  describe('receipts', () => {
    test('of several servers are chains of their own that verify together', async () => {
      const world = await make()
      const servers = [await world.open(), await world.open()]
      for (let i = 0; i < 3; i++) await Promise.all(servers.map((server, which) => append(server, `r-${which}-${i}`)))
      const { receipts } = await world.open()
      expect(await verifyReceipts(receipts)).toMatchObject({ ok: true, records: 6, failures: [] })
      expect(await receipts.segments()).toHaveLength(2)
      expect((await listReceipts(receipts)).receipts.map(({ id }) => id)).toEqual([
        'r-0-0',
        'r-0-1',
        'r-0-2',
        'r-1-0',
        'r-1-1',
        'r-1-2',
      ])
    })

    test('that are appended at once keep their order, and each is found by its id', async () => {
      const world = await make()
      const ports = await world.open()
      const made = await Promise.all(Array.from({ length: 50 }, (_, i) => append(ports, `r-${i}`)))
      expect(made.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, i) => `r-${i}`))
      const { receipts } = await world.open()
      expect(await verifyReceipts(receipts)).toMatchObject({ ok: true, records: 50 })
      expect(await findReceipt(receipts, 'r-31')).toEqual(made[31])
      expect(await findReceipt(receipts, 'r-310')).toBeUndefined()
    })

    test('name the last record of other servers, so that its loss is detected', async () => {
      const world = await make()
      const [a, b] = [await world.open(), await world.open()]
      const first = await append(a, 'r-1')
      const second = await append(b, 'r-2')
      expect(second.anchors?.map(({ link }) => link)).toEqual([first.link])
      expect((await a.receipts.heads?.())?.map(({ link }) => link)).toEqual([second.link])
    })

    test('stay out where one of them cannot be made, and the next ones follow', async () => {
      const world = await make()
      const ports = await world.open()
      await append(ports, 'r-1')
      await expect(
        ports.receipts.append(() => {
          throw new Error('no')
        }),
      ).rejects.toThrow('receipt')
      await append(ports, 'r-2')
      expect(await verifyReceipts((await world.open()).receipts)).toMatchObject({ ok: true, records: 2 })
    })

    test('hide the same text alike on every server', async () => {
      const world = await make()
      const [a, b] = [await world.open(), await world.open()]
      expect(a.receipts.hide('task')).toMatch(/^hmac-sha256:[0-9a-f]{64}$/)
      expect(b.receipts.hide('task')).toBe(a.receipts.hide('task'))
      expect(b.receipts.hide('tasks')).not.toBe(a.receipts.hide('task'))
    })
  })
}
