import { randomBytes } from 'node:crypto'
import type { Clock, Ids, Ports } from '../model/ports.ts'
import { diskFiles } from './disk-files.ts'
import { approvalStore } from './approval-store.ts'
import { grantStore } from './grant-store.ts'
import { receiptStore } from './receipt-store.ts'
import { sessionStore } from './session-store.ts'
import { switchStore } from './switch-store.ts'
import { stateFolder, type Environment } from './state-folder.ts'
import { usageStore } from './usage-store.ts'

export const systemClock: Clock = { now: () => new Date() }

/** `r-` and 16 hex digits. */
const randomIds: Ids = { next: () => `r-${randomBytes(8).toString('hex')}` }

/** The real world for one process. */
export function systemPorts(env: Environment): Ports {
  const state = stateFolder(env)
  return {
    files: diskFiles, clock: systemClock, ids: randomIds, grants: grantStore(state), approvals: approvalStore(state), switches: switchStore(state),
    usage: usageStore(state), sessions: sessionStore(state), receipts: receiptStore(state),
  }
}
