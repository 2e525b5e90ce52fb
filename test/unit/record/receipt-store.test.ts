import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { receiptStore } from '../../../src/io/receipts/receipt-store.ts'
import type { Receipts } from '../../../src/model/ports.ts'
import type { Receipt } from '../../../src/model/records/receipt.ts'
import { findReceipt, listReceipts } from '../../../src/record/list.ts'
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

const append = (store: Receipts, id: string): Promise<Receipt> =>
  store.append((place) => makeReceipt(release, id, '2026-05-06T09:10:00.000Z', place))

async function keep(store: Receipts, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await append(store, id)
}

const filesOf = (state: string): readonly string[] =>
  readdirSync(join(state, 'receipts'))
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
const pathOf = (state: string, index = 0): string => join(state, 'receipts', filesOf(state)[index] ?? '')
const problemsOf = async (state: string): Promise<readonly string[]> =>
  (await verifyReceipts(receiptStore(state))).failures.map(({ line, problem }) => `${line ?? '-'} ${problem}`)
const clockFrom = (start: string, stepSeconds = 1): (() => Date) => {
  let time = Date.parse(start)
  return () => new Date((time += stepSeconds * 1000))
}

describe('one segment per process', () => {
  test('records of one store go into one file, readable by the user alone', async () => {
    const state = tempFolder()
    await keep(receiptStore(state), 'r-1', 'r-2')
    expect(filesOf(state)).toHaveLength(1)
    expect([statSync(pathOf(state)).mode & 0o777, statSync(join(state, 'receipts')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
    expect((await listReceipts(receiptStore(state))).receipts.map(({ id }) => id)).toEqual(['r-1', 'r-2'])
  })

  test('AK-210: stores side by side write into files of their own, and all is found', async () => {
    const state = tempFolder()
    // At one moment in one process: nothing but chance tells their files apart.
    const stores = Array.from({ length: 20 }, () =>
      receiptStore(state, { now: () => new Date('2026-05-06T09:10:00Z') }),
    )
    for (const [i, store] of stores.entries()) await keep(store, `r-${i}`)
    expect(filesOf(state)).toHaveLength(20)
    expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true, records: 20 })
    expect((await findReceipt(receiptStore(state), 'r-7'))?.id).toBe('r-7')
    expect(await findReceipt(receiptStore(state), 'r-77')).toBeUndefined()
  })

  test('a segment that is large enough is followed by another, in one chain', async () => {
    const state = tempFolder()
    await keep(
      receiptStore(state, { segmentBytes: 1000, now: clockFrom('2026-05-06T00:00:00Z') }),
      'r-1',
      'r-2',
      'r-3',
      'r-4',
    )
    expect(filesOf(state).length).toBeGreaterThan(1)
    expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true, records: 4 })
  })

  test('a segment older than a day is not written to any more', async () => {
    const state = tempFolder()
    const store = receiptStore(state, { now: clockFrom('2026-05-06T00:00:00Z', 60 * 60 * 13) })
    await keep(store, 'r-1', 'r-2', 'r-3')
    expect(filesOf(state).length).toBeGreaterThan(1)
    expect((await verifyReceipts(store)).ok).toBe(true)
  })
})

describe('what a stopped writer leaves behind', () => {
  test('a half-written last line is passed over by readers and by the next writer', async () => {
    const state = tempFolder()
    await keep(receiptStore(state), 'r-1')
    appendFileSync(pathOf(state), '{"id":"r-2","time":"2026-')
    await keep(receiptStore(state), 'r-3')
    expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true, records: 2 })
    expect(await listReceipts(receiptStore(state))).toMatchObject({
      receipts: [{ id: 'r-1' }, { id: 'r-3' }],
      damaged: [],
    })
  })

  test('a writer whose own segment was touched goes on in a new one', async () => {
    const state = tempFolder()
    const store = receiptStore(state)
    await keep(store, 'r-1')
    appendFileSync(pathOf(state), '{"half')
    await keep(store, 'r-2')
    expect(filesOf(state)).toHaveLength(2)
    expect(await verifyReceipts(store)).toMatchObject({ ok: true, records: 2 })
  })

  test.each(['', '{"kind":"segm'])('a segment that was only begun is empty: %j', async (text) => {
    const state = tempFolder()
    await keep(receiptStore(state), 'r-1')
    writeFileSync(join(state, 'receipts', '2999-01-01T00-00-00-000Z-1-00000000.jsonl'), text)
    await keep(receiptStore(state), 'r-2')
    expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true, records: 2 })
  })
})

