import type { Approval, Grant } from '../../model/decisions/decision.ts'
import type { FetchedCopy, Files, Ports } from '../../model/ports.ts'
import { memoryReceipts } from './memory-receipts.ts'
import { memorySessions } from './memory-sessions.ts'
import { memoryUsage } from './memory-usage.ts'
import type { SignedEdition } from '../../model/documents/signature.ts'
import type { Receipt } from '../../model/records/receipt.ts'

export interface MemoryPorts extends Ports {
  readonly kept: Receipt[]
  readonly given: Map<string, Grant>
  readonly approved: Approval[]
  readonly switchedOff: Set<string>
}

/** Ports with a fixed clock, sequential ids, and stores that can be inspected. */
export function memoryPorts(files: Files): MemoryPorts {
  const kept: Receipt[] = []
  const given = new Map<string, Grant>()
  const approved: Approval[] = []
  const switchedOff = new Set<string>()
  const signed = new Map<string, SignedEdition>()
  const copied = new Map<string, FetchedCopy>()
  let count = 0
  return {
    files,
    kept,
    given,
    approved,
    switchedOff,
    clock: { now: () => new Date('2026-05-06T09:10:00Z') },
    ids: { next: () => `r-${++count}` },
    grants: {
      find: (path) => given.get(path),
      save: (grant) => void given.set(grant.path, grant),
      isEmpty: () => given.size === 0,
      below: (path) => [...given.values()].filter((grant) => grant.path === path || grant.path.startsWith(`${path}/`)),
      remove: (path) => given.delete(path),
    },
    approvals: {
      find: (ref) => approved.filter((approval) => approval.ref === ref),
      save: (approval) => void approved.push(approval),
    },
    switches: {
      disabled: () => switchedOff,
      set: (ref, enabled) => void (enabled ? switchedOff.delete(ref) : switchedOff.add(ref)),
    },
    editions: {
      find: (place) => signed.get(place),
      save: (place, edition) => void signed.set(place, edition),
      forget(path) {
        for (const key of signed.keys()) if (key === path || key.startsWith(`${path}/`)) signed.delete(key)
      },
    },
    copies: { find: (place) => copied.get(place), save: (place, copy) => void copied.set(place, copy) },
    usage: memoryUsage(),
    sessions: memorySessions(),
    receipts: { ...memoryReceipts(kept), durable: true },
  }
}
