import { randomBytes } from 'node:crypto'
import type { Receipts } from '../../model/ports.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { hashUnder } from '../stores/operator-key.ts'
import { recordLine, segmentHead } from '../receipts/segment-lines.ts'

/** Records in memory: the operator's choice where nothing can be written. */
export function memoryReceipts(kept: Receipt[] = []): Receipts {
  const key = randomBytes(32).toString('hex')
  const name = 'memory'
  const head = segmentHead(name)
  return {
    durable: false,
    async append(make) {
      const receipt = make({ lastLink: kept.at(-1)?.link ?? head.link, anchors: [] })
      kept.push(receipt)
      return receipt
    },
    segments: () => [name],
    segment: (wanted) => (wanted === name ? [head.line, ...kept.map(recordLine)].join('') : ''),
    hide: (text) => hashUnder(key, text),
  }
}