describe('a place that cannot be written to', () => {
  test('a file in the way of the folder: a refusal that says so, and nothing is left behind', async () => {
    const state = tempFolder({ receipts: '' })
    await expect(keep(receiptStore(state), 'r-1')).rejects.toThrow(
      /cannot be stored in .*receipts: a file is where a folder is needed\. What cannot be recorded is not released\./,
    )
    expect(readdirSync(state)).toEqual(['receipts'])
  })

  test.skipIf(process.getuid?.() === 0)('a folder without write permission', async () => {
    const state = tempFolder()
    mkdirSync(join(state, 'receipts'))
    chmodSync(state, 0o500)
    await expect(keep(receiptStore(join(state, 'inner')), 'r-1')).rejects.toThrow(
      'permission to write to the folder is denied',
    )
    chmodSync(state, 0o700)
  })
})

describe('retention', () => {
  const old = new Date('2026-01-01T00:00:00Z')

  test('segments past their days are removed, oldest first, and the rest still verifies', async () => {
    const state = tempFolder()
    await keep(receiptStore(state, { now: () => old }), 'r-1')
    utimesSync(pathOf(state), old, old)
    await keep(receiptStore(state), 'r-2')
    await keep(receiptStore(state, { keepDays: 30 }), 'r-3')
    expect((await listReceipts(receiptStore(state))).receipts.map(({ id }) => id)).toEqual(['r-2', 'r-3'])
    expect((await verifyReceipts(receiptStore(state))).ok).toBe(true)
  })

  test('what is removed by somebody else is missed, however old it is', async () => {
    const state = tempFolder()
    for (const day of [1, 2, 3]) {
      await keep(receiptStore(state, { now: () => new Date(`2026-01-0${day}T00:00:00Z`) }), `r-${day}`)
      if (day === 1) utimesSync(pathOf(state), old, old)
    }
    await keep(receiptStore(state, { keepDays: 30 }), 'r-4')
    expect([filesOf(state).length, await problemsOf(state)]).toEqual([3, []])
    rmSync(pathOf(state))
    expect(await problemsOf(state)).toEqual(['- segment-missing'])
  })

  test('without a number of days everything is kept', async () => {
    const state = tempFolder()
    await keep(receiptStore(state, { now: () => old }), 'r-1')
    utimesSync(pathOf(state), old, old)
    await keep(receiptStore(state), 'r-2')
    expect(filesOf(state)).toHaveLength(2)
  })
})

