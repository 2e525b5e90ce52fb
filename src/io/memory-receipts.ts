import { randomBytes } from 'node:crypto'
import type { Receipts } from '../model/ports.ts'
import type { Receipt } from '../model/receipt.ts'
import { hashUnder } from './operator-key.ts'

/** Records that end with the process: the operator's choice where nothing can be written. */
export function memoryReceipts(kept: Receipt[] = []): Receipts {
  const key = randomBytes(32).toString('hex')
  const name = 'memory'
  return {
    durable: false,
    lastLink: () => kept.at(-1)?.link ?? '',
    append: (receipt) => void kept.push(receipt),
    segments: () => [name],
    segment: (wanted) => (wanted === name ? [{ kind: 'segment', schemaVersion: 1 }, ...kept].map((line) => `${JSON.stringify(line)}\n`).join('') : ''),
    hide: (text) => hashUnder(key, text),
  }
}
