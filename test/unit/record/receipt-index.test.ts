import { appendFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ReceiptIndex } from '../../../src/io/receipts/receipt-index.ts'
import { receiptStore } from '../../../src/io/receipts/receipt-store.ts'
import type { Receipt } from '../../../src/model/records/receipt.ts'
import { makeReceipt } from '../../../src/record/receipt.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const release = {
  task: '',
  requester: {},
  budget: 2000,
  tokenizer: 'o200k_base',
  version: '0.1.0',
  decisions: [],
  spans: [],
  claims: [{ ref: 'pack:kiosk', path: 'a.md', id: 'r-claim', status: 'current' }],
  fencedDigest: `sha256:${'0'.repeat(64)}`,
}

const kept = (state: string, options = {}) => {
  const store = receiptStore(state, options)
  return {
    store,
    append: (id: string): Promise<Receipt> =>
      store.append((place) => makeReceipt(release, id, '2026-05-06T09:10:00.000Z', place)),
    idOf: async (id: string): Promise<unknown> => {
      const line = await store.find?.(id)
      return line === undefined ? undefined : (JSON.parse(line) as Receipt).id
    },
  }
}

test('a record is found by its id, of this process or another, whenever it was appended', async () => {
  const state = tempFolder()
  const [own, other] = [kept(state, { segmentBytes: 1500 }), kept(state)]
  for (let i = 0; i < 10; i++) await own.append(`r-${i}`)
  expect(await own.idOf('r-3')).toBe('r-3')
  await own.append('r-late')
  await other.append('r-other')
  expect([await own.idOf('r-late'), await own.idOf('r-other'), await other.idOf('r-0')]).toEqual([
    'r-late',
    'r-other',
    'r-0',
  ])
  expect([await own.idOf('r-claim'), await own.idOf('r-'), await own.idOf('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('what is half written or removed is not found', async () => {
  const state = tempFolder()
  const { append, idOf } = kept(state)
  await append('r-1')
  const folder = join(state, 'receipts')
  const name = readdirSync(folder).find((one) => one.endsWith('.jsonl')) ?? ''
  appendFileSync(join(folder, name), '{"id":"r-half"')
  expect([await idOf('r-half'), await idOf('r-1')]).toEqual([undefined, 'r-1'])
  rmSync(join(folder, name))
  expect(await idOf('r-1')).toBeUndefined()
})

test('a segment is read once, however long the history is, and again when it has grown', () => {
  const line = (id: string): string => `${JSON.stringify({ id })}\n`
  const texts = new Map(Array.from({ length: 50 }, (_, i) => [`s-${i}`, line(`r-${i}`)]))
  const textOf = vi.fn((name: string) => texts.get(name) ?? '')
  const index = new ReceiptIndex({
    names: () => [...texts.keys()],
    sizeOf: (name) => texts.get(name)?.length ?? 0,
    textOf,
  })
  expect(index.find('r-none')).toBeUndefined()
  expect(textOf).toHaveBeenCalledTimes(50)
  textOf.mockClear()
  expect([index.find('r-0'), index.find('r-none')]).toEqual(['{"id":"r-0"}', undefined])
  expect(textOf).toHaveBeenCalledTimes(1)
  textOf.mockClear()
  texts.set('s-49', `${texts.get('s-49')}${line('r-new')}`)
  expect(index.find('r-new')).toBe('{"id":"r-new"}')
  expect(new Set(textOf.mock.calls.flat())).toEqual(new Set(['s-49']))
})
