import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Clock, Ids, Ports, Receipts } from '../model/ports.ts'
import { diskCache } from './disk/disk-cache.ts'
import { diskFiles } from './disk/disk-files.ts'
import { diskWatcher } from './disk/disk-watcher.ts'
import { memoryReceipts } from './memory/memory-receipts.ts'
import { openTelemetry } from './telemetry/open-telemetry.ts'
import { receiptStore } from './receipts/receipt-store.ts'
import { approvalStore, copyStore, editionStore, grantStore, keyStore, switchStore } from './stores/entry-stores.ts'
import { appendedLines } from './stores/log-files.ts'
import { sessionStore } from './stores/session-store.ts'
import { stateFolder, type Environment } from './stores/state-folder.ts'
import { usageStore } from './stores/usage-store.ts'

function receiptsFor(state: string, { records, recordsDays }: RecordKeeping): Receipts {
  return records === 'memory'
    ? memoryReceipts()
    : receiptStore(state, recordsDays === undefined ? {} : { keepDays: recordsDays })
}

export const systemClock: Clock = { now: () => new Date() }

/** `r-` and 16 hex digits. */
const randomIds: Ids = { next: () => `r-${randomBytes(8).toString('hex')}` }

export interface RecordKeeping {
  readonly records: 'files' | 'memory'
  readonly recordsDays?: number
  readonly telemetry?: 'opentelemetry'
}

/** The real ports of one process; `keeping` is the operator's choice of where receipts and spans are stored. */
export function systemPorts(env: Environment, keeping: RecordKeeping = { records: 'files' }): Ports {
  const state = stateFolder(env)
  return {
    files: diskFiles,
    clock: systemClock,
    ids: randomIds,
    grants: grantStore(state),
    approvals: approvalStore(state),
    switches: switchStore(state),
    reviews: appendedLines(state, 'reviews'),
    evaluations: appendedLines(state, 'evaluations'),
    editions: editionStore(state),
    copies: copyStore(state),
    keys: keyStore(state),
    usage: usageStore(state),
    sessions: sessionStore(state),
    receipts: receiptsFor(state, keeping),
    ...(keeping.records === 'memory' ? {} : { cache: diskCache(state) }),
    watcher: diskWatcher([join(state, 'grants'), join(state, 'disabled')]),
    ...(keeping.telemetry ? { telemetry: openTelemetry() } : {}),
  }
}
