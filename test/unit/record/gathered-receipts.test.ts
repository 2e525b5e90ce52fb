import fs, { readdirSync, readFileSync, truncateSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { receiptStore } from '../../../src/io/receipts/receipt-store.ts'
import type { Receipts } from '../../../src/model/ports.ts'
import type { Receipt } from '../../../src/model/records/receipt.ts'
import { listReceipts } from '../../../src/record/list.ts'
import { makeReceipt } from '../../../src/record/receipt.ts'
import { verifyReceipts } from '../../../src/record/verify.ts'
import { tempFolder } from '../../support/temp-folder.ts'

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

/** Ids sort as they were appended. */
const idOf = (i: number): string => `r-${String(i).padStart(4, '0')}`
const idsTo = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => idOf(i))
const append = (store: Receipts, id: string): Promise<Receipt> =>
  store.append((place) => makeReceipt(release, id, '2026-05-06T09:10:00.000Z', place))
const appendAll = (store: Receipts, ids: readonly string[]): Promise<PromiseSettledResult<Receipt>[]> =>
  Promise.allSettled(ids.map((id) => append(store, id)))

const segmentsOf = (state: string): readonly string[] =>
  readdirSync(join(state, 'receipts')).filter((name) => name.endsWith('.jsonl'))
const linesOf = (state: string, index = 0): readonly string[] =>
  readFileSync(join(state, 'receipts', segmentsOf(state)[index] ?? ''), 'utf8')
    .split('\n')
    .slice(0, -1)
const idsIn = (lines: readonly string[]): readonly string[] =>
  lines.slice(1).map((line) => (JSON.parse(line) as Receipt).id)

type Sync = (descriptor: number, done: (error: Error | null) => void) => void

/** Replaces how records reach the disk; `real` is how they do. */
function syncRecordsBy(sync: (real: Sync) => Sync) {
  const real = fs.fdatasync as Sync
  const spy = vi.spyOn(fs, 'fdatasync').mockImplementation(sync(real) as typeof fs.fdatasync)
  syncBuiltinESMExports()
  return spy
}

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const diskFull = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })

describe('records that are appended at the same time', () => {
  test('reach the disk together: 200 of them by a few durable writes, each with its own receipt', async () => {
    const state = tempFolder()
    const store = receiptStore(state)
    const syncs = syncRecordsBy((real) => real)
    const first = appendAll(store, idsTo(100))
    await append(store, 'r-between')
    const more = appendAll(store, idsTo(200).slice(100))
    const receipts = [...(await first), ...(await more)]
    expect(syncs.mock.calls.length).toBeLessThanOrEqual(3)
    expect(receipts.map((one) => one.status === 'fulfilled' && one.value.id)).toEqual(idsTo(200))
    expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true, records: 201 })
  })

  test('are in the chain in the order in which they were appended, whatever arrived during a write', async () => {
    const state = tempFolder()
    const store = receiptStore(state)
    const late: Promise<Receipt>[] = []
    syncRecordsBy((real) => (descriptor, done) => {
      if (late.length < 3) late.push(append(store, idOf(2 + late.length)))
      real(descriptor, done)
    })
    await appendAll(store, idsTo(2))
    await Promise.all(late)
    expect(idsIn(linesOf(state))).toEqual(idsTo(5))
    expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true, records: 5 })
  })

  test('are acknowledged only when they are durable', async () => {
    const state = tempFolder()
    const store = receiptStore(state)
    const waiting: (() => void)[] = []
    syncRecordsBy((real) => (descriptor, done) => waiting.push(() => real(descriptor, done)))
    let acknowledged = 0
    const all = idsTo(3).map((id) => append(store, id).then(() => acknowledged++))
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    expect([linesOf(state).length, acknowledged]).toEqual([4, 0])
    waiting[0]?.()
    await Promise.all(all)
    expect(acknowledged).toBe(3)
  })

  test('are stored beside those of other processes, which name only the last of them', async () => {
    const state = tempFolder()
    const [one, other] = [receiptStore(state), receiptStore(state)]
    await Promise.all([appendAll(one, idsTo(20)), appendAll(other, ['r-a', 'r-b'])])
    await appendAll(other, ['r-c', 'r-d'])
    expect(readdirSync(join(state, 'receipts', 'heads'))).toHaveLength(1)
    expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true, records: 24 })
  })
})

describe('a write that fails', () => {
  test('refuses every record of it and stores none, and the next is stored', async () => {
    const state = tempFolder()
    const store = receiptStore(state)
    await append(store, 'r-before')
    let isFull = true
    syncRecordsBy((real) => (descriptor, done) => (isFull ? done(diskFull()) : real(descriptor, done)))
    const refused = await appendAll(store, idsTo(50))
    expect(new Set(refused.map((one) => (one.status === 'rejected' ? String(one.reason) : 'stored')))).toEqual(
      new Set([
        `Error: the receipt cannot be stored in ${join(state, 'receipts')}: the disk is full. What cannot be recorded is not released. Fix that, set LOREFENCE_STATE to another folder, or set "records: memory" in your config.`,
      ]),
    )
    expect((await listReceipts(receiptStore(state))).receipts.map(({ id }) => id)).toEqual(['r-before'])
    isFull = false
    await appendAll(store, ['r-after', 'r-later'])
    expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true, records: 3 })
  })

  test('refuses only its own records: those that arrive meanwhile are stored by the next', async () => {
    const state = tempFolder()
    const store = receiptStore(state)
    const late: Promise<Receipt>[] = []
    syncRecordsBy((real) => (descriptor, done) => {
      if (late.length > 0) return real(descriptor, done)
      late.push(append(store, 'r-late'))
      return done(diskFull())
    })
    const refused = await appendAll(store, idsTo(2))
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await late[0])?.id).toBe('r-late')
    expect((await listReceipts(receiptStore(state))).receipts.map(({ id }) => id)).toEqual(['r-late'])
  })

  test('takes back the sign of its last record, so that nobody misses it', async () => {
    const state = tempFolder()
    const store = receiptStore(state)
    await append(store, 'r-before')
    const real = fs.fsync as Sync
    let isFull = true
    vi.spyOn(fs, 'fsync').mockImplementation(((descriptor, done) =>
      isFull ? done(diskFull()) : real(descriptor, done)) as typeof fs.fsync)
    syncBuiltinESMExports()
    expect((await appendAll(store, idsTo(3))).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    isFull = false
    expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true, records: 1 })
  })
})

describe('a process that stops during a write of many', () => {
  test('leaves a file that verifies, wherever it was cut', async () => {
    const state = tempFolder()
    const store = receiptStore(state)
    await append(store, 'r-before')
    // Nothing was acknowledged: the process ended before the write was durable.
    syncRecordsBy(() => () => undefined)
    void appendAll(store, idsTo(5))
    await vi.waitFor(() => expect(linesOf(state)).toHaveLength(7))
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    const path = join(state, 'receipts', segmentsOf(state)[0] ?? '')
    const whole = readFileSync(path)
    const before = Buffer.byteLength(`${linesOf(state).slice(0, 2).join('\n')}\n`)
    for (let end = whole.length; end >= before; end -= 97) {
      truncateSync(path, end)
      expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true })
    }
    truncateSync(path, before + 3)
    await append(receiptStore(state), 'r-next')
    expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true, records: 2 })
  })
})
