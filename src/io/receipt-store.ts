import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Receipts } from '../model/ports.ts'
import { ensurePrivateFolder } from './state-folder.ts'

/** One segment per process, so that processes never write into each other's lines. */
export function receiptStore(folder: string): Receipts {
  const receipts = join(folder, 'receipts')
  const segment = join(receipts, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${process.pid}-${randomBytes(4).toString('hex')}.jsonl`)
  let lastLink = ''
  return {
    lastLink: () => lastLink,
    append(receipt) {
      ensurePrivateFolder(receipts)
      const descriptor = openSync(segment, 'a', 0o600)
      try {
        writeSync(descriptor, `${JSON.stringify(receipt)}\n`)
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
      lastLink = receipt.link
    },
  }
}