describe('what verifying finds', () => {
  async function threeRecords(): Promise<string> {
    const state = tempFolder()
    await keep(receiptStore(state), 'r-1', 'r-2', 'r-3')
    return state
  }
  const linesOf = (state: string): readonly string[] => readFileSync(pathOf(state), 'utf8').split('\n').slice(0, -1)
  const write = (state: string, lines: readonly string[]): void => writeFileSync(pathOf(state), `${lines.join('\n')}\n`)

  test('nothing in an untouched chain', async () => {
    expect(await problemsOf(await threeRecords())).toEqual([])
  })

  test('an edited record, by its line', async () => {
    const state = await threeRecords()
    write(
      state,
      linesOf(state).map((line, i) => (i === 2 ? line.replace('battery', 'printer') : line)),
    )
    expect(await problemsOf(state)).toEqual(['3 edited'])
  })

  test.each([
    ['its id', '"r-2"', '"r-9"'],
    ['its time', '09:10', '09:11'],
  ])('an edit of what the proof leaves out: %s', async (_name, from, to) => {
    const state = await threeRecords()
    write(
      state,
      linesOf(state).map((line, i) => (i === 2 ? line.replace(from, to) : line)),
    )
    expect(await problemsOf(state)).toEqual(['3 broken-chain'])
  })

  test('a removed record, by the line after it', async () => {
    const state = await threeRecords()
    write(
      state,
      linesOf(state).filter((_line, i) => i !== 2),
    )
    expect(await problemsOf(state)).toEqual(['3 broken-chain'])
  })

  test('records in another order', async () => {
    const state = await threeRecords()
    const [head = '', first = '', second = '', third = ''] = linesOf(state)
    write(state, [head, second, first, third])
    expect(await problemsOf(state)).toEqual(['2 broken-chain', '3 broken-chain', '4 broken-chain'])
  })

  test('a record that is there twice', async () => {
    const state = await threeRecords()
    const lines = linesOf(state)
    write(state, [...lines, lines[3] ?? ''])
    expect(await problemsOf(state)).toEqual(['5 broken-chain', '5 repeated'])
  })

  test('a line that is no record', async () => {
    const state = await threeRecords()
    write(
      state,
      linesOf(state).map((line, i) => (i === 2 ? line.slice(0, 40) : line)),
    )
    expect(await problemsOf(state)).toEqual(['3 damaged'])
  })

  test.each([
    { decisions: [{ ref: 'pack:kiosk', verdict: 'allow', reasons: 'none' }] },
    { decisions: [{ ref: 'pack:kiosk', verdict: 'allow', reasons: [null] }] },
    { spans: [{}] },
    { spans: [{ ref: 7, path: 'a.md', start: 0, end: 0, fileDigest: '', spanDigest: '' }] },
    { spans: [{ ref: 'pack:kiosk', path: 'a.md', start: 0, end: 0, fileDigest: '', spanDigest: '', headings: 7 }] },
    { requester: null },
    { named: 'pack:kiosk' },
    { sources: [{}] },
  ])('a line that only looks like a record: %j', async (odd) => {
    const state = await threeRecords()
    write(
      state,
      linesOf(state).map((line, i) => (i === 2 ? JSON.stringify({ ...(JSON.parse(line) as object), ...odd }) : line)),
    )
    expect(await problemsOf(state)).toEqual(['3 damaged'])
    expect((await listReceipts(receiptStore(state))).receipts.map(({ id }) => id)).toEqual(['r-1', 'r-3'])
  })

  test('records cut off the end of a segment that another goes on from', async () => {
    const state = await threeRecords()
    await keep(receiptStore(state, { now: clockFrom('2100-01-01T00:00:00Z') }), 'r-4')
    truncateSync(pathOf(state), Buffer.byteLength(linesOf(state).slice(0, 3).join('\n')) + 1)
    expect(await problemsOf(state)).toEqual(['- shortened'])
  })

  test('a whole segment that was taken away from between others', async () => {
    const state = await threeRecords()
    // Segments of one millisecond have no order of their own.
    await keep(receiptStore(state, { now: clockFrom('2100-01-01T00:00:00Z') }), 'r-4')
    await keep(receiptStore(state, { now: clockFrom('2100-01-02T00:00:00Z') }), 'r-5')
    rmSync(pathOf(state, 1))
    expect(await problemsOf(state)).toEqual(['- segment-missing'])
  })

  test('a head that was taken away or exchanged', async () => {
    const state = await threeRecords()
    await keep(receiptStore(state), 'r-4')
    const path = pathOf(state, 1)
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*\n/, '{"kind":"segment","schemaVersion":1}\n'))
    expect(await problemsOf(state)).toEqual(['2 broken-chain'])
  })
})

describe('a name that a record was edited to hold', () => {
  test.each(['../outside.jsonl', '/etc/passwd', 'a.jsonl/', 'heads', '.hidden.jsonl', 'a\0.jsonl', ''])(
    'opens no file that is not a segment: %j',
    async (name) => {
      const state = tempFolder()
      const store = receiptStore(state)
      await keep(store, 'r-1')
      writeFileSync(join(state, 'outside.jsonl'), readFileSync(pathOf(state)))
      expect(await store.segment(name)).toBe('')
    },
  )

  test('is a failure of the chain, and verifying goes on', async () => {
    const state = tempFolder()
    const [a, b] = [
      receiptStore(state, { now: clockFrom('2026-05-06T09:10:00Z') }),
      receiptStore(state, { now: clockFrom('2026-05-06T09:11:00Z') }),
    ]
    await keep(a, 'r-1')
    await keep(b, 'r-2')
    await keep(a, 'r-3')
    const named = filesOf(state)[1] ?? ''
    const first = pathOf(state, 0)
    writeFileSync(first, readFileSync(first, 'utf8').replaceAll(`"${named}"`, `"${named}/"`))
    expect((await problemsOf(state)).length).toBeGreaterThan(0)
  })
})
